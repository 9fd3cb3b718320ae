"""What two foreign files of Exalted, Third Edition have in common: where it stands on our sheet."""

from collections.abc import Sequence

from campaigns.imports.draft import Builder, Moved, Reader
from rules import get_system
from rules.battle import Json

ATTRIBUTES = (
    *("strength", "dexterity", "stamina", "charisma", "manipulation", "appearance", "perception", "intelligence"),
    "wits",
)
ABILITIES = (
    *("archery", "athletics", "awareness", "brawl", "bureaucracy", "dodge", "integrity", "investigation", "larceny"),
    *("linguistics", "lore", "medicine", "melee", "occult", "performance", "presence", "resistance", "ride", "sail"),
    *("socialize", "stealth", "survival", "thrown", "war"),
)
MAX_PLACES = 30
"""How many specialties, and how many Intimacies, a sheet holds."""
INTENSITIES = {1: "minor", 2: "major", 3: "defining"}


def choose_archetype(kind: str) -> str:
    """The archetype of an exalt type as people write it: "Dragon-Blooded", "Solar (Dawn)", "mortal"."""
    written = kind.lower().replace("-", "_").replace(" ", "_")
    known = [key for key in get_system("exalted3e").sheets.archetypes if key not in ("quick", "group")]
    named = next((key for key in known if key in written), None)
    if named:
        return named
    return "dragon_blooded" if "dragon" in written or "terrestrial" in written else "mortal" if not written else "solar"


def put_health(builder: Builder, bashing: int, lethal: int, aggravated: int) -> None:
    """Damage in the marks of the track, the worst first."""
    marks = "a" * min(aggravated, 60) + "l" * min(lethal, 60) + "b" * min(bashing, 60)
    builder.put("health.marks", marks or None)


def put_specialties(builder: Builder, reader: Reader, rows: str, ability: str, name: str) -> None:
    """Specialties, each with its Ability, in the places that the sheet has for them."""
    put_places(
        builder,
        "specialties",
        [
            {"ability": _key(reader.text(f"{rows}.{row}.{ability}")), "name": reader.text(f"{rows}.{row}.{name}")}
            for row in reader.rows(rows)
        ],
    )


def put_intimacies(builder: Builder, reader: Reader, lists: Sequence[tuple[str, str]], text: str, rating: str) -> None:
    """Ties and Principles with their intensities."""
    put_places(
        builder,
        "intimacies",
        [
            {
                "text": reader.text(f"{rows}.{row}.{text}"),
                "kind": kind,
                "intensity": INTENSITIES.get(reader.number(f"{rows}.{row}.{rating}") or 1, "defining"),
            }
            for rows, kind in lists
            for row in reader.rows(rows)
        ],
    )


def put_merits(builder: Builder, reader: Reader, rows: str, name: str, rating: str) -> None:
    """Merits, as far as the sheet's list knows them; the others stay where they are and go into the notes."""
    sheets = get_system("exalted3e").sheets
    layout = sheets.layout(sheets.parse(builder.sheet))
    known = {
        choice.label.lower(): choice.value
        for section in layout
        for trait in section.traits
        if trait.key == "merits"
        for choice in trait.choices
    }
    found = []
    for row in reader.rows(rows):
        said = reader.peek(f"{rows}.{row}.{name}").lower()
        if said in known:
            reader.ignore(f"{rows}.{row}")
            found.append(known[said])
    builder.put("merits", found or None)


def put_places(builder: Builder, place: str, items: Sequence[dict[str, Json]]) -> None:
    """Fill a list of the sheet, entry by entry: one that the rules refuse does not cost the others their place."""
    said = [item for item in items if item.get("text") or item.get("name")]
    if len(said) > MAX_PLACES:
        why = "The sheet holds no more."
        builder.changed.append(Moved(place.capitalize(), str(len(said)), str(MAX_PLACES), why))
    for index, item in enumerate(said[:MAX_PLACES]):
        for name, value in item.items():
            builder.put(f"{place}.{index}.{name}", value or None)


def _key(words: str) -> str:
    return words.strip().lower().replace(" ", "_")
