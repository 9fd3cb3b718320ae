"""Nothing that only the Storyteller may see is in a page that another gets: not in lists, counts, gaps or refusals."""

import pytest
from django.urls import reverse

from campaigns.models import Character, Episode, Scene, Story
from tests.cast import SECRET, Cast
from tests.conftest import SignIn
from tests.markup import ONCE

pytestmark = pytest.mark.walk


def pages(cast: Cast) -> list[str]:
    series = cast.series.pk
    return [
        reverse("series_list"),
        reverse("series", args=[series]),
        reverse("series", args=[series]) + "?arrange=1",
        reverse("members", args=[series]),
        reverse("calendar", args=[series]),
        reverse("sessions", args=[series]),
        reverse("character_new", args=[series]),
        *(
            reverse("part", args=[kind, part.pk])
            for kind, part in [
                ("story", cast.story),
                ("episode", cast.episode),
                ("scene", cast.scene),
                ("downtime", cast.downtime),
            ]
        ),
        *(
            reverse("part_inside", args=[kind, part.pk])
            for kind, part in [("story", cast.story), ("episode", cast.episode)]
        ),
        *(reverse("character", args=[character.pk]) for character in (cast.heroine, cast.duelist, cast.warden)),
        reverse("character_edit", args=[cast.heroine.pk]),
        reverse("character_remove", args=[cast.heroine.pk]),
    ]


@pytest.mark.parametrize("name", ["player", "rival", "spectator"])
def test_no_page_holds_a_planted_secret(cast: Cast, name: str, sign_in: SignIn) -> None:
    client = sign_in(getattr(cast, name))
    for page in pages(cast):
        assert SECRET not in client.get(page).content.decode(), page


def test_the_storyteller_sees_them(cast: Cast, sign_in: SignIn) -> None:
    client = sign_in(cast.storyteller)
    for page in (reverse("series", args=[cast.series.pk]), reverse("part", args=["scene", cast.scene.pk])):
        assert SECRET in client.get(page).content.decode()


def test_a_page_is_the_same_with_and_without_hidden_things(cast: Cast, sign_in: SignIn) -> None:
    client = sign_in(cast.player)

    def shown() -> list[str]:
        found = [client.get(page).content.decode() for page in pages(cast) if "edit" not in page]
        return [line for page in found for line in page.splitlines() if not any(name in line for name in ONCE)]

    before = shown()
    Story.objects.filter(hidden=True).delete()
    Episode.objects.filter(hidden=True).delete()
    Scene.objects.filter(hidden=True).delete()
    Character.objects.filter(hidden=True).delete()
    assert shown() == before


def test_hidden_and_missing_are_refused_alike(cast: Cast, sign_in: SignIn) -> None:
    client = sign_in(cast.player)
    answers = [
        client.get(reverse("part", args=["scene", key])).content.decode() for key in (cast.hidden_scene.pk, 424242)
    ]
    hidden, missing = (
        [line for line in answer.splitlines() if not any(name in line for name in ONCE) and 'name="next"' not in line]
        for answer in answers
    )
    assert hidden == missing


def test_others_get_a_name_but_no_sheet(cast: Cast, sign_in: SignIn) -> None:
    page = sign_in(cast.player).get(reverse("character", args=[cast.duelist.pk])).content.decode()
    assert "Tolvar" in page
    assert "Limbs" not in page
    assert "Reach" not in page
    assert 'class="dots"' not in page
