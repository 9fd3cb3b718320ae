"""People and places: who knows of a page, what of it, and where it is spoken of."""

import re
import uuid
from collections.abc import Sequence
from typing import Any

import pytest
from django.conf import LazySettings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from campaigns.core.quotas import ROW, measure
from campaigns.core.records.save import save_record
from campaigns.core.refusals import Refused
from campaigns.models import Character, Known, KnownTo, Membership, Role, Secret, Subject, SubjectPortrait, User
from campaigns.people import services as keeping
from campaigns.people.portraits.drawing import make_portrait
from campaigns.people.visible import load_names
from campaigns.sheets.services import edit_character
from config.accounts.my_data import write
from tests.campaigns.test_portraits import picture
from tests.cast import SECRET, Cast
from tests.conftest import SignIn
from tests.markup import ONCE

pytestmark = pytest.mark.walk

OTHERS = ("player", "rival", "spectator")


def tell(row: Known, known_to: KnownTo, *knowers: Character) -> None:
    row.known_to = known_to
    row.save()
    row.knowers.set(knowers)


def make(cast: Cast, name: str, known_to: KnownTo = KnownTo.STORYTELLER, **fields: Any) -> Subject:
    return Subject.objects.create(series=cast.series, name=name, known_to=known_to, **fields)


@pytest.fixture
def hidden(cast: Cast) -> Subject:
    """A page that only the Storyteller knows, with everything that a page may have, and spoken of everywhere."""
    page = make(cast, f"Vex {SECRET}", notes=SECRET, other_names=f"Old {SECRET}", secret_notes=SECRET)
    keeping.keep_subject_portrait(page, make_portrait(picture()))
    Secret.objects.create(series=cast.series, subject=page, text=SECRET, known_to=KnownTo.ALL)
    open_page = make(cast, "The Pier", KnownTo.ALL, notes="Of @Deruvin", secret_notes=f"@Vex {SECRET}")
    Secret.objects.create(series=cast.series, subject=open_page, text=SECRET)
    for source, target in ((page, open_page), (open_page, page)):
        cast.series.ties.create(source=source, target=target, words=SECRET, known_to=KnownTo.ALL)
    other = make(cast, "The Weir", KnownTo.ALL)
    cast.series.ties.create(source=open_page, target=other, words=SECRET)
    cast.series.ties.create(source=other, target=open_page, since=cast.hidden_scene, known_to=KnownTo.ALL)
    page.refresh_from_db()
    return page


def pages(cast: Cast) -> list[str]:
    series = cast.series.pk
    shown = [reverse(name, args=[series]) for name in ("series", "people", "ties", "names")]
    shown += [reverse("people", args=[series]) + "?kind=person", reverse("ties", args=[series]) + "?at=1"]
    shown += [page.url for page in cast.series.subjects.filter(known_to=KnownTo.ALL)]
    return [*shown, cast.heroine.url, cast.warden.url, reverse("part", args=["scene", cast.scene.pk])]


@pytest.mark.parametrize("name", OTHERS)
def test_no_page_and_no_list_of_names_holds_a_planted_secret(
    name: str, hidden: Subject, cast: Cast, sign_in: SignIn
) -> None:
    client = sign_in(getattr(cast, name))
    for page in pages(cast):
        answer = client.get(page)
        assert answer.status_code == 200, page
        assert SECRET not in answer.content.decode(), page
    addresses = [hidden.url, hidden.portrait_url, hidden.face_url, reverse("subject_edit", args=[hidden.pk])]
    for address in addresses:
        assert client.get(address).status_code == 404, address


def test_the_storyteller_sees_them(hidden: Subject, cast: Cast, sign_in: SignIn) -> None:
    client = sign_in(cast.co_storyteller)
    for name in ("people", "ties", "names"):
        assert SECRET in client.get(reverse(name, args=[cast.series.pk])).content.decode(), name
    assert client.get(hidden.portrait_url)["Content-Type"] == "image/webp"
    assert client.get(hidden.face_url).status_code == 200


def test_a_page_is_the_same_with_and_without_hidden_people(hidden: Subject, cast: Cast, sign_in: SignIn) -> None:
    """A text that mentions somebody shows no sign of whether that person is there."""
    name = hidden.name.replace(SECRET, "of the Deep")
    Subject.objects.filter(pk=hidden.pk).update(name=name)
    cast.scene.notes = f"@{name} and @[{name}] and @Deruvin"
    cast.scene.save()
    client = sign_in(cast.player)

    def lines() -> list[str]:
        text = "\n".join(client.get(page).content.decode() for page in pages(cast))
        return [line for line in text.splitlines() if not any(name in line for name in ONCE)]

    before = lines()
    hidden.delete()
    assert lines() == before
    assert f"@{name} and @{name} and <a" in "\n".join(before)


def test_a_stranger_finds_nothing_that_everybody_knows(hidden: Subject, cast: Cast, sign_in: SignIn) -> None:
    known = cast.series.subjects.filter(known_to=KnownTo.ALL).earliest("pk")
    client = sign_in(cast.stranger)
    for address in (known.url, reverse("people", args=[cast.series.pk]), reverse("names", args=[cast.series.pk])):
        assert client.get(address).status_code == 404
    assert load_names(cast.stranger, cast.series.pk).pages == ()


@pytest.mark.parametrize("address", ["subject", "subject_portrait", "subject_edit", "secret_new"])
def test_a_secret_page_and_a_missing_one_ask_the_same_of_the_database(
    address: str, hidden: Subject, cast: Cast, sign_in: SignIn
) -> None:
    client = sign_in(cast.player)
    asked = []
    for key in (hidden.pk, 424242):
        with CaptureQueriesContext(connection) as queries:
            assert client.get(reverse(address, args=[key])).status_code == 404
        asked.append([re.sub(r"\d+", "0", query["sql"]) for query in queries][2:])  # behind session and person
    assert asked[0] == asked[1]


def test_each_seat_knows_its_own_secrets(cast: Cast, sign_in: SignIn) -> None:
    page = make(cast, "The Pier")
    tell(page, KnownTo.SOME, cast.heroine, cast.duelist)
    for text, *knowers in (("is hollow", cast.heroine), ("is burnt", cast.duelist)):
        tell(Secret.objects.create(series=cast.series, subject=page, text=text), KnownTo.SOME, *knowers)
    shown = {name: sign_in(getattr(cast, name)).get(page.url).content.decode() for name in ("player", "rival")}
    assert [("is hollow" in text, "is burnt" in text) for text in shown.values()] == [(True, False), (False, True)]
    assert sign_in(cast.spectator).get(page.url).status_code == 404
    cast.series.memberships.filter(user=cast.player).update(role=Role.SPECTATOR)
    assert sign_in(cast.player).get(page.url).status_code == 404


def test_the_character_behind_a_page_shows_to_those_alone_who_know_of_it(cast: Cast, sign_in: SignIn) -> None:
    """The face of somebody in disguise would give the character away."""
    Character.objects.filter(pk=cast.lurker.pk).update(portrait_name="abc")
    mask = make(cast, "The Grey Stranger", KnownTo.ALL, character=cast.lurker)
    named = f"/characters/{cast.lurker.pk}/"
    for address in (mask.url, reverse("people", args=[cast.series.pk])):
        assert named not in sign_in(cast.player).get(address).content.decode()
        assert named in sign_in(cast.storyteller).get(address).content.decode()


def test_a_character_leads_to_its_page_for_those_who_know_it(cast: Cast, sign_in: SignIn) -> None:
    page = make(cast, "Deruvin of the Bridge", character=cast.warden)
    link = f'href="{page.url}"'
    cast.scene.notes = "@Deruvin"
    cast.scene.save()
    scene = reverse("part", args=["scene", cast.scene.pk])
    for address in (cast.warden.url, scene):
        assert link in sign_in(cast.storyteller).get(address).content.decode()
        assert link not in sign_in(cast.player).get(address).content.decode()
    assert f'href="{cast.warden.url}"' in sign_in(cast.player).get(scene).content.decode()


def test_a_page_with_mentions_loads_names_once(cast: Cast, sign_in: SignIn) -> None:
    client, address = sign_in(cast.storyteller), reverse("part", args=["scene", cast.scene.pk])

    def count(notes: str) -> int:
        cast.scene.notes = cast.scene.secret_notes = notes
        cast.scene.save()
        with CaptureQueriesContext(connection) as queries:
            client.get(address)
        return len(queries)

    count("")
    plain = count("Nobody")
    assert count("@Deruvin " * 50) == plain + 2


def spoken_of(client: Client, page: Subject) -> list[str]:
    text = client.get(page.url).content.decode()
    _, _, rest = text.partition('id="spoken-h"')
    return [part.partition("<")[0] for part in rest.split('">')[1:] if "</a>" in part]


def test_back_links_name_every_text_that_the_seat_may_read(cast: Cast, sign_in: SignIn) -> None:
    page = make(cast, "The Pier", KnownTo.ALL, other_names="Long Pier\nÅ", notes="@The Pier")
    make(cast, "The Pier of Salt")
    say = "Under @the pier."
    for part in (cast.story, cast.episode, cast.scene, cast.downtime, cast.warden, cast.hidden_scene, cast.lurker):
        part.notes = say
        part.save()
    cast.series.handouts.create(title="A map", text="@[Long Pier]s")
    cast.series.threads.create(title="A rumor", notes="@å", known_to=KnownTo.ALL)
    weir = make(cast, "The Weir", KnownTo.ALL)
    tell(Secret.objects.create(series=cast.series, subject=weir, text=say), KnownTo.SOME, cast.heroine)
    make(cast, "The Lock", KnownTo.ALL, secret_notes=say, notes="The Pier, and @The Pier of Salt")
    told = ["The Drowned Ledger", "Silt", "The Toll Bridge", "High water", "A rumor", "Deruvin"]
    hidden = [f"Scene {SECRET}", f"Lurker {SECRET}", "A map", "The Weir", "The Lock"]
    assert sorted(spoken_of(sign_in(cast.storyteller), page)) == sorted(told + hidden)
    # The player does not know The Pier of Salt: what they read there leads to The Pier.
    assert sorted(spoken_of(sign_in(cast.player), page)) == sorted([*told, "The Weir", "The Lock"])
    assert sorted(spoken_of(sign_in(cast.rival), page)) == sorted([*told, "The Lock"])


def test_back_links_follow_edits_renamings_and_removals(cast: Cast, sign_in: SignIn) -> None:
    page, client = make(cast, "The Pier"), sign_in(cast.storyteller)
    cast.scene.notes = "@The Pier"
    cast.scene.save()
    assert spoken_of(client, page) == ["The Toll Bridge"]
    Subject.objects.filter(pk=page.pk).update(name="The Quay")
    assert spoken_of(client, page) == []
    Subject.objects.filter(pk=page.pk).update(other_names="The Pier")
    assert spoken_of(client, page) == ["The Toll Bridge"]
    cast.scene.delete()
    assert spoken_of(client, page) == []


def post(client: Client, address: str, pk: int, **fields: Any) -> Any:
    sent = {"kind": "person", "name": "The Pier", "known_to": "all", "command": str(uuid.uuid4()), **fields}
    return client.post(reverse(address, args=[pk]), sent)


def test_the_storyteller_makes_changes_and_removes_a_page(cast: Cast, sign_in: SignIn) -> None:
    client = sign_in(cast.storyteller)
    file = SimpleUploadedFile("canary-name.png", picture())
    made = post(
        client, "subject_new", cast.series.pk, picture=file, known_to="some", knowers=cast.heroine.pk,
        character=cast.warden.pk,
    )  # fmt: skip
    page = Subject.objects.get()
    assert made["Location"] == page.url
    assert (page.known_to, [*page.knowers.all()], page.character) == ("some", [cast.heroine], cast.warden)
    assert "canary" not in str([vars(page), *SubjectPortrait.objects.values()])
    assert client.get(page.portrait_url).status_code == 200
    assert post(client, "subject_edit", page.pk, name="The Quay", bare="on").status_code == 302
    page.refresh_from_db()
    assert (page.name, page.known_to, page.portrait_name, page.knowers.count()) == ("The Quay", "all", "", 0)
    assert not SubjectPortrait.objects.exists()
    assert post(client, "subject_remove", page.pk).status_code == 302
    assert not Subject.objects.exists()


def test_a_form_that_comes_twice_makes_one_page(cast: Cast, sign_in: SignIn) -> None:
    command = str(uuid.uuid4())
    for _ in range(2):
        assert post(sign_in(cast.storyteller), "subject_new", cast.series.pk, command=command).status_code == 302
    assert Subject.objects.count() == 1


def test_two_storytellers_do_not_overwrite_each_other(cast: Cast, sign_in: SignIn) -> None:
    page = make(cast, "The Pier")
    secret = Secret.objects.create(series=cast.series, subject=page, text="Old")
    client = sign_in(cast.storyteller)
    for address, row, fields in (
        ("subject_edit", page, {"notes": "Mine"}),
        ("secret_edit", secret, {"text": "Mine"}),
    ):
        seen = client.get(reverse(address, args=[row.pk])).context["form"]["seen"].initial
        type(row)._default_manager.filter(pk=row.pk).update(**dict.fromkeys(fields, "Theirs"))
        answer = post(client, address, row.pk, seen=seen, **fields)
        assert answer.status_code == 409
        assert "Theirs" in answer.content.decode()


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({"name": " "}, 422),
        ({"name": "x" * 121}, 422),
        ({"kind": "song"}, 422),
        ({"known_to": "nobody"}, 422),
        ({"known_to": "some"}, 422),
        ({"known_to": "some", "knowers": "424242"}, 422),
        ({"character": "424242"}, 422),
        ({"other_names": "x" * 601}, 422),
        ({"picture": SimpleUploadedFile("a.png", b"<svg/>")}, 422),
        ({"command": "x"}, 422),
    ],
)
def test_what_is_wrong_is_said_beside_what_was_typed(
    fields: dict[str, Any], status: int, cast: Cast, sign_in: SignIn
) -> None:
    answer = post(sign_in(cast.storyteller), "subject_new", cast.series.pk, **fields)
    assert answer.status_code == status
    assert b'class="wrong"' in answer.content
    assert not Subject.objects.exists()


def keep_subject(member: Membership, picture: bytes | None = None, **values: Any) -> Subject:
    new = Subject(series=member.series)
    return save_record(keeping.SUBJECTS, member, new, {"name": "The Weir", **values}, beside={"picture": picture})


def keep_secret(member: Membership, page: Subject) -> Secret:
    return save_record(keeping.SECRETS, member, Secret(series=member.series, subject=page), {"text": "?"})


def test_a_character_has_one_page_of_its_own_series(cast: Cast) -> None:
    make(cast, "The Pier", character=cast.warden)
    member = cast.membership(cast.storyteller)
    with pytest.raises(Refused, match="already has another page"):
        keep_subject(member, character=cast.warden)
    far = Character.objects.create(series=_another_series(cast), name="Far", sheet={})
    for wrong in ({"character": far}, {"known_to": KnownTo.SOME, "knowers": [far]}):
        with pytest.raises(Refused, match="another series"):
            keep_subject(member, **wrong)
    assert Subject.objects.count() == 1


def _another_series(cast: Cast) -> Any:
    return type(cast.series).objects.create(name="Far", system=cast.series.system, owner=cast.storyteller)


def test_a_series_has_its_limits(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    member = cast.membership(cast.storyteller)
    page = keep_subject(member, picture())
    keep_secret(member, page)
    monkeypatch.setattr(keeping.SECRETS, "most", 1)
    with pytest.raises(Refused, match="already 1 secrets"):
        keep_secret(member, page)
    monkeypatch.setattr(keeping, "MAX_PORTRAITS", 10)
    with pytest.raises(Refused, match="the maximum"):
        keep_subject(member, picture())
    monkeypatch.setattr(keeping.SUBJECTS, "most", 1)
    with pytest.raises(Refused, match="already 1 people and places"):
        keep_subject(member)
    assert Subject.objects.count() == 1


def test_pages_count_for_the_room_of_the_owner(cast: Cast, settings: LazySettings) -> None:
    def size() -> int:
        return sum(measure(type(cast.series).objects.filter(pk=cast.series.pk)).values())

    before = size()
    page = make(cast, "The Pier", notes="x" * 5_000)
    Secret.objects.create(series=cast.series, subject=page, text="y" * 500)
    assert size() - before >= 5_500 + 2 * ROW
    settings.LIMIT_STORAGE_MB = 1e-6
    with pytest.raises(Refused, match="allows no more"):
        keep_subject(cast.membership(cast.storyteller))


def test_who_knows_follows_the_character_and_its_player(cast: Cast, sign_in: SignIn) -> None:
    page = make(cast, "The Pier")
    tell(page, KnownTo.SOME, cast.heroine)

    def who() -> Sequence[str]:
        return [name for name in OTHERS if sign_in(getattr(cast, name)).get(page.url).status_code == 200]

    assert who() == ["player"]
    Character.objects.filter(pk=cast.heroine.pk).update(owner=cast.rival)
    assert who() == ["rival"]
    form = sign_in(cast.storyteller).get(reverse("subject_edit", args=[page.pk])).content.decode()
    assert "Ysane of the Reeds (rival)" in form
    cast.heroine.delete()
    assert who() == []


def test_a_knower_without_a_player_is_not_forgotten_when_the_page_is_saved(cast: Cast, sign_in: SignIn) -> None:
    page = make(cast, "The Pier")
    tell(page, KnownTo.SOME, cast.heroine)
    Character.objects.filter(pk=cast.heroine.pk).update(owner=None)
    address = reverse("subject_edit", args=[page.pk])
    knowers = sign_in(cast.storyteller).get(address).context["form"]["knowers"]
    assert cast.heroine in knowers.field.queryset
    assert knowers.initial == [cast.heroine]


def test_the_data_of_a_person_holds_the_secrets_that_they_know(cast: Cast, sign_in: SignIn, player: User) -> None:
    page = make(cast, "The Pier", KnownTo.ALL)
    tell(Secret.objects.create(series=cast.series, subject=page, text="is hollow"), KnownTo.SOME, cast.heroine)
    tell(Secret.objects.create(series=cast.series, subject=page, text=SECRET), KnownTo.SOME, cast.duelist)
    found = write(player).decode()
    assert "is hollow" in found
    assert SECRET not in found


def test_the_page_of_a_players_character_follows_its_name_and_that_of_a_hidden_one_does_not(cast: Cast) -> None:
    """The map went on with the old name. A hidden sheet may be called by a name that is a secret."""
    pages = [make(cast, one.name, KnownTo.ALL, character=one) for one in (cast.heroine, cast.lurker)]
    before = cast.heroine.name
    for one in (cast.heroine, cast.lurker):
        edit_character(cast.membership(cast.storyteller), one, one.version, {"name": f"New {one.name}"}, {})
    for page in pages:
        page.refresh_from_db()
    assert pages[0].names == (f"New {before}", before)
    assert pages[1].names == (cast.lurker.name,)
