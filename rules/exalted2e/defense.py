"""Dodge and Parry DV with every modifier, MDV, soak and Hardness (2E-334 to 2E-359, 2E-372 to 2E-378)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal

from rules.exalted2e.health.track import Damage
from rules.exalted2e.options import DEFAULTS, Options
from rules.exalted2e.traits import MAX_SPECIALTIES, Being, halve, is_magical
from rules.pool import Breakdown, Step, Term, add_step
from rules.text import EMPTY, Text, word

Mode = Literal["dodge", "parry"]

TITLES: Final[Mapping[Mode, Text]] = {"dodge": Text("Dodge DV"), "parry": Text("Parry DV")}

ROLLED: Final = Text("Successes rolled for the defense")
BOUGHT: Final = Text("Successes bought for the defense")

COVERS: Final[Mapping[str, tuple[int, int]]] = {"25%": (0, 1), "50%": (1, 2), "75%": (1, 3), "90%": (2, 4)}
"""The DV bonus of hard cover against close and against ranged attacks (2E-353)."""
HEIGHTS: Final[Mapping[str, int]] = {
    "steps": 1,
    "gentle": 1,
    "mounted": 1,
    "steep": 2,
    "howdah": 2,
    "too_steep": 3,
    "ladder": 3,
}
"""The bonus of higher ground in close combat (2E-348, 2E-349)."""
WORST_TERRAIN: Final = 3
"""The worst terrain on which a character can dodge (2E-346)."""
BOTCH_PENALTY: Final = 2
"""The penalty of a botched attack to both DVs until the next refresh (2E-352, 2E-362)."""
TRAIT: Final = Text("Ability")
"""The Ability of a parry where no weapon names one."""


@lru_cache(maxsize=1024)
def compute_dodge_dv(dexterity: int, dodge: int, essence: int, being: Being, specialty: int = 0) -> Breakdown:
    """Return Dodge DV: half of Dexterity, Dodge and, from 2 on, Essence (2E-334)."""
    terms = [
        Term(Text("Dexterity"), dexterity, "attribute", "2E-334"),
        Term(Text("Dodge"), dodge, "ability", "2E-334"),
        Term(Text("Specialty"), min(MAX_SPECIALTIES, specialty), "specialty", "2E-337"),
    ]
    if essence >= 2:
        terms.append(Term(Text("Essence"), essence, "essence", "2E-334"))
    return _halved(TITLES["dodge"], "2E-334", terms, being)


@lru_cache(maxsize=1024)
def compute_parry_dv(
    dexterity: int, ability: int, defense: int, being: Being, specialty: int = 0, ability_name: Text = TRAIT
) -> Breakdown:
    """Return Parry DV: half of Dexterity, the weapon's Ability and its Defense (2E-335)."""
    terms = (
        Term(Text("Dexterity"), dexterity, "attribute", "2E-335"),
        Term(ability_name, ability, "ability", "2E-335"),
        Term(Text("Specialty"), min(MAX_SPECIALTIES, specialty), "specialty", "2E-337"),
        Term(Text("Defense of the weapon"), defense, "equipment", "2E-335"),
    )
    return _halved(TITLES["parry"], "2E-335", terms, being)


def compute_mdv(kind: Mode, traits: Iterable[int], being: Being, options: Options = DEFAULTS) -> int:
    """Return a Mental Defense Value: half the sum of its traits (2E-512, 2E-513)."""
    total = sum(traits)
    if kind == "dodge" and options.dodge_mdv_round_down:
        return total // 2
    return halve(total, being)


def _halved(title: Text, rule: str, terms: Iterable[Term], being: Being) -> Breakdown:
    traits = add_step(Text("Traits"), rule, tuple(term for term in terms if term.amount or term.kind != "specialty"), 0)
    half = halve(traits.after, being)
    name = Text("Halved, rounded up") if is_magical(being) else Text("Halved, rounded down")
    return Breakdown(title, (traits, Step(name, "2E-131", (), traits.after, half)), half)


@dataclass(frozen=True, slots=True)
class Situation:
    """The modifiers of a DV against one attack; penalties are positive numbers.

    `armed`, `dodge_ok`, `parry_ok`: whether the mode applies. `enabled`: a stunt or magic lets a bare hand parry.
    `exempt`: a tough or armored creature parries blades bare-handed (2E-339). `shield`: its bonus against this attack.
    `actions`: own actions since the refresh. `terrain` above 3 forbids dodging. `height` and `lower` are keys of
    `HEIGHTS`. `excellency` is the mode that Excellencies raise: `first` rolled and `second` bought successes,
    `third` the Ability of a Third Excellency. `powers`: bonuses to that mode by the power's name; `standing`: bonuses
    to both modes by powers that last for the scene.
    """

    attack: Literal["close", "ranged"] = "close"
    damage_type: Damage = "L"
    armed: bool = True
    enabled: bool = False
    exempt: bool = False
    dodge_ok: bool = True
    parry_ok: bool = True
    unaware: bool = False
    shield: int = 0
    cover: str = ""
    height: str = ""
    lower: str = ""
    mounted: bool = False
    attacker_reach: bool = False
    stunt_mode: Mode | None = None
    stunt_dice: int = 0
    excellency: Mode | None = None
    first: int = 0
    second: int = 0
    third: int = 0
    powers: tuple[tuple[str, int], ...] = ()
    standing: tuple[tuple[str, int], ...] = ()
    actions: int = 0
    wound: int = 0
    onslaught: int = 0
    mobility: int = 0
    terrain: int = 0
    coordination: int = 0
    botched: bool = False
    other: int = 0


@dataclass(frozen=True, slots=True)
class Defense:
    """Both DVs against one attack, which may be negative, and the mode that is used (2E-355)."""

    dodge: Breakdown
    parry: Breakdown
    used: Mode

    @property
    def true(self) -> int:
        """Return the DV used; it may be negative."""
        return self.dodge.total if self.used == "dodge" else self.parry.total


def is_inapplicable(mode: Mode, now: Situation) -> Text:
    """Return why a mode does not apply to this attack; empty where it does (2E-333, 2E-338 to 2E-340)."""
    if now.unaware:
        return Text("unaware of the attack (2E-333)")
    if mode == "dodge":
        if now.terrain > WORST_TERRAIN:
            return Text("no room to dodge (2E-346)")
        return EMPTY if now.dodge_ok else Text("can’t give ground (2E-340)")
    if not now.parry_ok:
        return Text("no parry now (2E-338)")
    return EMPTY if now.armed or is_bare_enough(now) else Text("bare hands can’t parry this (2E-339)")


def is_bare_enough(now: Situation) -> bool:
    """Whether bare hands parry this attack: blunt and close, or by a stunt, magic or tough hide (2E-339)."""
    return now.enabled or now.exempt or (now.damage_type == "B" and now.attack == "close")


def compute_defense(dodge: Breakdown | int, parry: Breakdown | int, now: Situation) -> Defense:
    """Return both DVs and the higher mode (2E-355)."""
    values = compute_dv("dodge", dodge, now), compute_dv("parry", parry, now)
    return Defense(*values, "dodge" if values[0].total >= values[1].total else "parry")


@lru_cache(maxsize=4096)
def compute_dv(mode: Mode, base: Breakdown | int, now: Situation) -> Breakdown:
    """Return one DV against one attack, in the book's order; it may be negative (2E-355, 2E-356)."""
    start = base if isinstance(base, Breakdown) else _given(mode, base)
    why = is_inapplicable(mode, now)
    value = 0 if why else start.total
    checked = Step(Text("Applicable"), "2E-338", (), start.total, value, why)
    raised = add_step(Text("Bonuses"), "2E-355", tuple(t for t in _bonuses(mode, now) if t.amount), value)
    lowered = add_step(Text("Penalties"), "2E-355", tuple(t for t in _penalties(mode, now) if t.amount), raised.after)
    return Breakdown(start.title, (*start.steps, checked, raised, lowered), lowered.after)


def _given(mode: Mode, base: int) -> Breakdown:
    rule = "2E-334" if mode == "dodge" else "2E-335"
    title = TITLES[mode]
    return Breakdown(title, (add_step(Text("Base"), rule, (Term(title, base, "base", rule),), 0),), base)


def _bonuses(mode: Mode, now: Situation) -> Iterable[Term]:
    far = now.attack == "ranged"
    cover = COVERS.get(now.cover, (0, 0))[far]
    if now.shield >= cover:  # only the greater of the two counts (2E-347)
        yield Term(Text("Shield"), now.shield, "shield", "2E-353")
    else:
        yield Term(Text("{n} hard cover", n=now.cover), cover, "cover", "2E-353")
    if not far and not now.attacker_reach:
        yield Term(Text("Higher ground"), HEIGHTS.get(now.height, 0), "height", "2E-348")
        yield Term(Text("Mounted"), int(now.mounted), "height", "2E-354")
    if now.stunt_mode == mode:  # a stunt raises the DV that it describes, no other (2E-199)
        yield Term(Text("Stunt"), now.stunt_dice, "stunt", "2E-197")
    yield from (Term(word(name), amount, "magic bonus", "2E-357") for name, amount in now.standing)
    if now.excellency == mode:
        yield Term(ROLLED, now.first, "magic bonus", "2E-357")
        yield Term(BOUGHT, now.second, "magic bonus", "2E-357")
        yield from (Term(word(name), amount, "magic bonus", "2E-357") for name, amount in now.powers)
        if not now.first and not now.second and not now.powers:  # a Third Excellency stands alone (2E-357)
            yield Term(Text("Third Excellency"), now.third // 2, "magic bonus", "2E-357")


def _penalties(mode: Mode, now: Situation) -> Iterable[Term]:
    yield Term(Text("Own actions since the refresh"), -now.actions, "action", "2E-342")
    yield Term(Text("Wounds"), -now.wound, "wound", "2E-343")
    if mode == "dodge":
        yield Term(Text("Armor mobility"), -now.mobility, "mobility", "2E-344")
        if now.terrain <= WORST_TERRAIN:
            yield Term(Text("Unstable ground"), -now.terrain, "terrain", "2E-346")
    yield Term(Text("Onslaught"), -now.onslaught, "onslaught", "2E-345")
    if now.attack == "close":
        yield Term(Text("Lower ground"), -HEIGHTS.get(now.lower, 0), "height", "2E-349")
    yield Term(Text("Coordinated attack"), -now.coordination, "coordination", "2E-351")
    yield Term(Text("Own attack botched"), -BOTCH_PENALTY * now.botched, "botch", "2E-352")
    yield Term(Text("Other"), -now.other, "other", "2E-358")


def compute_natural_soak(stamina: int, being: Being, damage_type: Damage) -> int:
    """Return natural soak: Stamina against bashing; against lethal half of it for magical beings (2E-374, 2E-132)."""
    if damage_type == "B":
        return stamina
    return stamina // 2 if damage_type == "L" and is_magical(being) else 0


def compute_armor_soak(armor: Mapping[str, int], damage_type: Damage, piercing: bool) -> int:
    """Return armored soak; lethal soak counts against aggravated, piercing halves it, down (2E-375, 2E-376)."""
    soak = armor.get("B" if damage_type == "B" else "L", 0)
    return soak // 2 if piercing else soak


def is_stopped(raw: int, hardness: Iterable[int]) -> bool:
    """Whether Hardness stops the attack: raw damage must exceed the highest one (2E-372)."""
    highest = max(hardness, default=0)
    return highest > 0 and raw <= highest


def compute_final_damage(
    raw: int, soak: int, weapon_min: int = 1, essence: int = 1, hardness: Iterable[int] = (), post_mod: int = 0
) -> int:
    """Return damage after Hardness, soak, the minimum and late effects (2E-372 to 2E-382)."""
    if raw <= 0 or is_stopped(raw, hardness):
        return 0
    minimum = max(weapon_min, essence)
    return max(0, min(raw, max(raw - soak, minimum)) + post_mod)
