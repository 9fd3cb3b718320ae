"""Every entry of the log as one seat may read it: a sentence in the book's words, and the steps that unfold."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from rules.battle import Event, Seat
from rules.view import EventView
from rules.wod2004 import events as e
from rules.wod2004.view.deeds import (
    action,
    action_rolled,
    consciousness,
    dropped,
    figures,
    powers,
    prompt,
    stored,
    switched,
    treated,
    willpower,
)
from rules.wod2004.view.entry import Entry
from rules.wod2004.view.fight import declared, grappled, harmed, maneuver, mishap, released, resolved, struggle
from rules.wod2004.view.order import (
    acting,
    added,
    cover,
    delayed,
    ended,
    hidden,
    initiative,
    left,
    minutes,
    overridden,
    revealed,
    silent,
    started,
    surprise,
    turn,
)

ENTRIES: Final[Mapping[type[Event], Callable[[Any, Seat], Entry | None]]] = {
    e.CombatantAdded: added,
    e.BattleStarted: started,
    e.BattleEnded: ended,
    e.InitiativeRolled: initiative,
    e.TurnBegan: turn,
    e.ActingBegan: acting,
    e.ActingEnded: silent,
    e.Delayed: delayed,
    e.CombatantLeft: left,
    e.CombatantRevealed: revealed,
    e.CombatantHidden: hidden,
    e.Overridden: overridden,
    e.SurpriseRolled: surprise,
    e.CoverSet: cover,
    e.MinutesPassed: minutes,
    e.WillpowerSpent: willpower,
    e.FiguresChanged: figures,
    e.PowersUsed: powers,
    e.PowerSwitched: switched,
    e.ActionTaken: action,
    e.ActionRolled: action_rolled,
    e.DefenseStored: stored,
    e.DefenseDropped: dropped,
    e.AttackDeclared: declared,
    e.PromptOpened: prompt,
    e.AttackResolved: resolved,
    e.Harmed: harmed,
    e.Grappled: grappled,
    e.GrappleEnded: released,
    e.StruggleRolled: struggle,
    e.ManeuverChosen: maneuver,
    e.ConsciousnessRolled: consciousness,
    e.MishapRuled: mishap,
    e.TreatmentRolled: treated,
}
"""One sentence per kind of entry; what the next entry tells anyway says nothing."""


def view_event(event: Event, seat: Seat) -> EventView | None:
    """The entry for this seat, or None if it may not see it."""
    if not seat.may_see(event.audience) or not isinstance(event, e.Fact):
        return None
    entry = ENTRIES[type(event)](event, seat)
    if entry is None:
        return None
    return {
        "kind": type(event).__name__,
        "line": entry.line,
        "when": f"Turn {event.turn}" if event.turn else "",
        "verdict": entry.verdict,
        "steps": entry.steps,
        "secret": event.audience is not None,
        "exchange": _exchange(event),
    }


def _exchange(event: Event) -> str:
    if isinstance(event, e.PromptOpened):
        return event.prompt.exchange
    exchange = getattr(event, "exchange", "")
    return exchange if isinstance(exchange, str) else exchange.id
