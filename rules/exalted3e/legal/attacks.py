"""Offers of attacks: withering, decisive, gambits, and those of a clinch."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

from rules.battle import Choice, Field, Fields, Json, LazySequence, Offer, offer_move
from rules.battle.declare import list_fields
from rules.battle.guards import refusal
from rules.battle.offers import Group
from rules.dice import MAX_DICE
from rules.exalted3e import moves as mv
from rules.exalted3e.actions.count import TENS_DOUBLE, TENS_SINGLE
from rules.exalted3e.actions.request import MAX_BONUS
from rules.exalted3e.attack.groups import group_terms
from rules.exalted3e.attack.meeting import find_guardian
from rules.exalted3e.attack.plan import (
    TAG_COSTS,
    Plan,
    check_attackable,
    check_decisive,
    incoming_of,
    initiative_cost,
    parse_kind,
)
from rules.exalted3e.attack.rolls import ATTACKS, attack_terms, weapon_accuracy
from rules.exalted3e.decide.attacks import excellency_cap, gambit_difficulty
from rules.exalted3e.decide.powers import attack_moment, room_for_dice
from rules.exalted3e.decide.turn_over import may_move_on
from rules.exalted3e.defense import compute_defense, compute_guard
from rules.exalted3e.legal.common import (
    View,
    choose,
    declared,
    excellency,
    first_reason,
    in_play,
    pick,
    power_fields,
    stunt,
    willpower,
)
from rules.exalted3e.state.board import are_enemies, distance
from rules.exalted3e.state.combatant import Arm, Combatant
from rules.exalted3e.timing.initiative import BASE
from rules.exalted3e.timing.turns import check_action
from rules.exalted3e.traits import TABLES
from rules.lru_cache import cached_by_identity
from rules.odds import odds
from rules.text import EMPTY, Text, verbatim, word

HOLDS = {"savage": Text("Savage"), "throw": Text("Throw")}
"""What one may do with a victim held in a clinch (3E-294)."""
IN_CRASH = Text("in Crash")
IN_REACH = Text("decisive possible")
"""The note at a target of an attack of another kind that may be struck decisively too."""
NOTHING: Mapping[str, Json] = {}
RARE_GAMBITS = ("unhorse", "other")


class Targets(NamedTuple):
    """Whom a weapon could be turned on: everyone in sight, foes first, and those of them within its reach.

    `why_not` returns why one cannot be attacked, empty if it can. `nobody`: why none can be. `find_guardian` returns
    who stands before a target.
    """

    there: Sequence[Combatant]
    near: Sequence[Combatant]
    why_not: Callable[[Combatant], Text]
    nobody: Text
    find_guardian: Callable[[Combatant], Combatant | None]


def offer_attacks(sight: View, actor: Combatant) -> list[Offer]:
    """Return the attacks of every kind with every ready weapon."""
    blocked = refusal(check_action, sight.state, actor, "attack")
    kinds = ("withering", "decisive") if actor.group is None else ("withering",)
    found = []
    for arm in ready_arms(actor):
        targets = _targets(sight, actor, arm)
        found += [_strike(sight, actor, arm, kind, targets, blocked) for kind in kinds]
        if sight.seat.storyteller and not blocked:
            found += _waived(sight, actor, arm, targets)
        if actor.group is None and arm is actor.arm:
            found += [_gambit(sight, actor, gambit, targets, blocked) for gambit in (*TABLES["gambits"], "other")]
    if actor.clinch is not None and actor.clinch.controls:
        found += [_hold(sight, actor, kind, hold, blocked) for kind in ("withering", "decisive") for hold in HOLDS]
    return found


def is_foe_in_reach(sight: View, actor: Combatant) -> bool:
    """Return whether a foe can be attacked with a ready weapon: until one can, moving comes first."""
    for arm in ready_arms(actor):
        targets = _targets(sight, actor, arm)
        if any(foe.side != actor.side and not targets.why_not(foe) for foe in targets.near):
            return True
    return False


def ready_arms(actor: Combatant) -> tuple[Arm, ...]:
    """Return the weapon in hand and the natural ones."""
    names = dict.fromkeys((actor.arm.name, *(arm.name for arm in actor.arms if arm.is_natural)))
    return tuple(actor.find_arm(name) or actor.arm for name in names)


def _plan(actor: Combatant, kind: str, arm: Arm, target: Combatant | None = None, exempt: str = "") -> Plan:
    to = (target or actor).id
    plan = Plan(actor.id, to, parse_kind(kind), weapon=arm.name, exempt=exempt)
    return replace(plan, surprise="surprise") if actor.hidden else plan  # 3E-276


def _targets(sight: View, actor: Combatant, arm: Arm) -> Targets:
    foes = [c for c in in_play(sight) if c.side != actor.side]
    friends = [c for c in in_play(sight) if c.side == actor.side and c.id != actor.id]
    there, plan = (*foes, *friends), _plan(actor, "withering", arm)
    near = [c for c in there if distance(actor, c) <= arm.reach]

    def why_not(target: Combatant) -> Text:
        return refusal(check_attackable, sight.state, plan, actor, target, arm)

    is_any = not all(map(why_not, near))
    nobody = EMPTY if is_any else first_reason(map(why_not, there[:1]), Text("There is no one to attack."))

    wards = {c.ward for c in sight.state.combatants}

    def guard(target: Combatant) -> Combatant | None:
        if target.id not in wards:
            return None
        incoming = incoming_of(plan, arm, actor, distance(actor, target))
        return find_guardian(sight.state, actor, target, incoming)

    return Targets(there, near, why_not, nobody, guard)


def _choices(actor: Combatant, arm: Arm, kind: str, targets: Targets, blocked: Text) -> Field:
    """Return the targets: foes in reach first, then other foes, then friends."""
    why_not = {target.id: blocked or targets.why_not(target) for target in targets.there}
    there = sorted(targets.there, key=lambda target: (target.side == actor.side, bool(why_not[target.id])))
    is_decisive = not refusal(check_decisive, actor, _plan(actor, "decisive", arm), arm)
    found = []
    for target in there:
        why = why_not[target.id]
        chance = None if why else chance_to_hit(actor, target, arm, kind, targets.find_guardian(target))
        hint = Text("an ally: no Initiative moves") if target.side == actor.side else EMPTY
        if is_decisive and not why and kind == "withering" and actor.group is None and are_enemies(actor, target):
            hint = IN_REACH
        found.append(Choice(target.id, verbatim(target.name), hint=hint, reason=why, odds=chance))
    return pick(mv.Attack, "target", found, initial=begin_with(actor, there))


def begin_with(actor: Combatant, targets: Iterable[Combatant]) -> tuple[()] | None:
    """Return the initial target of a form: None for the first one, a foe; () if there are only friends."""
    return None if any(are_enemies(actor, target) for target in targets) else ()


@cached_by_identity(4096)
def chance_to_hit(actor: Combatant, target: Combatant, arm: Arm, kind: str, guardian: Combatant | None = None) -> float:
    """Return the chance to reach the target's current Defense, or the Parry of its guardian (3E-172)."""
    plan, bands = _plan(actor, kind, arm, target), distance(actor, target)
    incoming = incoming_of(plan, arm, actor, bands)
    needed = (
        compute_defense(target, incoming, actor).defense
        if guardian is None
        else compute_guard(guardian, incoming, actor).parry or 0
    )
    terms = (*arm.pool, *group_terms(actor), *attack_terms(actor, target, plan))
    dice = sum(term.amount for term in terms) + (weapon_accuracy(arm, bands) if kind == "withering" else 0)
    return float(odds(TENS_DOUBLE, max(0, dice), difficulty=needed).success)


def _powers(actor: Combatant, arm: Arm, keep: int) -> Fields:
    """Return the powers for an attack that must leave `keep` Initiative, with the cap on dice."""
    return power_fields(actor, attack_moment(actor), room_for_dice(actor, excellency_cap(arm)), keep)


def _count_kept(plan: Plan, arm: Arm) -> int:
    """Return the Initiative that the attacker needs for a decisive attack."""
    return initiative_cost(plan, arm) + 1 if plan.kind == "decisive" else 0


def _describe_gambit(sight: View, actor: Combatant, difficulty: int) -> Text:
    """Describe the second roll after a hit: Initiative against the gambit's difficulty (3E-281)."""
    rule = TENS_DOUBLE if sight.state.options.gambit_doubles_tens else TENS_SINGLE
    dice = min(MAX_DICE, max(0, actor.initiative or 0))
    chance = float(odds(rule, dice, difficulty=difficulty, botch="none").success)
    return Text("on a hit, Initiative roll against {n}: {chance}", n=difficulty, chance=f"{chance:.0%}")


def _helps(sight: View, actor: Combatant, arm: Arm, keep: int = 0) -> Fields:
    """Return what may be added to any attack roll that leaves `keep` Initiative."""
    fields = [*stunt()]
    if actor.personal_max:
        room = room_for_dice(actor, excellency_cap(arm)) or 0
        fields += excellency(mv.Attack, min(MAX_BONUS, room, actor.personal + actor.peripheral))
    fields += [*_powers(actor, arm, keep), *willpower(actor)]
    if arm.specialty:
        label = Text("Specialty: {name}", name=arm.specialty)
        fields += list_fields(mv.Attack, {"specialty": {"label": label}}, "specialty")
    fields += declared(mv.Attack, "bonus", "surprise", "unblockable", "undodgeable", "staged")
    if any(c.group is not None for c in in_play(sight)):
        fields += declared(mv.Attack, "area")
    if not actor.flurry and may_move_on(sight.state, actor):
        fields += declared(mv.Attack, "then_end")
    return tuple(fields)


def _tag_field(actor: Combatant, plan: Plan, arm: Arm) -> list[Field]:
    """Return the weapon tags that this attack can use and pay for (3E-249 to 3E-251)."""
    left = (actor.initiative or 0) - initiative_cost(plan, arm)
    usable = [tag for tag in arm.tags if tag in TAG_COSTS and (plan.kind == "withering" or left > TAG_COSTS[tag])]
    if not usable:
        return []
    tags = (Choice(tag, Text("{tag}, {n} Initiative", tag=word(tag), n=TAG_COSTS[tag])) for tag in usable)
    smash = declared(mv.Attack, "smash") if "smashing" in usable else ()
    return [pick(mv.Attack, "tag", (Choice("", Text("none")), *tags), initial=""), *smash]


def _strike(sight: View, actor: Combatant, arm: Arm, kind: str, targets: Targets, blocked: Text) -> Offer:
    plan = _plan(actor, kind, arm)
    blocked = blocked or refusal(check_decisive, actor, plan, arm)

    def ask() -> Iterable[Field]:
        choices = _choices(actor, arm, kind, targets, blocked)
        return choices, *_helps(sight, actor, arm, _count_kept(plan, arm)), *_tag_field(actor, plan, arm)

    cost, values = initiative_cost(plan, arm), {"attack": ATTACKS[kind], "w": word(arm.name)}
    return _offer(
        actor,
        arm,
        kind,
        Text("{attack}: {w}", **values),
        ask,
        cost=Text("{n} Initiative", n=cost) if cost else EMPTY,
        reason=blocked or targets.nobody,
        hint=_describe_gain(kind, max((actor.initiative or 0) - cost, 0)),
        aimed=Text("{attack} on {whom}: {w}", **values, whom="{}"),
    )


def _describe_gain(kind: str, left: int) -> Text:
    """Return what a hit brings the attacker. `left`: the Initiative that a decisive one rolls (3E-084, 3E-088)."""
    if kind == "withering":
        return Text("+1 + damage in Initiative")
    return Text("{n} die of damage, then Initiative {n2}", "{n} dice of damage, then Initiative {n2}", n=left, n2=BASE)


def _offer(
    actor: Combatant,
    arm: Arm,
    kind: str,
    label: Text,
    ask: Callable[[], Iterable[Field]],
    group: Group = "act",
    fixed: Mapping[str, Json] = NOTHING,
    **more: Any,
) -> Offer:
    """Return the offer of an attack. It is usual with the weapon in hand, and in a clinch."""
    more.setdefault("rank", "usual" if arm is actor.arm else "sometimes")
    values = {"attack": kind, "weapon": arm.name, **fixed}
    return offer_move(mv.Attack, label, actor, LazySequence(ask), group=group, fixed=values, has_preview=True, **more)


WAIVERS: tuple[tuple[Text, Mapping[str, Json], Callable[[Plan], Plan]], ...] = (
    (Text("by magic, without aiming"), {"magic": "spell"}, lambda plan: replace(plan, needs_aim=False)),
    (Text("the Storyteller rules anyway"), {"forced": True}, lambda plan: replace(plan, forced=True)),
)
"""What the Storyteller may waive: an aim (3E-191 to 3E-196), the ban on an unaimed shot, or that on full cover
(3E-190, 3E-231). Each has its words, the values of the move, and the change of the plan."""


def _waived(sight: View, actor: Combatant, arm: Arm, targets: Targets) -> list[Offer]:
    """Return attacks on targets that the weapon reaches only by a waiver."""
    refused, plan = list(filter(targets.why_not, targets.near)), _plan(actor, "withering", arm)
    found = []
    for how, fixed, waive in WAIVERS:
        found += _grant(sight, actor, waive(plan), arm, how, fixed, refused, "act")
    return found


def _grant(
    sight: View,
    actor: Combatant,
    plan: Plan,
    arm: Arm,
    how: Text,
    fixed: Mapping[str, Json],
    targets: Sequence[Combatant],
    group: Group,
) -> list[Offer]:
    """Return attacks that the Storyteller grants against the rules, on those of the targets that the plan allows."""

    def is_open(target: Combatant) -> bool:
        return not refusal(check_attackable, sight.state, plan, actor, target, arm)

    def ask(keep: int) -> Iterable[Field]:
        there = list(filter(is_open, targets))
        chosen = replace(choose(mv.Attack, "target", there), initial=begin_with(actor, there))
        return chosen, *stunt(), *_powers(actor, arm, keep)

    found = []
    for kind, attack in ATTACKS.items() if any(map(is_open, targets)) else ():
        of_kind, values = _plan(actor, kind, arm), {"attack": attack, "how": how, "w": word(arm.name)}
        if not refusal(check_decisive, actor, of_kind, arm):
            form = partial(ask, _count_kept(of_kind, arm))
            label, aimed = (
                Text("{attack} {how}: {w}", **values),
                Text("{attack} against {whom} {how}: {w}", **values, whom="{}"),
            )
            found.append(_offer(actor, arm, kind, label, form, group, fixed, aimed=aimed, rank="rare"))
    return found


def offer_reflexive(sight: View, actor: Combatant) -> list[Offer]:
    """Return attacks by magic at any time, which need neither turn nor action (3E-193, 3E-194)."""
    if actor.group is not None or actor.initiative is None:
        return []
    arm = actor.arm
    near = [c for c in in_play(sight) if c.side != actor.side and distance(actor, c) <= arm.reach]
    how, plan = Text("by {who} at once, by magic", who=actor.name), _plan(actor, "withering", arm, exempt="reflexive")
    return _grant(sight, actor, plan, arm, how, {"magic": "reflexive"}, near, "storyteller")


def _gambit(sight: View, actor: Combatant, gambit: str, targets: Targets, blocked: Text) -> Offer:
    arm = actor.arm
    least, most = gambit_difficulty(gambit, arm)
    plan = replace(_plan(actor, "decisive", arm), gambit=gambit, difficulty=least)
    blocked = blocked or refusal(check_decisive, actor, plan, arm)
    allies = [c for c in targets.there if c.side == actor.side]

    def ask() -> Iterable[Field]:
        yield _choices(actor, arm, "decisive", targets, blocked)
        yield from _helps(sight, actor, arm, initiative_cost(plan, arm) + least + 2)
        if most > least:
            affordable = (actor.initiative or 0) - initiative_cost(plan, arm) - 2
            bounds = {"low": least, "high": max(least, min(most, affordable)), "initial": least}
            yield from list_fields(mv.Attack, {"difficulty": bounds}, "difficulty")
        if gambit == "distract":
            yield choose(mv.Attack, "ally", allies, _why_not_ally)

    reason = blocked or targets.nobody
    if gambit == "distract":
        reason = reason or first_reason(map(_why_not_ally, allies), Text("There is no ally to benefit."))
    return _offer(
        actor,
        arm,
        "decisive",
        Text("Gambit: {gambit}", gambit=word(gambit)),
        ask,
        fixed={"gambit": gambit},
        reason=reason,
        cost=Text("{n} Initiative on a hit", n=least + 1),
        hint=EMPTY if reason else _describe_gambit(sight, actor, least),
        rank="rare" if gambit in RARE_GAMBITS else "sometimes",
    )


def _why_not_ally(actor: Combatant) -> Text:
    return IN_CRASH if actor.is_crashed else EMPTY


def _hold(sight: View, actor: Combatant, kind: str, hold: str, blocked: Text) -> Offer:
    """Return the offer to savage or throw a held victim, at Defense 0 (3E-294)."""
    clinch, arm = actor.clinch, actor.arm
    held = [c for c in in_play(sight) if clinch is not None and c.id == clinch.other]
    plan = replace(_plan(actor, kind, arm), hold=hold)
    blocked = blocked or refusal(check_decisive, actor, plan, arm)
    reasons = {c.id: blocked or refusal(check_attackable, sight.state, plan, actor, c, arm) for c in held}

    def ask() -> Iterable[Field]:
        yield choose(mv.Attack, "target", held, lambda c: reasons[c.id])
        yield from _helps(sight, actor, arm, initiative_cost(plan, arm) + (kind == "decisive"))
        if hold == "throw" and clinch is not None:
            rounds = {"high": max(0, min(clinch.rounds, actor.strength))}
            yield from list_fields(mv.Attack, {"rounds": rounds}, "rounds")

    return _offer(
        actor,
        arm,
        kind,
        Text("{hold}, {kind}", hold=HOLDS[hold], kind=word(kind)),
        ask,
        fixed={"hold": hold},
        cost=Text("one round of control") if hold == "savage" else Text("ends the clinch"),
        reason=blocked or first_reason(reasons.values(), Text("No one is held.")),
    )
