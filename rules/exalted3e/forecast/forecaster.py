"""The forecaster of Exalted, Third Edition."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import cast

from rules.battle.board import parse_boxes
from rules.dice import Roller
from rules.exalted3e.actions.count import TENS_DOUBLE, TENS_SINGLE, throw_dice
from rules.exalted3e.battle import BATTLE
from rules.exalted3e.defense import DRAW_READY
from rules.exalted3e.forecast.choices import choose_arm
from rules.exalted3e.forecast.driver import act, choose
from rules.exalted3e.forecast.fight import Simulator
from rules.exalted3e.forecast.figures import fate_of, wounds_of
from rules.exalted3e.health import INCAPACITATED, Health
from rules.exalted3e.state.board import State
from rules.exalted3e.state.combatant import Arm, Combatant
from rules.forecast.contract import MOTES, WILLPOWER, Forecaster
from rules.forecast.dice import Key
from rules.odds import odds
from rules.text import EMPTY, Text
from rules.view import BoxView


class ThirdEditionForecaster(Forecaster[State]):
    """Forecasts of Exalted, Third Edition. A roll's key is its dice, and whether a 10 counts twice."""

    battle = BATTLE
    fates = {
        "unconscious": Text("unconscious"),
        "dying": Text("dying"),
        "dead": Text("dead"),
        "defeated": Text("defeated"),
        "escaped": Text("escaped"),
        "left": Text("left"),
    }
    purses = (WILLPOWER, *MOTES)
    shown = (
        "aloft",
        "clinch",
        "cover",
        "cover_open",
        "crash_turns",
        "crashed_by",
        "falls",
        "group",
        "half_to",
        "health",
        "hidden",
        "initiative",
        "mounted",
        "out",
        "position",
        "prone",
    )
    limit = 50
    prepare = Simulator
    choose = staticmethod(choose)
    act = staticmethod(act)
    fate = staticmethod(fate_of)
    wounds = staticmethod(wounds_of)

    def count(self, time: int) -> Text:
        return Text("{n} round", "{n} rounds", n=time)

    def why_not(self, state: State) -> Text:
        for combatant in state.combatants:
            if combatant.group is not None:
                return Text("{who} is a battle group, which forecasts don’t support.", who=combatant.name)
            if not combatant.is_in_play:
                continue
            if combatant.initiative is None and state.phase == "running":
                return Text("{who} has no Initiative, which a forecast needs.", who=combatant.name)
            if combatant.clinch:
                return Text("{who} is in a clinch, which forecasts don’t support.", who=combatant.name)
            if combatant.poison:
                return Text("{who} is poisoned, which forecasts don’t support.", who=combatant.name)
            if combatant.active:
                return Text("{who} has active powers, which forecasts don’t support.", who=combatant.name)
        return EMPTY

    def is_amid(self, state: State) -> bool:
        """Return whether someone is asked, or does what tactics never do and what ends with someone's turn."""
        return (
            super().is_amid(state)
            or bool(state.stack)
            or any(_is_passing(state, combatant) for combatant in state.combatants)
        )

    def throw(self, key: Key, roller: Roller) -> int:
        dice, twice = cast(tuple[int, bool], key)
        return throw_dice(dice, roller, doubles=twice).total

    def spread(self, key: Key) -> Iterable[tuple[int, Fraction]]:
        dice, twice = cast(tuple[int, bool], key)
        return odds(TENS_DOUBLE if twice else TENS_SINGLE, dice, botch="none").distribution

    def with_health(self, actor: Combatant, boxes: Sequence[BoxView]) -> Combatant:
        marks, penalties = parse_boxes(boxes)
        levels = tuple(INCAPACITATED if penalty is None else penalty for penalty in penalties)
        return replace(actor, health=Health(levels, *map(marks.count, "bla")))

    def raise_numbers(self, actor: Combatant) -> Iterator[tuple[Text, Combatant]]:
        arm = choose_arm(actor)
        if arm.pool:
            last = arm.pool[-1]
            better = replace(arm, pool=(*arm.pool[:-1], replace(last, amount=last.amount + 1)))
            yield last.name, _put_arm(actor, arm, better)
        if actor.arm.parry is not None:
            yield Text("Parry"), _put_arm(actor, actor.arm, replace(actor.arm, parry=actor.arm.parry + 1))
        yield Text("Evasion"), replace(actor, evasion=actor.evasion + 1)
        yield Text("Soak"), replace(actor, soak=actor.soak + 1)
        yield Text("Hardness"), replace(actor, hardness=actor.hardness + 1)
        health = replace(actor.health, levels=(0, *actor.health.levels))
        yield Text("Health"), replace(actor, health=health)
        if actor.initiative is None:
            yield Text("Join Battle"), replace(actor, join_battle=actor.join_battle + 1)


def _is_passing(state: State, combatant: Combatant) -> bool:
    """Return whether a combatant is at something that the simulator does not know and that ends by itself."""
    if not combatant.is_in_play:
        return False
    retreats = any(state.get(id).is_in_play for id in combatant.retreat_from)
    waits = (
        combatant.is_delaying
        or combatant.skips
        or combatant.clashed
        or combatant.counters
        or combatant.lent
        or combatant.flurry
    )
    minds = combatant.ward or combatant.aim_target or combatant.rush_target or retreats
    return bool(waits or minds) or any(modifier != DRAW_READY for modifier in combatant.timed)


def _put_arm(combatant: Combatant, was: Arm, now: Arm) -> Combatant:
    return replace(combatant, arms=tuple(now if arm == was else arm for arm in combatant.arms))


FORECASTER = ThirdEditionForecaster()
