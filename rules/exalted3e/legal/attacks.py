"""Offers of attacks: withering, decisive, gambits, and what a clinch allows."""

from dataclasses import replace

from rules.battle import Choice, Field, Offer
from rules.errors import IllegalMove
from rules.odds import odds

from ..actions.count import TENS_DOUBLE
from ..attack.exchange import open_exchange
from ..attack.plan import TAG_COSTS, Plan, check_attack, find_arm, incoming_of, initiative_cost
from ..attack.rolls import attack_pool
from ..apply.play import Play
from ..decide.attacks import MAX_BONUS, STAGED, SURPRISES, excellency_cap, gambit_difficulty
from ..defense import read_defense
from ..state import Arm, Combatant, distance
from ..timing.turns import check_action
from ..traits import TABLES
from .common import Maker, choose, first_reason, flag, number, pick, refusal, stunt


def offer_attacks(maker: Maker, actor: Combatant) -> list[Offer]:
    """Every kind of attack with every weapon that is ready."""
    blocked = refusal(check_action, maker.state, actor, "attack")
    found = []
    for arm in ready_arms(actor):
        found.append(_offer(maker, actor, arm, "withering", blocked))
        if actor.group is None:
            found.append(_offer(maker, actor, arm, "decisive", blocked))
    if actor.group is None:
        found += [_gambit(maker, actor, gambit, blocked) for gambit in (*TABLES["gambits"], "other")]
    if actor.clinch is not None and actor.clinch.controls:
        found += [_hold(maker, actor, kind, hold, blocked) for kind in ("withering", "decisive") for hold in HOLDS]
    return found


HOLDS = ("savage", "throw")


def ready_arms(actor: Combatant) -> tuple[Arm, ...]:
    """The weapon in hand and the natural ones."""
    names = dict.fromkeys((actor.arm.name, *(arm.name for arm in actor.arms if arm.is_natural)))
    return tuple(actor.find_arm(name) or actor.arm for name in names)


def _plan(actor: Combatant, target: Combatant, kind: str, arm: Arm) -> Plan:
    return Plan(actor.id, target.id, "decisive" if kind == "decisive" else "withering", weapon=arm.name)


def _targets(maker: Maker, actor: Combatant, plan: Plan, blocked: str, with_odds: bool = True) -> Field:
    """Everyone whom the seat sees, foes first, with the chance to hit or the reason why not."""
    foes = [c for c in maker.in_play if c.side != actor.side]
    friends = [c for c in maker.in_play if c.side == actor.side and c.id != actor.id]
    choices = []
    for target in (*foes, *friends):
        aimed = replace(plan, target=target.id)
        reason = blocked or refusal(check_attack, maker.state, aimed)
        chance = _chance(maker, actor, target, aimed) if with_odds and not reason else None
        hint = "an ally: no Initiative moves" if target.side == actor.side else ""
        choices.append(Choice(target.id, target.name, hint=hint, reason=reason, odds=chance))
    return Field("target", "Target", "choice", tuple(choices))


def _chance(maker: Maker, actor: Combatant, target: Combatant, plan: Plan) -> float | None:
    """The chance to reach the Defense as it stands; only for who may know that Defense."""
    arm = find_arm(actor, plan)
    exchange = open_exchange(Play(maker.state, _NoDice()), actor, target, plan, arm)
    incoming = incoming_of(plan, arm, actor, distance(actor, target))
    difficulty = read_defense(target, incoming, actor).defense.total
    pool = attack_pool(actor, exchange, arm)
    return float(odds(TENS_DOUBLE, pool.dice, difficulty=difficulty).success)


class _NoDice:
    """Offers never roll."""

    def roll(self, count: int) -> tuple[int, ...]:
        raise IllegalMove("no_dice", "An offer rolls no dice.")


def _helps(maker: Maker, actor: Combatant, arm: Arm) -> list[Field]:
    """What may be added to any attack roll."""
    fields = [stunt()]
    if actor.willpower > 0:
        fields.append(flag("willpower", "Spend Willpower", "+1 success"))
    if arm.specialty:
        fields.append(flag("specialty", f"Specialty: {arm.specialty}", "+1 die"))
    motes = min(MAX_BONUS, excellency_cap(arm), actor.personal + actor.peripheral)
    if motes > 0 and actor.personal_max:
        fields.append(number("motes", "Motes", 0, motes, help="A die each."))
    if maker.seat.storyteller:
        fields += [
            number("bonus", "Bonus dice", -10, 10, help="The Storyteller's ruling; darkness is -3."),
            pick("surprise", "Surprise", [(value, value or "none") for value in SURPRISES], ""),
            flag("unblockable", "Unblockable"),
            flag("undodgeable", "Undodgeable"),
            pick("staged", "Staged attack", [(value, value or "as the sides say") for value in STAGED], ""),
        ]
    return fields


def _tag_field(actor: Combatant, plan: Plan, arm: Arm) -> list[Field]:
    """The tags that this attack can use and pay for (3E-249 to 3E-251)."""
    left = (actor.initiative or 0) - initiative_cost(plan, arm)
    usable = [tag for tag in arm.tags if tag in TAG_COSTS and (plan.kind == "withering" or left > TAG_COSTS[tag])]
    if not usable:
        return []
    choices = [("", "none"), *((tag, f"{tag}, {TAG_COSTS[tag]} Initiative") for tag in usable)]
    return [pick("tag", "Weapon tag", choices, "")]


def _offer(maker: Maker, actor: Combatant, arm: Arm, kind: str, blocked: str) -> Offer:
    plan = _plan(actor, actor, kind, arm)
    targets = _targets(maker, actor, plan, blocked)
    fields = (targets, *_helps(maker, actor, arm), *_tag_field(actor, plan, arm))
    cost = f"{initiative_cost(plan, arm)} Initiative" if initiative_cost(plan, arm) else ""
    return Offer(
        "Attack",
        f"{kind.title()} attack: {arm.name}",
        "act",
        actor=actor.id,
        cost=cost,
        hint="+1 and the damage in Initiative" if kind == "withering" else "Initiative as dice of damage, then 3",
        fields=fields,
        fixed={"actor": actor.id, "kind": kind, "weapon": arm.name},
        reason=blocked or first_reason(targets, "There is nobody to attack."),
    )


def _gambit(maker: Maker, actor: Combatant, gambit: str, blocked: str) -> Offer:
    arm = actor.arm
    least, most = gambit_difficulty(gambit, arm)
    base = _plan(actor, actor, "decisive", arm)
    affordable = (actor.initiative or 0) - initiative_cost(base, arm) - 2
    targets = _targets(maker, actor, replace(base, gambit=gambit, difficulty=least), blocked, with_odds=False)
    fields: list[Field] = [targets, *_helps(maker, actor, arm)]
    if most > least:
        fields.append(number("difficulty", "Difficulty", least, max(least, min(most, affordable)), least))
    reason = blocked or first_reason(targets, "There is nobody to attack.")
    if gambit == "distract":
        allies = choose(
            "ally",
            "Ally who profits",
            (c for c in maker.in_play if c.side == actor.side and c.id != actor.id),
            lambda c: "in Crash" if c.is_crashed else "",
        )
        fields.append(allies)
        reason = reason or first_reason(allies, "There is no ally to profit from it.")
    return Offer(
        "Attack",
        f"Gambit: {gambit}",
        "act",
        actor=actor.id,
        cost=f"{least + 1} Initiative on a hit",
        fields=tuple(fields),
        fixed={"actor": actor.id, "kind": "decisive", "gambit": gambit, "weapon": arm.name},
        reason=reason,
    )


def _hold(maker: Maker, actor: Combatant, kind: str, hold: str, blocked: str) -> Offer:
    """Savage or throw whom one holds, at Defense 0 (3E-294)."""
    held = [c for c in maker.in_play if actor.clinch is not None and c.id == actor.clinch.other]
    arm, rounds = actor.arm, actor.clinch.rounds if actor.clinch else 0
    plan = replace(_plan(actor, actor, kind, arm), hold=hold)
    targets = choose("target", "Target", held, lambda c: blocked or refusal(check_attack, maker.state, replace(plan, target=c.id)))
    fields = [targets, stunt()]
    if hold == "throw":
        fields.append(number("rounds", "Rounds given up", 0, max(0, min(rounds, actor.strength))))
    return Offer(
        "Attack",
        f"{hold.title()}, {kind}",
        "act",
        actor=actor.id,
        cost="one round of control" if hold == "savage" else "ends the clinch",
        fields=tuple(fields),
        fixed={"actor": actor.id, "kind": kind, "hold": hold, "weapon": arm.name},
        reason=blocked or first_reason(targets, "Nobody is held."),
    )
