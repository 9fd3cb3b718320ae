"""The forecaster of Exalted, Second Edition."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from operator import attrgetter
from typing import cast

from rules.battle import Move
from rules.battle.board import read_boxes
from rules.dice import Roller
from rules.exalted2e.actions.rolling import plain_rule, roll
from rules.exalted2e.battle import BATTLE
from rules.exalted2e.forecast.choices import choose_ability, choose_weapon
from rules.exalted2e.forecast.driver import choose
from rules.exalted2e.forecast.fight import Simulator
from rules.exalted2e.forecast.figures import KINDS, fate_of
from rules.exalted2e.health.track import levels, write_levels
from rules.exalted2e.state import Combatant, State
from rules.exalted2e.traits import label
from rules.forecast.contract import Fight, Forecaster, Lever, Plans, Purse
from rules.forecast.dice import Key
from rules.odds import odds
from rules.text import EMPTY, Text
from rules.view import BoxView
from rules.wounds import CAPITALS, rewrite_track

BOTCH = -1
"""The result of a botch."""
PASSING = frozenset({"dash", "defend"})
"""What tactics never do, and others may be at: it ends with the next action."""


class SecondEditionForecaster(Forecaster[State]):
    """Forecasts of Exalted, Second Edition. A roll's key is its pool, and whether a 10 counts twice."""

    battle = BATTLE
    fates = {
        "incapacitated": Text("incapacitated"),
        "unconscious": Text("unconscious"),
        "dying": Text("dying"),
        "dead": Text("dead"),
        "inactive": Text("inactive"),
        "left": Text("left"),
    }
    purses = (
        Purse(Text("Willpower"), attrgetter("willpower")),
        Purse(Text("Personal motes"), attrgetter("personal")),
        Purse(Text("Peripheral motes"), attrgetter("peripheral")),
    )
    limit = 250

    def count(self, time: int) -> Text:
        return Text("{n} tick", "{n} ticks", n=time)

    def why_not(self, state: State) -> Text:
        if state.kind != "battle":
            return Text("Wars and debates have no forecast: it knows fights of single combatants alone.")
        if state.is_long:
            return Text("The battle is counted in long ticks, which a forecast does not know.")
        for one in state.combatants:
            if one.holding or one.held_by:
                return Text("{who} is in a clinch; a forecast is possible once it has ended.", who=one.name)
            if one.active:
                return Text("{who} has powers switched on, which a forecast does not know.", who=one.name)
        return EMPTY

    def is_amid(self, state: State) -> bool:
        """Return whether attacks are under way, or somebody dashes or parries for another."""
        passing = (one.doing is not None and one.doing.kind in PASSING and one.is_standing for one in state.combatants)
        return super().is_amid(state) or state.is_resolving or any(passing)

    def prepare(self, state: State, plans: Plans) -> Fight:
        return Simulator(state, plans)

    def throw(self, key: Key, roller: Roller) -> int:
        pool, tens_twice = cast(tuple[int, bool], key)
        result = roll(pool, plain_rule(tens_twice), roller)
        return BOTCH if result.is_botch else result.successes

    def spread(self, key: Key) -> Iterable[tuple[int, Fraction]]:
        pool, tens_twice = cast(tuple[int, bool], key)
        found = odds(plain_rule(tens_twice), pool)
        yield BOTCH, found.botch
        for successes, chance in found.distribution:
            yield successes, chance - found.botch if successes == 0 else chance

    def choose(self, state: State, plans: Plans) -> Move:
        return choose(state, plans)

    def fate(self, actor: Combatant) -> str:
        return fate_of(actor)

    def wounds(self, actor: Combatant) -> tuple[int, int, int]:
        bashing, lethal, aggravated = map(actor.health.boxes.count, KINDS)
        return bashing, lethal, aggravated

    def with_health(self, actor: Combatant, boxes: Sequence[BoxView]) -> Combatant:
        marks, penalties = read_boxes(boxes)
        marked = rewrite_track(marks, CAPITALS).ljust(len(penalties), ".")
        health = replace(actor.health, track=write_levels(penalties), boxes=marked)
        return replace(actor, health=health, wound_now=health.wound)

    def levers(self, state: State) -> Sequence[Lever[State]]:
        return [
            Lever(one.id, name, state.put(higher))
            for one in state.combatants
            if not self.fate(one)
            for name, higher in _raise_numbers(one)
        ]


def _raise_numbers(one: Combatant) -> Iterator[tuple[Text, Combatant]]:
    """Yield each number of a combatant that counts in a fight, and the combatant who has one point more of it."""
    sheet = one.sheet
    for attribute in ("dexterity", "stamina"):
        more = {**sheet.attributes, attribute: sheet.attribute(attribute) + 1}
        yield label(attribute), replace(one, sheet=replace(sheet, attributes=more))
    awareness = ["awareness"] if one.clock is None else []
    for ability in dict.fromkeys((choose_ability(one, choose_weapon(one)), "dodge", *awareness)):
        higher = {**sheet.abilities, ability: sheet.ability(ability) + 1}
        yield label(ability), replace(one, sheet=replace(sheet, abilities=higher))
    soak = replace(sheet, soak_bashing=sheet.soak_bashing + 1, soak_lethal=sheet.soak_lethal + 1)
    yield Text("Soak"), replace(one, sheet=soak)
    track = write_levels((0, *levels(one.health.track)))
    yield Text("Health"), replace(one, health=replace(one.health, track=track, boxes=one.health.boxes + "."))


FORECASTER = SecondEditionForecaster()
