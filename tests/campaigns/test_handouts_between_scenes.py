"""Handouts are shown from their page, with no scene open: to everybody, or to the players of some characters."""

import gzip
import json

from django.urls import reverse
from django.utils import timezone

from campaigns.handouts.visible import visible_handouts
from campaigns.models import Character, Handout, HandoutReader, Notice, Scene, Series, User
from config import transfer
from tests.cast import Cast
from tests.conftest import SignIn


def make(cast: Cast) -> Handout:
    """A letter, while no scene is open."""
    Scene.objects.update(closed_at=timezone.now())
    return Handout.objects.create(series=cast.series, title="A letter", text="Come at dusk.")


def sees(cast: Cast, user: User) -> bool:
    return visible_handouts(cast.membership(user)).exists()


def test_it_is_shown_to_some_then_to_all_and_hidden_again(cast: Cast, sign_in: SignIn) -> None:
    letter, client = make(cast), sign_in(cast.storyteller)
    show, hide = (reverse(name, args=[letter.pk]) for name in ("handout_show", "handout_hide"))
    page = reverse("handouts", args=[cast.series.pk])
    assert cast.heroine.name in client.get(page).content.decode()
    assert client.post(show, {"character": str(cast.heroine.pk)}).status_code == 302
    assert [sees(cast, one) for one in (cast.player, cast.rival, cast.spectator)] == [True, False, False]
    assert "Come at dusk" in sign_in(cast.player).get(page).content.decode()
    assert "Come at dusk" not in sign_in(cast.rival).get(page).content.decode()
    assert list(Notice.objects.filter(closed_at=None).values_list("user__username", flat=True)) == ["player"]
    client.post(show, {"to": "all"})
    assert all(sees(cast, one) for one in (cast.player, cast.rival, cast.spectator))
    assert sign_in(cast.storyteller).post(reverse("handout_remove", args=[letter.pk])).status_code == 409
    client.post(hide)
    assert not any(sees(cast, one) for one in (cast.player, cast.rival, cast.spectator))
    assert not Notice.objects.filter(closed_at=None).exists()


def test_only_the_storyteller_shows_and_only_to_those_who_play(cast: Cast, sign_in: SignIn) -> None:
    letter = make(cast)
    show = reverse("handout_show", args=[letter.pk])
    assert sign_in(cast.player).post(show, {"to": "all"}).status_code in (403, 404)
    assert sign_in(cast.stranger).post(show, {"to": "all"}).status_code == 404
    client = sign_in(cast.storyteller)
    for chosen in ({}, {"character": str(cast.warden.pk)}, {"character": "x"}, {"character": "999999"}):
        assert client.post(show, chosen).status_code == 422
    assert not HandoutReader.objects.exists()


def test_everybody_can_be_shown_one_where_nobody_plays_a_character(cast: Cast, sign_in: SignIn) -> None:
    make(cast)
    Character.objects.update(owner=None)
    page = sign_in(cast.storyteller).get(reverse("handouts", args=[cast.series.pk])).content.decode()
    assert ("Show to everyone" in page, "Show to them" in page) == (True, False)


def test_to_whom_it_is_shown_travels_with_the_series(cast: Cast, sign_in: SignIn) -> None:
    letter = make(cast)
    sign_in(cast.storyteller).post(reverse("handout_show", args=[letter.pk]), {"character": str(cast.heroine.pk)})
    written = transfer.write(cast.series)
    made = transfer.import_series(cast.stranger, transfer.parse(written))
    shown = HandoutReader.objects.get(handout__series=made)
    assert (shown.scene, shown.character.name if shown.character else "") == (None, cast.heroine.name)
    data = json.loads(gzip.decompress(written))
    del data["handouts"][0]["shown"]
    older = transfer.import_series(cast.stranger, data)
    assert not HandoutReader.objects.filter(handout__series=older).exists()
    assert Series.objects.count() == 3
