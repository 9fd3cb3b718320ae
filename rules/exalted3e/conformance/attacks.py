"""Vectors of kinds `withering` and `decisive`: one attack, resolved by the battle's own exchange."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Any, Literal

from rules.battle import STORYTELLER
from rules.conformance import NO_KEYS, Fields, Keys, Kinds, Range, Result
from rules.dice import Roller
from rules.errors import IllegalMove
from rules.exalted3e.attack.exchange import declare_attack
from rules.exalted3e.attack.plan import Kind, Plan, check_attack
from rules.exalted3e.attack.rolls import FLURRY_DICE
from rules.exalted3e.battle import BATTLE
from rules.exalted3e.conformance.defense import Hardness, make_sources
from rules.exalted3e.conformance.reports import report_attack_result
from rules.exalted3e.conformance.rolls import Stunt
from rules.exalted3e.health import STANDARD_LEVELS, Health
from rules.exalted3e.pools import stunt_successes, stunt_terms
from rules.exalted3e.state.board import State
from rules.exalted3e.state.combatant import Arm, Combatant, Group
from rules.exalted3e.timing.play import Play
from rules.pool import Term
from rules.text import Text
from rules.wounds import Harm

kind = Kinds()
Planned = Annotated[Any, Fields(Plan, "tag_cost", "raw_bonus")]
Target = Annotated[Any, Fields(Combatant, "initiative", "soak", "hardness", "recovered_round", "onslaught")]
Choice = Literal["", "guardian", "ward"]
Attacker = Annotated[Mapping[str, Any], Keys(lambda: _make_attacker)]
Weapon = Annotated[Mapping[str, Any], Keys(lambda: _make_weapon)]
Struck = Annotated[Mapping[str, Any], Keys(lambda: _make_target)]
Troop = Annotated[Mapping[str, Any], Keys(lambda: _make_group)]


@dataclass(frozen=True, slots=True)
class Gambit:
    """A gambit. A vector may give a number instead: its difficulty."""

    name: str = "gambit"
    difficulty: int = 0


def plan_attack(
    attacker: str,
    target: str,
    kind: Kind,
    terms: Iterable[Term],
    *,
    stunt: int,
    willpower: bool = False,
    gambit: int | Gambit | None,
    ambush: bool,
    surprise: bool,
    choice: Choice,
    **planned: Any,
) -> Plan:
    """Return the attack that a vector describes. `planned` are further fields of the plan."""
    found = gambit if isinstance(gambit, Gambit) else Gambit("" if gambit is None else "gambit", gambit or 0)
    return Plan(
        attacker=attacker,
        target=target,
        kind=kind,
        gambit=found.name,
        difficulty=found.difficulty,
        modifiers=(*stunt_terms(stunt), *(term for term in terms if term.amount)),
        auto=stunt_successes(stunt) + willpower,
        surprise="ambush" if ambush else "surprise" if surprise else "",
        choice=choice or "guardian",
        **planned,
    )


@kind("withering", "decisive")
def _attack(
    roller: Roller,
    name: Kind,
    *,
    attacker: Attacker = NO_KEYS,
    weapon: Weapon = NO_KEYS,
    target: Struck = NO_KEYS,
    guard: Struck | None = None,
    damage_type: Harm = "lethal",
    modifiers: int = 0,
    stunt: Stunt = 0,
    flurry: bool = False,
    friendly_fire: bool = False,
    ambush: bool = False,
    surprise: bool = False,
    clash: bool = False,
    round: int = 1,
    gambit: int | Gambit | None = None,
    choice: Choice = "",
    willpower_spent: bool = False,
    hardness_reduction: int = 0,
    ignores_hardness: int = 0,
    **planned: Planned,
) -> Result:
    """Resolve one attack from its declaration to the damage."""
    arm = kind.call(_make_weapon, weapon, damage_type)
    fighters = [kind.call(_make_attacker, attacker, arm), kind.call(_make_target, target, "target")]
    if guard:
        fighters.append(kind.call(_make_target, guard, "guardian"))
    wound = abs(attacker.get("wound_penalty", 0))
    terms = (
        Term(Text("modifiers"), modifiers, "bonus", "3E-024"),
        Term(Text("flurry"), FLURRY_DICE if flurry else 0, "multiple", "3E-155"),
        Term(Text("wounds"), -wound, "wound", "3E-264"),
    )
    plan = plan_attack(
        "attacker",
        "target",
        name,
        terms,
        stunt=stunt,
        willpower=willpower_spent,
        gambit=gambit,
        ambush=ambush,
        surprise=surprise,
        choice=choice,
        friendly=friendly_fire,
        clash=target.get("defense", 0) if clash else None,
        hardness_reduction=hardness_reduction + ignores_hardness,
        **planned,
    )
    start = State(phase="running", round=round, combatants=tuple(fighters), current="attacker")
    try:
        check_attack(start, plan)
    except IllegalMove as refusal:
        return {"error": refusal.code, "attacker_initiative": fighters[0].initiative}
    play = Play(BATTLE, start, STORYTELLER, roller, asks=False)
    declare_attack(play, plan)
    return report_attack_result(start, play)


def _make_weapon(
    damage_type: Harm,
    *,
    accuracy: int = 0,
    damage: int = 0,
    overwhelming: int = 0,
    strength_replaced_by: int | None = None,
) -> tuple[Arm, int | None]:
    """Return the weapon, and the number that replaces its wielder's Strength, if any."""
    worth = (Term(Text("weapon"), damage, "weapon", "3E-066"),)
    arm = Arm("weapon", accuracy=accuracy, damage=worth, overwhelming=overwhelming, damage_type=damage_type)
    return arm, strength_replaced_by


def _make_attacker(
    weapon: tuple[Arm, int | None],
    *,
    name: str = "attacker",
    initiative: int = 0,
    dexterity: int = 0,
    ability: int = 0,
    strength: int = 0,
    specialty: bool = False,
    group: Troop | None = None,
    wound_penalty: int = 0,
) -> Combatant:
    """Return the attacker with the weapon in hand. The plan adds wound penalties."""
    arm, replaced = weapon
    pool = (
        Term(Text("Dexterity"), dexterity, "attribute", "3E-030"),
        Term(Text("Ability"), ability, "ability", "3E-030"),
        Term(Text("specialty"), int(specialty), "specialty", "3E-011"),
    )
    damage = (Term(Text("Strength"), strength if replaced is None else replaced, "attribute", "3E-066"), *arm.damage)
    return Combatant(
        id="attacker",
        name=name,
        side="attackers",
        arms=(replace(arm, pool=pool, damage=damage),),
        weapon="weapon",
        initiative=initiative,
        group=_find_group(group),
        turn_open=True,
        turn_begun=True,
    )


def _make_target(
    id: str,
    *,
    name: str | None = None,
    defense: int = 0,
    parry: int | None = None,
    health: Mapping[Harm, int] = {},
    group: Troop | None = None,
    hardness_sources: tuple[Hardness, ...] = (),
    **figures: Target,
) -> Combatant:
    """Return the target or the guardian: its Defense counts as Evasion, next to a Parry if it has one.

    The vector's values include the penalties of wounds, onslaught and Might, so they must not be counted again.
    """
    troop = _find_group(group)
    marks = Health(
        bashing=health.get("bashing", 0), lethal=health.get("lethal", 0), aggravated=health.get("aggravated", 0)
    )
    target = Combatant(
        id=id,
        name=id if name is None else name,
        side="targets",
        weapon="weapon",
        health=marks,
        group=troop and replace(troop, might=0),
        ward="target" if id == "guardian" else None,
        timed=make_sources(hardness_sources),
        **figures,
    )
    taken = target.wound + target.onslaught
    arm = Arm("weapon", parry=None if parry is None else parry + taken)
    return replace(target, arms=(arm,), evasion=defense + taken)


def _find_group(given: Mapping[str, Any] | None) -> Group | None:
    return None if given is None else kind.call(_make_group, given)


def _make_group(
    *, size: int = 0, might: Annotated[int, Range(0, 3)] = 0, damage: int = 0, max: int | None = None
) -> Group:
    most = len(STANDARD_LEVELS) + size if max is None else max
    return Group(size=size, might=might, drill="poor", damage=damage, maximum=most)
