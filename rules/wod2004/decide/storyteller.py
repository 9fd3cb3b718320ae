"""What the Storyteller rules: live numbers, cover, minutes that go by."""

from rules.battle import Event, Seat
from rules.dice import Roller
from rules.errors import IllegalMove
from rules.wod2004 import events as e
from rules.wod2004 import moves as m
from rules.wod2004.attack.circumstances import CONCEALMENT
from rules.wod2004.decide.common import about
from rules.wod2004.decide.guards import (
    MAX_REASON,
    check_choice,
    check_range,
    check_text,
    find_combatant,
    require_no_prompt,
    require_running,
    require_storyteller,
)
from rules.wod2004.decide.resolving import bled
from rules.wod2004.state import State
from rules.wod2004.state.live import HIGHEST, LIVE_NUMBERS, LOWEST

MAX_DURABILITY = 20
MAX_STRUCTURE = 60
MAX_MINUTES = 1440


def override(state: State, seat: Seat, move: m.Override, roller: Roller) -> list[Event]:
    """Set a live number; it stays within its bounds, and the log keeps what it was, what it is and why."""
    require_storyteller(seat)
    actor = find_combatant(state, seat, move.actor)
    check_choice("What is set", move.what, LIVE_NUMBERS)
    check_range("The number", move.value, LOWEST, HIGHEST)
    check_text("The reason", move.reason, MAX_REASON, empty=True)
    number = LIVE_NUMBERS[move.what]
    if move.what == "initiative" and actor.initiative is None:
        raise IllegalMove("no_initiative", "Initiative is rolled when the battle starts.")
    return [
        e.Overridden(
            **about(actor),
            what=move.what,
            label=number.label,
            was=number.read(actor),
            now=number.clamp(actor, move.value),
            reason=move.reason,
        )
    ]


def set_cover(state: State, seat: Seat, move: m.SetCover, roller: Roller) -> list[Event]:
    """Say how well someone is concealed and what stands before them (WD-193, WD-195)."""
    require_storyteller(seat)
    actor = find_combatant(state, seat, move.actor)
    require_no_prompt(state)
    check_choice("Concealment", move.concealment, CONCEALMENT)
    check_range("Durability", move.durability, 0, MAX_DURABILITY)
    check_range("Structure", move.structure, 0, MAX_STRUCTURE)
    return [
        e.CoverSet(
            **about(actor),
            concealment=move.concealment,
            durability=move.durability,
            structure=move.structure if move.durability else 0,
        )
    ]


def pass_minutes(state: State, seat: Seat, move: m.PassMinutes, roller: Roller) -> list[Event]:
    """Minutes go by; the dying get worse (WD-176)."""
    require_storyteller(seat)
    require_running(state)
    require_no_prompt(state)
    check_range("Minutes", move.minutes, 1, MAX_MINUTES)
    dying = [bled(c, move.minutes) for c in state.combatants if c.is_dying]
    return [e.MinutesPassed(minutes=move.minutes), *dying]
