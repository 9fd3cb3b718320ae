"""Vectors of kinds `withering` and `decisive`: one attack, played by the battle's own exchange."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Literal, TypeVar, cast

from rules.battle import STORYTELLER, Event
from rules.dice import Roller
from rules.errors import BadInput, IllegalMove
from rules.exalted3e import events as ev
from rules.exalted3e.attack.exchange import declare_attack
from rules.exalted3e.attack.plan import Kind, Plan, check_attack
from rules.exalted3e.attack.rolls import FLURRY_DICE
from rules.exalted3e.battle import BATTLE
from rules.exalted3e.conformance.keys import Given, check_keys, flag, maybe_number, number, part, stunt_points, text
from rules.exalted3e.health import STANDARD_LEVELS, Health, is_incapacitated, wound_penalty
from rules.exalted3e.pools import stunt_successes, stunt_terms
from rules.exalted3e.state.board import State
from rules.exalted3e.state.fighters import Arm, Combatant, Group
from rules.exalted3e.timing.play import Play
from rules.exalted3e.traits import DAMAGE_TYPES
from rules.pool import Term

KEYS = (
    "attacker", "weapon", "target", "modifiers", "stunt", "flurry", "tag_cost", "raw_bonus", "hardness_reduction",
    "friendly_fire", "ambush", "surprise", "clash", "round", "gambit", "guard", "choice", "damage_type",
    "willpower_spent",
)  # fmt: skip
ATTACKER_KEYS = ("name", "initiative", "dexterity", "ability", "strength", "specialty", "group", "wound_penalty")
WEAPON_KEYS = ("accuracy", "damage", "overwhelming", "strength_replaced_by")
TARGET_KEYS = (
    "name", "initiative", "defense", "parry", "soak", "hardness", "recovered_round", "health", "group",
    "onslaught",
)  # fmt: skip
MAX_MIGHT = 3
GROUP_KEYS = ("size", "might", "damage", "max")

E = TypeVar("E", bound=Event)


def read_group(given: Given | None, *, attacks: bool) -> Group | None:
    """A battle group. A target's Defense comes complete, so that Might changes nothing on it."""
    if given is None:
        return None
    check_keys(given, GROUP_KEYS, "group")
    size = number(given, "size")
    most = number(given, "max", len(STANDARD_LEVELS) + size)
    might = number(given, "might")
    if not 0 <= might <= MAX_MIGHT:
        raise BadInput("out_of_bounds", f"might must be 0 to {MAX_MIGHT}, not {might}.", key="might")
    might = might if attacks else 0
    return Group(size=size, might=might, drill="poor", damage=number(given, "damage"), maximum=most)


def read_health(given: Given | None) -> Health:
    """Damage on the standard track."""
    given = check_keys(given or {}, ("bashing", "lethal", "aggravated"), "health")
    return Health(
        bashing=number(given, "bashing"), lethal=number(given, "lethal"), aggravated=number(given, "aggravated")
    )


def read_attacker(given: Given, weapon: Given, damage_type: str) -> Combatant:
    """The attacker with its weapon in hand."""
    check_keys(given, ATTACKER_KEYS, "attacker")
    check_keys(weapon, WEAPON_KEYS, "weapon")
    traits = [
        Term("Dexterity", number(given, "dexterity"), "attribute", "3E-030"),
        Term("Ability", number(given, "ability"), "ability", "3E-030"),
    ]
    if flag(given, "specialty"):
        traits.append(Term("specialty", 1, "specialty", "3E-011"))
    replaced = maybe_number(weapon, "strength_replaced_by")
    strength = number(given, "strength") if replaced is None else replaced
    arm = Arm(
        "weapon",
        pool=tuple(traits),
        accuracy=number(weapon, "accuracy"),
        damage=(
            Term("Strength", strength, "attribute", "3E-066"),
            Term("weapon", number(weapon, "damage"), "weapon", "3E-066"),
        ),
        overwhelming=number(weapon, "overwhelming"),
        damage_type=cast(Literal["bashing", "lethal", "aggravated"], damage_type),
    )
    return Combatant(
        id="attacker", name=text(given, "name", "attacker"), side="attackers", arms=(arm,), weapon="weapon",
        initiative=number(given, "initiative"), group=read_group(given.get("group"), attacks=True), turn_open=True,
        turn_begun=True,
    )  # fmt: skip


def read_target(given: Given, id: str) -> Combatant:
    """The target or the guardian: its Defense counts as Evasion, beside a Parry if it has one.

    Both come complete, so that what its wounds and its onslaught take is not taken again.
    """
    check_keys(given, TARGET_KEYS, id)
    target = Combatant(
        id=id, name=text(given, "name", id), side="targets", weapon="weapon", soak=number(given, "soak"),
        hardness=number(given, "hardness"), initiative=maybe_number(given, "initiative"),
        recovered_round=maybe_number(given, "recovered_round"), health=read_health(given.get("health")),
        group=read_group(given.get("group"), attacks=False), ward="target" if id == "guardian" else None,
        onslaught=number(given, "onslaught"),
    )  # fmt: skip
    taken, parry = target.wound + target.onslaught, maybe_number(given, "parry")
    arm = Arm("weapon", parry=None if parry is None else parry + taken)
    return replace(target, arms=(arm,), evasion=number(given, "defense") + taken)


def read_gambit(given: Given) -> tuple[str, int]:
    """A gambit's name ("" for none) and difficulty, from an object or the difficulty alone."""
    if given.get("gambit") is None:
        return "", 0
    if not isinstance(given["gambit"], Mapping):
        return "gambit", number(given, "gambit")
    gambit = check_keys(given["gambit"], ("name", "difficulty"), "gambit")
    return text(gambit, "name", "gambit"), number(gambit, "difficulty")


def read_surprise(given: Given) -> Literal["", "surprise", "ambush"]:
    """Whether the target sees the attack coming."""
    if flag(given, "ambush"):
        return "ambush"
    return "surprise" if flag(given, "surprise") else ""


def read_plan(given: Given, kind: Kind) -> Plan:
    """The attack itself."""
    stunt = stunt_points(given)
    modifiers = list(stunt_terms(stunt))
    if number(given, "modifiers"):
        modifiers.append(Term("modifiers", number(given, "modifiers"), "bonus", "3E-024"))
    if flag(given, "flurry"):
        modifiers.append(Term("flurry", FLURRY_DICE, "multiple", "3E-155"))
    wound = number(part(given, "attacker"), "wound_penalty")
    if wound:
        modifiers.append(Term("wounds", -abs(wound), "wound", "3E-264"))
    name, difficulty = read_gambit(given)
    chosen = text(given, "choice", choices=("", "guardian", "ward"))
    clash = number(part(given, "target"), "defense") if flag(given, "clash") else None
    return Plan(
        attacker="attacker", target="target", kind=kind, gambit=name, difficulty=difficulty,
        modifiers=tuple(modifiers), auto=stunt_successes(stunt) + (1 if flag(given, "willpower_spent") else 0),
        tag_cost=number(given, "tag_cost"), raw_bonus=number(given, "raw_bonus"),
        hardness_reduction=number(given, "hardness_reduction"), surprise=read_surprise(given),
        friendly=flag(given, "friendly_fire"), choice="ward" if chosen == "ward" else "guardian", clash=clash,
    )  # fmt: skip


def check_attack_vector(given: Given, roller: Roller, kind: Kind) -> dict[str, Any]:
    """One `withering` or `decisive` vector."""
    check_keys(given, KEYS, kind)
    weapon = part(given, "weapon")
    damage_type = text(given, "damage_type", "lethal", DAMAGE_TYPES)
    fighters = [read_attacker(part(given, "attacker"), weapon, damage_type)]
    fighters.append(read_target(part(given, "target"), "target"))
    if given.get("guard"):
        fighters.append(read_target(given["guard"], "guardian"))
    start = State(phase="running", round=number(given, "round", 1), combatants=tuple(fighters), current="attacker")
    plan = read_plan(given, kind)
    try:
        check_attack(start, plan)
    except IllegalMove as refusal:
        return {"error": refusal.code, "attacker_initiative": fighters[0].initiative}
    play = Play(BATTLE, start, STORYTELLER, roller, asks=False)
    declare_attack(play, plan)
    return read_result(start, play)


def find(events: list[Event], kind: type[E]) -> E | None:
    """The first event of a kind."""
    return next((event for event in events if isinstance(event, kind)), None)


def read_attack(events: list[Event]) -> dict[str, Any]:
    """What an attack's events tell, in the words of the vectors that all kinds share."""
    found: dict[str, Any] = {}
    if rolled := find(events, ev.AttackRolled):
        found |= {"attack_pool": rolled.pool.dice, "guard_parry": rolled.attack.guard_parry}
        found["attack_successes"] = found["successes"] = rolled.successes
        if rolled.attack.gambit:
            found["gambit_success"] = False
    if resolved := find(events, ev.AttackResolved):
        found |= {"hit": resolved.hit, "struck": resolved.struck_name or None, "threshold": resolved.threshold}
        if not resolved.hit:
            found |= {"damage_dice": 0, "damage" if resolved.attack == "withering" else "levels": 0}
    if damage := find(events, ev.DamageRolled):
        found |= {"damage_dice": max(0, damage.pool), "stopped_by_hardness": damage.stopped_by_hardness}
        found |= {"damage" if damage.attack == "withering" else "levels": damage.amount}
        if damage.attack == "withering":
            found["raw_damage"] = damage.raw.total
    if gambit := find(events, ev.GambitRolled):
        found |= {"initiative_roll": gambit.successes, "gambit_success": gambit.works, "damage_dice": gambit.pool}
    found["break"] = any(isinstance(event, ev.BreakGained) and not event.blocked for event in events)
    return found


def read_result(start: State, play: Play) -> dict[str, Any]:
    """The whole result; health and wounds belong to the struck combatant."""
    before, attacker = start.get("attacker"), play.state.get("attacker")
    resolved = find(play.events, ev.AttackResolved)
    struck = play.state.get(resolved.struck if resolved and resolved.struck else "target")
    found = read_attack(play.events)
    found["damage_successes"] = found.get("damage")
    found["damage_levels"] = found.get("levels", 0)
    crashed_self = any(isinstance(e, ev.InitiativeChanged) and e.crashed and e.cause == "own" for e in play.events)
    found |= {
        "attacker_initiative": attacker.initiative,
        "target_initiative": struck.initiative,
        "target_crashed": struck.is_crashed,
        "attacker_crashed": attacker.is_crashed,
        "attacker_left_crash": before.is_crashed and not attacker.is_crashed,
        "target_onslaught": play.state.get("target").onslaught,
        "self_crash": crashed_self,
        "target_health": health_of(struck),
        "wound_penalty": "inc" if is_incapacitated(struck.health) else wound_penalty(struck.health),
        "incapacitated": is_incapacitated(struck.health),
    }
    if struck.group:
        marked = find(play.events, ev.MagnitudeMarked)
        found |= {"size_lost": marked.size_lost if marked else 0, "group_size": struck.group.size}
        found |= {"group_damage": struck.group.damage, "group_max": struck.group.maximum}
        found["break"] = bool(marked and marked.size_lost)
    if marked_health := find(play.events, ev.HealthMarked):
        found["damage_levels"] = marked_health.levels
    return found


def health_of(combatant: Combatant) -> dict[str, int]:
    """The marks on a track."""
    health = combatant.health
    return {"bashing": health.bashing, "lethal": health.lethal, "aggravated": health.aggravated}
