"""The forecaster of Exalted, Second Edition."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import ClassVar, cast

from rules.battle.board import parse_boxes
from rules.dice import Roller
from rules.exalted2e.actions.rolling import plain_rule, roll
from rules.exalted2e.battle import BATTLE
from rules.exalted2e.forecast.choices import FLURRY, choose_ability, choose_weapon
from rules.exalted2e.forecast.driver import act, choose
from rules.exalted2e.forecast.fight import Simulator
from rules.exalted2e.forecast.figures import fate_of, wounds_of
from rules.exalted2e.health.track import levels, write_levels
from rules.exalted2e.state import Combatant, State
from rules.exalted2e.traits import label
from rules.forecast.contract import MOTES, WILLPOWER, Forecaster
from rules.forecast.dice import BOTCH, Key, part_botch
from rules.forecast.tactics import TACTICS, Tactic
from rules.odds import odds
from rules.text import EMPTY, Text
from rules.view import BoxView
from rules.wounds import CAPITALS, rewrite_track

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
    purses = (WILLPOWER, *MOTES)
    tactics: ClassVar[Mapping[str, Tactic]] = {**TACTICS, FLURRY.key: FLURRY}
    shown = (
        "clock",
        "doing",
        "ground",
        "has_left",
        "health",
        "held_by",
        "hidden",
        "holding",
        "inactive",
        "prone",
        "wound_now",
    )
    limit = 250
    prepare = Simulator
    choose = staticmethod(choose)
    act = staticmethod(act)
    fate = staticmethod(fate_of)
    wounds = staticmethod(wounds_of)

    def count(self, time: int) -> Text:
        return Text("{n} tick", "{n} ticks", n=time)

    def why_not(self, state: State) -> Text:
        if state.kind != "battle":
            return Text("Mass and social combat have no forecast: it covers only individuals.")
        if state.is_long:
            return Text("The battle uses long ticks, which forecasts don’t support.")
        for combatant in state.combatants:
            if combatant.holding or combatant.held_by:
                return Text("{who} is in a clinch; a forecast is possible after it ends.", who=combatant.name)
            if combatant.active:
                return Text("{who} has active powers, which forecasts don’t support.", who=combatant.name)
        return EMPTY

    def is_amid(self, state: State) -> bool:
        """Return whether attacks are under way, or someone dashes or parries for another."""
        passing = (
            combatant.doing is not None and combatant.doing.kind in PASSING and combatant.is_standing
            for combatant in state.combatants
        )
        return super().is_amid(state) or state.is_resolving or any(passing)

    def throw(self, key: Key, roller: Roller) -> int:
        pool, tens_twice = cast(tuple[int, bool], key)
        result = roll(pool, plain_rule(tens_twice), roller)
        return BOTCH if result.is_botch else result.successes

    def spread(self, key: Key) -> Iterable[tuple[int, Fraction]]:
        pool, tens_twice = cast(tuple[int, bool], key)
        return part_botch(odds(plain_rule(tens_twice), pool))

    def with_health(self, actor: Combatant, boxes: Sequence[BoxView]) -> Combatant:
        marks, penalties = parse_boxes(boxes)
        marked = rewrite_track(marks, CAPITALS).ljust(len(penalties), ".")
        health = replace(actor.health, track=write_levels(penalties), boxes=marked)
        return replace(actor, health=health, wound_now=health.wound)

    def raise_numbers(self, actor: Combatant) -> Iterator[tuple[Text, Combatant]]:
        sheet = actor.sheet
        for attribute in ("dexterity", "stamina"):
            more = {**sheet.attributes, attribute: sheet.attribute(attribute) + 1}
            yield label(attribute), replace(actor, sheet=replace(sheet, attributes=more))
        awareness = ["awareness"] if actor.clock is None else []
        for ability in dict.fromkeys((choose_ability(actor, choose_weapon(actor)), "dodge", *awareness)):
            higher = {**sheet.abilities, ability: sheet.ability(ability) + 1}
            yield label(ability), replace(actor, sheet=replace(sheet, abilities=higher))
        soak = replace(sheet, soak_bashing=sheet.soak_bashing + 1, soak_lethal=sheet.soak_lethal + 1)
        yield Text("Soak"), replace(actor, sheet=soak)
        track = write_levels((0, *levels(actor.health.track)))
        yield Text("Health"), replace(actor, health=replace(actor.health, track=track, boxes=actor.health.boxes + "."))


FORECASTER = SecondEditionForecaster()
