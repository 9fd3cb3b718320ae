"""The opening of an attack, and the attack pool of Step One."""

from rules.exalted3e.attack.groups import group_terms
from rules.exalted3e.attack.plan import AIM_BAND, Plan, aim_on, incoming_of, is_guarded_friend, is_unaimed
from rules.exalted3e.pools import build_pool
from rules.exalted3e.state.board import distance
from rules.exalted3e.state.combatant import Arm, Combatant
from rules.exalted3e.state.exchange import Exchange
from rules.pool import Pool, Term, change
from rules.powers import make_terms
from rules.text import Text, word

AIM_DICE = 3
FLURRY_DICE = -3
PRONE_DICE = -3
CHOPPING_RAW, CHOPPING_HARDNESS, PIERCING_SOAK = 3, 2, 4
ATTACKS = {"withering": Text("Withering attack"), "decisive": Text("Decisive attack")}
"""Names of the kinds of attack."""


def weapon_accuracy(arm: Arm, bands: int) -> int:
    """Return the weapon's accuracy; a ranged weapon has one for each range (3E-030, 3E-188)."""
    if arm.is_ranged and arm.bands:
        return arm.bands[min(bands, len(arm.bands) - 1)]
    return arm.accuracy


def situation_terms(actor: Combatant) -> tuple[Term, ...]:
    """Return the modifiers of all the actor's rolls: powers, flurry, wounds, poison (3E-161, 3E-264, 3E-303)."""
    return (
        *make_terms(actor.standing, "dice", "power", "3E-345"),
        *change(Text("flurry"), FLURRY_DICE if actor.flurry else 0, "multiple", "3E-155"),
        *actor.wound_terms,
        *change(Text("poison"), -actor.poison.penalty if actor.poison else 0, "circumstance", "3E-303"),
    )


def attack_terms(attacker: Combatant, target: Combatant, plan: Plan) -> tuple[Term, ...]:
    """Return the modifiers of an attack roll: aim, flurry, wounds, prone, a clinch, orders.

    A flurry modifies only its own two actions (3E-161); an aim counts for the next turn, with or without magic
    (3E-166).
    """
    terms = [*situation_terms(attacker)]
    if plan.reflexive and plan.exempt != "group":
        terms = [term for term in terms if term.rule != "3E-155"]
    needed = 2 if distance(attacker, target) >= AIM_BAND else 1
    if (attacker.turn_open or not plan.reflexive) and aim_on(attacker, target) >= needed:
        terms.append(Term(Text("aim"), AIM_DICE, "aim", "3E-164"))
    if attacker.mounted and attacker.ride:
        less = min(0, attacker.ride - sum(term.amount for term in attacker.arm.pool))
        terms += change(Text("Ride is lower"), less, "circumstance", "3E-301")
    if attacker.prone:
        terms.append(Term(Text("prone"), PRONE_DICE, "circumstance", "3E-299"))
    if attacker.clinch and not attacker.clinch.controls:
        two_handed = "two_handed" in attacker.arm.tags
        terms.append(Term(Text("held in a clinch"), -3 if two_handed else -1, "circumstance", "3E-292"))
    return (*terms, *change(Text("orders"), attacker.bonus_dice, "bonus", "3E-320"), *plan.modifiers)


def attack_pool(attacker: Combatant, exchange: Exchange, arm: Arm) -> Pool:
    """Return Dexterity + Ability, with accuracy for withering and without for decisive attacks (3E-030, 3E-031)."""
    weapon: tuple[Term, ...] = ()
    if exchange.kind == "withering":
        accuracy = weapon_accuracy(arm, exchange.distance)
        weapon = (Term(Text("accuracy"), accuracy, "accuracy", "3E-188" if arm.is_ranged else "3E-030"),)
    title = Text("Gambit: {gambit}", gambit=word(exchange.gambit)) if exchange.gambit else ATTACKS[exchange.kind]
    return build_pool(title, arm.pool, (*weapon, *group_terms(attacker), *exchange.modifiers), exchange.auto)


def open_exchange(id: str, attacker: Combatant, target: Combatant, plan: Plan, arm: Arm) -> Exchange:
    """Return the exchange with everything known at its declaration; whether the attacker is in Crash is read now
    (3E-117).
    """
    chops = plan.tag == "chopping"
    throws = plan.hold_rounds if plan.hold == "throw" else 0
    lasting = (share for share in attacker.standing if share.kind == "damage")
    return Exchange(
        id=id,
        attacker=attacker.id,
        target=target.id,
        kind=plan.kind,
        arm=arm.name,
        distance=distance(attacker, target),
        gambit=plan.gambit,
        difficulty=plan.difficulty,
        ally=plan.ally,
        modifiers=attack_terms(attacker, target, plan),
        auto=plan.auto,
        raw_bonus=plan.raw_bonus + (CHOPPING_RAW if chops else 0) + 2 * throws,
        pool_bonus=plan.pool_bonus + throws,
        soak_reduction=PIERCING_SOAK if plan.tag == "piercing" else 0,
        hardness_reduction=plan.hardness_reduction + (CHOPPING_HARDNESS if chops else 0),
        smashes=plan.tag == "smashing",
        smashes_back=plan.smash == "back",
        throws=plan.hold == "throw",
        incoming=incoming_of(plan, arm, attacker, distance(attacker, target)),
        guarded_friend=is_guarded_friend(attacker, target, plan),
        reflexive=plan.reflexive,
        automatic_miss=is_unaimed(attacker, target, plan, arm),
        avenged=attacker.crashed_by or "" if attacker.is_crashed else "",
        choice=plan.choice,
        clash=plan.clash,
        rest=plan.rest,
        shares=(*plan.shares, *lasting),
        area=plan.area,
    )
