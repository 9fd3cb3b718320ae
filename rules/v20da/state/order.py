"""Who is there, who can act, who declares and who acts next.

No one waits for a combatant in hiding, nor does it wait: the order that the table sees leaves it out.
"""

from collections.abc import Iterable

from rules.powers import sum_shares
from rules.v20da.health.healing import light_wounds
from rules.v20da.state.model import Card, Combatant, State
from rules.v20da.timing import Place, action_order, declaration_order


def is_present(actor: Combatant) -> bool:
    """Return whether it is still part of the fight, standing or not."""
    return not actor.out and not actor.health.is_final


def is_down(actor: Combatant) -> bool:
    """Return whether it can no longer fight: gone, Incapacitated or worse, staked."""
    return bool(actor.out) or actor.health.condition != "ok" or "staked" in actor.conditions


def wounds(actor: Combatant) -> int | None:
    """Return the wound penalty now, 0 or negative; None if no action is possible (V20-091, 141, 181)."""
    if actor.grace is not None and next_card(actor):
        return 0 if actor.ignores_wounds else actor.grace
    if actor.health.condition != "ok":
        return None
    return 0 if actor.ignores_wounds else actor.health.penalty


def is_able(actor: Combatant) -> bool:
    """Return whether it can take actions."""
    return not actor.out and "staked" not in actor.conditions and wounds(actor) is not None


def can_only_heal(actor: Combatant) -> bool:
    """Return whether it is an Incapacitated vampire with blood to heal itself (V20-180, 201)."""
    return (
        not actor.out
        and "staked" not in actor.conditions
        and actor.health.condition == "incapacitated"
        and can_heal(actor)
    )


def can_heal(actor: Combatant) -> bool:
    """Return whether blood can close a wound within the turn (V20-200)."""
    return actor.sheet.is_vampire and actor.blood > 0 and light_wounds(actor.health.track) > 0


def next_card(actor: Combatant) -> Card | None:
    """Return the next declared action to take, in the order declared. Defenses wait for attacks."""
    return next((card for card in actor.cards if not card.done and not card.is_defense), None)


def extra_actions(actor: Combatant) -> int:
    """Return how many extra actions its powers grant in a turn."""
    return sum_shares(actor.standing, "extra_actions")


def next_extra(actor: Combatant) -> int:
    """Return the number of the extra action that it declares next, from 1; 0 before its own, or if none is left.

    Full defense and healing take the whole turn: nothing is declared with them.
    """
    declared = max((card.extra for card in actor.cards), default=0)
    is_full = any(card.key in ("full_defense", "heal") for card in actor.cards)
    return declared + 1 if actor.cards and not is_full and declared < extra_actions(actor) else 0


def has_declared(actor: Combatant) -> bool:
    """Return whether it has declared everything that it can do in this turn."""
    return bool(actor.cards) and not (next_extra(actor) and is_able(actor))


def can_act(actor: Combatant) -> bool:
    """Return whether it has an action left and is able to take it."""
    card = next_card(actor)
    return card is not None and (is_able(actor) or (card.key == "heal" and can_only_heal(actor)))


def _places(combatants: Iterable[Combatant]) -> list[Place[str]]:
    return [Place(c.id, c.initiative, c.rating) for c in combatants if c.initiative is not None]


def order(state: State) -> tuple[tuple[str, ...], ...]:
    """Return all in the open who are still in the fight, first to act first."""
    return action_order(_places(c for c in state.combatants if not c.hidden and is_present(c)))


def declaring(state: State) -> tuple[str, ...]:
    """Return who declares now: with cards face down all who have not, or else the lowest of them (V20-143)."""
    if state.phase != "running" or state.stage != "declare":
        return ()
    late = _places(c for c in state.combatants if not c.hidden and is_able(c) and not has_declared(c))
    groups = declaration_order(late)
    if state.options.cards == "face_down":
        return tuple(who for group in groups for who in group)
    return next(iter(groups), ())


def is_card_open(state: State, actor: Combatant) -> bool:
    """Return whether everyone who knows of the combatant may know what it has declared."""
    return actor.turned or (state.options.cards == "open" and not actor.hidden)


def clinch_partner(state: State, actor: Combatant) -> Combatant | None:
    """Return who is in a clinch with this combatant, holding or held; None if that one can fight no more.

    Those in a clinch do nothing but what belongs to it (V20-168), if the series has it so.
    """
    if not state.options.clinch_binds:
        return None
    for other in state.combatants:
        holds = other.grip == actor.id and "clinched" in actor.conditions
        is_held = actor.grip == other.id and "clinched" in other.conditions
        if (holds or is_held) and is_present(other) and not is_down(other):
            return other
    return None


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


def current_extra(actor: Combatant) -> int:
    """Return the number of the extra action that it takes next, 0 for an own action."""
    card = next_card(actor)
    return card.extra if card else 0


def turn_prompt(state: State) -> str | None:
    """Return the id of the question whether the turn goes on, once no one has anything left to declare or to do."""
    if state.phase != "running" or state.exchange or declaring(state) or acting(state):
        return None
    return f"turn-{state.turn}-{state.stage}"


def may_declare(state: State, actor: Combatant) -> bool:
    """Return whether it may lay its cards now."""
    if state.phase != "running" or state.stage != "declare" or has_declared(actor):
        return False
    if can_only_heal(actor) or (actor.hidden and is_able(actor)):
        return True
    return actor.id in declaring(state)


def may_act(state: State, actor: Combatant) -> bool:
    """Return whether its place has come. A hidden or holding combatant acts in its place or any time after it."""
    if state.phase != "running" or state.stage != "act" or state.exchange or not can_act(actor):
        return False
    if actor.held:
        return True
    now = acting(state)
    if not actor.hidden or not now:
        return actor.hidden or actor.id in now
    first = state.find(now[0])
    return first is None or first.held or _rank(actor) >= _rank(first)


def can_hold(state: State, actor: Combatant) -> bool:
    """Return whether it acts now and someone is left to wait for."""
    others = (c for c in state.combatants if not c.hidden and can_act(c) and not c.held and c.id != actor.id)
    return not actor.held and actor.id in acting(state) and any(others)


def is_simultaneous(a: Combatant, b: Combatant, extra: int) -> bool:
    """Return whether `b` acts at the same moment as this extra action of `a`, 0 for an own action (V20-141)."""
    is_tie = a.initiative is not None and (a.initiative, a.rating) == (b.initiative, b.rating)
    return is_tie and not b.held and next_card(b) is not None and current_extra(b) == extra


def _rank(actor: Combatant) -> tuple[int, int, int]:
    """Return a key that is higher for an earlier place in the order."""
    return (-current_extra(actor), actor.initiative or 0, actor.rating)
