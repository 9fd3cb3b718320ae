"""What experience a character of Anathema earned and spent: the file marks what was bought, the book has the prices."""

from collections.abc import Iterator, Mapping

from django.utils.translation import gettext as _

from campaigns.core.language import translate
from campaigns.imports.anathema_xml import each, name_of
from campaigns.imports.builder import Builder
from campaigns.imports.reader import Reader
from campaigns.imports.second_edition import ABILITIES, ATTRIBUTES, VIRTUES
from rules import get_system
from rules.errors import BadInput
from rules.exalted2e.experience import buy, raise_trait
from rules.exalted2e.raising import is_favored
from rules.text import word

FIGURES: Mapping[str, int] = {"min_ability": 0, "min_essence": 1, "circle": 1}
"""What the training depends on, and no price."""
CHARMS, SPELLS, COMBOS = "Statistics.Charms.CharmGroup", "Statistics.Spells.Spell", "Statistics.Charms.Combos.Combo"
PLACES = (
    *((f"Statistics.Attributes.{group}", ATTRIBUTES, "attribute") for group in ("Physical", "Social", "Mental")),
    ("Statistics.Abilities", ABILITIES, "ability"),
    ("Statistics.Virtues", VIRTUES, "virtue"),
    ("Statistics", ("willpower", "essence"), ""),
)
"""Where the file has traits, and what the prices call their kind."""
Cost = tuple[str, int]


class UnknownPrice(Exception):
    """Something was bought, and what it cost does not follow from the file."""


def put_experience(builder: Builder, reader: Reader) -> None:
    """Offer the opening balance. Where something was bought of which the price is not known, the sum is unknown."""
    earned, spent = 0, 0
    for at in each(reader, "Statistics.Experience.Entry"):
        points, words = reader.number(f"{at}.points") or 0, reader.text(f"{at}.Description.text")
        earned, spent = earned + max(points, 0), spent - min(points, 0)
        builder.leave(_("Experience"), f"{points:+d} {words}".strip())
    if earned:
        builder.settle()
        costs = _list_costs(builder, reader)
        for name, points in costs or ():
            builder.leave(_("Bought with experience, by the book’s prices"), f"{name}: {points}")
        total = None if costs is None else spent + sum(points for _name, points in costs)
        builder.open_ledger(earned=earned, spent=total)


def _list_costs(builder: Builder, reader: Reader) -> list[Cost] | None:
    try:
        return [*_price_traits(builder, reader), *_price_powers(builder, reader)]
    except (UnknownPrice, BadInput):
        return None


def _price_traits(builder: Builder, reader: Reader) -> Iterator[Cost]:
    """The price of each trait and specialty that experience raised. Raises `UnknownPrice` where it is not known."""
    for place, names, kind in PLACES:
        for name in names:
            at = f"{place}.{name.title().replace('_', '')}"
            for path in (at, *each(reader, f"{at}.subTrait")):
                made, grown = (reader.number(f"{path}.{part}Value") or 0 for part in ("creation", "experienced"))
                if grown > made:
                    price = raise_trait("solar", kind or name, made, grown, _is_favored(builder, name)).price()
                    yield f"{_title(name)} {made} → {grown}", price.total
                for row in each(reader, f"{path}.Specialty"):
                    before, after = (reader.number(f"{row}.{part}Value") or 0 for part in ("creation", "experienced"))
                    if after > before:
                        each_dot = buy("solar", "specialty", _is_favored(builder, name)).price().total
                        yield f"{_title(name)} ({reader.text(f'{row}.name')})", (after - before) * each_dot


def _price_powers(builder: Builder, reader: Reader) -> Iterator[Cost]:
    """The price of each Charm and spell that was learned with experience. Combos have prices of their own."""
    for group in each(reader, CHARMS):
        ability = _find_ability(reader.text(f"{group}.name"))
        for at in each(reader, f"{group}.Charm"):
            if reader.flag(f"{at}.experienceLearned"):
                yield _price(builder, "charm", reader.text(f"{at}.name"), ability)
    for at in each(reader, SPELLS):
        if reader.flag(f"{at}.experienceLearned"):
            yield _price(builder, "spell", reader.text(f"{at}.name"), "occult")
    if any(reader.flag(f"{at}.experienceLearned") for at in each(reader, COMBOS)):
        raise UnknownPrice


def _price(builder: Builder, what: str, name: str, ability: str) -> Cost:
    return name_of(name), buy("solar", what, _is_favored(builder, ability), **FIGURES).price().total


def _find_ability(group: str) -> str:
    """The Ability of a group of Charms: its name, or Martial Arts for a style."""
    return next((name for name in ABILITIES if name.replace("_", "") == group.lower()), "martial_arts")


def _is_favored(builder: Builder, name: str) -> bool:
    """Whether a Solar favors the trait. Raises `UnknownPrice` for others, whose prices the sheet cannot say."""
    sheet = get_system("exalted2e").sheets.parse(builder.sheet)
    if sheet.splat != "solar" or not sheet.caste:
        raise UnknownPrice
    return is_favored(sheet, f"abilities.{name}")


def _title(name: str) -> str:
    return translate(word(name.replace("_", " ").title()))
