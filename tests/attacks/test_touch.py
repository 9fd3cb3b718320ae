"""Taps and kept rolls as no page of ours sends them: at somebody else's, out of bounds, of the wrong kind."""

from typing import Any

import pytest

from campaigns.models import Character, Scene, SheetChange
from play.models import Entry
from tests.attacks.siege import browser
from tests.attacks.test_table import combatants, post
from tests.cast import Cast

pytestmark = pytest.mark.walk

BAD: tuple[dict[str, Any], ...] = (
    {"tap": ""}, {"tap": " "}, {"tap": "{own}"}, {"tap": "{own} mark"}, {"tap": "{own} mark 2"},
    {"tap": "{own} mark 1 1"}, {"tap": "{own}  1"}, {"tap": "{own} mark -1"}, {"tap": "{own} mark 1\n"},
    {"tap": "{own} willpower_points 1e9"}, {"tap": "{own} willpower_points -١"}, {"tap": "{own} essence 1"},
    {"tap": "{own} attributes.strength 1"}, {"tap": "{own} sheet 1"}, {"tap": "{own} ../health 1"},
    {"tap": "{own} mark 1", "times": "0"}, {"tap": "{own} mark 1", "times": "-3"},
    {"tap": "{own} mark 1", "times": "100"}, {"tap": "{own} mark 1", "times": "9" * 30},
    {"tap": "{own} mark 1", "times": "1.5"}, {"tap": "{own} mark 1", "harm": "holy"},
    {"tap": "{own} mark 1", "harm": ""}, {"tap": "{own} mark 1", "reason": "x" * 201},
    {"tap": "{own} mark 1", "reason": "\x07"}, {"tap": "٣ mark 1"}, {"tap": "999999999999999999999 mark 1"},
    {"tap": "-1 mark 1"}, {"tap": "{foe} mark 1"}, {"tap": "{foe} prone 1"}, {"tap": "c1 initiative 1"},
)  # fmt: skip


@pytest.mark.parametrize("fields", BAD, ids=lambda fields: repr(fields)[:60])
def test_a_tap_that_no_button_sends_is_refused(fields: dict[str, Any], siege: Cast) -> None:
    names = {"own": str(siege.heroine.pk), "foe": combatants(siege)[siege.warden.name]}
    quiet = Scene.objects.create(episode=siege.episode, title="The Ferry House", position=9)
    client, before = browser(siege.player), Entry.objects.count()
    fields = {**fields, "tap": fields["tap"].format(**names)}
    for scene in (quiet, siege.scene):
        assert 400 <= post(client, scene, {"move": "Tap", **fields}).status_code < 500
    assert (Entry.objects.count(), SheetChange.objects.count()) == (before, 0)


@pytest.mark.parametrize(
    ("condition", "word"),
    [
        ("", "sick"), ("{own}", "sick"), ("{own} 1", ""), ("{own} 2 sick", ""), ("{own} -1 sick", ""),
        ("{own} 1 a,b", ""), ("{own} 1", "x" * 41), ("{own} 1", "\x07"), ("{own} 1 \u202e", ""), ("٣ 1 sick", ""),
        ("9999999999999999999999 1 sick", ""), ("-1 1 sick", ""), ("{foe} 1 sick", ""), ("c1 1 sick", ""),
    ],
)  # fmt: skip
def test_a_condition_that_no_chip_sends_is_refused(condition: str, word: str, siege: Cast) -> None:
    sent = condition.format(own=siege.heroine.pk, foe=combatants(siege)[siege.warden.name])
    client, before = browser(siege.player), Entry.objects.count()
    answer = post(client, siege.scene, {"move": "SetCondition", "condition": sent, "word": word})
    assert 400 <= answer.status_code < 500
    assert (Entry.objects.count(), SheetChange.objects.count()) == (before, 0)


@pytest.mark.parametrize("person", ["player", "rival", "spectator", "stranger"])
def test_nobody_touches_or_rolls_for_anothers_character_by_a_form(person: str, siege: Cast) -> None:
    client, user = browser(getattr(siege, person)), getattr(siege, person)
    before = Entry.objects.count()
    others = [one for one in Character.objects.all() if one.owner_id != user.pk]
    for who in [*(str(one.pk) for one in others), *combatants(siege).values()]:
        for move in ({"move": "Tap", "tap": f"{who} mark 1"}, {"move": "RollFavorite", "favorite": f"{who} x"},
                     {"move": "SetCondition", "condition": f"{who} 1 sick"},
                     {"move": "ShowCharacter", "character": who, "is_here": "1"}):  # fmt: skip
            assert 400 <= post(client, siege.scene, move).status_code < 500
    address = f"/scenes/{siege.scene.pk}/favorites/"
    for one in others:
        answer = client.post(address, {"character": one.pk, "r.attribute": "wits"}, headers={"hx-request": "true"})
        assert 400 <= answer.status_code < 500
        assert 400 <= client.post(address, {"drop": f"{one.pk} x"}, headers={"hx-request": "true"}).status_code < 500
    assert Entry.objects.count() == before
    assert not any(one.favorites for one in Character.objects.all())


def test_a_hidden_character_is_refused_like_one_that_does_not_exist(siege: Cast) -> None:
    client, hidden = browser(siege.player), str(siege.lurker.pk)
    address = f"/scenes/{siege.scene.pk}/favorites/"
    for fields in ({"move": "Tap", "tap": "{} mark 1"}, {"move": "RollFavorite", "favorite": "{} x"},
                   {"move": "SetCondition", "condition": "{} 1 sick"}):  # fmt: skip
        told = [
            post(client, siege.scene, {name: value.format(who) for name, value in fields.items()}).content.decode()
            for who in (hidden, "424242")
        ]
        assert told[0].replace(hidden, "424242") == told[1]
    told = [client.post(address, {"character": who}, headers={"hx-request": "true"}) for who in (hidden, "424242")]
    assert told[0].content == told[1].content
