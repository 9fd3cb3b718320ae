"""Defense: Parry, Evasion, what changes them, soak and Hardness (3E-128 to 3E-151)."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

from rules.errors import IllegalMove
from rules.exalted3e.pools import build_value
from rules.exalted3e.state.board import cover_against
from rules.exalted3e.state.combatant import Combatant, Modifier
from rules.exalted3e.state.exchange import Exchange, Incoming
from rules.exalted3e.traits import TABLES
from rules.pool import Breakdown, Term
from rules.text import Text

COVER_BONUS = {"none": 0, "light": 1, "heavy": 2, "full": 3}
"""The Defense that cover gives (3E-227); full cover gives it against an attack that the Storyteller allows (3E-231)."""
FULL_DEFENSE = Modifier(Text("full defense"), 2, "3E-181")
FLURRY = Modifier(Text("flurry"), -1, "3E-155")
DRAW_READY = Modifier(Text("draw or ready weapon"), -1, "3E-180")
MISCELLANEOUS = Modifier(Text("miscellaneous action"), -1, "3E-183")
SURPRISED = Modifier(Text("surprise attack"), -2, "3E-277")
MOUNTED = Modifier(Text("mounted"), 1, "3E-300")
PRONE = (Modifier(Text("prone"), -1, "3E-299", "parry"), Modifier(Text("prone"), -2, "3E-299", "evasion"))
CLINCHED = Modifier(Text("in a clinch"), -2, "3E-292")
CLASH_LOST = Modifier(Text("lost a clash"), -2, "3E-296")
PLAIN = Incoming()
VALUES = {"parry": (Text("Parry"), "3E-129"), "evasion": (Text("Evasion"), "3E-131")}
"""What may defend, and the rule of it."""
UNDEFENDED = {
    "ambush": (Text("ambush"), "3E-276"),
    "nothing": (Text("no defense is possible"), "3E-142"),
}
"""Why nothing defends, and the rule of it."""
TITLE = Text("Defense")


@dataclass(frozen=True, slots=True)
class DefenseValues:
    """Parry (None for none) and Evasion as they stand, and the Defense that an attack must reach (3E-132).

    `by` is what defends, a key of `VALUES`, or why nothing does, a key of `UNDEFENDED`; `base` its value without
    modifiers.
    """

    parry: int | None
    evasion: int
    defense: int
    by: Literal["parry", "evasion", "ambush", "nothing"]
    base: int
    modifiers: tuple[Modifier, ...]

    def explain(self) -> Breakdown:
        """Return the Defense with its why."""
        if self.by in UNDEFENDED:
            name, rule = UNDEFENDED[self.by]
            return build_value(TITLE, (Term(name, 0, "defense", rule),), (), "3E-132")
        name, rule = VALUES[self.by]
        terms = (Term(m.name, m.amount, "defense", m.rule) for m in _applying(self.modifiers, self.by))
        return build_value(TITLE, (Term(name, self.base, self.by, rule),), terms, rule)


def live_modifiers(target: Combatant, incoming: Incoming = PLAIN) -> tuple[Modifier, ...]:
    """Return everything that changes the target's Defense at the moment, except cover."""
    modifiers = list(target.in_force)
    if incoming.flexible:
        modifiers = [m for m in modifiers if m != FULL_DEFENSE]
    if target.onslaught:
        modifiers.append(Modifier(Text("onslaught"), -target.onslaught, "3E-135"))
    if target.wound:
        modifiers.append(Modifier(Text("wounds"), -target.wound, "3E-144"))
    if target.prone:
        modifiers.extend(PRONE)
    if target.mounted and incoming.close and not (incoming.reaching or incoming.mounted):
        modifiers.append(MOUNTED)
    if incoming.surprise:
        modifiers.append(SURPRISED)
    if target.clinch:
        modifiers.append(CLINCHED)
    return (*modifiers, *group_modifiers(target))


def group_modifiers(target: Combatant) -> tuple[Modifier, ...]:
    """Return a battle group's drill and Might (3E-307, 3E-308); its Defense at joining excludes them."""
    if target.group is None:
        return ()
    drill = TABLES["drill"][target.group.drill]["defense"]
    might = TABLES["might"]["defense"][target.group.might]
    found = (Modifier(Text("drill"), drill, "3E-307"), Modifier(Text("Might"), might, "3E-308"))
    return tuple(modifier for modifier in found if modifier.amount)


def cover_modifier(target: Combatant, attacker: Combatant | None, incoming: Incoming) -> tuple[Modifier, ...]:
    """Return the best cover between the two: at close range the attacker's also helps the target (3E-227, 3E-228)."""
    levels = [cover_against(target, attacker)]
    if attacker is not None and incoming.close:
        levels.append(cover_against(attacker, target))
    bonus = max(COVER_BONUS[level] for level in levels)
    return (Modifier(Text("cover"), bonus, "3E-227"),) if bonus else ()


def check_cover(level: str, incoming: Incoming) -> None:
    """Raise `IllegalMove` for an attack against full cover (3E-227), unless the Storyteller allows it (3E-231)."""
    if level == "full" and (incoming.ranged or incoming.close) and not incoming.allowed_through_cover:
        raise IllegalMove("full_cover", Text("The target is behind full cover; no attack can reach it."))


def compute_defense(
    target: Combatant, incoming: Incoming = PLAIN, attacker: Combatant | None = None, extra: Iterable[Modifier] = ()
) -> DefenseValues:
    """Return the target's Parry, Evasion and Defense against an attack, with cover and everything in force."""
    modifiers = (*live_modifiers(target, incoming), *cover_modifier(target, attacker, incoming), *extra)
    return defend(target.arm.parry, target.evasion, modifiers, incoming)


def defend(parry: int | None, evasion: int, modifiers: Iterable[Modifier], incoming: Incoming = PLAIN) -> DefenseValues:
    """Apply modifiers to the base values and choose the higher that the attack allows (3E-132, 3E-140 to 3E-142)."""
    modifiers = tuple(modifiers)
    parried = None if parry is None else max(0, parry + sum(m.amount for m in _applying(modifiers, "parry")))
    evaded = max(0, evasion + sum(m.amount for m in _applying(modifiers, "evasion")))
    if incoming.ambush:
        return DefenseValues(parried, evaded, 0, "ambush", 0, modifiers)
    parries = not incoming.unblockable and parried is not None and (incoming.undodgeable or parried > evaded)
    if parries and parry is not None and parried is not None:
        return DefenseValues(parried, evaded, parried, "parry", parry, modifiers)
    if incoming.undodgeable:
        return DefenseValues(parried, evaded, 0, "nothing", 0, modifiers)
    return DefenseValues(parried, evaded, evaded, "evasion", evasion, modifiers)


def _applying(modifiers: Iterable[Modifier], which: str) -> list[Modifier]:
    """Return the modifiers of Defense and of this one value (3E-134)."""
    return [modifier for modifier in modifiers if modifier.applies in ("defense", which)]


def compute_guard(guardian: Combatant, incoming: Incoming, attacker: Combatant) -> DefenseValues:
    """Return the Defense of a guardian for its ward: it is aware, even where the ward is not (3E-171, 3E-176)."""
    return compute_defense(guardian, replace(incoming, ambush=False, surprise=False), attacker)


def guards_of(exchange: Exchange, struck: Combatant) -> tuple[Modifier, ...]:
    """Return what the target of this attack added for it alone; a guardian who is struck has none of it."""
    return exchange.defense if struck.id == exchange.target else ()


def compute_soak(target: Combatant, reduction: int = 0, extra: tuple[Modifier, ...] = ()) -> Breakdown:
    """Return soak against a withering attack; a piercing one ignores `reduction` of the armor (3E-147, 3E-250)."""
    terms = [Term(Text("soak"), target.soak, "soak", "3E-147")]
    modifiers = [Term(m.name, m.amount, "soak", m.rule) for m in (*target.in_force, *extra) if m.applies == "soak"]
    if target.group:
        modifiers.append(Term(Text("Size"), target.group.size, "group", "3E-306"))
    if reduction:
        modifiers.append(Term(Text("pierced armor"), -min(reduction, target.armor_soak), "tag", "3E-250"))
    return build_value(Text("Soak"), terms, modifiers, "3E-147")


def compute_hardness(
    target: Combatant, reduction: int = 0, extra: tuple[Modifier, ...] = (), *, crashed: bool | None = None
) -> int:
    """Return Hardness against a decisive attack, as it is now or with `crashed` given (3E-590, 3E-591).

    The best source counts, with those that stack added. In Crash only sources that work there count. What takes
    Hardness away comes last.
    """
    magic = [m for m in (*target.in_force, *extra) if m.applies == "hardness"]
    sources = [(target.hardness, False, False), (target.hardness_in_crash, False, True)]
    sources += [(m.amount, m.stacks, m.in_crash) for m in magic if m.amount > 0]
    in_crash = target.is_crashed if crashed is None else crashed
    best = best_hardness((value, stacks) for value, stacks, works in sources if works or not in_crash)
    lost = sum(m.amount for m in magic if m.amount < 0)
    return max(0, best + lost - reduction)


def best_hardness(sources: Iterable[tuple[int, bool]]) -> int:
    """Return the best of several sources (value, stacks), plus those that stack (3E-151, 3E-590)."""
    sources = tuple(sources)
    best = max((value for value, stacks in sources if not stacks), default=0)
    return best + sum(value for value, stacks in sources if stacks)
