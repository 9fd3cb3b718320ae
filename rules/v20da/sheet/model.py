"""The sheet itself, and the only way to it from JSON."""

import re
from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, field, replace

from rules.codec import decode
from rules.errors import BadInput
from rules.powers import Power, check_powers
from rules.v20da.health.blood import blood_maximum
from rules.v20da.health.levels import Being, read_track
from rules.v20da.sheet.equipment import read_own
from rules.v20da.sheet.own_traits import KINDS, read_own_traits
from rules.v20da.sheet.powers import POWERS
from rules.v20da.traits import (
    ABILITIES,
    ATTRIBUTES,
    BACKGROUNDS,
    DISCIPLINES,
    TABLES,
    VIRTUES,
    WEAPON_DATA,
    Category,
    can_specialise,
    trait_maximum,
)

MAX_TEXT, MAX_CUSTOM = 200, 40
CATEGORIES: tuple[Category, ...] = ("talent", "skill", "knowledge")
_KEY = re.compile(r"[^\W\d_]\w{0,39}")


@dataclass(frozen=True, slots=True)
class Sheet:
    """A vampire or a mortal.

    `abilities` holds custom ones too, whose category is in `custom_abilities` (V20-005). `own_traits`: the names of
    what has a place beside the book's own, as `own_traits.read_own_traits` reads them.
    `specialties`: trait to the specialty's name (V20-060). `generation` and `blood` count for vampires only.
    `willpower` is the permanent rating, `willpower_points` what is left of it. `health` is the track, of / X *.
    `weapons`: keys of the weapon table; `own_weapons`: rows as `equipment.read_own` reads them; `armor`: class 0 to 5;
    `claws`: whether the hands wound like blades.
    `powers`: in their owner's words, as `POWERS` understands them.
    """

    being: Being = "mortal"
    extra: bool = False
    concept: str = ""
    clan: str = ""
    generation: int = 12
    attributes: Mapping[str, int] = field(default_factory=dict)
    abilities: Mapping[str, int] = field(default_factory=dict)
    custom_abilities: Mapping[str, Category] = field(default_factory=dict)
    own_traits: str = ""
    specialties: Mapping[str, str] = field(default_factory=dict)
    disciplines: Mapping[str, int] = field(default_factory=dict)
    clan_disciplines: tuple[str, ...] = ()
    backgrounds: Mapping[str, int] = field(default_factory=dict)
    virtues: Mapping[str, int] = field(default_factory=dict)
    conviction: bool = False
    instinct: bool = False
    road_name: str = ""
    road: int = 5
    willpower: int = 3
    willpower_points: int = 3
    blood: int = 0
    health: str = ""
    weapons: tuple[str, ...] = ()
    own_weapons: str = ""
    armor: int = 0
    claws: bool = False
    powers: tuple[Power, ...] = ()

    @property
    def is_vampire(self) -> bool:
        """Whether blood moves this body."""
        return self.being == "vampire"

    @property
    def maximum(self) -> int:
        """The highest rating of a trait (V20-172)."""
        return trait_maximum(self.generation if self.is_vampire else None)

    def dots(self, trait: str) -> int:
        """The rating of an Attribute or Ability; Attributes that are not set have one dot, Abilities none."""
        return self.attributes.get(trait, 1) if trait in ATTRIBUTES else self.abilities.get(trait, 0)

    def category(self, ability: str) -> Category:
        """Talent, skill or knowledge. Raises `BadInput` for an Ability that the sheet does not know."""
        category = ABILITIES.get(ability) or self.custom_abilities.get(ability)
        if category is None:
            raise BadInput("unknown_ability", f"There is no Ability {ability[:40]!r} on this sheet.", key=ability[:40])
        return category

    def specialty(self, *traits: str) -> str:
        """The specialty of the first of these traits that may have one, or nothing."""
        able = (self.specialties.get(trait, "") for trait in traits if can_specialise(self.dots(trait)))
        return next(filter(None, able), "")


def parse(data: object) -> Sheet:
    """Read a sheet from JSON; what it leaves out is filled in. Raises `BadInput` that names the key at fault."""
    sheet = _with_own_traits(decode(Sheet, data))
    _check_texts(sheet)
    _check_names(sheet)
    _check_ratings(sheet)
    _check_pools(sheet)
    if sheet.powers:
        sheet = replace(sheet, powers=check_powers(POWERS, sheet.powers))
    return _fill(sheet)


def _with_own_traits(sheet: Sheet) -> Sheet:
    """The sheet with a place for each trait that its owner names."""
    named = read_own_traits(sheet.own_traits)
    if not named:
        return sheet
    places = {kind: dict.fromkeys((key for key, of in named.items() if of == kind), 0) for kind in KINDS}
    categories: dict[str, Category] = {key: category for category in CATEGORIES for key in places[category]}
    return replace(
        sheet,
        custom_abilities={**categories, **sheet.custom_abilities},
        disciplines={**places["discipline"], **sheet.disciplines},
        backgrounds={**places["background"], **sheet.backgrounds},
    )


def _fill(sheet: Sheet) -> Sheet:
    """The sheet with every place that its page has, so that each can be written to."""
    abilities = dict.fromkeys((*ABILITIES, *sheet.custom_abilities), 0)
    return replace(
        sheet,
        attributes={**dict.fromkeys(ATTRIBUTES, 1), **sheet.attributes},
        abilities={**abilities, **sheet.abilities},
        specialties={**dict.fromkeys((*ATTRIBUTES, *abilities), ""), **sheet.specialties},
        disciplines={**(dict.fromkeys(DISCIPLINES, 0) if sheet.is_vampire else {}), **sheet.disciplines},
        backgrounds={**dict.fromkeys(BACKGROUNDS, 0), **sheet.backgrounds},
        virtues={**dict.fromkeys(VIRTUES, 1), **sheet.virtues},
    )


def strip(sheet: Sheet) -> Sheet:
    """The sheet without its empty places and without what no fight asks for: small enough for a battle's state."""
    return replace(
        sheet,
        abilities={key: dots for key, dots in sheet.abilities.items() if dots},
        specialties={key: text for key, text in sheet.specialties.items() if text},
        disciplines={key: dots for key, dots in sheet.disciplines.items() if dots},
        clan_disciplines=(),
        backgrounds={},
        own_traits="",
        concept="",
        road_name="",
    )


def check_range(key: str, value: int, low: int, high: int) -> None:
    """Raise `BadInput` unless the value lies between the bounds."""
    if not low <= value <= high:
        sentence = f"{key!r} lies between {low} and {high}, not at {value:.6g}."
        raise BadInput("out_of_range", sentence, key=key, low=low, high=high)


def _check_texts(sheet: Sheet) -> None:
    texts = {"concept": sheet.concept, "clan": sheet.clan, "road_name": sheet.road_name}
    texts |= {f"specialties.{trait}": text for trait, text in sheet.specialties.items()}
    for key, text in texts.items():
        if len(text) > MAX_TEXT or not text.isprintable():
            raise BadInput("bad_text", f"{key[:60]!r} has at most {MAX_TEXT} plain characters.", key=key[:60])


def _check_names(sheet: Sheet) -> None:
    _check_known("attributes", sheet.attributes, ATTRIBUTES)
    _check_known("virtues", sheet.virtues, VIRTUES)
    _check_known("abilities", sheet.abilities, (*ABILITIES, *sheet.custom_abilities))
    _check_known("specialties", sheet.specialties, (*ATTRIBUTES, *ABILITIES, *sheet.custom_abilities))
    for key in ("custom_abilities", "disciplines", "backgrounds"):
        names = getattr(sheet, key)
        if len(names) > MAX_CUSTOM:
            raise BadInput("too_many", f"{key!r} holds at most {MAX_CUSTOM}.", key=key)
        for name in names:
            if not _KEY.fullmatch(name) or name != name.lower():
                raise BadInput("bad_key", f"{key}.{name[:40]} must be a lower-case word.", key=f"{key}.{name[:40]}")
    _check_known("clan_disciplines", sheet.clan_disciplines, sheet.disciplines)
    _check_known("weapons", sheet.weapons, WEAPON_DATA)
    read_own(sheet.own_weapons)
    if len(sheet.weapons) > MAX_CUSTOM:
        raise BadInput("too_many", f"'weapons' holds at most {MAX_CUSTOM}.", key="weapons")


def _check_known(key: str, names: Iterable[str], known: Container[str]) -> None:
    for name in names:
        if name not in known:
            raise BadInput("unknown_key", f"There is no '{key}.{name[:40]}'.", key=f"{key}.{name[:40]}")


def _check_ratings(sheet: Sheet) -> None:
    """V20-006 to 009, and no rating above the generation's maximum (V20-216)."""
    if sheet.is_vampire:
        check_range("generation", sheet.generation, 4, 13)
    for key, low in (("attributes", 0), ("abilities", 0), ("disciplines", 0)):
        for name, dots in getattr(sheet, key).items():
            check_range(f"{key}.{name}", dots, low, sheet.maximum)
    for name, dots in sheet.backgrounds.items():
        check_range(f"backgrounds.{name}", dots, 0, 10)
    for name, dots in sheet.virtues.items():
        check_range(f"virtues.{name}", dots, 1, 5)
    check_range("road", sheet.road, 0, 10)
    check_range("willpower", sheet.willpower, 1, 10)
    check_range("armor", sheet.armor, 0, len(TABLES["armor"]))


def _check_pools(sheet: Sheet) -> None:
    check_range("willpower_points", sheet.willpower_points, 0, sheet.willpower)
    check_range("blood", sheet.blood, 0, blood_maximum(sheet.generation) if sheet.is_vampire else 10)
    try:
        read_track(sheet.being, sheet.health)
    except BadInput as error:
        raise BadInput(error.code, error.sentence, key="health") from error
