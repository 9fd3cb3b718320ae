"""The sheet itself, and the only way to it from JSON."""

from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from rules.codec import decode
from rules.errors import BadInput
from rules.powers import Power, check_powers, keep_spent
from rules.v20da.health.blood import blood_maximum
from rules.v20da.health.levels import Being, read_track
from rules.v20da.sheet.equipment import read_own
from rules.v20da.sheet.own_traits import (
    KEY,
    OwnTrait,
    add_nameless,
    has_rows,
    list_named,
    name_rows,
    read_rows,
    with_spare,
)
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
    label_of,
    trait_maximum,
)

MAX_TEXT, MAX_CUSTOM = 200, 40
CATEGORIES: tuple[Category, ...] = ("talent", "skill", "knowledge")


@dataclass(frozen=True, slots=True)
class Sheet:
    """A vampire or a mortal.

    `own_traits`: rows of what is there beside the book's own; their dots stand among `abilities`, `disciplines` and
    `backgrounds` too, and the category of an Ability in `custom_abilities` (V20-005).
    `specialties`: trait to the specialty's name (V20-060). `generation` and `blood` count for vampires only.
    `willpower` is the permanent rating, `willpower_points` what is left of it. `health` is the track, of / X *.
    `weapons`: keys of the weapon table; `own_weapons`: rows as `equipment.read_own` reads them; `armor`: class 0 to 5;
    `claws`: whether the hands wound like blades.
    `powers`: in their owner's words, as `POWERS` understands them; `powers_spent`: keys of those that the scene has
    used up.
    """

    being: Being = "mortal"
    extra: bool = False
    concept: str = ""
    clan: str = ""
    generation: int = 12
    attributes: Mapping[str, int] = field(default_factory=dict)
    abilities: Mapping[str, int] = field(default_factory=dict)
    custom_abilities: Mapping[str, Category] = field(default_factory=dict)
    own_traits: tuple[OwnTrait, ...] = ()
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
    powers_spent: tuple[str, ...] = ()

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

    def label(self, trait: str) -> str:
        """The name of a trait: as its row has it, or as it is printed."""
        return next((row.name for row in self.own_traits if row.key == trait and row.name), label_of(trait))

    def specialty(self, *traits: str) -> str:
        """The specialty of the first of these traits that may have one, or nothing."""
        able = (self.specialties.get(trait, "") for trait in traits if can_specialise(self.dots(trait)))
        return next(filter(None, able), "")


def parse(data: object) -> Sheet:
    """Read a sheet from JSON; what it leaves out is filled in. Raises `BadInput` that names the key at fault."""
    sheet = _with_own_traits(decode(Sheet, read_rows(data)), has_rows(data))
    _check_texts(sheet)
    _check_names(sheet)
    _check_ratings(sheet)
    _check_pools(sheet)
    if sheet.powers or sheet.powers_spent:
        powers = check_powers(POWERS, sheet.powers)
        sheet = replace(sheet, powers=powers, powers_spent=keep_spent(powers, sheet.powers_spent))
    return _fill(sheet)


def _with_own_traits(sheet: Sheet, has_rows: bool) -> Sheet:
    """The sheet with the traits of its rows among the others: where both speak of one trait, the row is right.

    What has no row is gone; only an older sheet, that has no rows, gets one for each.
    """
    if sheet.is_vampire:
        check_range("generation", sheet.generation, 4, 13)
    _check_keys(sheet)
    held = _list_held(sheet)
    rows = name_rows(sheet.own_traits)
    gone = held.keys() - {row.key for row in rows} if has_rows else set()
    pairs = zip(rows, sheet.own_traits, strict=True)
    settled = [row if row.key == before.key else _take_dots(row, held) for row, before in pairs]
    rows = with_spare(add_nameless(settled, held, gone))
    named = list_named(rows)
    for number, row in enumerate(rows):
        check_range(f"own_traits.{number}.dots", row.dots, 0, 10 if row.kind == "background" else sheet.maximum)
    replaced = gone | {row.key for row in named}
    groups: dict[str, Any] = {
        group: {
            **{key: dots for key, dots in getattr(sheet, group).items() if key not in replaced},
            **{row.key: row.dots for row in named if row.group == group},
        }
        for group in ("abilities", "disciplines", "backgrounds")
    }
    return replace(
        sheet,
        **groups,
        own_traits=rows,
        custom_abilities={row.key: category for row in named for category in CATEGORIES if row.kind == category},
        specialties={key: name for key, name in sheet.specialties.items() if key not in gone},
        clan_disciplines=tuple(key for key in sheet.clan_disciplines if key not in gone),
    )


def _list_held(sheet: Sheet) -> dict[str, tuple[str, int]]:
    """The traits beside the book's that stand among the others: key to kind and dots."""
    return {
        **{key: (category, sheet.abilities.get(key, 0)) for key, category in sheet.custom_abilities.items()},
        **{key: ("discipline", dots) for key, dots in sheet.disciplines.items() if key not in DISCIPLINES},
        **{key: ("background", dots) for key, dots in sheet.backgrounds.items() if key not in BACKGROUNDS},
    }


def _take_dots(row: OwnTrait, held: Mapping[str, tuple[str, int]]) -> OwnTrait:
    """A row that was only now named has the dots that the trait has already, unless it says more."""
    return row if row.dots or row.key not in held else replace(row, dots=held[row.key][1])


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
        own_traits=list_named(sheet.own_traits),
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


def _check_keys(sheet: Sheet) -> None:
    for key in ("custom_abilities", "disciplines", "backgrounds"):
        names = getattr(sheet, key)
        if len(names) > MAX_CUSTOM:
            raise BadInput("too_many", f"{key!r} holds at most {MAX_CUSTOM}.", key=key)
        for name in names:
            if not KEY.fullmatch(name) or name != name.lower():
                raise BadInput("bad_key", f"{key}.{name[:40]} must be a lower-case word.", key=f"{key}.{name[:40]}")


def _check_names(sheet: Sheet) -> None:
    _check_known("attributes", sheet.attributes, ATTRIBUTES)
    _check_known("virtues", sheet.virtues, VIRTUES)
    _check_known("abilities", sheet.abilities, (*ABILITIES, *sheet.custom_abilities))
    _check_known("specialties", sheet.specialties, (*ATTRIBUTES, *ABILITIES, *sheet.custom_abilities))
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
