"""New foes in one typed line: "3 x Dock thug, thug, knife", "Levy, battle group, size 3". It reads no database."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cache

from campaigns.core.language import translate
from campaigns.sheets.json import traits_of
from play.commands.foe_traits import describe_foe_trait, parse_foe_trait
from rules import get_system
from rules.battle import Json
from rules.errors import BadInput
from rules.text import Text, join, list_texts, verbatim

MAX_LINE = 200
ANYWAY = "anyway"
"""The word of a line that brings in also somebody who is dead, unconscious or the like."""
COUNT = re.compile(r"(?:([0-9]{1,4})(?:[xX](?=\s|$|[A-ZÅÄÖ])|\s*[xX](?=\s|$)|\s*[×*])?)?\s*(.*)", re.S)
MAX_NAMED = 12
LEAST_HELD = 3
"""The fewest letters that offer a name which holds them in its middle."""
_Word = tuple[Text, str, bool]
"""An archetype or a weapon: its name, its key, and whether it is a weapon."""


@dataclass(frozen=True, slots=True)
class FoeWords:
    """What a game knows for new foes: its archetypes and the weapons of its table by key, and the archetype to begin
    with.
    """

    archetypes: Mapping[str, Text]
    weapons: Mapping[str, Text]
    first: str

    @property
    def example(self) -> tuple[Text, ...]:
        """The archetype and the weapon that an example names."""
        return self.archetypes[self.first], *list(self.weapons.values())[:1]


@dataclass(frozen=True, slots=True)
class FoeLine:
    """A line as it was understood. `weapon` is empty for the archetype's own. `traits`: values of the sheet by key.

    `anyway`: they come although one of the traits is a fate, such as "fate dead".
    """

    count: int
    name: str
    archetype: str
    weapon: str = ""
    traits: Mapping[str, Json] = field(default_factory=dict)
    anyway: bool = False


@cache
def list_foe_words(system: str) -> FoeWords:
    """Return what a game knows for new foes."""
    sheets = get_system(system).sheets
    first = sheets.foe or next(iter(sheets.archetypes))
    traits = traits_of(sheets.layout(sheets.parse(sheets.blank(first))))
    weapons = next((trait.choices for trait in traits if trait.key == "weapons"), ())
    return FoeWords(sheets.archetypes, {weapon.value: weapon.label for weapon in weapons}, first)


def find_other_side(sides: Sequence[tuple[str, bool]]) -> str:
    """Return the side of the foes: the first in the fight that is not the players', else a suggestion."""
    return next((name for name, own in sides if not own), translate(Text("Opposition")))


def parse_foe_line(system: str, line: str) -> FoeLine:
    """Understand a number, a name, and an archetype and a weapon in either order; all but the name may be missing.

    Archetypes and weapons go by their key or their name, also in the reader's language; the beginning is enough where
    nothing else begins so. A name alone that is an archetype's makes that archetype. Any other word sets a trait of the
    archetype's sheet, as "size 3" does. Raises `BadInput`.
    """
    known = list_foe_words(system)
    if len(line) > MAX_LINE:
        raise BadInput("long_text", Text("A foes command can be up to {n} characters.", n=MAX_LINE))
    number, rest = _split_count(line)
    name, *words = (part.strip() for part in rest.split(","))
    if not name:
        raise BadInput("no_foe_name", Text("Enter how many, and their name: 3 x Toll guard, archetype, weapon."))
    archetypes, weapons, others = _sort(known, [word for word in words if word and word.casefold() != ANYWAY])
    called = (key for _, key, is_weapon in _list_called(known, name) if not is_weapon)
    archetype = [*archetypes, *called, known.first][0]
    traits = _parse_traits(system, known, archetype, others)
    for found in (archetypes, weapons):
        if len(found) > 1:
            several = list_texts(found.values())
            raise BadInput("many_words", Text("A foe can have only one of these: {several}.", several=several))
    anyway = any(word.casefold() == ANYWAY for word in words)
    return FoeLine(number, name, archetype, next(iter(weapons), ""), traits, anyway)


def _parse_traits(system: str, known: FoeWords, archetype: str, words: Sequence[str]) -> Mapping[str, Json]:
    """Return the traits that these words set. Raises `BadInput` for one that sets none."""
    values = dict[str, Json]()
    for said in words:
        found = parse_foe_trait(system, archetype, said)
        if found is None:
            raise BadInput("unknown_foe_word", _refuse(known, said[:40]))
        values[found[0]] = found[1]
    return values


def describe_foe_line(system: str, said: FoeLine) -> Text:
    """Return a line as it was understood, in words."""
    known = list_foe_words(system)
    what = [known.archetypes[said.archetype]]
    what += [known.weapons[said.weapon]] if said.weapon else []
    what += [describe_foe_trait(system, said.archetype, key, value) for key, value in said.traits.items()]
    return Text("{name} × {n}: {what}", name=said.name, n=said.count, what=join(", ", what))


def _split_count(line: str) -> tuple[int, str]:
    """Return how many, and the rest: "3 x Guard", "3x Guard", "3 × Guard", "3 Guard", or "Guard" for one."""
    match = COUNT.fullmatch(line.strip())
    return (int(match[1] or 1), match[2].strip()) if match else (1, line.strip())


def _sort(known: FoeWords, words: Sequence[str]) -> tuple[dict[str, Text], dict[str, Text], list[str]]:
    """Return the archetypes and weapons that the words name, and the words that name none."""
    archetypes, weapons, rest = dict[str, Text](), dict[str, Text](), list[str]()
    while words:
        for end in range(len(words), 0, -1):  # a name of the game may have commas: "Solar, Dawn Caste"
            if found := _find(known, ", ".join(words[:end])):
                label, key, is_weapon = found
                (weapons if is_weapon else archetypes)[key] = label
                break
        else:
            rest.append(words[0])
        words = words[end:]
    return archetypes, weapons, rest


def _list_all(known: FoeWords) -> list[_Word]:
    archetypes = [(label, key, False) for key, label in known.archetypes.items()]
    return archetypes + [(label, key, True) for key, label in known.weapons.items()]


def _find(known: FoeWords, said: str) -> _Word | None:
    """Return what is called so, or the only one whose name begins so."""
    found = _list_called(known, said) or _list_begun(known, said)
    return found[0] if len(found) == 1 else None


def _list_called(known: FoeWords, said: str) -> list[_Word]:
    return [word for word in _list_all(known) if _fold(said) in _list_names(word)]


def _list_begun(known: FoeWords, said: str) -> list[_Word]:
    wanted = _fold(said)
    return [word for word in _list_all(known) if any(name.startswith(wanted) for name in _list_names(word))]


def _list_names(word: _Word) -> tuple[str, ...]:
    """Return what an archetype or a weapon may be called: its key, its name in English and in the reader's language."""
    label, key, _ = word
    return _fold(key), _fold(label), _fold(translate(label))


def _fold(text: str) -> str:
    return " ".join(text.casefold().replace("_", " ").replace(",", " ").split())


def _refuse(known: FoeWords, said: str) -> Text:
    """Say which words were not understood, and what is close to them, or else what is known."""
    if begun := [label for label, _, _ in _list_begun(known, said)]:
        several = _list_some(begun)
        return Text("“{said}” could mean: {several}. Type more of it.", said=said, several=several)
    if near := _list_near(known, _fold(said)):
        close = _list_some(near)
        return Text("“{said}” is not an archetype or weapon in this game. Similar: {close}.", said=said, close=close)
    return Text(
        "“{said}” is not an archetype or weapon in this game. Archetypes: {archetypes}. Weapons: {weapons}.",
        said=said,
        archetypes=_list_some(tuple(known.archetypes.values())),
        weapons=_list_some(tuple(known.weapons.values())),
    )


def _list_near(known: FoeWords, wanted: str) -> list[Text]:
    """Return the names that hold what was said, are written much like it, or have a word that is."""
    named = {name: word[0] for word in _list_all(known) for name in _list_names(word)}
    words = {word for name in named for word in (name, *name.split())}
    close = set(get_close_matches(wanted, words, 4, 0.7))
    holds = len(wanted) >= LEAST_HELD
    near = (label for name, label in named.items() if (holds and wanted in name) or close & {name, *name.split()})
    return list(dict.fromkeys(near))


def _list_some(labels: Sequence[Text]) -> Text:
    more = [verbatim("…")] if len(labels) > MAX_NAMED else []
    return join("; ", [*labels[:MAX_NAMED], *more])  # names have commas
