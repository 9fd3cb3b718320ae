"""Recaps in the record: drafts are the Storyteller's, published ones everybody's, and the public page tells no more."""

import json
from typing import Any

import pytest
from django.conf import LazySettings
from django.db import IntegrityError, transaction
from django.urls import reverse
from django.utils import timezone

from campaigns.accounts import services as accounts
from campaigns.chronicle.recaps.services import open_public_page
from campaigns.chronicle.recaps.visible import list_public_recaps
from campaigns.core.edit_conflict import SEEN_FIELD
from campaigns.models import AuditEntry, Character, Episode, PublicPage, Recap, Scene, User
from campaigns.people.portraits.services import set_portrait
from tests.campaigns.test_portraits import picture
from tests.cast import SECRET, Cast, write_recap
from tests.conftest import SignIn

OTHERS = ("player", "rival", "spectator")


def write(sign_in: SignIn, user: User, part: Scene | Episode, text: str, do: str = "publish", **more: str) -> Any:
    kind = type(part).__name__.lower()
    return sign_in(user).post(reverse("recap_edit", args=[kind, part.pk]), {"text": text, "do": do, **more})


def read(sign_in: SignIn, user: User, part: Scene | Episode) -> str:
    return sign_in(user).get(reverse("part", args=[type(part).__name__.lower(), part.pk])).content.decode()


def tell(cast: Cast, part: Scene | Episode, text: str, *, published: bool = True) -> None:
    write_recap(cast.membership(cast.storyteller), part, text, published=published)


def public(sign_in: SignIn, cast: Cast, user: User | None = None) -> str:
    page = PublicPage.objects.get(series=cast.series)
    return sign_in(user).get(reverse("public_page", args=[page.token])).content.decode()


@pytest.fixture
def opened(cast: Cast) -> PublicPage:
    open_public_page(cast.membership(cast.storyteller))
    return PublicPage.objects.get()


def test_a_draft_is_read_by_storytellers_alone_and_by_all_once_published(cast: Cast, sign_in: SignIn) -> None:
    for part in (cast.scene, cast.episode):
        assert write(sign_in, cast.storyteller, part, "The *canary* fell.", "draft").status_code == 302
        assert "<em>canary</em>" in read(sign_in, cast.co_storyteller, part)
        assert not any("canary" in read(sign_in, getattr(cast, name), part) for name in OTHERS)
        assert write(sign_in, cast.storyteller, part, "The *canary* fell.").status_code == 302
        assert all("<em>canary</em>" in read(sign_in, getattr(cast, name), part) for name in OTHERS)
        assert write(sign_in, cast.storyteller, part, "The *canary* fell.", "draft").status_code == 302
        assert "canary" not in read(sign_in, cast.player, part)


@pytest.mark.parametrize("name", [*OTHERS, "stranger"])
def test_nobody_but_storytellers_writes_one(cast: Cast, sign_in: SignIn, name: str) -> None:
    status = 404 if name == "stranger" else 403
    user = getattr(cast, name)
    assert write(sign_in, user, cast.scene, "Mine.").status_code == status
    assert sign_in(user).get(reverse("recap_edit", args=["scene", cast.scene.pk])).status_code == status
    settings_page = reverse("public_page_settings", args=[cast.series.pk])
    assert sign_in(user).get(settings_page).status_code == status
    assert sign_in(user).post(settings_page, {"do": "open"}).status_code == status
    assert not Recap.objects.exists()
    assert not PublicPage.objects.exists()


def test_an_empty_text_takes_it_out_and_a_form_without_a_way_does_nothing(cast: Cast, sign_in: SignIn) -> None:
    tell(cast, cast.scene, "So.")
    assert write(sign_in, cast.storyteller, cast.scene, "Other.", "burn").status_code == 422
    assert write(sign_in, cast.storyteller, cast.scene, "x" * 20_001).status_code == 422
    assert Recap.objects.get().text == "So."
    assert write(sign_in, cast.storyteller, cast.scene, "  ").status_code == 302
    assert not Recap.objects.exists()
    assert write(sign_in, cast.storyteller, cast.story, "So.").status_code == 404  # type: ignore[arg-type]


def test_publishing_anew_keeps_the_first_day(cast: Cast) -> None:
    tell(cast, cast.scene, "So.")
    first = Recap.objects.get().published_at
    tell(cast, cast.scene, "So it was.")
    assert Recap.objects.get().published_at == first


def test_two_storytellers_do_not_overwrite_each_other(cast: Cast, sign_in: SignIn) -> None:
    page = reverse("recap_edit", args=["scene", cast.scene.pk])
    seen = sign_in(cast.storyteller).get(page).context["form"][SEEN_FIELD].value()
    tell(cast, cast.scene, "Theirs.")
    answer = write(sign_in, cast.storyteller, cast.scene, "Mine.", seen=seen)
    assert answer.status_code == 409
    assert "Theirs." in answer.content.decode()
    assert "Mine." in answer.content.decode()
    again = answer.context["form"][SEEN_FIELD].value()
    assert write(sign_in, cast.storyteller, cast.scene, "Mine.", seen=again).status_code == 302
    assert Recap.objects.get().text == "Mine."


def test_the_recap_of_a_hidden_part_is_nowhere(cast: Cast, sign_in: SignIn, opened: PublicPage) -> None:
    inside = Scene.objects.get(episode=cast.hidden_episode)
    planned = Scene.objects.create(episode=cast.episode, title=f"Planned {SECRET}", planned=True)
    for part in (cast.hidden_scene, cast.hidden_episode, inside, planned):
        tell(cast, part, SECRET)
    tell(cast, cast.scene, f"A draft {SECRET}", published=False)
    assert list_public_recaps(cast.series) == []
    assert SECRET not in read(sign_in, cast.player, cast.episode)
    assert SECRET not in public(sign_in, cast)
    told = json.loads(sign_in(cast.storyteller).get(reverse("my_data")).content)["recaps"]
    assert len(told) == 5


def test_the_public_page_tells_name_tone_and_published_recaps_to_anybody(
    cast: Cast, sign_in: SignIn, opened: PublicPage
) -> None:
    cast.series.tone = "Mud and honour"
    cast.series.house_notes = SECRET
    cast.series.save()
    tell(cast, cast.scene, "The *bridge* fell. <script>x</script>")
    tell(cast, cast.episode, "It rained.")
    for user in (None, cast.stranger, cast.player):
        page = public(sign_in, cast, user)
        for told in ("The Salt Road", "Mud and honour", "Silt", "It rained.", "The Toll Bridge", "<em>bridge</em>"):
            assert told in page
        assert page.index("It rained.") < page.index("The Toll Bridge")
        people = [person.username for person in cast.members]
        for secret in (SECRET, "Ysane", "Deruvin", "<script>x", "/scenes/", "/series/", *people):
            assert secret not in page.replace("storytellers", ""), secret


def test_the_cast_is_shown_if_the_storyteller_ticks_it(cast: Cast, sign_in: SignIn, opened: PublicPage) -> None:
    Character.objects.create(series=cast.series, name="Guard", sheet=cast.warden.sheet, extra=True)
    set_portrait(cast.membership(cast.storyteller), cast.lurker, picture())
    set_portrait(cast.membership(cast.player), cast.heroine, picture())

    def face(character: Character) -> int:
        return sign_in(None).get(reverse("public_portrait", args=[opened.token, character.pk])).status_code

    assert "Ysane" not in public(sign_in, cast)
    assert [face(cast.heroine), face(cast.lurker)] == [404, 404]
    page = reverse("public_page_settings", args=[cast.series.pk])
    sign_in(cast.storyteller).post(page, {"do": "cast", "shows_cast": "on"})
    shown = public(sign_in, cast)
    assert all(name in shown for name in ("Ysane of the Reeds", "Tolvar", "Deruvin"))
    assert "Guard" not in shown
    assert SECRET not in shown
    assert [face(cast.heroine), face(cast.lurker), face(cast.duelist)] == [200, 404, 404]
    sign_in(cast.storyteller).post(page, {"do": "cast"})
    assert face(cast.heroine) == 404


def test_the_address_can_be_changed_and_taken_away(cast: Cast, sign_in: SignIn, opened: PublicPage) -> None:
    page, first = reverse("public_page_settings", args=[cast.series.pk]), reverse("public_page", args=[opened.token])
    assert f'data-copy="http://testserver{first}"' in sign_in(cast.storyteller).get(page).content.decode()
    assert sign_in(None).get(first).status_code == 200
    sign_in(cast.storyteller).post(page, {"do": "open"})
    second = reverse("public_page", args=[PublicPage.objects.get().token])
    assert [sign_in(None).get(address).status_code for address in (first, second)] == [404, 200]
    assert sign_in(cast.storyteller).post(page, {"do": "close"}).status_code == 302
    assert [sign_in(None).get(address).status_code for address in (first, second)] == [404, 404]
    assert sign_in(cast.storyteller).post(page, {"do": "sell"}).status_code == 422
    assert [entry.detail for entry in AuditEntry.objects.filter(series_number=cast.series.pk)] == ["public page"] * 3


def test_no_engine_lists_the_page_and_nothing_between_keeps_it(sign_in: SignIn, opened: PublicPage) -> None:
    address = reverse("public_page", args=[opened.token])
    answer = sign_in(None).get(address)
    assert answer["X-Robots-Tag"] == "noindex, nofollow"
    assert '<meta name="robots" content="noindex, nofollow">' in answer.content.decode()
    assert answer["Cache-Control"] == "private, no-cache"
    assert {"Cookie", "Accept-Language"} <= {name.strip() for name in answer["Vary"].split(",")}
    assert sign_in(None).get(address, headers={"if-none-match": answer["ETag"]}).status_code == 304
    assert sign_in(None).post(address).status_code == 405


def test_the_page_is_throttled(sign_in: SignIn, opened: PublicPage, settings: LazySettings) -> None:
    settings.THROTTLES = settings.THROTTLES | {"joins": (0, 2), "files": (0, 1)}
    client, address = sign_in(None), reverse("public_page", args=[opened.token])
    assert [client.get(address).status_code for _ in range(3)] == [200, 200, 429]
    face = reverse("public_portrait", args=[opened.token, 1])
    assert [client.get(face).status_code for _ in range(2)] == [404, 429]


def test_recaps_go_with_their_part_and_stay_when_their_writer_leaves(cast: Cast) -> None:
    tell(cast, cast.scene, "So.")
    Recap.objects.update(edited_by=cast.co_storyteller)
    accounts.delete_account(cast.co_storyteller, {})
    assert Recap.objects.get().edited_by is None
    cast.series.delete()
    assert not Recap.objects.exists()


def test_a_part_tells_of_one_thing(cast: Cast) -> None:
    for place in ({}, {"scene": cast.scene, "episode": cast.episode}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Recap.objects.create(series=cast.series, text="So.", published_at=timezone.now(), **place)
