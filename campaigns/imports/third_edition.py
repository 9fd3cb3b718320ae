"""What two foreign files of Exalted, Third Edition have in common: where it stands on our sheet."""

from collections.abc import Sequence

from campaigns.imports.draft import Builder, Reader
from campaigns.imports.places import put_places
from rules import get_system

ATTRIBUTES = (
    *("strength", "dexterity", "stamina", "charisma", "manipulation", "appearance", "perception", "intelligence"),
    "wits",
)
ABILITIES = (
    *("archery", "athletics", "awareness", "brawl", "bureaucracy", "dodge", "integrity", "investigation", "larceny"),
    *("linguistics", "lore", "medicine", "melee", "occult", "performance", "presence", "resistance", "ride", "sail"),
    *("socialize", "stealth", "survival", "thrown", "war"),
)
MAX_MERIT_NAME = 60
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
    """Merits out of a list of the file."""
    found = []
    for row in reader.rows(rows):
        path = f"{rows}.{row}"
        if said := reader.text(f"{path}.{name}"):
            found.append((said, reader.number(f"{path}.{rating}") or 0))
    put_named_merits(builder, found)


def put_named_merits(builder: Builder, said: Sequence[tuple[str, int]]) -> None:
    """Merits by name and dots: those of the sheet's list in their place, the others as Merits of one's own."""
    sheets = get_system("exalted3e").sheets
    layout = sheets.layout(sheets.parse(builder.sheet))
    traits = (trait for section in layout for trait in section.traits if trait.key == "merits")
    known = {choice.label.lower(): choice.value for trait in traits for choice in trait.choices}
    keys = [known.get(name.lower()) or known.get(f"{name.lower()} {dots}") for name, dots in said]
    own = [
        {"name": _fit_merit(builder, name), "dots": dots}
        for key, (name, dots) in zip(keys, said, strict=True)
        if key is None
    ]
    builder.put("merits", [key for key in keys if key] or None)
    put_places(builder, "own_merits", own)


def _fit_merit(builder: Builder, name: str) -> str:
    """The name of a Merit of one's own, as much of it as the sheet holds."""
    short = name[:MAX_MERIT_NAME].strip()
    if short != name:
        why = f"The name of a Merit has at most {MAX_MERIT_NAME} characters."
        builder.tell_change(builder.title_of("own_merits"), name, short, why)
    return short


def _key(words: str) -> str:
    return words.strip().lower().replace(" ", "_")
