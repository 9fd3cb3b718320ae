"""The forecaster of the Storytelling System."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from operator import attrgetter
from typing import cast

from rules.battle import Move
from rules.battle.board import read_boxes
from rules.dice import Roller
from rules.forecast.contract import Fight, Forecaster, Lever, Plans, Purse
from rules.forecast.dice import Key
from rules.text import EMPTY, Text
from rules.view import BoxView
from rules.wod2004.actions.instant import Quality, roll_dice, roll_odds
from rules.wod2004.attack.pool import BASE
from rules.wod2004.battle import BATTLE
from rules.wod2004.forecast.driver import choose
from rules.wod2004.forecast.fight import Simulator
from rules.wod2004.forecast.fighter import fate_of
from rules.wod2004.forecast.figures import best_strike
from rules.wod2004.state.battle import State
from rules.wod2004.state.combatant import Combatant
from rules.wod2004.traits import label
from rules.wounds import STROKES, rewrite_track

DRAMATIC = -1
"""The result of a dramatic failure."""


class StorytellingForecaster(Forecaster[State]):
    """Forecasts of the Storytelling System. A roll's key is its pool (0 for a chance roll) and its again-number."""

    battle = BATTLE
    fates = {"unconscious": Text("unconscious"), "dying": Text("dying"), "dead": Text("dead"), "left": Text("left")}
    purses = (Purse(Text("Willpower"), attrgetter("willpower")),)
    limit = 50

    def count(self, time: int) -> Text:
        return Text("{n} turn", "{n} turns", n=time)

    def why_not(self, state: State) -> Text:
        for one in state.combatants:
            if one.grapple:
                return Text("{who} is in a grapple; a forecast is possible once it has ended.", who=one.name)
            if one.active:
                return Text("{who} has powers switched on, which a forecast does not know.", who=one.name)
        return EMPTY

    def prepare(self, state: State, plans: Plans) -> Fight:
        return Simulator(state, plans)

    def throw(self, key: Key, roller: Roller) -> int:
        pool, again = cast(tuple[int, int], key)
        result = roll_dice(pool, roller, Quality(again))
        return DRAMATIC if result.is_dramatic else result.successes

    def spread(self, key: Key) -> Iterable[tuple[int, Fraction]]:
        pool, again = cast(tuple[int, int], key)
        odds = roll_odds(pool, Quality(again))
        yield DRAMATIC, odds.botch
        for successes, chance in odds.distribution:
            yield successes, chance - odds.botch if successes == 0 else chance

    def choose(self, state: State, plans: Plans) -> Move:
        return choose(state, plans)

    def fate(self, actor: Combatant) -> str:
        return fate_of(actor)

    def wounds(self, actor: Combatant) -> tuple[int, int, int]:
        bashing, lethal, aggravated = map(actor.track.count, STROKES)
        return bashing, lethal, aggravated

    def with_health(self, actor: Combatant, boxes: Sequence[BoxView]) -> Combatant:
        marks, penalties = read_boxes(boxes)
        return replace(actor, boxes=len(penalties)).with_track(rewrite_track(marks, STROKES))

    def levers(self, state: State) -> Sequence[Lever[State]]:
        return [
            Lever(one.id, name, state.put(higher))
            for one in state.combatants
            if not self.fate(one)
            for name, higher in _raise_numbers(one)
        ]


def _raise_numbers(one: Combatant) -> Iterator[tuple[Text, Combatant]]:
    """Yield each number of a combatant that counts in a fight, and the combatant who has one point more of it."""
    _, skill = BASE[best_strike(one).weapon.mode]
    yield label(skill), replace(one, traits={**one.traits, skill: one.dots(skill) + 1})
    yield Text("Defense"), replace(one, defense_modifier=one.defense_modifier + 1)
    yield Text("Health"), replace(one, boxes=one.boxes + 1)
    suit = replace(one.suit, general=one.suit.general + 1, ballistic=one.suit.ballistic + 1)
    yield Text("Armor"), replace(one, suit=suit)
    if one.initiative is None:
        yield Text("Initiative"), replace(one, initiative_modifier=one.initiative_modifier + 1)


FORECASTER = StorytellingForecaster()
