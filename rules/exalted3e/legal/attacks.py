"""Offers of attacks: withering, decisive, gambits, and what a clinch allows."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Literal

from rules.battle import Choice, Field, Json, Offer
from rules.dice import MAX_DICE
from rules.memory import remember
from rules.odds import odds

from ..actions.count import TENS_DOUBLE, TENS_SINGLE
from ..attack.groups import group_terms
from ..attack.plan import (
    TAG_COSTS,
    Plan,
    check_decisive,
    check_target,
    incoming_of,
    initiative_cost,
)
from ..attack.rolls import attack_terms, weapon_accuracy
from ..decide.attacks import MAX_BONUS, STAGED, SURPRISES, excellency_cap, gambit_difficulty
from ..decide.powers import attack_moment, room_for_dice
from ..defense import read_defense
from ..state import Arm, Combatant, are_enemies, distance
from ..timing.turns import check_action
from ..traits import TABLES
from .common import Maker, choose, first_reason, flag, number, pick, power_fields, refusal, stunt

HOLDS = ("savage", "throw")


def offer_attacks(maker: Maker, actor: Combatant) -> list[Offer]:
    """Every kind of attack with every weapon that is ready."""
    blocked = refusal(check_action, maker.state, actor, "attack")
    found = []
    for arm in ready_arms(actor):
        targets = _targets(maker, actor, arm)
        found += _strikes(maker, actor, arm, targets, blocked)
        if maker.seat.storyteller and not blocked:
            found += _waived(maker, actor, arm, targets)
        if actor.group is None and arm is actor.arm:
            found += [_gambit(maker, actor, gambit, targets, blocked) for gambit in (*TABLES["gambits"], "other")]
    if actor.clinch is not None and actor.clinch.controls:
        found += [_hold(maker, actor, kind, hold, blocked) for kind in ("withering", "decisive") for hold in HOLDS]
    return found


def ready_arms(actor: Combatant) -> tuple[Arm, ...]:
    """The weapon in hand and the natural ones."""
    names = dict.fromkeys((actor.arm.name, *(arm.name for arm in actor.arms if arm.is_natural)))
    return tuple(actor.find_arm(name) or actor.arm for name in names)


def _plan(actor: Combatant, kind: str, arm: Arm, target: Combatant | None = None, exempt: str = "") -> Plan:
    to = (target or actor).id
    plan = Plan(actor.id, to, "decisive" if kind == "decisive" else "withering", weapon=arm.name, exempt=exempt)
    return replace(plan, surprise="surprise") if actor.hidden else plan  # 3E-276


def _targets(maker: Maker, actor: Combatant, arm: Arm) -> list[tuple[Combatant, str]]:
    """Everyone whom the seat sees, foes first, with the reason against each as a target of this weapon."""
    foes = [c for c in maker.in_play if c.side != actor.side]
    friends = [c for c in maker.in_play if c.side == actor.side and c.id != actor.id]
    return [
        (c, refusal(check_target, maker.state, _plan(actor, "withering", arm, c), actor, c, arm))
        for c in (*foes, *friends)
    ]


@remember(64)
def _choices(actor: Combatant, arm: Arm, kind: str, targets: list[tuple[Combatant, str]], blocked: str) -> Field:
    found = []
    for target, reason in targets:
        why = blocked or reason
        chance = None if why else chance_to_hit(actor, target, arm, kind)
        hint = "an ally: no Initiative moves" if target.side == actor.side else ""
        found.append(Choice(target.id, target.name, hint=hint, reason=why, odds=chance))
    return Field("target", "Target", "choice", tuple(found), initial=begin_with(actor, (c for c, _ in targets)))


def begin_with(actor: Combatant, targets: Iterable[Combatant]) -> tuple[()] | None:
    """What an attack's form begins with: the first target, for foes come first; nobody where only friends stand."""
    return None if any(are_enemies(actor, target) for target in targets) else ()


@remember(4096)
def chance_to_hit(actor: Combatant, target: Combatant, arm: Arm, kind: str) -> float:
    """The chance to reach the Defense as it stands."""
    plan, bands = _plan(actor, kind, arm, target), distance(actor, target)
    defended = read_defense(target, incoming_of(plan, arm, actor, bands), actor)
    terms = (*arm.pool, *group_terms(actor), *attack_terms(actor, target, plan))
    dice = sum(term.amount for term in terms) + (weapon_accuracy(arm, bands) if kind == "withering" else 0)
    return float(odds(TENS_DOUBLE, max(0, dice), difficulty=defended.defense).success)


def _powers(actor: Combatant, arm: Arm, kind: str) -> tuple[Field, ...]:
    """The powers for an attack of this kind, with the cap on dice and the Initiative that a decisive one needs."""
    keep = initiative_cost(_plan(actor, kind, arm), arm) + 1 if kind == "decisive" else 0
    return power_fields(actor, attack_moment(actor), room_for_dice(actor, excellency_cap(arm)), keep)


def _tell_gambit(maker: Maker, actor: Combatant, difficulty: int) -> str:
    """The second roll, if the attack hits: Initiative against the gambit's difficulty (3E-281)."""
    rule = TENS_DOUBLE if maker.state.options.gambit_doubles_tens else TENS_SINGLE
    dice = min(MAX_DICE, max(0, actor.initiative or 0))
    chance = float(odds(rule, dice, difficulty=difficulty, botch="none").success)
    return f"on a hit Initiative is rolled against {difficulty}: {chance:.0%}"


def _helps(maker: Maker, actor: Combatant, arm: Arm, keep: int = 0) -> tuple[Field, ...]:
    """What may be added to any attack roll; so much Initiative must be left after it."""
    room = room_for_dice(actor, excellency_cap(arm))
    fields = [stunt(), *power_fields(actor, attack_moment(actor), room, keep)]
    if actor.willpower > 0:
        fields.append(flag("willpower", "Spend Willpower", "+1 success"))
    if arm.specialty:
        fields.append(flag("specialty", f"Specialty: {arm.specialty}", "+1 die"))
    motes = min(MAX_BONUS, room or 0, actor.personal + actor.peripheral)
    if motes > 0 and actor.personal_max:
        fields.append(number("motes", "Motes", 0, motes, help="A die each."))
    return (*fields, *RULINGS) if maker.seat.storyteller else tuple(fields)


RULINGS = (
    number("bonus", "Bonus dice", -10, 10, help="The Storyteller's ruling; darkness is −3."),
    pick("surprise", "Surprise", tuple((value, value or "none") for value in SURPRISES), ""),
    flag("unblockable", "Unblockable"),
    flag("undodgeable", "Undodgeable"),
    pick("staged", "Staged attack", tuple((value, value or "as the sides say") for value in STAGED), ""),
)
"""What the Storyteller rules about an attack."""


SMASH = pick("smash", "Smashing knocks the target", (("prone", "prone"), ("back", "back a band")), "prone")
"""What the attacker chooses for a smashing blow (3E-251)."""


def _tag_field(actor: Combatant, plan: Plan, arm: Arm) -> list[Field]:
    """The tags that this attack can use and pay for (3E-249 to 3E-251)."""
    left = (actor.initiative or 0) - initiative_cost(plan, arm)
    usable = [tag for tag in arm.tags if tag in TAG_COSTS and (plan.kind == "withering" or left > TAG_COSTS[tag])]
    if not usable:
        return []
    choices = (("", "none"), *((tag, f"{tag}, {TAG_COSTS[tag]} Initiative") for tag in usable))
    return [pick("tag", "Weapon tag", choices, ""), *([SMASH] if "smashing" in usable else [])]


def _strikes(
    maker: Maker, actor: Combatant, arm: Arm, targets: list[tuple[Combatant, str]], blocked: str
) -> list[Offer]:
    keep = initiative_cost(_plan(actor, "decisive", arm), arm) + 1
    kinds = {"withering": 0} if actor.group is not None else {"withering": 0, "decisive": keep}
    return [_strike(actor, arm, kind, targets, _helps(maker, actor, arm, kinds[kind]), blocked) for kind in kinds]


def _strike(
    actor: Combatant,
    arm: Arm,
    kind: str,
    targets: list[tuple[Combatant, str]],
    helps: tuple[Field, ...],
    blocked: str,
) -> Offer:
    plan = _plan(actor, kind, arm)
    blocked = blocked or refusal(check_decisive, actor, plan, arm)
    choices = _choices(actor, arm, kind, targets, blocked)
    cost = initiative_cost(plan, arm)
    return Offer(
        "Attack",
        f"{kind.title()} attack: {arm.name}",
        "act",
        actor=actor.id,
        cost=f"{cost} Initiative" if cost else "",
        hint="+1 and the damage in Initiative" if kind == "withering" else "Initiative as dice of damage, then 3",
        fields=(choices, *helps, *_tag_field(actor, plan, arm)),
        fixed={"actor": actor.id, "attack": kind, "weapon": arm.name},
        reason=blocked or first_reason(choices, "There is nobody to attack."),
        weighs=True,
        aimed=f"{kind.title()} attack on {{}}: {arm.name}",
    )


WAIVERS: tuple[tuple[str, Mapping[str, Json], Callable[[Plan], Plan]], ...] = (
    ("by magic, without aim", {"magic": "spell"}, lambda plan: replace(plan, needs_aim=False)),
    ("all the same, the Storyteller rules", {"forced": True}, lambda plan: replace(plan, forced=True)),
)
"""What else the Storyteller may let somebody do: waive an aim (3E-191 to 3E-196), or have the shot or the blow through
full cover made all the same (3E-190, 3E-231). Each: words, what the move holds, how the plan changes."""


def _waived(maker: Maker, actor: Combatant, arm: Arm, targets: list[tuple[Combatant, str]]) -> list[Offer]:
    """Attacks on those whom only a waiver lets the weapon reach."""
    refused = [target for target, reason in targets if reason]
    found = []
    for words, fixed, waive in WAIVERS:
        plans = ((target, waive(_plan(actor, "withering", arm, target))) for target in refused)
        open_to = [c for c, plan in plans if not refusal(check_target, maker.state, plan, actor, c, arm)]
        if open_to:
            found += _grant(actor, arm, words, fixed, open_to, "act")
    return found


def _grant(
    actor: Combatant,
    arm: Arm,
    words: str,
    fixed: Mapping[str, Json],
    targets: Sequence[Combatant],
    group: Literal["act", "storyteller"],
) -> list[Offer]:
    """Attacks that the Storyteller grants beside the rules."""
    return [
        Offer(
            "Attack",
            f"{kind.title()} attack {words}: {arm.name}",
            group,
            actor=actor.id,
            fields=(
                replace(choose("target", "Target", targets), initial=begin_with(actor, targets)),
                stunt(),
                *_powers(actor, arm, kind),
            ),
            fixed={"actor": actor.id, "attack": kind, "weapon": arm.name, **fixed},
            weighs=True,
            aimed=f"{kind.title()} attack on {{}} {words}: {arm.name}",
        )
        for kind in ("withering", "decisive")
        if not refusal(check_decisive, actor, _plan(actor, kind, arm), arm)
    ]


def offer_reflexive(maker: Maker, actor: Combatant) -> list[Offer]:
    """Attacks by magic at any time, outside the turn and without its action (3E-193, 3E-194)."""
    if actor.group is not None or actor.initiative is None:
        return []
    arm = actor.arm
    near = [c for c in maker.in_play if c.side != actor.side and distance(actor, c) <= arm.reach]
    plans = [(c, _plan(actor, "withering", arm, c, "reflexive")) for c in near]
    open_to = [c for c, plan in plans if not refusal(check_target, maker.state, plan, actor, c, arm)]
    words = f"by {actor.name} at once, by magic"
    return _grant(actor, arm, words, {"magic": "reflexive"}, open_to, "storyteller") if open_to else []


def _gambit(maker: Maker, actor: Combatant, gambit: str, targets: list[tuple[Combatant, str]], blocked: str) -> Offer:
    arm = actor.arm
    least, most = gambit_difficulty(gambit, arm)
    plan = replace(_plan(actor, "decisive", arm), gambit=gambit, difficulty=least)
    blocked = blocked or refusal(check_decisive, actor, plan, arm)
    choices = _choices(actor, arm, "decisive", targets, blocked)
    keep = initiative_cost(plan, arm) + least + 2
    fields: list[Field] = [choices, *_helps(maker, actor, arm, keep)]
    if most > least:
        affordable = (actor.initiative or 0) - initiative_cost(plan, arm) - 2
        fields.append(number("difficulty", "Difficulty", least, max(least, min(most, affordable)), least))
    reason = blocked or first_reason(choices, "There is nobody to attack.")
    if gambit == "distract":
        friends = (c for c, _ in targets if c.side == actor.side)
        allies = choose("ally", "Ally who profits", friends, lambda c: "in Crash" if c.is_crashed else "")
        fields.append(allies)
        reason = reason or first_reason(allies, "There is no ally to profit from it.")
    return Offer(
        "Attack",
        f"Gambit: {gambit}",
        "act",
        actor=actor.id,
        cost=f"{least + 1} Initiative on a hit",
        hint="" if reason else _tell_gambit(maker, actor, least),
        fields=tuple(fields),
        fixed={"actor": actor.id, "attack": "decisive", "gambit": gambit, "weapon": arm.name},
        reason=reason,
        weighs=True,
    )


def _hold(maker: Maker, actor: Combatant, kind: str, hold: str, blocked: str) -> Offer:
    """Savage or throw whom one holds, at Defense 0 (3E-294)."""
    clinch, arm = actor.clinch, actor.arm
    held = [c for c in maker.in_play if clinch is not None and c.id == clinch.other]
    plan = replace(_plan(actor, kind, arm), hold=hold)
    blocked = blocked or refusal(check_decisive, actor, plan, arm)
    targets = choose(
        "target", "Target", held, lambda c: blocked or refusal(check_target, maker.state, plan, actor, c, arm)
    )
    fields: list[Field] = [targets, *_helps(maker, actor, arm, initiative_cost(plan, arm) + (kind == "decisive"))]
    if hold == "throw" and clinch is not None:
        fields.append(number("rounds", "Rounds given up", 0, max(0, min(clinch.rounds, actor.strength))))
    return Offer(
        "Attack",
        f"{hold.title()}, {kind}",
        "act",
        actor=actor.id,
        cost="one round of control" if hold == "savage" else "ends the clinch",
        fields=tuple(fields),
        fixed={"actor": actor.id, "attack": kind, "hold": hold, "weapon": arm.name},
        weighs=True,
        reason=blocked or first_reason(targets, "Nobody is held."),
    )
