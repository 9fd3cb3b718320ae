"""The forecaster of the Dark Ages."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import cast

from rules.battle.board import parse_boxes
from rules.dice import Roller
from rules.forecast.contract import Forecaster
from rules.forecast.dice import Key
from rules.odds import odds
from rules.text import EMPTY, Text
from rules.v20da.actions.chances import chances
from rules.v20da.actions.rolling import LEVELS, count_levels, roll_dice, roll_levels
from rules.v20da.battle import BATTLE
from rules.v20da.forecast.driver import act, choose
from rules.v20da.forecast.fight import Simulator
from rules.v20da.forecast.figures import best_attack, fate_of, wounds_of
from rules.v20da.health.levels import parse_track
from rules.v20da.state.model import Card, Combatant, State
from rules.v20da.state.order import can_act, is_able
from rules.v20da.traits import TABLES
from rules.v20da.view.board import OUT
from rules.view import BoxView
from rules.wounds import STROKES, rewrite_track


class DarkAgesForecaster(Forecaster[State]):
    """Forecasts of the Dark Ages.

    The key of an attack roll is its dice, its difficulty and whether a point of Willpower is spent; a botch counts as
    no success, for it does nothing by itself. The key of a roll of damage or soak is the number of its dice.
    """

    battle = BATTLE
    fates = {**OUT, "staked": Text("staked")}
    shown = ("circumstances", "conditions", "grip", "health", "held", "hidden", "initiative", "out")
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
            if combatant.grip or "clinched" in combatant.conditions or "held" in combatant.conditions:
                return Text("{who} is in a grapple; a forecast is possible after it ends.", who=combatant.name)
            if combatant.active:
                return Text("{who} has active powers, which forecasts don’t support.", who=combatant.name)
        return EMPTY

    def is_amid(self, state: State) -> bool:
        """Return whether a turn has begun otherwise than by the tactics: then it is played to its end."""
        if state.stage == "declare":
            return any(combatant.cards for combatant in state.combatants)
        return super().is_amid(state) or not all(map(_is_by_tactics, state.combatants))

    def is_over(self, state: State, limit: int) -> bool:
        """Return whether it is over. An attack that waits for an answer is rolled first: its maker may have fallen."""
        return state.exchange is None and super().is_over(state, limit)

    def throw(self, key: Key, roller: Roller) -> int:
        if isinstance(key, int):
            return count_levels(roll_levels(key, roller))
        pool, difficulty, willpower = cast(tuple[int, int, bool], key)
        return roll_dice(pool, difficulty, roller, willpower=willpower).net

    def spread(self, key: Key) -> Iterable[tuple[int, Fraction]]:
        if isinstance(key, int):
            return odds(LEVELS, key, botch="none").distribution
        pool, difficulty, willpower = cast(tuple[int, int, bool], key)
        return chances(pool, difficulty, willpower=willpower).distribution

    def with_health(self, actor: Combatant, boxes: Sequence[BoxView]) -> Combatant:
        marks, _ = parse_boxes(boxes)
        return replace(actor, health=parse_track(actor.sheet.being, rewrite_track(marks, STROKES)))

    def raise_numbers(self, actor: Combatant) -> Iterator[tuple[Text, Combatant]]:
        sheet, skill = actor.sheet, best_attack(actor).ability
        higher = replace(sheet, abilities={**sheet.abilities, skill: sheet.dots(skill) + 1})
        yield sheet.label(skill), replace(actor, sheet=higher)
        for trait in ("strength", "dexterity", "stamina", "wits"):
            raised = replace(sheet, attributes={**sheet.attributes, trait: sheet.dots(trait) + 1})
            yield sheet.label(trait), replace(actor, sheet=raised)
        if actor.armor < len(TABLES["armor"]):
            yield Text("Armor class"), replace(actor, armor=actor.armor + 1)


def _is_by_tactics(actor: Combatant) -> bool:
    """Return whether all that it has left to do in this turn is what a tactic declares: its best attack, or nothing."""
    if not (is_able(actor) or can_act(actor)):
        return True
    left = [card for card in actor.cards if not card.done and card.key != "wait"]
    return not left or (not actor.held and left == [Card(best_attack(actor).key, target=left[0].target)])


FORECASTER = DarkAgesForecaster()
