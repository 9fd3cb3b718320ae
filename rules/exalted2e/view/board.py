"""The board as one seat sees it."""

from typing import Any

from rules.battle import Seat
from rules.exalted2e.decide.script import can_see, may_answer
from rules.exalted2e.state import Combatant, State, get_order_key
from rules.exalted2e.view.fighter import view_combatant
from rules.exalted2e.view.steps import view_steps
from rules.memory import remember
from rules.view import BattleView, OrderView, PendingView, initials

PAST_TICKS = 2


def view(state: State, seat: Seat) -> BattleView:
    """The whole battle for this seat."""
    seen = [one for one in state.combatants if can_see(seat, one)]
    ordered = [one for one in _sort(state.combatants) if can_see(seat, one)]
    own = get_own_sides(state, seat)
    has_stake = seat.storyteller or any(one.character in seat.characters for one in state.combatants)
    tick = get_tick(state, seat)
    called = [one for one in ordered if one.id in state.due]
    return {
        "system": "exalted2e",
        "phase": state.phase,
        "headline": _headline(state, tick),
        "subline": _subline(state, called),
        "time": tick,
        "combatants": [view_combatant(state, seat, one, tick, one.side in own, has_stake) for one in seen],
        "order": _order(state, ordered, tick),
        "pending": [shown for pending in state.pending if (shown := _pending(state, seat, pending.id)) is not None],
        "picture": _wheel(state, seen, ordered, own, tick),
        "exchange": _exchange(state, seat),
    }


def get_own_sides(state: State, seat: Seat) -> frozenset[str]:
    """The sides of the seat's characters; for the Storyteller the side of the players' characters."""
    mine = frozenset(
        one.side for one in state.combatants if one.character is not None and one.character in seat.characters
    )
    if mine:
        return mine
    first = next((one.side for one in state.combatants if one.character is not None and can_see(seat, one)), None)
    return frozenset() if first is None else frozenset({first})


def get_tick(state: State, seat: Seat) -> int:
    """The tick that the seat knows of: one on which only hidden combatants act is not shown."""
    sees_all = all(can_see(seat, one) for one in state.combatants)
    return state.tick if sees_all else state.shown_tick


def _headline(state: State, tick: int) -> str:
    running = f"Long tick {tick}" if state.is_long else f"Tick {tick}"
    return {"setup": "Before the battle", "running": running, "ended": "The battle is over"}[state.phase]


def _subline(state: State, called: list[Combatant]) -> str:
    if state.phase == "setup":
        return "Join Battle is rolled when the Storyteller starts the fight."
    if state.phase == "ended":
        return ""
    names = [one.name for one in called]
    if not names:
        return ""
    if len(names) == 1:
        return f"{names[0]} acts"
    return f"{', '.join(names[:-1])} and {names[-1]} act together"


@remember(64)
def _sort(combatants: tuple[Combatant, ...]) -> list[Combatant]:
    return sorted(combatants, key=get_order_key)


def _order(state: State, ordered: list[Combatant], tick: int) -> list[OrderView]:
    if state.phase != "running":
        return []
    places: dict[int, list[Combatant]] = {}
    for one in ordered:
        at = get_place(state, one)
        if at is not None:
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
    """The tick on which a combatant stands on the wheel: now if she is called, else that of her next action."""
    if one.clock is None or not one.is_standing:
        return None
    return state.tick if one.id in state.due else one.clock.next


def _pending(state: State, seat: Seat, id: str) -> PendingView | None:
    pending = next(item for item in state.pending if item.id == id)
    one = state.get(pending.who)
    if one is None or not can_see(seat, one):
        return None
    mine = may_answer(state, seat, pending)
    if pending.free and not mine:
        return None
    return {
        "id": pending.id,
        "who": pending.who,
        "name": "The Storyteller" if pending.storyteller else one.name,
        "question": pending.question if mine else _awaited(pending.kind),
        "detail": pending.detail if mine else "",
        "mine": mine,
    }


def _awaited(kind: str) -> str:
    words = {
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
    return words.get(kind, "chooses")


def _wheel(
    state: State, seen: list[Combatant], ordered: list[Combatant], own: frozenset[str], tick: int
) -> dict[str, Any]:
    tokens = []
    for one in ordered:
        at = get_place(state, one)
        if at is None or one.clock is None:
            continue
        tokens.append(
            {
                "id": one.id,
                "name": one.name,
                "initials": initials(one.name),
                "own": one.side in own,
                "extra": one.sheet.being == "extra",
                "hidden": one.hidden,
                "at": at,
                "acted": one.clock.acted,
                "penalty": one.clock.penalty,
                "now": one.id in state.due,
            }
        )
    past = [
        {"tick": one.clock.acted, "id": one.id, "initials": initials(one.name), "own": one.side in own}
        for one in seen
        if one.clock is not None and one.clock.acted is not None and tick - PAST_TICKS <= one.clock.acted < tick
    ]
    return {"kind": "wheel", "now": tick, "tokens": tokens, "past": past}


def _exchange(state: State, seat: Seat) -> dict[str, Any] | None:
    attack = state.attack
    if attack is None:
        return None
    actor, target = state.get(attack.declared.actor), state.get(attack.declared.target)
    if actor is None or target is None or not (can_see(seat, actor) and can_see(seat, target)):
        return None
    return {
        "id": attack.declared.id,
        "title": f"{actor.name} strikes at {target.name}",
        "actor": actor.id,
        "target": target.id,
        "step": min(10, attack.step + 1),
        "steps": view_steps(attack.log, seat),
    }
