"""The forecaster of the Storytelling System."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import cast

from rules.battle.board import parse_boxes
from rules.dice import Roller
from rules.forecast.contract import Forecaster, Opening, Plans
from rules.forecast.dice import BOTCH, Key, part_botch
from rules.text import EMPTY, Text
from rules.view import BoxView
from rules.wod2004.actions.instant import Quality, roll_dice, roll_odds
from rules.wod2004.attack.pool import BASE
from rules.wod2004.battle import BATTLE
from rules.wod2004.forecast.driver import act, choose
from rules.wod2004.forecast.fight import Simulator
from rules.wod2004.forecast.fighter import fate_of, wounds_of
from rules.wod2004.forecast.figures import best_strike
from rules.wod2004.state.battle import State
from rules.wod2004.state.combatant import Combatant
from rules.wod2004.traits import label
from rules.wounds import STROKES, rewrite_track

MAX_COUNTED = 20
"""The most health levels of someone whose duel is counted out."""


class StorytellingForecaster(Forecaster[State]):
    """Forecasts of the Storytelling System. A roll's key is its pool (0 for a chance roll) and its again-number."""

    battle = BATTLE
    fates = {"unconscious": Text("unconscious"), "dying": Text("dying"), "dead": Text("dead"), "left": Text("left")}
    shown = (
        "boxes",
        "concealment",
        "cover",
        "dead",
        "done",
        "grapple",
        "hidden",
        "initiative",
        "left",
        "prone",
        "shield",
        "stable",
        "structure",
        "track",
        "unconscious",
    )
    limit = 50
    prepare = Simulator
    choose = staticmethod(choose)
    act = staticmethod(act)
    fate = staticmethod(fate_of)
    wounds = staticmethod(wounds_of)

    def count(self, time: int) -> Text:
        return Text("{n} turn", "{n} turns", n=time)

    def why_not(self, state: State) -> Text:
        for combatant in state.combatants:
            if combatant.grapple:
                return Text("{who} is in a grapple; a forecast is possible after it ends.", who=combatant.name)
            if combatant.active:
                return Text("{who} has active powers, which forecasts don’t support.", who=combatant.name)
        return EMPTY

    def open_duel(self, state: State, plans: Plans) -> Opening | None:
        is_small = all(combatant.boxes <= MAX_COUNTED for combatant in state.combatants)
        return Simulator(state, plans).open if is_small else None

    def throw(self, key: Key, roller: Roller) -> int:
        pool, again = cast(tuple[int, int], key)
        result = roll_dice(pool, roller, Quality(again))
        return BOTCH if result.is_dramatic else result.successes

    def spread(self, key: Key) -> Iterable[tuple[int, Fraction]]:
        pool, again = cast(tuple[int, int], key)
        return part_botch(roll_odds(pool, Quality(again)))

    def with_health(self, actor: Combatant, boxes: Sequence[BoxView]) -> Combatant:
        marks, penalties = parse_boxes(boxes)
        return replace(actor, boxes=len(penalties)).with_track(rewrite_track(marks, STROKES))

    def raise_numbers(self, actor: Combatant) -> Iterator[tuple[Text, Combatant]]:
        _, skill = BASE[best_strike(actor).weapon.mode]
        yield label(skill), replace(actor, traits={**actor.traits, skill: actor.dots(skill) + 1})
        yield Text("Defense"), replace(actor, defense_modifier=actor.defense_modifier + 1)
        yield Text("Health"), replace(actor, boxes=actor.boxes + 1)
        suit = replace(actor.suit, general=actor.suit.general + 1, ballistic=actor.suit.ballistic + 1)
        yield Text("Armor"), replace(actor, suit=suit)
        if actor.initiative is None:
            yield Text("Initiative"), replace(actor, initiative_modifier=actor.initiative_modifier + 1)


FORECASTER = StorytellingForecaster()
