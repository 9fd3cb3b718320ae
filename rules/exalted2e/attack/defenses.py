"""The ways to meet an attack, each with its DV in the current situation (2E-332..359)."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from rules.dice import Die
from rules.exalted2e.actions.stunts import rate_stunt
from rules.exalted2e.defense import (
    BOUGHT,
    ROLLED,
    TITLES,
    WORST_TERRAIN,
    Mode,
    Situation,
    compute_dodge_dv,
    compute_dv,
    compute_parry_dv,
    is_bare_enough,
    is_inapplicable,
)
from rules.exalted2e.sheet.equipment import Weapon
from rules.exalted2e.sheet.model import Sheet
from rules.exalted2e.sheet.parse import specialty_dots
from rules.exalted2e.sheet.ready import give_value
from rules.exalted2e.state import Answer, Combatant, DeclaredAttack, Response, State
from rules.exalted2e.traits import label
from rules.pool import Breakdown, Term, change
from rules.powers import Share, sum_shares
from rules.text import EMPTY, Text, word

STUN_DICE = 2
"""Internal penalty on the non-reflexive physical rolls of a stunned combatant (2E-388)."""
NO_ANSWER = Answer("none")


def get_weapon(sheet: Sheet, key: str) -> Weapon | None:
    """Return the weapon of this key, or None if the sheet has none."""
    return next((weapon for weapon in sheet.arms() if weapon.key == key), None)


def name_weapon(weapon: Weapon) -> Text:
    """Return the weapon's name as it stands within a sentence."""
    return word(weapon.name.lower())


@dataclass(frozen=True, slots=True)
class Option:
    """One way to meet an attack: its name, its DV, and the `reason` why it does not apply, if any."""

    mode: Response
    label: Text
    dv: Breakdown
    reason: Text = EMPTY


def list_defenses(
    state: State, declared: DeclaredAttack, answer: Answer = NO_ANSWER, unaware: bool = False
) -> list[Option]:
    """Return the ways to meet the attack, the highest DV first; of equal ones dodge before parry (2E-355)."""
    target = state.get(declared.target)
    now = build_situation(state, declared, target, answer, unaware)
    options = [_dodge(target, now), _parry(target, now), *([] if unaware else list_lent(state, declared, target))]
    return sorted(options, key=lambda option: (-option.dv.total, _ORDER[option.mode]))


_ORDER = {"dodge": 0, "parry": 1, "lent": 2}


def list_raises(option: Option, answer: Answer, dice: tuple[Die, ...]) -> tuple[Term, ...]:
    """Return what the defender's own effort adds to this DV: stunt, successes bought and rolled, powers (2E-357)."""
    powers = {share.name for share in answer.magic.shares}
    terms = [term for step in option.dv.steps for term in step.terms]
    found = [term for term in terms if term.kind == "stunt" or term.name == BOUGHT or str(term.name) in powers]
    rolled = sum(die.worth for die in dice)
    return (*found, *change(ROLLED, rolled, "magic bonus", "2E-357"))


def compute_no_defense(state: State, declared: DeclaredAttack) -> Breakdown:
    """Return the DV without a defense: 0, with cover and penalties (2E-332, 2E-338)."""
    now = build_situation(state, declared, state.get(declared.target), NO_ANSWER, unaware=True)
    dv = compute_dv("parry", 0, now)
    return Breakdown(Text("No defense"), dv.steps, dv.total)


def _dodge(target: Combatant, now: Situation) -> Option:
    return Option("dodge", Text("Dodge"), compute_dv("dodge", get_dodge(target), now), is_inapplicable("dodge", now))


def _parry(target: Combatant, now: Situation) -> Option:
    """Return the parry with the best of the weapons in hand (2E-335)."""
    found = []
    for weapon, armed in list_parries(target):
        here = now if armed or is_bare_enough(now) else replace(now, armed=False)
        dv = compute_dv("parry", get_parry(target, weapon), here)
        name = Text("Parry with the {w}", w=name_weapon(weapon))
        found.append(Option("parry", name, dv, is_inapplicable("parry", here)))
    if not found:
        reason = Text("nothing in hand to parry with (2E-335)")
        return Option("parry", Text("Parry"), compute_dv("parry", 0, now), reason)
    return max(found, key=lambda option: option.dv.total)


def list_lent(state: State, declared: DeclaredAttack, target: Combatant) -> list[Option]:
    """Return the best guardian's Parry DV with the guardian's own penalties, or nothing (2E-303)."""
    found = []
    for combatant in state.combatants:
        if combatant.doing is None or combatant.doing.kind != "defend" or combatant.doing.target != target.id:
            continue
        if combatant.is_helpless or combatant.hidden or combatant.id == declared.actor:
            continue  # a hidden guardian would be seen
        now = build_situation(state, replace(declared, target=combatant.id), combatant, NO_ANSWER)
        lent = _parry(combatant, now)
        found.append(Option("lent", Text("{who} parries", who=combatant.name), lent.dv, lent.reason))
    return sorted(found, key=lambda option: -option.dv.total)[:1]


def build_situation(
    state: State, declared: DeclaredAttack, target: Combatant, answer: Answer, unaware: bool = False
) -> Situation:
    """Return everything that changes the target's DVs against this attack (2E-342..352)."""
    attacker = state.get(declared.actor)
    weapon = get_weapon(attacker.sheet, declared.weapon)
    ranged = bool(weapon and weapon.is_ranged)
    ground, shield = target.ground, target.sheet.held_shield()
    stunt_mode, stunt = get_stunt(state, declared, answer)
    dice = rate_stunt(target.sheet.being, stunt, options=state.options).dice
    internal = target.sheet.fatigue + (STUN_DICE if target.stunned_by else 0)
    dashing = target.doing is not None and target.doing.kind == "dash"
    mode: Mode | None = "dodge" if answer.mode == "dodge" else "parry" if answer.mode == "parry" else None
    enabled = (stunt_mode if stunt else None, mode if answer.magic.enables else None)  # mundane bars only (2E-341)
    higher = ground.height - attacker.ground.height - (attacker.ground.mounted and not ground.mounted)
    return Situation(
        attack="ranged" if ranged else "close",
        damage_type=weapon.damage_type if weapon else "B",
        enabled="parry" in enabled,
        exempt=target.sheet.tough,
        dodge_ok=not declared.magic.undodgeable and (not ground.cramped or "dodge" in enabled),
        parry_ok=not declared.magic.unblockable and (not dashing or "parry" in enabled),
        unaware=unaware or target.is_helpless,
        shield=(shield.ranged if ranged else shield.close) if shield else 0,
        cover=f"{ground.cover}%" if ground.cover else "",
        height=_SLOPES[min(3, max(0, higher))],
        lower=_SLOPES[min(3, max(0, -higher))],
        mounted=ground.mounted and not attacker.ground.mounted,
        attacker_reach=bool(weapon and weapon.has_reach),
        stunt_mode=stunt_mode,
        stunt_dice=dice if state.options.dv_stunt == "flat" else 0,
        excellency=mode,
        second=answer.magic.successes + int(answer.willpower) - sum_shares(answer.magic.shares, "dv"),
        powers=_list_dv(answer.magic.shares),
        standing=_list_dv(target.standing),
        actions=target.clock.penalty if target.clock else 0,
        wound=target.health.wound,
        onslaught=declared.onslaught,
        mobility=target.sheet.mobility(),
        terrain=min(ground.terrain, WORST_TERRAIN) if "dodge" in enabled else ground.terrain,
        coordination=get_coordinated(state, declared),
        botched=target.botched,
        other=internal if state.options.internal_to_dv else 0,
    )


def _list_dv(shares: Iterable[Share]) -> tuple[tuple[str, int], ...]:
    return tuple((share.name, share.amount) for share in shares if share.kind == "dv")


_SLOPES = ("", "gentle", "steep", "too_steep")


def get_stunt(state: State, declared: DeclaredAttack, answer: Answer) -> tuple[Mode | None, int]:
    """Return the mode and rating of the defensive stunt: this answer's, or the flurry's (2E-199)."""
    covering = state.covering.get(f"{declared.flurry}:{declared.target}") if declared.flurry else None
    best = covering if covering and covering.stunt > answer.stunt else answer
    if not best.stunt or best.mode not in ("dodge", "parry"):
        return None, 0
    return ("dodge" if best.mode == "dodge" else "parry"), best.stunt


def get_coordinated(state: State, declared: DeclaredAttack) -> int:
    """Return the DV penalty of the coordinated attack that this attacker takes part in; 0 without one (2E-301)."""
    plans = (
        plan.penalty
        for plan in state.plans
        if plan.at == state.tick and plan.target == declared.target and declared.actor in plan.attackers
    )
    return max(plans, default=0)


def get_dodge(actor: Combatant) -> Breakdown:
    """Return the Dodge DV without modifiers (2E-334)."""
    sheet = actor.sheet
    if sheet.ready.used:
        return give_value(TITLES["dodge"], sheet.ready.dodge_dv, "2E-334")
    return compute_dodge_dv(
        sheet.attribute("dexterity"), sheet.ability("dodge"), sheet.essence, sheet.being, specialty_dots(sheet, "dodge")
    )


def get_parry(actor: Combatant, weapon: Weapon) -> Breakdown:
    """Return the Parry DV with this weapon without modifiers (2E-335)."""
    sheet = actor.sheet
    if sheet.ready.used:
        return give_value(TITLES["parry"], sheet.ready.parry_dv, "2E-335")
    ability = max(weapon.abilities, key=sheet.ability)
    return compute_parry_dv(
        sheet.attribute("dexterity"),
        sheet.ability(ability),
        weapon.defense or 0,
        sheet.being,
        specialty_dots(sheet, ability),
        label(ability),
    )


def list_defense_abilities(actor: Combatant) -> tuple[str, ...]:
    """Return the Abilities of both DVs: Dodge, and those of the weapons to parry with (2E-334, 2E-335)."""
    return ("dodge", *(ability for weapon, _ in list_parries(actor) for ability in weapon.abilities))


def list_parries(actor: Combatant) -> list[tuple[Weapon, bool]]:
    """Return the weapons to parry with, and whether each counts as armed; bare hands must be free (2E-336)."""
    found = [
        (weapon, True)
        for key in actor.ready
        if (weapon := get_weapon(actor.sheet, key)) is not None and weapon.defense is not None
    ]
    if count_hands(actor) < 2:
        natural = [weapon for weapon in actor.sheet.arms() if weapon.is_natural and weapon.defense is not None]
        found += [(weapon, False) for weapon in sorted(natural, key=lambda weapon: -(weapon.defense or 0))[:1]]
    return found


def is_off_hand(actor: Combatant, weapon: Weapon) -> bool:
    """Return whether the weapon is in the off hand: it was not the first to be readied (2E-361)."""
    return weapon.key in actor.ready[1:]


def count_hands(actor: Combatant) -> int:
    """Return how many hands hold a weapon or a shield."""
    held = [get_weapon(actor.sheet, key) for key in actor.ready]
    return sum(2 if weapon and "2" in weapon.tags else 1 for weapon in held) + bool(actor.sheet.shield)
