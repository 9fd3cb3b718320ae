"""One form has one effect: sent twice, or again after its answer was lost, it makes one thing and leads to that."""

import re
import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import pytest
from django.db.models import QuerySet
from django.http import QueryDict
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from pytest_django import Settings

from campaigns.core import sent_forms
from campaigns.core.refusals import Refused
from campaigns.downtime.living import start_run
from campaigns.downtime.publishing import publish
from campaigns.downtime.running import work_out
from campaigns.experience.forms import parse_wish
from campaigns.experience.ledger import Gift, award
from campaigns.experience.shop import Shop
from campaigns.models import (
    Character,
    Doing,
    Downtime,
    DowntimeRun,
    Episode,
    ExperienceEntry,
    Invite,
    Project,
    Proposal,
    Recall,
    RunState,
    Scene,
    SentForm,
    Series,
    Story,
    User,
)
from campaigns.quick_text import EXAMPLES
from campaigns.series.members.services import create_invite
from rules.raising import GENERAL
from tests.cast import Cast, gather_cast
from tests.conftest import SignIn

pytestmark = pytest.mark.walk

WHOLE_ID = re.compile(r'name="command" value="([^"]+)"')
NEW_PROJECT = {"title": "A raft", "roll:attribute": "wits", "roll:ability": "craft", "goal": "5", "interval": "2"}


@dataclass(frozen=True)
class Making:
    """A form that makes something: its address, what stands in it, and what it makes."""

    name: str
    place: Callable[[Cast], int | None]
    said: Mapping[str, str] | Callable[[Cast], Mapping[str, str]]
    made: type[Any]
    page: str = ""
    """The page that holds it, where that is not its own address."""
    typed: str = "title"
    """What its page lets somebody type into a line; nothing where there is no such line."""
    prepare: Callable[[Cast], object] = bool
    """What is done before its page is loaded."""

    def url(self, cast: Cast, page: str = "") -> str:
        return reverse(page or self.name, args=[key] if (key := self.place(cast)) else [])


def _series(cast: Cast) -> int:
    return cast.series.pk


def _warden(cast: Cast) -> int:
    return cast.warden.pk


def _say_days(cast: Cast) -> Mapping[str, str]:
    """Days that are still free."""
    first = 1 + 3 * Doing.objects.count()
    return {"character": str(cast.warden.pk), "kind": "rest", "first": str(first), "last": str(first + 2)}


def _say_award(cast: Cast) -> Mapping[str, str]:
    return {"who": str(cast.warden.pk), "own": "A dive", "own_points": "2", "purse": GENERAL, "occasion": ""}


def _say_wish(cast: Cast) -> Mapping[str, str]:
    """A trait that nobody has asked for yet, with the price that its page shows."""
    shop = Shop.of(Character.objects.select_related("series").get(pk=cast.warden.pk))
    wanted = [one for one in shop.raises.values() if one.value < one.cap][Proposal.objects.count()]
    said = {"what": f"{wanted.path}:{wanted.value + 1}", "before": str(wanted.value)}
    priced = shop.price(parse_wish(shop.raises, QueryDict(urlencode(said))))
    return {**said, "shown": priced.shown}


def _fill_purse(cast: Cast) -> None:
    gift = Gift(GENERAL, 100, "For the show")
    award(cast.membership(cast.storyteller), [cast.warden.pk], [gift])


def _publish(cast: Cast) -> None:
    storyteller = cast.membership(cast.storyteller)
    if not DowntimeRun.objects.filter(state=RunState.LOOK).exists():
        work_out(start_run(storyteller, cast.downtime).pk)
    publish(storyteller, cast.downtime)


MAKINGS = [
    Making("story_new", _series, {"title": "Low water"}, Story),
    Making("episode_new", lambda cast: cast.story.pk, {"title": "Low water"}, Episode),
    Making("scene_new", lambda cast: cast.episode.pk, {"title": "Low water"}, Scene),
    Making("downtime_new", lambda cast: cast.story.pk, {"title": "Low water", "days": "3"}, Downtime),
    Making("rest_new", lambda cast: cast.episode.pk, {"title": "Low water", "days": "3"}, Downtime),
    Making("project_new", _warden, NEW_PROJECT, Project),
    Making("series_new", lambda cast: None, {"name": "Low water", "system": "v20da"}, Series, typed="name"),
    Making("character_new", _series, {"name": "Wren", "archetype": "dawn"}, Character, typed="name"),
    Making("character_import", _series, {"name": "Wren"}, Character, "character_text", "name"),
    Making("character_extra", _warden, {}, Character, "character", ""),
    Making("invite_new", _series, {"role": "player"}, Invite, "members", ""),
    Making("series_experience", _series, _say_award, ExperienceEntry, typed="own"),
    Making("experience_propose", _warden, _say_wish, Proposal, typed="", prepare=_fill_purse),
    Making("downtime_days", lambda cast: cast.downtime.pk, _say_days, Doing, typed=""),
    Making("downtime_recall", lambda cast: cast.downtime.pk, {}, Recall, typed="", prepare=_publish),
]
every_form = pytest.mark.parametrize("form", MAKINGS, ids=[form.name for form in MAKINGS])
typed_in = pytest.mark.parametrize("form", [form for form in MAKINGS if form.typed], ids=lambda form: form.name)


@pytest.fixture
def cast(db: None) -> Cast:
    return gather_cast("exalted2e")


@pytest.fixture
def client(cast: Cast, sign_in: SignIn) -> Client:
    """The Storyteller's browser."""
    return sign_in(cast.storyteller)


def form_of(page: str, url: str) -> str:
    """Return the form of a page that is sent to this address, or the whole page if it has one form."""
    found = [one for one in re.findall(r"<form.*?</form>", page, re.DOTALL) if f'action="{url}"' in one]
    return next((one for one in found if WHOLE_ID.search(one)), page)


def load(form: Making, client: Client, cast: Cast) -> tuple[str, dict[str, str]]:
    """Load the page of a form; gives where it is sent to, and what is sent."""
    form.prepare(cast)
    filled = form.said(cast) if callable(form.said) else form.said
    page = form.url(cast, form.page)
    looked_at = form.name == "character_import"
    answer = client.post(page, {"text": EXAMPLES["exalted2e"]}, follow=True) if looked_at else client.get(page, filled)
    shown = answer.content.decode()
    (command,) = WHOLE_ID.findall(form_of(shown, form.url(cast)))
    draft = {"draft": answer.context["signed"]} if looked_at else {}
    return form.url(cast), {**filled, **draft, "command": command}


def rows() -> dict[str, Any]:
    """Everything that forms may make."""
    made = {form.made for form in MAKINGS} | {SentForm}
    return {model.__name__: list(model._default_manager.order_by("pk").values()) for model in made}


@every_form
def test_a_form_that_comes_twice_makes_one_and_leads_to_it_both_times(form: Making, client: Client, cast: Cast) -> None:
    count = form.made.objects.count()
    url, said = load(form, client, cast)
    first = client.post(url, said)
    assert first.status_code == 302
    assert form.made.objects.count() == count + 1
    made = rows()
    again = client.post(url, said)
    assert (again.status_code, again["Location"]) == (302, first["Location"])
    assert rows() == made
    assert b"This form was already sent" in client.get(again["Location"]).content
    client.post(*load(form, client, cast))
    assert form.made.objects.count() == count + 2


@every_form
def test_a_form_of_somebody_else_is_refused(form: Making, client: Client, cast: Cast, sign_in: SignIn) -> None:
    url, said = load(form, client, cast)
    client.post(url, said)
    made = rows()
    answer = sign_in(cast.co_storyteller).post(url, said)
    assert answer.status_code == 409
    assert b"That form was already sent" in answer.content
    assert rows() == made


@typed_in
def test_a_form_with_something_else_in_it_is_another(form: Making, client: Client, cast: Cast) -> None:
    url, said = load(form, client, cast)
    client.post(url, said)
    made = rows()
    changed = {**said, form.typed: "High water"}
    answer = client.post(url, changed)
    assert answer.status_code == 409
    shown = answer.content.decode()
    assert "already sent with different contents" in shown
    assert rows() == made
    if form.page:
        return  # whose page cannot be drawn again: the file is chosen anew
    assert 'value="High water"' in shown
    (command,) = WHOLE_ID.findall(shown)
    assert client.post(url, {**changed, "command": command}).status_code == 302
    assert len(rows()[form.made.__name__]) == len(made[form.made.__name__]) + 1


@pytest.mark.parametrize("command", ["", "x\0"])
def test_without_an_id_nothing_is_made(command: str, client: Client, cast: Cast) -> None:
    for form in MAKINGS:
        url, said = load(form, client, cast)
        before = rows()
        answer = client.post(url, {**said, "command": command})
        assert answer.status_code == 422
        assert b"This form is incomplete" in answer.content
        assert rows() == before


def test_an_id_does_not_serve_at_another_address(client: Client, cast: Cast) -> None:
    said = {"command": str(uuid.uuid4())}
    assert client.post(reverse("character_extra", args=[cast.warden.pk]), said).status_code == 302
    assert client.post(reverse("character_extra", args=[cast.heroine.pk]), said).status_code == 409
    assert Character.objects.filter(extra=True).count() == 1


def test_what_was_refused_was_not_sent(client: Client, cast: Cast, settings: Settings) -> None:
    url, said = reverse("character_new", args=[cast.series.pk]), {"name": "Wren", "archetype": "dawn"}
    form = {**said, "command": str(uuid.uuid4())}
    settings.LIMIT_CHARACTERS = 1
    refused = client.post(url, form)
    assert refused.status_code == 409
    assert b'value="Wren"' in refused.content
    assert not SentForm.objects.exists()
    settings.LIMIT_CHARACTERS = 100
    assert client.post(url, form).status_code == 302
    assert Character.objects.filter(name="Wren").count() == 1


def test_what_breaks_off_leaves_nothing(cast: Cast) -> None:
    def make() -> str:
        create_invite(cast.membership(cast.storyteller), "player")
        raise InterruptedError

    with pytest.raises(InterruptedError):
        sent_forms.run_once(cast.storyteller, uuid.uuid4(), "said", make)
    assert not Invite.objects.exists()
    assert not SentForm.objects.exists()


def test_of_two_at_once_the_second_finds_what_the_first_made(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    command, looks = uuid.uuid4(), iter([True])
    get = QuerySet[Any, Any].get

    def look_too_early(found: QuerySet[SentForm], *args: Any, **kwargs: Any) -> Any:
        if found.model is SentForm and next(looks, False):  # the first commits after this look
            SentForm.objects.create(command=command, user=cast.storyteller, said="said", led_to="/first/")
            raise SentForm.DoesNotExist
        return get(found, *args, **kwargs)

    monkeypatch.setattr(QuerySet, "get", look_too_early)
    assert sent_forms.run_once(cast.storyteller, command, "said", _never) == ("/first/", False)
    assert SentForm.objects.count() == 1


def _never() -> str:
    raise AssertionError("made twice")


def _sent_at(user: User, age: timedelta) -> SentForm:
    sent = SentForm.objects.create(command=uuid.uuid4(), user=user, said="said", led_to="/there/")
    SentForm.objects.filter(pk=sent.pk).update(at=timezone.now() - age)
    return sent


def test_old_forms_of_a_person_go_when_they_send_a_new_one(cast: Cast) -> None:
    day = timedelta(days=1)
    ages = [
        _sent_at(cast.storyteller, sent_forms.KEPT + day),
        _sent_at(cast.storyteller, sent_forms.KEPT - day),
        _sent_at(cast.player, sent_forms.KEPT + day),
    ]
    sent_forms.run_once(cast.storyteller, uuid.uuid4(), "said", lambda: "/here/")
    kept = set(SentForm.objects.values_list("pk", flat=True))
    assert [one.pk in kept for one in ages] == [False, True, True]
    assert len(kept) == 3


def test_a_refusal_names_no_form_of_others(cast: Cast) -> None:
    theirs = _sent_at(cast.player, timedelta())
    with pytest.raises(Refused, match="already sent") as refusal:
        sent_forms.run_once(cast.storyteller, theirs.command, "said", _never)
    assert "/there/" not in refusal.value.sentence
