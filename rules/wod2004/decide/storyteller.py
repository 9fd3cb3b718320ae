"""What the Storyteller rules: live numbers, cover, minutes that go by."""

from rules.battle import Event, Seat
from rules.dice import Roller
from rules.errors import IllegalMove
from rules.wod2004 import events as e
from rules.wod2004 import moves as m
from rules.wod2004.attack.circumstances import CONCEALMENT
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
from rules.wod2004.health import bleed, wound_state
from rules.wod2004.state import Combatant, State, audience_of
from rules.wod2004.state.live import HIGHEST, LIVE_NUMBERS, LOWEST

MAX_DURABILITY = 20
MAX_STRUCTURE = 60
MAX_MINUTES = 1440


def override(state: State, seat: Seat, move: m.Override, roller: Roller) -> list[Event]:
    """Set a live number; it stays within its bounds, and the log keeps what it was, what it is and why."""
    require_storyteller(seat)
    actor = find_combatant(state, seat, move.actor)
    if state.phase == "ended":
        raise IllegalMove("ended", "The battle is over.")
    check_choice("What is set", move.what, LIVE_NUMBERS)
    check_range("The number", move.value, LOWEST, HIGHEST)
    check_text("The reason", move.reason, MAX_REASON, empty=True)
    number = LIVE_NUMBERS[move.what]
    if move.what == "initiative" and actor.initiative is None:
        raise IllegalMove("no_initiative", "Initiative is rolled when the battle starts.")
    return [
        e.Overridden(
            actor=actor.id,
            actor_name=actor.name,
            what=move.what,
            label=number.label,
            was=number.read(actor),
            now=number.clamp(actor, move.value),
            reason=move.reason,
            audience=audience_of(actor),
        )
    ]


def set_cover(state: State, seat: Seat, move: m.SetCover, roller: Roller) -> list[Event]:
    """Say how well someone is concealed and what stands before them (WD-193, WD-195)."""
    require_storyteller(seat)
    actor = find_combatant(state, seat, move.actor)
    require_no_prompt(state)
    if state.phase == "ended":
        raise IllegalMove("ended", "The battle is over.")
    check_choice("Concealment", move.concealment, CONCEALMENT)
    check_range("Durability", move.durability, 0, MAX_DURABILITY)
    check_range("Structure", move.structure, 0, MAX_STRUCTURE)
    return [
        e.CoverSet(
            actor=actor.id,
            actor_name=actor.name,
            concealment=move.concealment,
            durability=move.durability,
            structure=move.structure if move.durability else 0,
            audience=audience_of(actor),
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


def bled(combatant: Combatant, minutes: int) -> Event:
    """The fact that a dying body got worse."""
    after = bleed(combatant.track, combatant.boxes, minutes)
    return e.Harmed(
        actor=combatant.id,
        actor_name=combatant.name,
        exchange="",
        amount=0,
        type="bleeding",
        before=combatant.track,
        after=after,
        boxes=combatant.boxes,
        condition=wound_state(after, combatant.boxes),
        audience=audience_of(combatant),
    )
