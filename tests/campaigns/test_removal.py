"""The end of a whole series: who may, what is asked first, and that nothing of it is left."""

import uuid

import pytest
from django.apps import apps
from django.conf import LazySettings
from django.core.cache import cache
from django.core.exceptions import PermissionDenied
from django.urls import reverse

from campaigns.core.quotas import MEGABYTE, require_storage_room
from campaigns.core.refusals import Refused
from campaigns.models import Character, Portrait, Role, Series, User
from campaigns.people.portraits.services import keep_portrait
from campaigns.series.members.services import create_invite, hand_over
from campaigns.series.removal import remove_series
from campaigns.series.services import create_series
from campaigns.sheets.services import create_character
from play.commands.moves import Say
from play.commands.submit import submit
from tests.cast import Cast
from tests.conftest import SignIn

KEPT = {"User", "NoticeSettings", "AuditEntry", "SentForm", "UserSession", "Session", "Permission", "ContentType"}
"""What is there without any series."""


def what_is_left() -> dict[str, int]:
    models = [model for label in ("campaigns", "play") for model in apps.get_app_config(label).get_models()]
    counts = {model.__name__: model._default_manager.count() for model in models if model.__name__ not in KEPT}
    return {name: count for name, count in counts.items() if count}


def test_the_owner_removes_a_series_with_everything_in_it(cast: Cast, sign_in: SignIn) -> None:
    keep_portrait(cast.heroine, b"a picture")
    create_invite(cast.membership(cast.storyteller), Role.PLAYER)
    submit(cast.membership(cast.player), cast.scene, uuid.uuid4(), 0, Say("A word."))
    assert Portrait.objects.exists()
    client, url = sign_in(cast.storyteller), reverse("series_remove", args=[cast.series.pk])
    page = client.get(url).content.decode()
    assert url in client.get(reverse("series", args=[cast.series.pk])).content.decode()
    for told in ("2 stories", "3 scenes", "2 downtimes", "4 characters", "<b>rival</b>", "<b>spectator</b>"):
        assert told in page
    assert reverse("series_export", args=[cast.series.pk]) in page
    assert client.post(url, {"name": "  the salt  ROAD ", "command": uuid.uuid4()})["Location"] == "/"
    assert what_is_left() == {}
    assert f"{cast.series.name} was deleted" in client.get("/").content.decode()
    assert User.objects.count() == 6


@pytest.mark.parametrize("name", ["", "The Salt", "x" * 300, "The Salt Roads", "!"])
def test_it_stays_while_its_name_is_not_typed(cast: Cast, sign_in: SignIn, name: str) -> None:
    url = reverse("series_remove", args=[cast.series.pk])
    answer = sign_in(cast.storyteller).post(url, {"name": name, "command": uuid.uuid4()})
    assert answer.status_code == 422
    assert answer.content.count(b'class="wrong"') == 1
    assert Series.objects.filter(pk=cast.series.pk).exists()


@pytest.mark.parametrize(
    ("name", "typed"), [("Mira's “Road”", 'mira’s "road"'), ("Yö – a\u0308rma\u0308", "yö - ärmä"), ("🐉!", " 🐉! ")]
)
def test_a_keyboard_of_its_own_mind_does_not_stand_in_the_way(cast: Cast, name: str, typed: str) -> None:
    Series.objects.filter(pk=cast.series.pk).update(name=name)
    with pytest.raises(Refused, match="not its name"):
        remove_series(cast.membership(cast.storyteller), "?")
    remove_series(cast.membership(cast.storyteller), typed)
    assert not Series.objects.exists()


def test_sent_twice_it_removes_one_series_and_leads_on(cast: Cast, sign_in: SignIn) -> None:
    client, url = sign_in(cast.storyteller), reverse("series_remove", args=[cast.series.pk])
    said = {"name": cast.series.name, "command": str(uuid.uuid4())}
    answers = [client.post(url, said) for _ in range(2)]
    assert [answer["Location"] for answer in answers] == ["/", "/"]
    assert "The series was deleted with everything in it." in client.get("/").content.decode()
    assert client.get(url).status_code == 404
    assert client.post(url, {**said, "command": uuid.uuid4()}).status_code == 404


@pytest.mark.parametrize(
    ("who", "status"),
    [("co_storyteller", 403), ("player", 403), ("rival", 403), ("spectator", 403), ("stranger", 404)],
)
def test_nobody_else_removes_it(cast: Cast, sign_in: SignIn, who: str, status: int) -> None:
    client, url = sign_in(getattr(cast, who)), reverse("series_remove", args=[cast.series.pk])
    assert client.get(url).status_code == status
    for said in ({"name": cast.series.name, "command": uuid.uuid4()}, {"name": cast.series.name}, {}):
        assert client.post(url, said).status_code == status
    assert Series.objects.filter(pk=cast.series.pk).exists()
    if status == 403:
        assert url not in client.get(reverse("series", args=[cast.series.pk])).content.decode()


def test_who_has_handed_it_over_meanwhile_removes_nothing(cast: Cast) -> None:
    before = cast.membership(cast.storyteller)
    hand_over(before, cast.membership(cast.player))
    with pytest.raises(PermissionDenied, match="Only the owner"):
        remove_series(before, cast.series.name)
    assert Series.objects.filter(pk=cast.series.pk).exists()


def test_who_writes_into_a_series_that_is_gone_is_told_so(cast: Cast) -> None:
    late = cast.membership(cast.player)
    remove_series(cast.membership(cast.storyteller), cast.series.name)
    with pytest.raises(Refused, match="just been deleted"):
        create_character(late, "Too late", "")
    assert not Character.objects.exists()


def test_there_is_room_again_at_once(cast: Cast, settings: LazySettings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.LIMIT_STORAGE_MB = 1
    other = create_series(cast.storyteller, {"name": "Another", "system": "toybox", "tone": "", "house_notes": ""})
    cache.clear()
    monkeypatch.setattr(
        "campaigns.core.quotas.measure",
        lambda owned: {one.pk: MEGABYTE if one.pk == cast.series.pk else 0 for one in owned},
    )
    with pytest.raises(Refused, match="use 1 MB"):
        require_storage_room(other)
    remove_series(cast.membership(cast.storyteller), cast.series.name)
    require_storage_room(other)
