"""Offer ties that stand on sheets already: Intimacies, and Backgrounds such as Allies and Mentor."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.http import urlencode

from campaigns.core.mentions import Names
from campaigns.models import Character, Membership, Subject, Tie, TieKind

INTENSITIES: Mapping[str, int] = {"minor": 1, "major": 2, "defining": 3}
BACKGROUNDS: Mapping[str, TieKind] = {
    "allies": TieKind.ALLY,
    "ally": TieKind.ALLY,
    "mentor": TieKind.LEARNS,
    "contacts": TieKind.OTHER,
}
HINTS: Mapping[TieKind, tuple[str, ...]] = {
    TieKind.HATES: ("hate", "hatred", "enemy", "revenge"),
    TieKind.RIVALS: ("rival", "envy", "jealous"),
    TieKind.LOVES: ("love", "adore", "devot"),
    TieKind.SERVES: ("loyal", "serve", "oath"),
    TieKind.OWES: ("owe", "debt", "grateful", "gratitude"),
    TieKind.KIN: ("brother", "sister", "mother", "father", "son ", "daughter", "cousin", "uncle", "aunt", "family"),
}
"""Beginnings of words that tell what a tie may be. The Storyteller has the last word."""
MAX_OFFERS = 100


@dataclass(frozen=True, slots=True)
class Offer:
    """A tie that a sheet tells of. Whom it leads to is a guess, or open."""

    character: Character
    words: str
    kind: TieKind
    strength: int
    source: str
    target: str

    @property
    def query(self) -> str:
        """The query string of the form that takes it over."""
        ends = {"source": self.source, "target": self.target, "knower": str(self.character.pk)}
        return urlencode({**ends, "kind": self.kind.value, "words": self.words, "strength": str(self.strength)})


def list_offers(membership: Membership, ties: Iterable[Tie]) -> list[Offer]:
    """Return what sheets tell of and no tie says yet, for the Storyteller. It takes two queries."""
    subjects = list(Subject.objects.filter(series=membership.series_id).only("pk", "name", "other_names", "character"))
    pages = {subject.character_id: f"s{subject.pk}" for subject in subjects if subject.character_id}
    characters = list(Character.objects.filter(series=membership.series_id, extra=False).only("pk", "name", "sheet"))
    # A name may stand at any place of the words, and need not be marked there.
    names = Names(
        (
            *((name, f"s{subject.pk}") for subject in subjects for name in subject.names),
            *((character.name, pages.get(character.pk, f"c{character.pk}")) for character in characters),
        )
    )
    said = {(f"s{tie.source_id}", tie.words.casefold()) for tie in ties}
    found = []
    for character in characters:
        source = pages.get(character.pk, f"c{character.pk}")
        for words, kind, strength in list_sheet_ties(character.sheet):
            if (source, words.casefold()) not in said:
                target = names.find_bare(words, but=source)
                found.append(Offer(character, words, kind, strength, source, target))
    return found[:MAX_OFFERS]


def list_sheet_ties(sheet: Mapping[str, Any]) -> Iterator[tuple[str, TieKind, int]]:
    """Yield the words, kind and strength of each tie that a sheet tells of. Sheets of any game may be given."""
    for row in _rows(sheet.get("intimacies")):
        words = str(row.get("text", "")).strip()[:200]
        if words and row.get("kind", "tie") == "tie":
            yield words, _guess(words), INTENSITIES.get(str(row.get("intensity")), 2)
    backgrounds = sheet.get("backgrounds")
    for name, dots in backgrounds.items() if isinstance(backgrounds, Mapping) else ():
        kind = next((kind for start, kind in BACKGROUNDS.items() if str(name).lower().startswith(start)), None)
        if kind and isinstance(dots, int) and dots:
            yield str(name).replace("_", " ").capitalize()[:200], kind, 1 + (dots > 2) + (dots > 4)


def _rows(value: object) -> Sequence[Mapping[str, Any]]:
    """Return the rows of a list. Older sheets have a text in its place, in lines."""
    if isinstance(value, str):
        return [{"text": line} for line in value.splitlines()]
    return [row for row in value if isinstance(row, Mapping)] if isinstance(value, list) else []


def _guess(words: str) -> TieKind:
    said = f" {words.casefold()} "
    return next((kind for kind, starts in HINTS.items() if any(f" {start}" in said for start in starts)), TieKind.OTHER)
