"""Offers of attacks: withering, decisive, gambits, and those of a clinch."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from rules.battle import Choice, Field, Fields, Json, Offer, offer_move
from rules.battle.declare import list_fields
from rules.battle.guards import refusal
from rules.battle.offers import Group
from rules.dice import MAX_DICE
from rules.exalted3e import moves as mv
from rules.exalted3e.actions.count import TENS_DOUBLE, TENS_SINGLE
from rules.exalted3e.actions.request import MAX_BONUS
from rules.exalted3e.attack.groups import group_terms
from rules.exalted3e.attack.plan import (
    TAG_COSTS,
    Plan,
    check_attackable,
    check_decisive,
    incoming_of,
    initiative_cost,
    read_kind,
)
from rules.exalted3e.attack.rolls import ATTACKS, attack_terms, weapon_accuracy
from rules.exalted3e.decide.attacks import excellency_cap, gambit_difficulty
from rules.exalted3e.decide.powers import attack_moment, room_for_dice
from rules.exalted3e.defense import read_defense
from rules.exalted3e.legal.common import (
    View,
    choose,
    declared,
    first_reason,
    in_play,
    motes_field,
    pick,
    power_fields,
    stunt,
    willpower,
)
from rules.exalted3e.state.board import are_enemies, distance
from rules.exalted3e.state.combatant import Arm, Combatant
from rules.exalted3e.timing.turns import check_action
from rules.exalted3e.traits import TABLES
from rules.lru_cache import cached_by_identity
from rules.odds import odds
from rules.text import EMPTY, Text, verbatim, word

HOLDS = {"savage": Text("Savage"), "throw": Text("Throw")}
"""What one may do with a victim held in a clinch (3E-294)."""
GAINS = {"withering": Text("+1 and the damage in Initiative"), "decisive": Text("Initiative as dice of damage, then 3")}
"""What an attack of each kind brings the attacker."""
IN_CRASH = Text("in Crash")
Targets = list[tuple[Combatant, Text]]
"""Combatants with the reason why each cannot be attacked, empty if it can."""
NOTHING: Mapping[str, Json] = {}


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


def ready_arms(actor: Combatant) -> tuple[Arm, ...]:
    """Return the weapon in hand and the natural ones."""
    names = dict.fromkeys((actor.arm.name, *(arm.name for arm in actor.arms if arm.is_natural)))
    return tuple(actor.find_arm(name) or actor.arm for name in names)


def _plan(actor: Combatant, kind: str, arm: Arm, target: Combatant | None = None, exempt: str = "") -> Plan:
    to = (target or actor).id
    plan = Plan(actor.id, to, read_kind(kind), weapon=arm.name, exempt=exempt)
    return replace(plan, surprise="surprise") if actor.hidden else plan  # 3E-276


def _targets(sight: View, actor: Combatant, arm: Arm) -> Targets:
    """Return everybody in sight, foes first, with the reason against each as a target of this weapon."""
    foes = [c for c in in_play(sight) if c.side != actor.side]
    friends = [c for c in in_play(sight) if c.side == actor.side and c.id != actor.id]
    return [
        (c, refusal(check_attackable, sight.state, _plan(actor, "withering", arm, c), actor, c, arm))
        for c in (*foes, *friends)
    ]


@cached_by_identity(64)
def _choices(actor: Combatant, arm: Arm, kind: str, targets: Targets, blocked: Text) -> Field:
    found = []
    for target, reason in targets:
        why = blocked or reason
        chance = None if why else chance_to_hit(actor, target, arm, kind)
        hint = Text("an ally: no Initiative moves") if target.side == actor.side else EMPTY
        found.append(Choice(target.id, verbatim(target.name), hint=hint, reason=why, odds=chance))
    return pick(mv.Attack, "target", found, initial=begin_with(actor, (c for c, _ in targets)))


def begin_with(actor: Combatant, targets: Iterable[Combatant]) -> tuple[()] | None:
    """Return the initial target of a form: None for the first one, a foe; () if there are only friends."""
    return None if any(are_enemies(actor, target) for target in targets) else ()


@cached_by_identity(4096)
def chance_to_hit(actor: Combatant, target: Combatant, arm: Arm, kind: str) -> float:
    """Return the chance to reach the target's current Defense."""
    plan, bands = _plan(actor, kind, arm, target), distance(actor, target)
    defended = read_defense(target, incoming_of(plan, arm, actor, bands), actor)
    terms = (*arm.pool, *group_terms(actor), *attack_terms(actor, target, plan))
    dice = sum(term.amount for term in terms) + (weapon_accuracy(arm, bands) if kind == "withering" else 0)
    return float(odds(TENS_DOUBLE, max(0, dice), difficulty=defended.defense).success)


def _powers(actor: Combatant, arm: Arm, keep: int) -> Fields:
    """Return the powers for an attack that must leave `keep` Initiative, with the cap on dice."""
    return power_fields(actor, attack_moment(actor), room_for_dice(actor, excellency_cap(arm)), keep)


def _count_kept(plan: Plan, arm: Arm) -> int:
    """Return the Initiative that the attacker needs for a decisive attack."""
    return initiative_cost(plan, arm) + 1 if plan.kind == "decisive" else 0


def _tell_gambit(sight: View, actor: Combatant, difficulty: int) -> Text:
    """Describe the second roll after a hit: Initiative against the gambit's difficulty (3E-281)."""
    rule = TENS_DOUBLE if sight.state.options.gambit_doubles_tens else TENS_SINGLE
    dice = min(MAX_DICE, max(0, actor.initiative or 0))
    chance = float(odds(rule, dice, difficulty=difficulty, botch="none").success)
    return Text("on a hit Initiative is rolled against {n}: {chance}", n=difficulty, chance=f"{chance:.0%}")


def _helps(sight: View, actor: Combatant, arm: Arm, keep: int = 0) -> Fields:
    """Return what may be added to any attack roll that leaves `keep` Initiative."""
    fields = [*stunt(), *_powers(actor, arm, keep), *willpower(actor)]
    if arm.specialty:
        label = Text("Specialty: {name}", name=arm.specialty)
        fields += list_fields(mv.Attack, {"specialty": {"label": label}}, "specialty")
    if actor.personal_max:
        room = room_for_dice(actor, excellency_cap(arm)) or 0
        fields += motes_field(mv.Attack, min(MAX_BONUS, room, actor.personal + actor.peripheral))
    if sight.seat.storyteller:
        fields += declared(mv.Attack, "bonus", "surprise", "unblockable", "undodgeable", "staged")
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
    choices = _choices(actor, arm, kind, targets, blocked)
    fields = (choices, *_helps(sight, actor, arm, _count_kept(plan, arm)), *_tag_field(actor, plan, arm))
    cost, told = initiative_cost(plan, arm), {"attack": ATTACKS[kind], "w": word(arm.name)}
    return _offer(
        actor, arm, kind, Text("{attack}: {w}", **told), fields,
        cost=Text("{n} Initiative", n=cost) if cost else EMPTY,
        reason=blocked or first_reason(choices, Text("There is nobody to attack.")),
        hint=GAINS[kind],
        aimed=Text("{attack} on {whom}: {w}", **told, whom="{}"),
    )  # fmt: skip


def _offer(
    actor: Combatant, arm: Arm, kind: str, label: Text, fields: Iterable[Field], group: Group = "act",
    fixed: Mapping[str, Json] = NOTHING, **more: Any,
) -> Offer:  # fmt: skip
    values = {"attack": kind, "weapon": arm.name, **fixed}
    return offer_move(mv.Attack, label, actor, tuple(fields), group=group, fixed=values, has_preview=True, **more)


WAIVERS: tuple[tuple[Text, Mapping[str, Json], Callable[[Plan], Plan]], ...] = (
    (Text("by magic, without aim"), {"magic": "spell"}, lambda plan: replace(plan, needs_aim=False)),
    (Text("all the same, the Storyteller rules"), {"forced": True}, lambda plan: replace(plan, forced=True)),
)
"""What the Storyteller may waive: an aim (3E-191 to 3E-196), or the ban on an unaimed shot or a blow through full cover
(3E-190, 3E-231). Each has its words, the values of the move, and the change of the plan."""


def _waived(sight: View, actor: Combatant, arm: Arm, targets: Targets) -> list[Offer]:
    """Return attacks on targets that the weapon reaches only by a waiver."""
    refused = [target for target, reason in targets if reason]
    found = []
    for how, fixed, waive in WAIVERS:
        plans = ((target, waive(_plan(actor, "withering", arm, target))) for target in refused)
        open_to = [c for c, plan in plans if not refusal(check_attackable, sight.state, plan, actor, c, arm)]
        if open_to:
            found += _grant(actor, arm, how, fixed, open_to, "act")
    return found


def _grant(
    actor: Combatant, arm: Arm, how: Text, fixed: Mapping[str, Json], targets: Sequence[Combatant], group: Group
) -> list[Offer]:
    """Return attacks that the Storyteller grants beside the rules."""
    chosen = replace(choose(mv.Attack, "target", targets), initial=begin_with(actor, targets))
    found = []
    for kind, attack in ATTACKS.items():
        plan, told = _plan(actor, kind, arm), {"attack": attack, "how": how, "w": word(arm.name)}
        if not refusal(check_decisive, actor, plan, arm):
            fields = (chosen, *stunt(), *_powers(actor, arm, _count_kept(plan, arm)))
            aimed = Text("{attack} on {whom} {how}: {w}", **told, whom="{}")
            found.append(
                _offer(actor, arm, kind, Text("{attack} {how}: {w}", **told), fields, group, fixed, aimed=aimed)
            )
    return found


def offer_reflexive(sight: View, actor: Combatant) -> list[Offer]:
    """Return attacks by magic at any time, which need neither turn nor action (3E-193, 3E-194)."""
    if actor.group is not None or actor.initiative is None:
        return []
    arm = actor.arm
    near = [c for c in in_play(sight) if c.side != actor.side and distance(actor, c) <= arm.reach]
    plans = [(c, _plan(actor, "withering", arm, c, "reflexive")) for c in near]
    open_to = [c for c, plan in plans if not refusal(check_attackable, sight.state, plan, actor, c, arm)]
    how = Text("by {who} at once, by magic", who=actor.name)
    return _grant(actor, arm, how, {"magic": "reflexive"}, open_to, "storyteller") if open_to else []


def _gambit(sight: View, actor: Combatant, gambit: str, targets: Targets, blocked: Text) -> Offer:
    arm = actor.arm
    least, most = gambit_difficulty(gambit, arm)
    plan = replace(_plan(actor, "decisive", arm), gambit=gambit, difficulty=least)
    blocked = blocked or refusal(check_decisive, actor, plan, arm)
    choices = _choices(actor, arm, "decisive", targets, blocked)
    keep = initiative_cost(plan, arm) + least + 2
    fields: list[Field] = [choices, *_helps(sight, actor, arm, keep)]
    if most > least:
        affordable = (actor.initiative or 0) - initiative_cost(plan, arm) - 2
        bounds = {"low": least, "high": max(least, min(most, affordable)), "initial": least}
        fields += list_fields(mv.Attack, {"difficulty": bounds}, "difficulty")
    reason = blocked or first_reason(choices, Text("There is nobody to attack."))
    if gambit == "distract":
        friends = (c for c, _ in targets if c.side == actor.side)
        allies = choose(mv.Attack, "ally", friends, lambda c: IN_CRASH if c.is_crashed else EMPTY)
        fields.append(allies)
        reason = reason or first_reason(allies, Text("There is no ally to profit from it."))
    return _offer(
        actor, arm, "decisive", Text("Gambit: {gambit}", gambit=word(gambit)), fields, fixed={"gambit": gambit},
        reason=reason, cost=Text("{n} Initiative on a hit", n=least + 1),
        hint=EMPTY if reason else _tell_gambit(sight, actor, least),
    )  # fmt: skip


def _hold(sight: View, actor: Combatant, kind: str, hold: str, blocked: Text) -> Offer:
    """Return the offer to savage or throw a held victim, at Defense 0 (3E-294)."""
    clinch, arm = actor.clinch, actor.arm
    held = [c for c in in_play(sight) if clinch is not None and c.id == clinch.other]
    plan = replace(_plan(actor, kind, arm), hold=hold)
    blocked = blocked or refusal(check_decisive, actor, plan, arm)
    targets = choose(
        mv.Attack, "target", held, lambda c: blocked or refusal(check_attackable, sight.state, plan, actor, c, arm)
    )
    fields: list[Field] = [targets, *_helps(sight, actor, arm, initiative_cost(plan, arm) + (kind == "decisive"))]
    if hold == "throw" and clinch is not None:
        rounds = {"high": max(0, min(clinch.rounds, actor.strength))}
        fields += list_fields(mv.Attack, {"rounds": rounds}, "rounds")
    return _offer(
        actor, arm, kind, Text("{hold}, {kind}", hold=HOLDS[hold], kind=word(kind)), fields, fixed={"hold": hold},
        cost=Text("one round of control") if hold == "savage" else Text("ends the clinch"),
        reason=blocked or first_reason(targets, Text("Nobody is held.")),
    )  # fmt: skip
