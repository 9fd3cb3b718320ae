"""Offers to declare: one action, an attack with others, several others, a whole turn of one thing."""

from collections.abc import Iterable, Mapping

from rules.battle import Choice, Field, Offer
from rules.v20da.actions.chances import success_chance
from rules.v20da.actions.difficulty import is_allowed
from rules.v20da.actions.multiple import Planned
from rules.v20da.attack import ATTACKS
from rules.v20da.decide.declaring import plan_action
from rules.v20da.state.figures import own_attacks, say_roll
from rules.v20da.state.model import ALONE, OTHERS, Combatant, State, label_action
from rules.v20da.state.order import can_heal, can_only_heal, is_able, is_present, may_declare

MOST = 3
"""At the default difficulty at most three actions fit into a turn (V20-054)."""


def offers(state: State, actor: Combatant, seen: list[Combatant]) -> list[Offer]:
    """What this combatant may declare."""
    if state.stage != "declare" or actor.cards:
        return []
    if not may_declare(state, actor):
        reason = "The lowest initiative declares first." if is_able(actor) else "No action is possible."
        return [_offer(actor, "Declare actions", reason=reason)]
    if can_only_heal(actor):
        return [_alone(actor, "heal")]
    targets = target_choices(actor, seen)
    plans = _plans(actor)
    found = [_attack(actor, plans, targets), *_grip(actor, targets), _other(actor, plans)]
    found += _pairs(actor, plans, targets) + _several(actor, plans, targets)
    return [*found, *(_alone(actor, key) for key in ALONE if key != "heal" or can_heal(actor))]


def target_choices(actor: Combatant, seen: Iterable[Combatant]) -> tuple[Choice, ...]:
    """Everyone in the open who can be attacked, foes first."""
    there = [c for c in seen if c.id != actor.id and is_present(c) and not c.hidden]
    return tuple(Choice(c.id, c.name, hint=c.side) for c in sorted(there, key=lambda c: c.side == actor.side))


def _offer(actor: Combatant, label: str, fields: tuple[Field, ...] = (), cost: str = "", reason: str = "",
           **fixed: object) -> Offer:  # fmt: skip
    return Offer("DeclareActions", label, "act", actor.id, cost, fields=fields, fixed={"actor": actor.id, **fixed},
                 reason=reason)  # fmt: skip


Plans = Mapping[str, Planned]


def _plans(actor: Combatant) -> Plans:
    """Every action that it might declare, as it would be alone; worked out once for all offers."""
    others = (key for key in OTHERS if key != "stand" or "prone" in actor.conditions)
    keys = [attack.key for attack in own_attacks(actor) if attack.key != "squeeze"]
    return {key: plan_action(actor, key) for key in (*keys, *others)}


def _choice(key: str, plan: Planned, place: int) -> Choice:
    """An action in this place (0: alone), greyed where it would not fit (V20-053, 056)."""
    dice, difficulty = plan.pool - place, (plan.difficulty or 6) + place
    if key == "stand":
        return Choice(key, label_action(key))
    reason = "" if is_allowed(difficulty, place=place) else f"Difficulty {difficulty} is too high."
    reason = reason if dice > 0 else "No dice would be left."
    odds = success_chance(dice, difficulty) if key in ATTACKS and not reason else None
    hint = say_roll(dice, difficulty) if key != "other" else ""
    if key in ATTACKS and (reach := ATTACKS[key].range):
        hint += f", {reach} yards"
    return Choice(key, label_action(key), hint, reason, odds)


def _attacks(plans: Plans, place: int = 0) -> tuple[Choice, ...]:
    return tuple(_choice(key, plan, place) for key, plan in plans.items() if plan.attack)


def _others(plans: Plans, place: int = 0) -> tuple[Choice, ...]:
    """Everything beside attacks; standing up only alone, as it can be done only once."""
    free = ((key, plan) for key, plan in plans.items() if not plan.attack)
    return tuple(_choice(key, plan, place) for key, plan in free if not place or key != "stand")


def _is_open(choices: tuple[Choice, ...]) -> bool:
    return any(not choice.reason for choice in choices)


def _attack_fields(attacks: tuple[Choice, ...], targets: tuple[Choice, ...]) -> tuple[Field, ...]:
    return Field("attack", "Attack", "choice", attacks), Field("target", "Against", "choice", targets)


def _attack(actor: Combatant, plans: Plans, targets: tuple[Choice, ...]) -> Offer:
    attacks = _attacks(plans)
    reason = "" if targets and _is_open(attacks) else "Nobody can be attacked, or no attack has dice."
    return _offer(actor, "Attack", _attack_fields(attacks, targets), reason=reason)


def _grip(actor: Combatant, targets: tuple[Choice, ...]) -> list[Offer]:
    held = next((choice for choice in targets if choice.value == actor.grip), None)
    return [_offer(actor, f"Squeeze {held.label}", attack="squeeze", target=held.value)] if held else []


def _other(actor: Combatant, plans: Plans) -> Offer:
    choices = _others(plans)
    field = Field("others", "Action", "list", choices, 1, 1)
    return _offer(actor, "One other action", (field,), reason="" if _is_open(choices) else "No action has dice.")


def _pairs(actor: Combatant, plans: Plans, targets: tuple[Choice, ...]) -> list[Offer]:
    """An attack and one other action, in either order, each choice as its place allows."""
    found = []
    for place, label in ((1, "Attack, then another action"), (2, "Another action, then attack")):
        attacks, others = _attacks(plans, place), _others(plans, 3 - place)
        if targets and _is_open(attacks) and _is_open(others):
            fields = (*_attack_fields(attacks, targets), Field("others", "Beside it", "list", others, 1, 1))
            found.append(_offer(actor, label, fields, _cost(2), attack_place=place))
    return found


def _several(actor: Combatant, plans: Plans, targets: tuple[Choice, ...]) -> list[Offer]:
    """Larger sets; what is offered fits in any place of them."""
    found = []
    for size in range(2, MOST + 1):
        attacks, others = _attacks(plans, size), _others(plans, size)
        if not _is_open(others):
            break
        every = Field("others", "Actions", "list", others, size, size)
        found.append(_offer(actor, f"{size} actions, no attack", (every,), _cost(size)))
        if size > 2 and targets and _is_open(attacks):
            beside = Field("others", "Beside it", "list", others, size - 1, size - 1)
            place = Field("attack_place", "The attack is action", "number", low=1, high=size, initial=1)
            fields = (*_attack_fields(attacks, targets), beside, place)
            found.append(_offer(actor, f"{size} actions, one an attack", fields, _cost(size)))
    return found


def _cost(size: int) -> str:
    return f"−1 to −{size} dice, +1 to +{size} difficulty"


def _alone(actor: Combatant, key: str) -> Offer:
    return _offer(actor, ALONE[key], others=[key])
