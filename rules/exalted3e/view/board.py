"""The whole fight as one seat may see it."""

from typing import Any

from rules.battle.board import Sight, draw_prompt
from rules.battle.prompts import may_answer, sees_prompt
from rules.exalted3e.state.board import State
from rules.exalted3e.state.exchange import Pending
from rules.exalted3e.timing.ticks import acts_on, is_waiting, read_order
from rules.exalted3e.view.told import count, tell_step
from rules.view import OrderView, PendingView

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


def headline(state: State) -> str:
    """The round."""
    if state.phase == "setup":
        return "Before Join Battle"
    return f"Round {state.round}" if state.phase == "running" else "The battle is over"


def subline(sight: Sight[State]) -> str:
    """Who acts on which tick."""
    state, actor = sight.state, sight.find(sight.state.current)
    if state.phase == "setup":
        return "Join Battle is rolled when the Storyteller starts the fight."
    if state.phase != "running" or actor is None:
        return ""
    return f"Tick {state.tick}: {actor.name} acts" if state.tick is not None else f"{actor.name} acts"


def list_places(sight: Sight[State]) -> list[OrderView]:
    """Who waits, by tick, then who has acted. The figure is Initiative, as on the ladder; the note names the tick where
    that is another."""
    state = sight.state
    if state.phase != "running":
        return []
    ordered = [one for id in read_order(state) if (one := sight.find(id)) is not None]
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


def list_pending(sight: Sight[State]) -> list[PendingView]:
    """Everyone sees who is awaited; what only the Storyteller answers, and who is hidden, stays aside."""
    return [_pending(sight, one) for one in sight.state.pending if sees_prompt(sight.state, sight.seat, one)]


def _pending(sight: Sight[State], prompt: Pending) -> PendingView:
    mine, about = may_answer(sight.state, sight.seat, prompt), sight.find(prompt.about)
    detail = about.name if mine and about is not None else ""
    return draw_prompt(sight, prompt, QUESTIONS[prompt.kind] if mine else "", detail)


def view_exchange(sight: Sight[State]) -> dict[str, Any] | None:
    """The running attack: its title and how far it is."""
    exchange = sight.state.exchange
    if exchange is None:
        return None
    attacker, target = sight.find(exchange.attacker), sight.find(exchange.target)
    if attacker is None or target is None:
        return None
    title = f"{attacker.name} {'counterattacks' if exchange.answers else 'attacks'} {target.name}"
    if not exchange.rolled:
        return {"title": title, "step": "declared", "steps": []}
    text = f"{count(exchange.successes, 'success')} against Defense {exchange.defense_met}"
    return {"title": title, "step": "rolled", "steps": [tell_step("Step One: attack roll", text, "3E-064")]}
