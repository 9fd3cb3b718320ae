"""The law of the odds: the number beside a choice is what "The odds" say with that choice, in every system.

Random fights; of each attack that is offered, the form as the page draws it and the same form filled in at random.
"""

import json
import random
from collections.abc import Iterator
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
from django.http import QueryDict

from play.commands.forms import parse_move
from play.commands.tasks.chances import preview_attack, preview_choices, preview_items, preview_outlook
from play.offers.cards import is_at_once
from play.table.state import TableState
from rules import SYSTEMS, get_system
from rules.battle import STORYTELLER, Choice, Field, Offer, Seat
from rules.codec import decode, encode
from rules.errors import RulesError
from rules.laws import ADA, Trial
from rules.odds import about, percent
from rules.outlook import Outlook
from rules.system import System
from rules.wod2004.defense import base_defense
from tests.play.stage.filling import fill_offer

pytestmark = pytest.mark.walk

STEPS = 8
FIGHTS = {"exalted2e": (1, 2), "exalted3e": (2, 5), "wod2004": (1, 5), "v20da": (0, 1, 2)}
"""Fights, by their seeds, in which blows come early."""
MOVES = {"v20da": 4}
"""How many moves lie between two looks, where not 2: here everybody declares first."""
FREE = ("number", "flag", "choice")


def ask(system: System, trial: Trial, seat: Seat) -> Any:
    """What the odds need of a table: the fight, and who asks."""
    context = SimpleNamespace(system=system, state=TableState(battle=trial.state), seat=seat)
    context.require_battle = lambda: None
    return context


def read(system: System, offer: Offer, changes: dict[str, str]) -> dict[str, Any]:
    """The values that a browser sends of this offer's form, some of them changed."""
    query = QueryDict(mutable=True)
    for name, values in fill_offer(offer).items():
        query.setlist(name, values)
    for name, value in changes.items():
        query[f"m.{name}"] = value
    move: Any = parse_move(system, query)
    return dict(move.move)


def change(rng: random.Random, fields: list[Field]) -> dict[str, str]:
    """Other answers to a few fields, among those that the form offers."""
    found: dict[str, str] = {}
    for field in rng.sample(fields, min(len(fields), 2)):
        free = [choice.value for choice in field.choices if not choice.reason]
        if field.kind == "number":
            found[field.name] = str(rng.randint(field.low, min(field.high, field.low + 3)))
        elif field.kind == "flag":
            found[field.name] = rng.choice(("true", "false"))
        elif free:
            found[field.name] = rng.choice(free)
    return found


def rated(offer: Offer) -> list[Field]:
    return [field for field in offer.fields if any(choice.odds is not None for choice in field.choices)]


def say(choice: Choice) -> str:
    """The chance beside a choice, in words."""
    assert choice.odds is not None
    return about(choice.odds) if choice.about else percent(choice.odds)


def told(context: Any, asked: dict[str, Any]) -> str | None:
    """What "The odds" say; None where they say nothing of success."""
    try:
        chances = preview_attack(context, asked)
    except RulesError:
        return None
    if chances.measured:
        return percent(float(chances.odds.success))
    return None if chances.guess is None else about(chances.guess)


def foreseen(context: Any, asked: dict[str, Any]) -> Outlook | None:
    """What the form tells when it is weighed; None where it tells nothing."""
    try:
        return preview_outlook(context, asked)
    except RulesError:
        return None


def check(system: System, trial: Trial, seat: Seat, rng: random.Random) -> int:
    """Hold every attack that is offered against its odds; gives how many numbers were compared."""
    context, count = ask(system, trial, seat), 0
    offers = [one for one in trial.rules.legal_moves(trial.state, seat) if one.has_preview and not one.reason]
    for offer in rng.sample(offers, min(len(offers), 6)):
        for field in rated(offer):
            for choice in field.choices:
                if choice.odds is None or choice.reason:
                    continue
                plain = told(context, read(system, offer, {field.name: choice.value}))
                assert plain in (None, say(choice)), f"{offer.label}, {field.name} {choice.label}"
                count += plain is not None
            others = [one for one in offer.fields if one.kind in FREE and one.name != field.name]
            filled = read(system, offer, change(rng, others))
            for one in preview_choices(context, filled):
                for place in one.places:
                    beside = one.field.choices[place - 1]
                    value = [beside.value] if one.field.kind == "choices" else beside.value
                    said = told(context, {**filled, one.field.name: value})
                    assert said == (None if beside.odds is None else say(beside))
                    count += 1
    return count


@pytest.mark.parametrize("key", SYSTEMS)
def test_what_one_tap_does_is_what_the_form_does_as_it_stands(key: str) -> None:
    trial, seen = Trial(get_system(key), 1), set[str]()
    for _ in range(4):
        trial.play(2, hostile=0)
        for offer in trial.rules.legal_moves(trial.state, STORYTELLER):
            if offer.group == "act" and not offer.reason and is_at_once(offer):
                bare = {"kind": offer.move, **encode(offer.fixed)}
                rules = trial.rules.moves
                assert rules.decode(bare) == rules.decode(read(trial.system, offer, {})), offer.label
                seen.add(offer.move)
    assert seen


@pytest.mark.parametrize("key", SYSTEMS)
def test_the_number_beside_a_choice_is_that_of_the_odds(key: str) -> None:
    system, rng, count = get_system(key), random.Random(7), 0
    for seed in FIGHTS[key]:
        trial = Trial(system, seed)
        for _ in range(STEPS):
            trial.play(MOVES.get(key, 2), hostile=0)
            count += sum(check(system, trial, seat, rng) for seat in (STORYTELLER, ADA))
    assert count > 20


@pytest.mark.parametrize("key", SYSTEMS)
def test_a_form_that_is_weighed_tells_the_number_of_its_odds(key: str) -> None:
    """Where a form shows no odds, that beside the choice."""
    system, rng, count = get_system(key), random.Random(5), 0
    for seed in FIGHTS[key]:
        trial = Trial(system, seed)
        for _ in range(STEPS):
            trial.play(MOVES.get(key, 2), hostile=0)
            for seat in (STORYTELLER, ADA):
                count += sum(check_weighed(system, trial, seat, rng))
    assert count > 10


def check_weighed(system: System, trial: Trial, seat: Seat, rng: random.Random) -> Iterator[bool]:
    """Hold a few forms that can be weighed against their odds, or the number beside the choice."""
    context = ask(system, trial, seat)
    offers = [one for one in trial.rules.legal_moves(trial.state, seat) if trial.rules.can_foresee(one.move)]
    attacks = [one for one in offers if not one.reason and "act" not in one.fixed.get("also", ())]
    for offer in rng.sample(attacks, min(len(attacks), 5)):
        try:
            asked = read(system, offer, {})
        except RulesError:
            continue
        outlook = foreseen(context, asked)
        said = told(context, asked) if offer.has_preview else None
        for field in rated(offer):
            if field.name == "attack":
                said = say(next(choice for choice in field.choices if choice.value == asked["attack"]))
        if outlook and said:
            (chosen,) = [way for way in outlook.alternatives if way.is_chosen]
            place = asked.get("attack_place", 1) - 1
            assert said == chosen.prospects[place].value, offer.label
            yield True


def test_whom_a_grapple_would_hold_carries_its_chance() -> None:
    trial, held = Trial(get_system("wod2004"), 1), 0
    for _ in range(STEPS):
        trial.play(2, hostile=0)
        for seat in (STORYTELLER, ADA):
            context = ask(trial.system, trial, seat)
            for offer in trial.rules.legal_moves(trial.state, seat):
                if offer.move == "Grapple" and not offer.reason:
                    (target,) = rated(offer)
                    for choice in target.choices:
                        asked = read(trial.system, offer, {"target": choice.value})
                        assert told(context, asked) == say(choice)
                        held += 1
    assert held


def choose_parts(rng: random.Random, offer: Offer) -> dict[str, list[str]]:
    """Two attacks for each list of a flurry's form, on anybody who stands."""
    return {
        field.name: [
            rng.choice([one.value for one in field.choices if not one.hint]) for _ in range(min(2, field.high))
        ]
        for field in offer.fields
        if field.rolled
    }


def flurries(system: System, state: Any, seat: Seat) -> list[Offer]:
    offers = [one for one in system.battle.legal_moves(state, seat) if one.has_preview and not one.reason]
    return [one for one in offers if any(field.rolled for field in one.fields)]


def test_each_attack_of_a_flurry_carries_its_chance_and_the_first_that_of_the_odds() -> None:
    rng, count = random.Random(3), 0
    for seed in (1, 2):
        trial = Trial(get_system("exalted2e"), seed)
        for _ in range(STEPS):
            trial.play(2, hostile=0)
            for seat in (STORYTELLER, ADA):
                context = ask(trial.system, trial, seat)
                for offer in flurries(trial.system, trial.state, seat):
                    if "act" in offer.fixed["also"]:
                        continue
                    asked = {**read(trial.system, offer, {}), **choose_parts(rng, offer)}
                    try:
                        first = preview_attack(context, asked)
                    except RulesError:
                        assert not any(preview_items(context, asked).values())
                        continue
                    items = [one for name in ("parts", "then") for one in preview_items(context, asked).get(name, ())]
                    assert items == [first.chance, *first.others]
                    assert len(items) == len([*asked["parts"], *asked.get("then", ())])
                    count += len(items)
    assert count > 20


def strengthen_wheel(who: dict[str, Any]) -> None:
    """Let somebody dodge and parry far better."""
    who["sheet"]["attributes"] |= {"dexterity": 9, "wits": 9}
    who["sheet"]["abilities"] |= dict.fromkeys(("dodge", "melee", "martial_arts", "integrity"), 9)
    who["sheet"]["essence"] += 3


def strengthen_turns(who: dict[str, Any]) -> None:
    """Let somebody defend and wear far more."""
    who["base_defense"] = encode(base_defense(9, 9))
    who["traits"] |= {"dexterity": 9, "wits": 9, "strength": 9}
    who["suit"] |= {"general": 9, "ballistic": 9}


SECRETS = {"exalted2e": strengthen_wheel, "wod2004": strengthen_turns}


def offered_to(system: System, state: Any) -> str:
    """All that Ada's player is offered, with the odds of each choice, to the letter."""
    context: Any = SimpleNamespace(system=system, state=TableState(battle=state), seat=ADA, require_battle=lambda: None)
    seen: list[Any] = []
    for offer in system.battle.legal_moves(state, ADA):
        seen.append((replace(offer, fields=()), tuple(offer.fields)))
        if offer.has_preview and not offer.reason:
            asked = read(system, offer, {})
            seen += [told(context, asked), foreseen(context, asked), *preview_choices(context, asked)]
            if parts := choose_parts(random.Random(5), offer):
                seen.append(preview_items(context, {**asked, **parts}))
    return repr(seen)


@pytest.mark.parametrize("key", SECRETS)
def test_two_fights_that_differ_in_secrets_alone_offer_a_player_the_same(key: str) -> None:
    """The figures of the other sides, and the dice of their attacks."""
    system, rated, asked = get_system(key), 0, 0
    for seed in (1, 5):
        trial = Trial(system, seed)
        for _ in range(24):
            trial.play(1, hostile=0)
            for state in list_turns(trial.state):
                shown = repr([tuple(offer.fields) for offer in system.battle.legal_moves(state, ADA)])
                hit = sum(offer.about for offer in system.battle.legal_moves(state, ADA))
                if (hit and asked < 4) or ("about=True" in shown and rated < 9):
                    assert offered_to(system, state) == offered_to(system, hide_strength(system, state))
                    rated, asked = rated + shown.count("about=True"), asked + hit
    assert rated
    assert asked or key == "exalted2e"


def list_turns(state: Any) -> list[Any]:
    """The fight as it stands; and where single ones have their turns, as if it were Ada's."""
    return [state, replace(state, acting="a1")] if hasattr(state, "acting") and not state.exchange else [state]


def hide_strength(system: System, state: Any) -> Any:
    """The fight with other secrets: far stronger foes, and more dice in what they are about to do."""
    other = json.loads(json.dumps(encode(state)))
    own = {who["id"]: who["side"] == "red" for who in other["combatants"]}
    for who in other["combatants"]:
        if not own[who["id"]]:
            SECRETS[system.key](who)
    exchange = other.get("exchange")
    if exchange and not own[exchange["actor"]]:
        exchange["blows"][0]["traits"][0]["amount"] += 5
    return decode(system.battle.state, other)
