"""Rounds and ticks, and whose turn is next (3E-040 to 3E-060, 3E-198 to 3E-203)."""

from rules.battle.lasting import end_powers
from rules.exalted3e import events as ev
from rules.exalted3e.state.board import State
from rules.exalted3e.state.combatant import Combatant
from rules.exalted3e.timing.play import Play
from rules.powers import list_over


def is_waiting(actor: Combatant) -> bool:
    """Return whether the combatant still has a turn in this round (3E-042, 3E-054)."""
    return actor.is_in_play and actor.initiative is not None and not actor.acted


def tick_of(actor: Combatant, last: int | None, equal_is_late: bool = True) -> int | None:
    """Return the tick on which a waiting combatant acts after tick `last` (None at the start of a round).

    This is its Initiative, or the next tick if that has passed (3E-047 to 3E-050). For a delayed turn it is the chosen
    tick, or None if that is open (3E-199).
    """
    if actor.is_delaying:
        return actor.delay_tick
    initiative = actor.initiative or 0
    if last is None or (not equal_is_late and initiative == last):
        return initiative
    return min(initiative, last - 1)


def acts_on(state: State, actor: Combatant) -> int | None:
    """Return the tick on which a combatant acts in this round, or None.

    None: it has acted, has no Initiative, or delays without a tick.
    """
    if state.phase != "running" or not is_waiting(actor):
        return None
    if actor.id == state.current or actor.id in state.due:
        return state.tick
    return tick_of(actor, state.tick, state.options.equal_initiative_is_late)


def next_tick(state: State) -> tuple[int, tuple[str, ...]] | None:
    """Return the next tick of the round and who acts on it, or None if only delayed turns without a tick are left."""
    late = state.options.equal_initiative_is_late
    ticks = {c.id: tick_of(c, state.tick, late) for c in state.combatants if is_waiting(c)}
    set_ticks = [tick for tick in ticks.values() if tick is not None]
    if not set_ticks:
        return None
    tick = max(set_ticks)
    return tick, tuple(id for id, value in ticks.items() if value == tick)


def open_delays(state: State) -> tuple[str, ...]:
    """Return the combatants that delay without a tick: the round cannot end before they act or pass (3E-203)."""
    return tuple(c.id for c in state.combatants if is_waiting(c) and c.is_delaying and c.delay_tick is None)


def list_by_initiative(state: State) -> tuple[str, ...]:
    """Return the combatants in play by Initiative, highest first (3E-043)."""
    fighters = [c for c in state.combatants if c.is_in_play and c.initiative is not None]
    return tuple(c.id for c in sorted(fighters, key=lambda c: -(c.initiative or 0)))


def parties_of(state: State, due: tuple[str, ...]) -> dict[str | None, list[Combatant]]:
    """Return who acts on a tick, by the character of a player; all that the Storyteller plays are one party.

    Hidden combatants are left out.
    """
    parties: dict[str | None, list[Combatant]] = {}
    for id in due:
        actor = state.get(id)
        if not actor.hidden:
            parties.setdefault(actor.character if actor.is_played else None, []).append(actor)
    return parties


def begin_round(play: Play, number: int) -> None:
    """Begin a new round and end the powers whose time is over."""
    play.emit(ev.RoundBegun(turn=number))
    end_powers(play, lambda active: list_over(active, number))


def reach_tick(play: Play, tick: int, actors: tuple[str, ...], settled: bool = True) -> None:
    """Fix who acts on a tick (3E-045). The event names only combatants that are not hidden."""
    fighters = [play.state.get(id) for id in actors]
    shown = tuple(fighter.name for fighter in fighters if not fighter.hidden)
    owners = {fighter.character for fighter in fighters}
    secret = tuple(sorted(owner for owner in owners if owner is not None)) if len(owners) == 1 else ()
    audience, turn = None if shown else secret, play.state.round
    quiet = not (settled or play.state.options.ask_every_tie)
    play.emit(
        ev.TickReached(
            audience=audience, turn=turn, tick=tick, actors=actors, shown=shown, settled=settled, quiet=quiet
        )
    )
