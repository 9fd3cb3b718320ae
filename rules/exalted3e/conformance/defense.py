"""Vectors of kind `defense`: static values under everything that changes them."""

from typing import Any

from rules.dice import Roller
from rules.errors import IllegalMove
from rules.exalted3e.actions.social import Listener, read_guile, read_resolve
from rules.exalted3e.conformance.keys import Given, check_keys, flag, items, number, part, stunt_points, text
from rules.exalted3e.defense import (
    COVER_BONUS,
    DRAW_READY,
    FLURRY,
    FULL_DEFENSE,
    MISCELLANEOUS,
    best_hardness,
    check_cover,
    read_defense,
    read_hardness,
    read_soak,
)
from rules.exalted3e.pools import static_value
from rules.exalted3e.state.exchange import Incoming
from rules.exalted3e.state.fighters import Arm, Combatant, Modifier

KEYS = (
    "dexterity", "dodge", "combat_ability", "weapon_defense", "ranged_only", "mobility_penalty", "specialties",
    "onslaught", "full_defense", "flurry", "draw_ready", "misc", "cover", "prone", "surprise", "mounted",
    "wound_penalty", "parry_mod", "evasion_mod", "stunt", "willpower_spent", "attack", "stamina", "armor_soak",
    "hardness_sources", "crashed", "wits", "integrity", "manipulation", "socialize",
)  # fmt: skip
ATTACK_KEYS = ("unblockable", "undodgeable", "ranged", "ambush", "close", "reaching", "flexible")
SPECIALTIES = ("dodge", "combat")


def read_incoming(given: Given, surprise: bool) -> Incoming:
    """The attack's flags."""
    check_keys(given, ATTACK_KEYS, "attack")
    return Incoming(
        ranged=flag(given, "ranged"), close=flag(given, "close"), unblockable=flag(given, "unblockable"),
        undodgeable=flag(given, "undodgeable"), ambush=flag(given, "ambush"), surprise=surprise,
        reaching=flag(given, "reaching"), flexible=flag(given, "flexible"),
    )  # fmt: skip


def read_target(given: Given) -> Combatant:
    """A combatant with the traits and conditions of the vector."""
    specialties = [
        text({"specialties": name}, "specialties", choices=SPECIALTIES) for name in items(given, "specialties")
    ]
    parry = static_value(number(given, "dexterity"), number(given, "combat_ability"), "combat" in specialties)
    ranged_only = flag(given, "ranged_only") or ("combat_ability" in given and given["combat_ability"] is None)
    arm = Arm("weapon", parry=None if ranged_only else parry + number(given, "weapon_defense"))
    evasion = static_value(number(given, "dexterity"), number(given, "dodge"), "dodge" in specialties)
    return Combatant(
        id="target", name="target", side="", arms=(arm,), weapon=arm.name,
        evasion=evasion - abs(number(given, "mobility_penalty")), onslaught=abs(number(given, "onslaught")),
        timed=_timed(given), prone=flag(given, "prone"), mounted=flag(given, "mounted"),
        cover=text(given, "cover", "none", COVER_BONUS), soak=number(given, "stamina") + number(given, "armor_soak"),
        armor_soak=number(given, "armor_soak"), hardness=_read_hardness(given),
        initiative=0 if flag(given, "crashed") else 1,
    )  # fmt: skip


def _timed(given: Given) -> tuple[Modifier, ...]:
    named = {"full_defense": FULL_DEFENSE, "flurry": FLURRY, "draw_ready": DRAW_READY, "misc": MISCELLANEOUS}
    found = [modifier for key, modifier in named.items() if flag(given, key)]
    amounts = (
        Modifier("Parry modifier", number(given, "parry_mod"), "3E-134", "parry"),
        Modifier("Evasion modifier", number(given, "evasion_mod"), "3E-134", "evasion"),
        Modifier("wounds", -abs(number(given, "wound_penalty")), "3E-144"),
        Modifier("stunt", stunt_points(given), "3E-014"),
        Modifier("Willpower", 1 if flag(given, "willpower_spent") else 0, "3E-018"),
    )
    return (*found, *(modifier for modifier in amounts if modifier.amount))


def _read_hardness(given: Given) -> int:
    sources = [check_keys(source, ("value",), "hardness_sources") for source in items(given, "hardness_sources")]
    return best_hardness((number(source, "value"), False) for source in sources)


def check_defense(given: Given, roller: Roller) -> dict[str, Any]:
    """One `defense` vector."""
    check_keys(given, KEYS, "defense")
    target = read_target(given)
    incoming = read_incoming(part(given, "attack"), flag(given, "surprise"))
    try:
        check_cover(target.cover, incoming)
    except IllegalMove as refusal:
        return {"error": refusal.code}
    defended = read_defense(target, incoming)
    listener = Listener(
        wits=number(given, "wits"),
        integrity=number(given, "integrity"),
        manipulation=number(given, "manipulation"),
        socialize=number(given, "socialize"),
        wound=abs(number(given, "wound_penalty")),
        bonus=sum(m.amount for m in target.timed if m.name in ("stunt", "Willpower")),
    )
    return {
        "parry": defended.parry,
        "evasion": defended.evasion,
        "defense": defended.defense,
        "soak": read_soak(target).total,
        "hardness": read_hardness(target),
        "resolve": read_resolve(listener).total,
        "guile": read_guile(listener).total,
    }
