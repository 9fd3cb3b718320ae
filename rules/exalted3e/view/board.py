"""The whole fight as one seat may see it."""

from collections.abc import Sequence

from rules.battle import Seat
from rules.view import BattleView, OrderView, PendingView

from ..decide.guards import can_see
from ..state import Combatant, Pending, State
from ..timing.ticks import acts_on, is_waiting, read_order
from .combatant import view_combatant
from .ladder import draw_ladder
from .told import count, tell_step

QUESTIONS = {
    "tie": "Act first on this tick, or yield?",
    "clash": "Clash with this attack?",
    "defense": "What helps the Defense?",
    "counter": "Counterattack before the damage?",
    "guard": "Strike the guardian, or try for the ward?",
    "contest": "Contest the disengage?",
    "influence": "Give in, or refuse?",
    "shift": "Initiative Shift: act again at once?",
    "award": "Who provoked this Crash and gains the Break?",
    "beaten": "Is there no hope left?",
}


def view(state: State, seat: Seat) -> BattleView:
    """Everything that the seat may know; a hidden combatant leaves no trace for who neither plays nor runs it."""
    seen = [c for c in state.combatants if can_see(seat, c)]
    side = own_side(seat, seen)
    return {
        "system": "exalted3e",
        "phase": state.phase,
        "headline": _headline(state),
        "subline": _subline(state, seat),
        "time": state.round,
        "combatants": [view_combatant(state, seat, combatant, side) for combatant in seen],
        "order": _order(state, seen),
        "pending": [_pending(state, seat, prompt) for prompt in state.pending if _sees_prompt(state, seat, prompt)],
        "picture": draw_ladder(state, seen, side),
        "exchange": _exchange(state, seat),
    }


def own_side(seat: Seat, seen: Sequence[Combatant]) -> str | None:
    """The side of the seat's characters; the Storyteller's is that of the players."""
    if seat.storyteller:
        return next((c.side for c in seen if c.character is not None), None)
    return next((c.side for c in seen if seat.controls(c.character)), None)


def _headline(state: State) -> str:
    if state.phase == "setup":
        return "Before Join Battle"
    return f"Round {state.round}" if state.phase == "running" else "The battle is over"


def _subline(state: State, seat: Seat) -> str:
    if state.phase == "setup":
        return "Join Battle is rolled when the Storyteller starts the fight."
    actor = state.find(state.current)
    if state.phase != "running" or actor is None or not can_see(seat, actor):
        return ""
    return f"Tick {state.tick}: {actor.name} acts" if state.tick is not None else f"{actor.name} acts"


def _order(state: State, seen: Sequence[Combatant]) -> list[OrderView]:
    """Who waits, by tick, then who has acted. The figure is Initiative, as on the ladder; the note names the tick where
    that is another."""
    if state.phase != "running":
        return []
    known = {combatant.id: combatant for combatant in seen}
    ordered = [known[id] for id in read_order(state) if id in known]
    waiting: dict[tuple[int, int, bool], list[str]] = {}
    for combatant in filter(is_waiting, ordered):
        value, tick = combatant.initiative or 0, acts_on(state, combatant)
        waiting.setdefault((value if tick is None else tick, value, combatant.is_delaying), []).append(combatant.id)
    places = [
        _place(state, value, "" if delays or tick == value else f"acts on tick {tick}", ids)
        for (tick, value, delays), ids in sorted(waiting.items(), reverse=True)
    ]
    return places + [_place(state, c.initiative or 0, "has acted", [c.id]) for c in ordered if c.acted]


def _place(state: State, value: int, note: str, ids: list[str]) -> OrderView:
    return {"at": value, "label": f"Initiative {value}", "note": note, "now": state.current in ids, "ids": ids}


def _is_mine(state: State, seat: Seat, prompt: Pending) -> bool:
    who = state.find(prompt.who)
    return seat.storyteller or (who is not None and seat.controls(who.character))


def _sees_prompt(state: State, seat: Seat, prompt: Pending) -> bool:
    """Everyone sees who is awaited; what only the Storyteller answers, and who is hidden, stays aside."""
    who = state.find(prompt.who)
    return seat.storyteller or (who is not None and can_see(seat, who))


def _pending(state: State, seat: Seat, prompt: Pending) -> PendingView:
    who, about = state.find(prompt.who), state.find(prompt.about)
    mine = _is_mine(state, seat, prompt)
    detail = about.name if mine and about is not None and can_see(seat, about) else ""
    return {
        "id": prompt.id,
        "who": prompt.who,
        "name": who.name if who is not None else "The Storyteller",
        "question": QUESTIONS[prompt.kind] if mine else "",
        "detail": detail,
        "mine": mine,
    }


def _exchange(state: State, seat: Seat) -> dict[str, object] | None:
    """The running attack: its title and how far it is."""
    exchange = state.exchange
    if exchange is None:
        return None
    attacker, target = state.get(exchange.attacker), state.get(exchange.target)
    if not (can_see(seat, attacker) and can_see(seat, target)):
        return None
    verb = "counterattacks" if exchange.answers else "attacks"
    title = f"{attacker.name} {verb} {target.name}"
    if not exchange.rolled:
        return {"title": title, "step": "declared", "steps": []}
    text = f"{count(exchange.successes, 'success')} against Defense {exchange.defense_met}"
    return {"title": title, "step": "rolled", "steps": [tell_step("Step One: attack roll", text, "3E-064")]}
