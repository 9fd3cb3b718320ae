"""Offers to declare: one action, sets of actions, a whole turn of one thing, an extra action of a power."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain

from rules.battle import Choice, Field, Fields, LazySequence, Offer, Rank, offer_move, targets
from rules.text import EMPTY, Text, join
from rules.v20da.actions.chances import success_chance
from rules.v20da.actions.difficulty import DEFAULT, LOWEST, is_allowed
from rules.v20da.actions.multiple import PlannedAction
from rules.v20da.attack import ATTACKS
from rules.v20da.decide.declaring import MAX_ACTIONS, plan_action
from rules.v20da.legal.plain import NO_ACTION, NO_DICE
from rules.v20da.moves import DeclareActions
from rules.v20da.state.figures import highest_base, own_attacks, say_roll, why_no_shot
from rules.v20da.state.model import ALONE, ESCAPE, ESCAPE_LABEL, OTHERS, Circumstances, Combatant, State
from rules.v20da.state.order import (
    can_heal,
    can_only_heal,
    clinch_partner,
    has_declared,
    is_able,
    is_down,
    is_present,
    may_declare,
    next_extra,
)

LAST_ATTACK = 3
"""At difficulty 6 an attack is at the latest the third action (V20-054)."""
SHARE = Text("−1 die, +1 difficulty per position")
ATTACK = Text("Attack")
Plans = Mapping[str, PlannedAction]
"""Actions as they would be alone, by key."""
COVERS = (EMPTY, Text("in light cover"), Text("in good cover"), Text("in superior cover"))
LONG_RANGE = Text("at long range")
DOWN = Text("down")


@dataclass(frozen=True, slots=True)
class Group:
    """Targets that are equally hard to hit. `words`: why; `plans`: each attack on them as it would be alone."""

    words: Text
    target: Field
    plans: Plans

    def name(self, label: Text) -> Text:
        """Return the label of an offer against these targets."""
        return Text("{label} ({words})", label=label, words=self.words) if self.words else label


def offers(state: State, actor: Combatant, seen: list[Combatant]) -> list[Offer]:
    """Return what this combatant may declare."""
    if state.stage != "declare" or has_declared(actor):
        return []
    if not may_declare(state, actor):
        reason = Text("Lowest initiative declares first.") if is_able(actor) else NO_ACTION
        return [_offer(actor, Text("Declare actions"), reason=reason)]
    if can_only_heal(actor):
        return [replace(_alone(actor, key), rank="usual") for key in ("heal", "wait")]
    if partner := clinch_partner(state, actor):
        return _in_clinch(state, actor, partner)
    there = order_targets(actor, seen)
    groups, plans = list(_group(actor, there)), {key: plan_action(actor, key, LOWEST) for key in OTHERS}
    if number := next_extra(actor):
        return _extra(actor, plans, groups if state.options.extra_attacks else [], there, number)
    found = [
        *_attacks(actor, groups),
        *_grip(actor, there),
        _other(actor, plans),
        *_sets(actor, plans, groups),
    ]
    return [*found, *(_alone(actor, key) for key in ALONE if key != "heal" or can_heal(actor))]


def order_targets(actor: Combatant, seen: Iterable[Combatant]) -> tuple[Combatant, ...]:
    """Return all in the open who can be attacked: foes who stand, foes who are down, the own side."""
    there = (combatant for combatant in seen if is_present(combatant) and not combatant.hidden)
    return tuple(targets.order_targets(actor, there, _say_down))


def _in_clinch(state: State, actor: Combatant, partner: Combatant) -> list[Offer]:
    """Return all that a clinch leaves to do (V20-168)."""
    number, is_attack_open = next_extra(actor), not next_extra(actor) or state.options.extra_attacks
    found = [_grip_offer(actor, partner)] if is_attack_open else []
    if is_attack_open and any(attack.key == "bite" for attack in own_attacks(actor)):
        label = Text("{w} against {whom}", w=ATTACKS["bite"].label, whom=partner.name)
        plan = plan_action(actor, "bite", target=partner)
        reason = EMPTY if plan.pool > 0 else NO_DICE
        found.append(_offer(actor, label, reason=reason, attack="bite", target=partner.id))
    found.append(_offer(actor, ESCAPE_LABEL, others=[ESCAPE]))
    if number:
        none = _offer(actor, Text("No extra action"), others=["wait"])
        cost = Text("extra action {n}, after all normal actions", n=number)
        return [replace(offer, cost=cost, fixed={**offer.fixed, "extra": number}) for offer in (*found, none)]
    return [*found, *(_alone(actor, key) for key in ("heal", "wait") if key != "heal" or can_heal(actor))]


def _grip_offer(actor: Combatant, partner: Combatant) -> Offer:
    return _offer(actor, Text("Squeeze {whom}", whom=partner.name), attack="squeeze", target=partner.id)


def _target_field(actor: Combatant, there: Sequence[Combatant]) -> Field:
    """Return the choice among these, which begins with the first foe who stands, or with no one."""
    initial = targets.find_first(actor, there, _say_down) or ()
    return Field("target", Text("Against"), "choice", targets.name_targets(there, _say_down), initial=initial)


def _say_down(actor: Combatant) -> Text:
    """Return a word for someone who can fight no more, or an empty text."""
    return DOWN if is_down(actor) else EMPTY


def _extra(actor: Combatant, plans: Plans, groups: list[Group], there: Sequence[Combatant], number: int) -> list[Offer]:
    """Return the offers of one extra action: with all its dice, after all own actions."""
    none = _offer(actor, Text("No extra action"), others=["wait"])
    attacks = [*_attacks(actor, groups), *_grip(actor, there)] if groups else []
    found = [*attacks, _other(actor, plans), none]
    cost = Text("extra action {n}, after all normal actions", n=number)
    return [replace(offer, cost=cost, fixed={**offer.fixed, "extra": number}) for offer in found]


def _offer(
    actor: Combatant,
    label: Text,
    fields: Sequence[Field] = (),
    cost: Text = EMPTY,
    reason: Text = EMPTY,
    aimed: Text = EMPTY,
    rank: Rank = "usual",
    **fixed: object,
) -> Offer:
    return offer_move(
        DeclareActions, label, actor, fields, cost=cost, reason=reason, aimed=aimed, fixed=fixed, rank=rank
    )


def _group(actor: Combatant, there: Iterable[Combatant]) -> Iterator[Group]:
    """Group the targets by what makes them hard to hit, so that all choices of a form fit each other (V20-166, 167)."""
    alike = defaultdict[tuple[int, int], list[Combatant]](list)
    for target in there:
        alike[target.circumstances.cover, target.circumstances.distance].append(target)
    attacks = [attack for attack in own_attacks(actor) if attack.key != "squeeze"]
    for (cover, distance), group in alike.items():
        hard = replace(group[0], circumstances=Circumstances(cover=cover, distance=distance))
        words = join(", ", filter(None, (COVERS[cover], LONG_RANGE if distance else EMPTY)))
        plans = {attack.key: plan_action(actor, attack.key, target=hard) for attack in attacks}
        yield Group(words, _target_field(actor, group), plans)


def _attack_choices(actor: Combatant, group: Group, place: int = 0) -> tuple[Choice, ...]:
    return tuple(_choice(actor, key, plan, place) for key, plan in group.plans.items())


def _choice(actor: Combatant, key: str, plan: PlannedAction, place: int) -> Choice:
    """Return an action in this place (0: alone), greyed if it would not fit (V20-053, 056)."""
    dice, difficulty = plan.pool - place, (plan.difficulty or DEFAULT) + place
    if key == "stand":
        return Choice(key, plan.label)
    reason = EMPTY if is_allowed(difficulty, place=place) else Text("Difficulty {n} is too high.", n=difficulty)
    reason = reason if dice > 0 else NO_DICE
    hint = say_roll(dice, difficulty) if key != "other" else EMPTY
    if key not in ATTACKS:
        return Choice(key, plan.label, hint, reason)
    reason = why_no_shot(actor, ATTACKS[key]) or reason
    if reach := ATTACKS[key].range:
        hint = Text("{roll}, {n} yards", roll=hint, n=reach)
    return Choice(key, plan.label, hint, reason, None if reason else success_chance(dice, difficulty))


def _is_open(choices: Iterable[Choice]) -> bool:
    return any(not choice.reason for choice in choices)


def _attacks(actor: Combatant, groups: Sequence[Group]) -> list[Offer]:
    found = []
    for group in groups:
        choices = _attack_choices(actor, group)
        reason = EMPTY if _is_open(choices) else Text("No attack has any dice.")
        fields = (Field("attack", ATTACK, "choice", choices), group.target)
        found.append(_offer(actor, group.name(ATTACK), fields, reason=reason, aimed=group.name(Text("Attack {}"))))
    return found or [_offer(actor, ATTACK, reason=Text("There is no one to attack."))]


def _grip(actor: Combatant, there: Sequence[Combatant]) -> list[Offer]:
    held = next((target for target in there if target.id == actor.grip), None)
    return [_grip_offer(actor, held)] if held else []


def _other(actor: Combatant, plans: Plans) -> Offer:
    fields = _slot(actor, plans, 0, 0)
    reason = EMPTY if fields else Text("No action has any dice.")
    return _offer(actor, Text("One other action"), fields, reason=reason, rank="sometimes")


def _slot(actor: Combatant, plans: Plans, number: int, place: int, *, required: bool = True) -> Fields:
    """Return the fields of one action that is no attack, in this place of the set, or nothing if none would fit.

    `number`: its place among those that are no attacks, from 0. A plain action has its own difficulty (V20-058).
    """
    most = highest_base(actor, place)
    base = max(LOWEST, min(DEFAULT, most))
    keys = [key for key in OTHERS if key != "stand" or ("prone" in actor.conditions and not number)]
    choices = tuple(_choice(actor, key, plans[key], place) for key in keys if key != "other" or most >= LOWEST)
    if not _is_open(choices):
        return ()
    name = Text("Action {n}", n=place) if place else Text("Action")
    if not required:
        choices = (Choice("", Text("None")), *(choice for choice in choices if not choice.reason))
    asked = Field(f"others.{number}", name, "choice", choices, initial=None if required else "", required=required)
    if not any(choice.value == "other" and not choice.reason for choice in choices):
        return (asked,)
    label = Text("{name}: difficulty of another action", name=name)
    return asked, Field(
        f"difficulties.{number}",
        label,
        "number",
        low=LOWEST,
        high=max(LOWEST, most),
        initial=base,
        beside=True,
        source="ruling",
        waits=True,
    )


def _sets(actor: Combatant, plans: Plans, groups: Sequence[Group]) -> list[Offer]:
    """Return sets with an attack as first, second or third action, and one without an attack."""
    among = [(place, group) for place in range(1, LAST_ATTACK + 1) for group in groups]
    return [offer for place, group in (*among, (0, None)) for offer in _set(actor, plans, group, place)]


_LABELS = (
    Text("Several actions, no attack"),
    Text("Attack, then other actions"),
    Text("Another action, then attack"),
    Text("Two other actions, then attack"),
)
_AIMED = (
    EMPTY,
    Text("Attack {}, then other actions"),
    Text("Another action, then attack {}"),
    Text("Two other actions, then attack {}"),
)
"""The labels of these offers once the target of the attack is chosen."""


def _set(actor: Combatant, plans: Plans, group: Group | None, attack_place: int) -> list[Offer]:
    """Return an offer of two actions or more, each with the choices that fit its place."""
    least = max(2 if group is None else 1, attack_place - 1)
    if group and not _is_open(_attack_choices(actor, group, attack_place)):
        return []
    if not all(_slot(actor, plans, number, _place(number, attack_place)) for number in range(least)):
        return []
    fields = LazySequence(partial(_set_fields, actor, plans, group, attack_place, least))
    rank: Rank = "sometimes" if attack_place == 1 else "rare"
    if group is None:
        return [_offer(actor, _LABELS[0], fields, SHARE, rank=rank)]
    label, aimed = group.name(_LABELS[attack_place]), group.name(_AIMED[attack_place])
    return [_offer(actor, label, fields, SHARE, aimed=aimed, rank=rank, attack_place=attack_place)]


def _place(number: int, attack_place: int) -> int:
    """Return the place in the set of action `number`, which is no attack. `attack_place`: 0 without an attack."""
    return number + 1 + (0 < attack_place <= number + 1)


def _set_fields(actor: Combatant, plans: Plans, group: Group | None, attack_place: int, least: int) -> Sequence[Field]:
    """Return the fields of every action, in the order of their places."""
    slots = [
        _slot(actor, plans, number, _place(number, attack_place), required=number < least)
        for number in range(MAX_ACTIONS - bool(group))
    ]
    if group:
        attacks = _attack_choices(actor, group, attack_place)
        attack = Field("attack", Text("Action {n}: attack", n=attack_place), "choice", attacks)
        slots.insert(attack_place - 1, (attack, group.target))
    return tuple(chain.from_iterable(slots))


def _alone(actor: Combatant, key: str) -> Offer:
    return _offer(actor, ALONE[key], others=[key], rank="sometimes" if key == "wait" else "usual")
