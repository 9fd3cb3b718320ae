"""The sheet, and `parse`, the only way to make one from JSON."""

from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from rules.battle import Choice
from rules.codec import decode
from rules.errors import BadInput
from rules.names import is_line
from rules.powers import Power
from rules.sheets import (
    check_range,
    check_sheet,
    choice,
    dots,
    flag,
    group,
    items,
    make_marks,
    name_choices,
    number,
    text,
    track,
)
from rules.sheets.conditions import conditions
from rules.sheets.fate import fate
from rules.text import Text, word
from rules.v20da.health.blood import blood_maximum
from rules.v20da.health.levels import BOXES, LEVELS, Being, parse_track
from rules.v20da.sheet.equipment import FORM, parse_own
from rules.v20da.sheet.own_traits import (
    KEY,
    OwnTrait,
    add_nameless,
    convert_rows,
    has_rows,
    list_named,
    name_rows,
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
from rules.view import signed
from rules.wounds import STROKES

MAX_TEXT, MAX_CUSTOM = 200, 40
CATEGORIES: tuple[Category, ...] = ("talent", "skill", "knowledge")
_line = partial(text, high=MAX_TEXT, chars=is_line)


def _highest(sheet: "Sheet") -> int:
    return sheet.maximum


def _willpower(sheet: "Sheet") -> int:
    return sheet.willpower


def _most_blood(sheet: "Sheet") -> int:
    return blood_maximum(sheet.generation) if sheet.is_vampire else 10


def _penalties(_sheet: object) -> tuple[str, ...]:
    return tuple("I" if level is None else signed(level) for _, level in LEVELS)


def _disciplines(sheet: "Sheet") -> tuple[Choice, ...]:
    return tuple(Choice(key, sheet.label(key)) for key in {**dict.fromkeys(DISCIPLINES), **sheet.disciplines})


@dataclass(frozen=True, slots=True)
class Sheet:
    """A vampire or a mortal.

    `own_traits`: rows of traits that the book does not have; their dots are also in `abilities`, `disciplines` and
    `backgrounds`, and the category of an Ability in `custom_abilities` (V20-005). `specialties`: trait to the
    specialty's name (V20-060). `generation` and `blood` count for vampires only. `willpower`: the permanent rating;
    `willpower_points`: what is left of it. `health`: the track, of / X *. `weapons`: keys of the weapon table;
    `own_weapons`: rows as `equipment.parse_own` reads them; `armor`: class 0 to 5; `claws`: hands wound like blades.
    `powers`: in their owner's words, as `POWERS` understands them; `powers_spent`: keys of those that the scene has
    used up. `fate`: what lasts in addition to the boxes; `health.fate.find_fate` says what counts. `staked`: a
    stake is in the heart, whatever else has become of the body.
    """

    being: Being = choice(Text("Creature type"), name_choices(("vampire", "mortal")), "mortal")
    extra: bool = flag(Text("Extra"))
    concept: str = _line(Text("Concept"))
    nature: str = _line(Text("Nature"), rule="V20-355")
    demeanor: str = _line(Text("Demeanor"), rule="V20-355")
    clan: str = _line(Text("Clan"))
    generation: int = number(Text("Generation"), 4, 13, 12, loose=True, rule="V20-171")
    attributes: Mapping[str, int] = group(dict, 0, _highest, page=(1, _highest), label=label_of, rule="V20-001")
    abilities: Mapping[str, int] = group(dict, 0, _highest, label=label_of, rule="V20-006")
    custom_abilities: Mapping[str, Category] = field(default_factory=dict)
    own_traits: tuple[OwnTrait, ...] = ()
    specialties: Mapping[str, str] = group(dict, 0, MAX_TEXT, kind="text", rule="V20-060")
    disciplines: Mapping[str, int] = group(dict, 0, _highest, label=label_of)
    clan_disciplines: tuple[str, ...] = items(
        Text("Clan Disciplines"),
        _disciplines,
        loose=True,
        help=Text("None marked: those that the book gives the clan"),
        rule="V20-350",
    )
    backgrounds: Mapping[str, int] = group(dict, 0, 10, label=label_of)
    virtues: Mapping[str, int] = group(dict, 1, 5, rule="V20-007")
    conviction: bool = flag(Text("Conviction instead of Conscience"), rule="V20-007")
    instinct: bool = flag(Text("Instinct instead of Self-Control"), rule="V20-007")
    road_name: str = _line(Text("Road"))
    road: int = dots(Text("Road rating"), 0, 10, 5, rule="V20-008")
    willpower: int = dots(Text("Willpower"), 1, 10, 3, rule="V20-009")
    willpower_points: int = number(Text("Willpower points"), 0, _willpower, 3, full=_willpower)
    blood: int = number(Text("Blood"), 0, _most_blood, full=_most_blood, rule="V20-171")
    health: str = track(Text("Health"), BOXES, make_marks(STROKES), _penalties, rule="V20-180")
    weapons: tuple[str, ...] = items(Text("Weapons"), (), loose=True, rule="V20-169", keeper="player")
    own_weapons: str = text(Text("Custom weapons"), 2000, help=FORM, rule="V20-169", keeper="player")
    armor: int = number(Text("Armor class"), 0, len(TABLES["armor"]), rule="V20-170", keeper="player")
    claws: bool = flag(Text("Claws"), rule="V20-168")
    powers: tuple[Power, ...] = ()
    powers_spent: tuple[str, ...] = ()
    fate: str = fate("torpor", "dead", "final_death")
    staked: bool = flag(Text("Staked"), rule="V20-162", keeper="storyteller")
    conditions: str = conditions()

    @classmethod
    def renew_json(cls, data: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the JSON of a sheet whose fate is the stake, as it was before the stake was a fact of its own."""
        return {**data, "fate": "", "staked": True} if data.get("fate") == "staked" else data

    @property
    def is_vampire(self) -> bool:
        """Return whether the character is a vampire."""
        return self.being == "vampire"

    @property
    def maximum(self) -> int:
        """The highest rating of a trait (V20-172)."""
        return trait_maximum(self.generation if self.is_vampire else None)

    def dots(self, trait: str) -> int:
        """Return the rating of an Attribute or Ability. Attributes that are not set have one dot, Abilities none."""
        return self.attributes.get(trait, 1) if trait in ATTRIBUTES else self.abilities.get(trait, 0)

    def category(self, ability: str) -> Category:
        """Return talent, skill or knowledge. Raises `BadInput` for an Ability that the sheet does not know."""
        category = ABILITIES.get(ability) or self.custom_abilities.get(ability)
        if category is None:
            sentence = Text("There is no Ability {name} on this sheet.", name=repr(ability[:40]))
            raise BadInput("unknown_ability", sentence, key=ability[:40])
        return category

    def label(self, trait: str) -> Text:
        """Return the name of a trait: as its row has it, or as it is printed."""
        named = (word(row.name) for row in self.own_traits if row.key == trait and row.name)
        return next(named, None) or label_of(trait)

    def specialty(self, *traits: str) -> str:
        """Return the specialty of the first of these traits that may have one, or an empty string."""
        able = (self.specialties.get(trait, "") for trait in traits if can_specialise(self.dots(trait)))
        return next(filter(None, able), "")


def parse(data: object) -> Sheet:
    """Read a sheet from JSON and fill in what it leaves out. Raises `BadInput` that names the key at fault."""
    sheet = _with_own_traits(decode(Sheet, convert_rows(data)), has_rows(data))
    _check_names(sheet)
    sheet = check_sheet(sheet, POWERS)
    parse_own(sheet.own_weapons)
    try:
        parse_track(sheet.being, sheet.health)
    except BadInput as error:
        raise BadInput(error.code, error.sentence, key="health") from error
    return _fill(sheet)


def _with_own_traits(sheet: Sheet, has_rows: bool) -> Sheet:
    """Return the sheet with the traits of its rows in their groups. If a row and a group disagree, the row is right.

    A trait without a row is removed; only an older sheet, which has no rows, gets a row for each trait.
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
    for index, row in enumerate(rows):
        check_range(f"own_traits.{index}.dots", row.dots, 0, 10 if row.kind == "background" else sheet.maximum)
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
    """Return the traits that the book does not have: key to kind and dots."""
    return {
        **{key: (category, sheet.abilities.get(key, 0)) for key, category in sheet.custom_abilities.items()},
        **{key: ("discipline", dots) for key, dots in sheet.disciplines.items() if key not in DISCIPLINES},
        **{key: ("background", dots) for key, dots in sheet.backgrounds.items() if key not in BACKGROUNDS},
    }


def _take_dots(row: OwnTrait, held: Mapping[str, tuple[str, int]]) -> OwnTrait:
    """Return a newly named row with the dots that the trait has already, unless the row has dots."""
    return row if row.dots or row.key not in held else replace(row, dots=held[row.key][1])


def _fill(sheet: Sheet) -> Sheet:
    """Return the sheet with every place of its page, so that each can be written to."""
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
    """Return the sheet without empty places and without what no fight needs, to keep the state of a battle small."""
    return replace(
        sheet,
        abilities={key: dots for key, dots in sheet.abilities.items() if dots},
        specialties={key: text for key, text in sheet.specialties.items() if text},
        disciplines={key: dots for key, dots in sheet.disciplines.items() if dots},
        clan_disciplines=(),
        backgrounds={},
        own_traits=list_named(sheet.own_traits),
        concept="",
        nature="",
        demeanor="",
        road_name="",
    )


def _check_keys(sheet: Sheet) -> None:
    for key in ("custom_abilities", "disciplines", "backgrounds"):
        names = getattr(sheet, key)
        if len(names) > MAX_CUSTOM:
            raise BadInput("too_many", Text("{key} can have at most {most}.", key=repr(key), most=MAX_CUSTOM), key=key)
        for name in names:
            if not KEY.fullmatch(name) or name != name.lower():
                path = f"{key}.{name[:40]}"
                raise BadInput("bad_key", Text("{key} must be a lower-case word.", key=path), key=path)


def _check_names(sheet: Sheet) -> None:
    _check_known("attributes", sheet.attributes, ATTRIBUTES)
    _check_known("virtues", sheet.virtues, VIRTUES)
    _check_known("abilities", sheet.abilities, (*ABILITIES, *sheet.custom_abilities))
    _check_known("specialties", sheet.specialties, (*ATTRIBUTES, *ABILITIES, *sheet.custom_abilities))
    _check_known("clan_disciplines", sheet.clan_disciplines, sheet.disciplines)
    _check_known("weapons", sheet.weapons, WEAPON_DATA)
    if len(sheet.weapons) > MAX_CUSTOM:
        raise BadInput(
            "too_many", Text("{key} can have at most {most}.", key="'weapons'", most=MAX_CUSTOM), key="weapons"
        )


def _check_known(key: str, names: Iterable[str], known: Container[str]) -> None:
    for name in names:
        if name not in known:
            path = f"{key}.{name[:40]}"
            raise BadInput("unknown_key", Text("There is no '{key}'.", key=path), key=path)
