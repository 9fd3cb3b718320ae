"""Days of downtime: what heals, what comes back, and that no wound is healed by another."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from rules import get_system
from rules.dice import ScriptedRoller
from rules.exalted2e.health.healing import heal_active_day
from rules.exalted2e.health.track import Health
from rules.exalted2e.options import Options as SecondEdition
from rules.exalted2e.traits import Being
from rules.recovery import ACTIVE, REST, RecoveryResult
from rules.v20da.options import Options
from rules.v20da.sheet.model import Sheet, parse

V20 = get_system("v20da").recovery


def share(health: Health) -> Fraction:
    """How many boxes have healed, the last one in part."""
    return health.boxes.count(".") + sum((Fraction(done, whole) for _box, done, whole in health.healing), Fraction(0))


@pytest.mark.parametrize("days", [1, 2, 3, 5, 9])
@pytest.mark.parametrize("being", ["exalt", "mortal"])
def test_an_extra_bashing_mark_never_heals_lethal_faster(being: Being, days: int) -> None:
    def live(boxes: str) -> Health:
        body = Health("standard", boxes)
        for _day in range(days):
            body, _healed = heal_active_day(body, being, 24, 8)
        return body

    plain, bruised = live("LL....."), live("LLB....")
    assert share(bruised) <= share(plain)


def test_a_bruise_goes_in_a_night_of_an_active_day() -> None:
    body, healed = heal_active_day(Health("standard", "LLB...."), "exalt", 24, 8)
    assert (body.boxes, healed) == ("LL.....", 1)


def vampire(**values: object) -> Sheet:
    return parse({"being": "vampire", "generation": 12, **values})


def live(sheet: Sheet, way: str, days: int, **options: Any) -> RecoveryResult:
    return V20.live(sheet, {}, way, days, ScriptedRoller(()), replace(Options(), **options))


def test_rest_heals_and_then_a_vampire_lives_as_usual() -> None:
    wounded = vampire(blood=11, health="//")
    after = live(wounded, REST, 14)
    assert after.changes["health"] == ""
    assert after.changes["blood"] == 8, "one night of waking and two levels; then it feeds as usual"
    starving = live(wounded, REST, 14, feeds_as_usual=False)
    assert starving.changes["blood"] == 0


def test_rest_without_the_blood_to_heal_feeds_as_usual() -> None:
    assert "blood" not in live(vampire(blood=4, health="*"), REST, 9).changes


@pytest.mark.parametrize("way", [REST, ACTIVE, "hunt"])
def test_each_night_gives_a_point_of_willpower_up_to_the_rating(way: str) -> None:
    tired = vampire(blood=9, willpower=7, willpower_points=2)
    assert live(tired, way, 3).changes["willpower_points"] == 5
    after = live(tired, way, 30)
    assert after.changes["willpower_points"] == 7
    assert "Willpower" in after.lines[0].text
    assert "willpower_points" not in live(tired, way, 3, willpower_on_waking=False).changes


def test_who_does_not_wake_gains_no_willpower_and_mortals_do() -> None:
    assert not live(vampire(blood=0, willpower=7, willpower_points=2), ACTIVE, 3).changes
    mortal = parse({"being": "mortal", "willpower": 4, "willpower_points": 1})
    assert live(mortal, ACTIVE, 1).changes["willpower_points"] == 2


def test_nature_and_demeanor_have_places() -> None:
    system = get_system("v20da")
    shown = [trait.key for part in system.sheets.layout(vampire()) for trait in part.traits]
    assert {"nature", "demeanor"} <= set(shown)
    assert (vampire(nature="Judge").nature, vampire(demeanor="Jester").demeanor) == ("Judge", "Jester")


def test_an_attuned_hearthstone_brings_motes_faster() -> None:
    system = get_system("exalted2e")
    sheet = system.sheets.parse({**system.sheets.blank("dawn"), "personal": 0, "peripheral": 0, "peripheral_bonus": 99})

    def back(stone: int) -> object:
        with_stone = replace(sheet, hearthstone=stone, willpower_points=sheet.willpower)
        roller = ScriptedRoller(())
        return system.recovery.live(with_stone, {}, ACTIVE, 1, roller, SecondEdition()).changes.get("peripheral")

    assert (back(0), back(3)) == (64, 112), "eight hours asleep, 8 and 14 motes an hour"
