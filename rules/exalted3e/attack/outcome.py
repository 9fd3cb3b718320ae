"""The end of an attack in one event, under which the log folds the exchange (3E-298)."""

from collections.abc import Callable, Mapping, Sequence

from rules.battle import Event
from rules.battle.play import about
from rules.exalted3e import events as ev
from rules.exalted3e.state.board import State
from rules.exalted3e.state.exchange import Exchange, ResolvedAttack
from rules.exalted3e.timing.play import Play
from rules.text import EMPTY, Text

GONE: Mapping[str, Callable[[str], Text]] = {
    "incapacitated": lambda who: Text("{who} incapacitated", who=who),
    "defeated": lambda who: Text("{who} defeated", who=who),
    "dissolved": lambda who: Text("{who} dissolved", who=who),
}
"""How an attack takes someone out, by `WentOut.why`."""


def end_attack(
    play: Play, exchange: Exchange, attack: ResolvedAttack | None = None, events: Sequence[Event] = ()
) -> None:
    """Close the exchange with the outcome of its attack and of its last events; without one it had no effect."""
    attacker, target = play.state.get(exchange.attacker), play.state.get(exchange.target)
    struck = play.state.find(attack.struck) if attack else None
    outcomes = (_name_outcome(event) for event in events if getattr(event, "exchange", "") == exchange.id)
    play.emit(
        ev.AttackEnded(
            **about(attacker, target),
            target_name=target.name,
            weapon=exchange.arm,
            attack=exchange.kind,
            gambit=exchange.gambit,
            successes=exchange.successes,
            against=_against(play.state, exchange),
            struck_name=struck.name if struck else "",
            threshold=attack.threshold if attack else 0,
            why=attack.why if attack else "",
            dealt=attack.amount if attack else 0,
            damage_type=attack.damage_type if attack else "",
            outcomes=tuple(outcome for outcome in outcomes if outcome),
            counter=bool(exchange.answers),
        )
    )


def break_off(play: Play) -> None:
    """End all running attacks without effect."""
    while play.state.exchange is not None:
        end_attack(play, play.state.exchange)


def _against(state: State, exchange: Exchange) -> Text:
    """Return what the attack roll had to meet: a Defense, a guardian's Parry, or the other roll of a clash."""
    if exchange.clash is not None:
        return Text("{who}’s {n}", n=exchange.clash, who=state.get(exchange.target).name)
    if exchange.guard is None:
        return Text("Defense {n}", n=exchange.defense_met)
    who = state.get(exchange.guard).name
    if exchange.choice == "ward":
        return Text("the Parry {n} of {who} and Defense {n2}", n=exchange.guard_parry, who=who, n2=exchange.defense_met)
    return Text("the Parry {n} of {who}", n=exchange.guard_parry, who=who)


def _name_outcome(event: Event) -> Text:
    """Return the book's word for an event's outcome, or an empty text for events that the log's one line omits."""
    if isinstance(event, ev.InitiativeChanged) and event.crashed:
        return Text("Initiative Crash") if event.cause == "attack" else Text("{who} in Crash", who=event.actor_name)
    if isinstance(event, ev.BreakGained) and not event.blocked:
        return Text("Initiative Break")
    if isinstance(event, ev.GambitRolled):
        return Text("the gambit succeeds") if event.works else Text("the gambit fails")
    if isinstance(event, ev.WentOut):
        return GONE[event.why](event.actor_name)
    if isinstance(event, ev.FallDelayed):
        return Text("{who} defeated", who=event.actor_name)
    return Text("Initiative Shift") if isinstance(event, ev.ShiftRolled) else EMPTY
