"""Who is there, who can act, who declares and who acts next.

Nobody waits for a combatant in hiding, nor does it wait: the order that the table sees leaves it out.
"""

from collections.abc import Iterable

from rules.powers import sum_shares
from rules.v20da.health.healing import light_wounds
from rules.v20da.state.model import Card, Combatant, State
from rules.v20da.timing import Place, action_order, declaration_order


def is_present(combatant: Combatant) -> bool:
    """Return whether it is still part of the fight, standing or not."""
    return not combatant.out and not combatant.health.is_final


def is_down(combatant: Combatant) -> bool:
    """Return whether it cannot fight any more: gone, Incapacitated or worse, staked."""
    return bool(combatant.out) or combatant.health.condition != "ok" or "staked" in combatant.conditions


def wounds(combatant: Combatant) -> int | None:
    """Return the wound penalty now, 0 or negative; None if no action is possible (V20-091, 141, 181)."""
    if combatant.grace is not None and next_card(combatant):
        return 0 if combatant.ignores_wounds else combatant.grace
    if combatant.health.condition != "ok":
        return None
    return 0 if combatant.ignores_wounds else combatant.health.penalty


def is_able(combatant: Combatant) -> bool:
    """Return whether it can take actions."""
    return not combatant.out and "staked" not in combatant.conditions and wounds(combatant) is not None


def can_only_heal(combatant: Combatant) -> bool:
    """Return whether it is an Incapacitated vampire with blood to heal itself (V20-180, 201)."""
    return (
        not combatant.out
        and "staked" not in combatant.conditions
        and combatant.health.condition == "incapacitated"
        and can_heal(combatant)
    )


def can_heal(combatant: Combatant) -> bool:
    """Return whether blood can close a wound within the turn (V20-200)."""
    return combatant.sheet.is_vampire and combatant.blood > 0 and light_wounds(combatant.health.track) > 0


def next_card(combatant: Combatant) -> Card | None:
    """Return the next declared action to take, in the order declared. Defenses wait for attacks."""
    return next((card for card in combatant.cards if not card.done and not card.is_defense), None)


def extra_actions(combatant: Combatant) -> int:
    """Return how many extra actions its powers grant in a turn."""
    return sum_shares(combatant.standing, "extra_actions")


def next_extra(combatant: Combatant) -> int:
    """Return the number of the extra action that it declares next, from 1; 0 before its own, or if none is left.

    Full defense and healing take the whole turn: nothing is declared beside them.
    """
    declared = max((card.extra for card in combatant.cards), default=0)
    is_full = any(card.key in ("full_defense", "heal") for card in combatant.cards)
    return declared + 1 if combatant.cards and not is_full and declared < extra_actions(combatant) else 0


def has_declared(combatant: Combatant) -> bool:
    """Return whether it has declared everything that it can do in this turn."""
    return bool(combatant.cards) and not (next_extra(combatant) and is_able(combatant))


def can_act(combatant: Combatant) -> bool:
    """Return whether it has an action left and is able to take it."""
    card = next_card(combatant)
    return card is not None and (is_able(combatant) or (card.key == "heal" and can_only_heal(combatant)))


def _places(combatants: Iterable[Combatant]) -> list[Place[str]]:
    return [Place(c.id, c.initiative, c.rating) for c in combatants if c.initiative is not None]


def order(state: State) -> tuple[tuple[str, ...], ...]:
    """Return all in the open who are still in the fight, first to act first."""
    return action_order(_places(c for c in state.combatants if not c.hidden and is_present(c)))


def declaring(state: State) -> tuple[str, ...]:
    """Return who declares now: the lowest of those who have not declared (V20-143)."""
    if state.phase != "running" or state.stage != "declare":
        return ()
    late = _places(c for c in state.combatants if not c.hidden and is_able(c) and not has_declared(c))
    return next(iter(declaration_order(late)), ())


def acting(state: State) -> tuple[str, ...]:
    """Return who acts now: the highest of those with an action left, several on a full tie (V20-141, 143).

    Extra actions come after all own actions. Held actions come last: then they are taken, or let go.
    """
    if state.phase != "running" or state.stage != "act":
        return ()
    left = [c for c in state.combatants if not c.hidden and can_act(c)]
    left = [c for c in left if not c.held] or left
    first = min(map(current_extra, left), default=0)
    return next(iter(action_order(_places(c for c in left if current_extra(c) == first))), ())


def current_extra(combatant: Combatant) -> int:
    """Return the number of the extra action that it takes next, 0 for an own action."""
    card = next_card(combatant)
    return card.extra if card else 0


def turn_prompt(state: State) -> str | None:
    """Return the id of the question whether the turn goes on, once nobody has anything left to declare or to do."""
    if state.phase != "running" or state.exchange or declaring(state) or acting(state):
        return None
    return f"turn-{state.turn}-{state.stage}"


def may_declare(state: State, combatant: Combatant) -> bool:
    """Return whether it may lay its cards now."""
    if state.phase != "running" or state.stage != "declare" or has_declared(combatant):
        return False
    if can_only_heal(combatant) or (combatant.hidden and is_able(combatant)):
        return True
    return combatant.id in declaring(state)


def may_act(state: State, combatant: Combatant) -> bool:
    """Return whether its place has come. A hidden or holding combatant acts in its place or any time after it."""
    if state.phase != "running" or state.stage != "act" or state.exchange or not can_act(combatant):
        return False
    if combatant.held:
        return True
    now = acting(state)
    if not combatant.hidden or not now:
        return combatant.hidden or combatant.id in now
    first = state.find(now[0])
    return first is None or first.held or _rank(combatant) >= _rank(first)


def can_hold(state: State, combatant: Combatant) -> bool:
    """Return whether it acts now and somebody is left to wait for."""
    others = (c for c in state.combatants if not c.hidden and can_act(c) and not c.held and c.id != combatant.id)
    return not combatant.held and combatant.id in acting(state) and any(others)


def is_simultaneous(a: Combatant, b: Combatant, extra: int) -> bool:
    """Return whether `b` acts at the same moment as this extra action of `a`, 0 for an own action (V20-141)."""
    is_tie = a.initiative is not None and (a.initiative, a.rating) == (b.initiative, b.rating)
    return is_tie and not b.held and next_card(b) is not None and current_extra(b) == extra


def _rank(combatant: Combatant) -> tuple[int, int, int]:
    """Return a key that is higher for an earlier place in the order."""
    return (-current_extra(combatant), combatant.initiative or 0, combatant.rating)
