"""What a seat may have forecast: the law that secrets change nothing of it, and what of the seat's own goes in."""

import json
import random
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest

from rules import SYSTEMS, get_system
from rules.battle import STORYTELLER, Seat, fold
from rules.battle.moves import AddCombatant
from rules.codec import decode, encode
from rules.defaults import fill_form
from rules.dice import ScriptedRoller, SeededRoller
from rules.errors import BadInput, RulesError
from rules.forecast import forecast
from rules.forecast.files import load_fight
from rules.forecast.seen import guess_archetype, imagine_fight, imagine_turn, list_standing, list_unknown
from rules.laws import ADA, BEN, CANARY, SPECTATOR, Trial
from rules.replay import RecordedMove
from rules.system import System
from rules.what_if import branch_off
from rules.wod2004.defense import base_defense

pytestmark = pytest.mark.walk

FIGHTS, STEPS = (1, 3), 8


def strengthen_wheel(who: dict[str, Any]) -> None:
    who["sheet"]["attributes"] |= {"dexterity": 9, "wits": 9}
    who["sheet"]["abilities"] |= dict.fromkeys(("dodge", "melee", "awareness"), 9)
    if who["sheet"]["being"] != "extra":
        who["sheet"] |= {"being": "exalt", "splat": "solar", "caste": "dawn"}
    who |= {"personal": who["personal"] + 3, "willpower": who["willpower"] + 1}


def strengthen_ladder(who: dict[str, Any]) -> None:
    for figure in ("evasion", "soak", "hardness", "join_battle", "resolve", "willpower", "personal"):
        who[figure] += 4


def strengthen_turns(who: dict[str, Any]) -> None:
    who["being"] = "supernatural"
    who["base_defense"] = encode(base_defense(9, 9))
    who["traits"] |= {"dexterity": 9, "wits": 9, "strength": 9}
    who["suit"] |= {"general": 9, "ballistic": 9}
    who["willpower"] += 1


def strengthen_cards(who: dict[str, Any]) -> None:
    who["sheet"]["attributes"] |= {"dexterity": 5, "strength": 5}
    who["sheet"]["abilities"] |= {"melee": 5, "brawl": 5}
    who |= {"armor": 3, "blood": who["blood"] + 1, "willpower": who["willpower"] + 1}


SECRETS = {
    "exalted2e": strengthen_wheel, "exalted3e": strengthen_ladder, "wod2004": strengthen_turns,
    "v20da": strengthen_cards,
}  # fmt: skip


def with_other_secrets(system: System, state: Any, seat: Seat) -> Any:
    """The fight with other figures of those of other sides, and with others in hiding."""
    other = json.loads(json.dumps(encode(state)))
    home = {one.side for one in state.combatants if one.character in seat.characters}
    for who in other["combatants"]:
        if who["side"] not in home:
            SECRETS[system.key](who)
        if who["hidden"] and who["character"] not in seat.characters:
            SECRETS[system.key](who)
            who |= {"name": f"{CANARY}other", "side": f"{CANARY}side"}
    return decode(system.battle.state, other)


def take_all(system: System, state: Any, seat: Seat, archetype: str = "") -> dict[str, str]:
    """Everybody whose figures the seat does not know is taken as the same, or as what is guessed at first."""
    unknown = list_unknown(system.battle.view(state, seat))
    return {one["id"]: archetype or guess_archetype(system, one) for one in unknown}


def list_shown(system: System, state: Any, seat: Seat) -> Any:
    """Everybody in the fight as the seat sees them."""
    return system.battle.view(state, seat)["combatants"]


def tell(system: System, state: Any, seat: Seat) -> str:
    """All that a forecast for this seat is worked out from, to the letter; or why there is none."""
    try:
        return json.dumps(encode(imagine_fight(system, state, seat, take_all(system, state, seat))))
    except BadInput as refusal:
        return json.dumps(encode(refusal.sentence))


def walk(system: System, *seats: Seat) -> Iterator[tuple[Any, Seat]]:
    """States of random fights, for each of these seats."""
    for number in FIGHTS:
        trial = Trial(system, number)
        for _ in range(STEPS):
            trial.play(2, hostile=0)
            for seat in seats:
                yield trial.state, seat


@pytest.mark.parametrize("key", SYSTEMS)
def test_two_fights_that_differ_in_secrets_alone_are_one_to_the_simulator(key: str) -> None:
    system, changed = get_system(key), 0
    for state, seat in walk(system, ADA, BEN):
        other = with_other_secrets(system, state, seat)
        assert list_shown(system, state, seat) == list_shown(system, other, seat)
        assert tell(system, state, seat) == tell(system, other, seat)
        changed += other != state
    assert changed == 2 * len(FIGHTS) * STEPS


@pytest.mark.parametrize("key", SYSTEMS)
def test_at_first_extras_are_taken_as_nameless_foes_and_all_others_as_a_plain_adversary(key: str) -> None:
    system, sheets = get_system(key), get_system(key).sheets
    strong = sheets.blank(next(iter(sheets.archetypes)))
    state = system.battle.start(system.options())
    for id, sheet in (("one", strong), ("many", sheets.as_extra(sheets.parse(strong)))):
        move = AddCombatant(id, id.title(), "red", None, sheet)
        state = fold(system.battle.apply, state, system.battle.decide(state, STORYTELLER, move, ScriptedRoller(())))
    taken = take_all(system, state, ADA)
    assert taken == {"one": sheets.adversary, "many": sheets.foe}
    assert {*taken.values()} <= {*sheets.archetypes}
    assert not sheets.is_extra(sheets.parse(sheets.blank(sheets.adversary)))


@pytest.mark.parametrize("key", SYSTEMS)
def test_a_plain_adversary_is_more_than_a_nameless_foe(key: str) -> None:
    sides = {"named": {get_system(key).sheets.adversary: 2}, "nameless": {get_system(key).sheets.foe: 2}}
    system, state, plans = load_fight({"system": key, "sides": sides, "extras": ["nameless"]})
    *_, told = forecast(system.get_forecaster(), state, plans, runs=200)
    assert told.sides["named"].share > 0.6


@pytest.mark.parametrize("key", SYSTEMS)
def test_who_hides_is_not_in_it(key: str) -> None:
    system = get_system(key)
    for state, seat in walk(system, ADA):
        hidden = [one for one in state.combatants if one.hidden and one.character not in seat.characters]
        told = tell(system, state, seat)
        assert not any(one.id in told or one.name in told for one in hidden)


@pytest.mark.parametrize("key", SYSTEMS)
def test_wounds_are_those_that_are_shown_and_points_those_of_the_seats_own(key: str) -> None:
    system = get_system(key)
    forecaster, state = system.get_forecaster(), Trial(system, 1).state
    for id, harm, levels in (("a1", "bashing", 1), ("e1", "lethal", 2)):
        state = state.put(system.battle.numbers[harm].write(state.get(id), levels))
    own = system.battle.numbers["willpower"].write(state.get("a1"), 1)
    fight = imagine_fight(system, state.put(own), ADA, take_all(system, state, ADA))
    health = {one["id"]: one["health"] for one in list_shown(system, fight, ADA)}
    assert health == {one["id"]: one["health"] for one in list_standing(system.battle.view(state, ADA))}
    assert forecaster.wounds(fight.get("a1")) == (1, 0, 0)
    assert forecaster.wounds(fight.get("e1")) == (0, 2, 0)
    assert [purse.read(fight.get("a1")) for purse in forecaster.purses] == [
        purse.read(own) for purse in forecaster.purses
    ]


@pytest.mark.parametrize("key", SYSTEMS)
def test_what_somebody_is_taken_as_is_what_the_fights_are_played_with(key: str) -> None:
    system = get_system(key)
    state = Trial(system, 1).state
    first, other = list(system.sheets.archetypes)[:2]
    one, another = (imagine_fight(system, state, ADA, take_all(system, state, ADA, name)) for name in (first, other))
    assert encode(one) != encode(another)
    assert one.phase == "setup"
    *_, told = forecast(system.get_forecaster(), one, {}, runs=40)
    assert {person.name for person in told.people} == {who["name"] for who in list_shown(system, state, ADA)}


@pytest.mark.parametrize("key", SYSTEMS)
def test_an_unknown_archetype_and_a_seat_without_fighters_get_a_sentence(key: str) -> None:
    system = get_system(key)
    state = Trial(system, 1).state
    for taken in ({}, take_all(system, state, ADA, "nobody" * 900)):
        with pytest.raises(RulesError, match="There is no archetype"):
            imagine_fight(system, state, ADA, taken)
    with pytest.raises(RulesError, match="needs one of your characters"):
        imagine_fight(system, state, SPECTATOR, {})


def test_what_all_can_see_and_a_forecast_does_not_know_is_told() -> None:
    """Long ticks, and those who stand for many."""
    wheel = get_system("exalted2e")
    with pytest.raises(RulesError, match="long ticks"):
        imagine_fight(wheel, replace(Trial(wheel, 1).state, is_long=True), ADA, {})
    ladder = get_system("exalted3e")
    own = Trial(ladder, 1, [ladder.sheets.blank("group")]).state
    with pytest.raises(RulesError, match="battle group"):
        imagine_fight(ladder, own, ADA, take_all(ladder, own, ADA))
    state = Trial(ladder, 1, [ladder.sheets.blank("mortal")]).state
    with pytest.raises(RulesError, match="The e1 stands for several people, which forecasts don’t support"):
        imagine_fight(ladder, state.put(own.get("e1")), ADA, take_all(ladder, state, ADA))


@pytest.mark.parametrize("key", SYSTEMS)
def test_an_imagined_turn_can_be_played_on_whatever_is_chosen(key: str) -> None:
    """Also by all the others, for whom the one who asks answers."""
    system, rng = get_system(key), random.Random(4)
    trial = Trial(system, 1).play(4, hostile=0)
    state, played = imagine_turn(system, trial.state, ADA, take_all(system, trial.state, ADA), "a1"), 0
    for step in range(8):
        offers = [one for one in system.battle.legal_moves(state, STORYTELLER) if not one.reason]
        if not (choices := [one for one in offers if one.group in ("act", "answer")]):
            break
        with suppress(RulesError):
            branch = branch_off(system, state, (RecordedMove(fill_form(rng.choice(choices))),), (), SeededRoller(step))
            state, played = branch.state, played + 1
            assert any(system.battle.view_event(event, STORYTELLER) for event in branch.events)
    assert played
    assert decode(system.battle.state, json.loads(json.dumps(encode(state)))) == state


@pytest.mark.parametrize("key", SYSTEMS)
def test_a_turn_is_imagined_for_ones_own_alone(key: str) -> None:
    system = get_system(key)
    state = Trial(system, 1).state
    for actor in ("b1", "e1", "nobody", f"{CANARY}id0"):
        with pytest.raises(RulesError, match="You can’t act for that combatant here"):
            imagine_turn(system, state, ADA, take_all(system, state, ADA), actor)


def test_ones_own_initiative_goes_into_an_imagined_turn() -> None:
    system = get_system("exalted3e")
    state = Trial(system, 1, [system.sheets.blank("mortal")]).state
    high = state.change("a1", initiative=23)
    turn = imagine_turn(system, high, ADA, take_all(system, high, ADA), "a1")
    assert turn.get("a1").initiative == 23
