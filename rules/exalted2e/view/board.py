"""The board as one seat sees it."""

from typing import Any

from rules.battle.board import Sight, draw_prompt
from rules.battle.prompts import may_answer, sees_prompt
from rules.battle.roster import can_see
from rules.exalted2e.state import Combatant, State, get_order_key
from rules.exalted2e.view.steps import view_steps
from rules.lru_cache import cached_by_identity
from rules.view import OrderView, PendingView, initials

PAST_TICKS = 2
AWAITED = {
    "stunt": "rates a stunt",
    "defense_stunt": "rates a stunt",
    "action_stunt": "rates a stunt",
    "defense": "chooses a defense",
    "attack_reroll": "may reroll the attack",
    "defense_reroll": "may raise the DV",
    "late_magic": "may activate magic",
    "late_ward": "may ward off damage",
    "counter": "may strike back",
    "bystander": "rules on a botch",
    "clinch": "controls the clinch",
}
"""By the kind of a prompt: what those read who are not asked."""


def get_tick(sight: Sight[State]) -> int:
    """The tick that the seat knows of: one on which only hidden combatants act is not shown."""
    state = sight.state
    return state.tick if len(sight.seen) == len(state.combatants) else state.shown_tick


def get_headline(sight: Sight[State]) -> str:
    """The tick, or why there is none."""
    tick = get_tick(sight)
    running = f"Long tick {tick}" if sight.state.is_long else f"Tick {tick}"
    return {"setup": "Before the battle", "running": running, "ended": "The battle is over"}[sight.state.phase]


def get_subline(sight: Sight[State]) -> str:
    """Who acts."""
    state = sight.state
    if state.phase == "setup":
        return "Join Battle is rolled when the Storyteller starts the fight."
    names = [one.name for one in list_ordered(sight) if one.id in state.due]
    if not names or state.phase == "ended":
        return ""
    return f"{names[0]} acts" if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]} act together"


@cached_by_identity(64)
def _sort(combatants: tuple[Combatant, ...]) -> list[Combatant]:
    return sorted(combatants, key=get_order_key)


def list_ordered(sight: Sight[State]) -> list[Combatant]:
    """Who is seen, in display order."""
    return [one for one in _sort(sight.state.combatants) if can_see(sight.seat, one)]


def list_places(sight: Sight[State]) -> list[OrderView]:
    """The ticks on which somebody acts."""
    state, tick = sight.state, get_tick(sight)
    if state.phase != "running":
        return []
    places: dict[int, list[Combatant]] = {}
    for one in list_ordered(sight):
        if (at := get_place(state, one)) is not None:
            places.setdefault(at, []).append(one)
    return [
        {
            "at": at,
            "label": str(at),
            "note": "",
            "now": at == tick and any(one.id in state.due for one in places[at]),
            "ids": [one.id for one in places[at]],
        }
        for at in sorted(places)
    ]


def get_place(state: State, one: Combatant) -> int | None:
    """The tick on which a combatant stands on the wheel: now if it is called, else that of its next action."""
    if one.clock is None or not one.is_standing:
        return None
    return state.tick if one.id in state.due else one.clock.next


def list_pending(sight: Sight[State]) -> list[PendingView]:
    """The open prompts; one that holds nothing up is shown to nobody but who is asked."""
    found = []
    for pending in sight.state.pending:
        mine = may_answer(sight.state, sight.seat, pending)
        if sees_prompt(sight.state, sight.seat, pending) and (mine or not pending.free):
            question = pending.question if mine else AWAITED.get(pending.kind, "chooses")
            found.append(draw_prompt(sight, pending, question, pending.detail if mine else ""))
    return found


def draw_wheel(sight: Sight[State]) -> dict[str, Any]:
    """The wheel of ticks with its tokens."""
    state, tick = sight.state, get_tick(sight)
    tokens = []
    for one in list_ordered(sight):
        at = get_place(state, one)
        if at is None or one.clock is None:
            continue
        tokens.append(
            {
                "id": one.id,
                "name": one.name,
                "initials": initials(one.name),
                "own": sight.is_own(one),
                "extra": one.sheet.being == "extra",
                "hidden": one.hidden,
                "at": at,
                "acted": one.clock.acted,
                "penalty": one.clock.penalty,
                "now": one.id in state.due,
            }
        )
    past = [
        {"tick": one.clock.acted, "id": one.id, "initials": initials(one.name), "own": sight.is_own(one)}
        for one in sight.seen
        if one.clock is not None and one.clock.acted is not None and tick - PAST_TICKS <= one.clock.acted < tick
    ]
    return {"kind": "wheel", "now": tick, "tokens": tokens, "past": past}


def draw_exchange(sight: Sight[State]) -> dict[str, Any] | None:
    """The attack in hand with the steps that it has taken."""
    attack = sight.state.attack
    actor, target = (
        (sight.find(id) for id in (attack.declared.actor, attack.declared.target)) if attack else (None, None)
    )
    if attack is None or actor is None or target is None:
        return None
    return {
        "id": attack.declared.id,
        "title": f"{actor.name} strikes at {target.name}",
        "actor": actor.id,
        "target": target.id,
        "step": min(10, attack.step + 1),
        "steps": view_steps(attack.log, sight.seat),
    }
