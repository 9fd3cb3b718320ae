"""Take the parts of a pasted text one by one, and list what nobody has taken."""

import re
from collections.abc import Callable, Iterable
from typing import Final

from campaigns.imports.draft import LeftLine
from campaigns.quick_text.markup import FAVORED
from campaigns.quick_text.normal import normalize
from campaigns.quick_text.ratings import (
    JOINED,
    NOTHING,
    TAKEN,
    TWICE,
    UNCLEAR,
    Rating,
    begin,
    is_claim,
    list_claims,
    list_patterns,
    parse_rating,
    spell,
)

BLANKS: Final = re.compile(r"[^\S\n]+")
MAX_NAME: Final = 80
MAX_KIND_WORDS: Final = 6
NAMES: Final = ("Character name", "Full name", "Name", "Character")
LABELS: Final = (
    *("Creature type", "Exalted type", "Exalt type", "Supernatural type", "Character type", "Type", "Exalted", "Exalt"),
    *("Splat", "Creature", "Being", "Species", "Kind", "Race", "Template"),
)
OTHER_LABELS: Final = (
    "player|chronicle|concept|caste|aspect|clan|nature|demeanor|demeanour|anima|motivation|sire|generation|haven|virtue|"
    "vice|exp|xp|experience|age|embrace|created|apparent age|road|path|faction|sex|gender"
)
"""Labels that end what another label says in the same line."""
HEADINGS: Final = re.compile(
    r"(?:(?:physical|social|mental|primary|secondary|desperate|combat|character|other) )?"
    r"(?:attributes?|abilities|ability|skills?|virtues?|backgrounds?|disciplines?|talents?|knowledges?|advantages|traits?|"
    r"actions|attacks?|weapons?|armou?r|specialties|specialty|dice|points?|motes|and|physical|social|mental|merits?|flaws?|"
    r"merits?/flaws?|weapons? ?/ ?attacks?|equipment|gear|sheet|mundane|fundamentals|charms?|"
    r"health|values?|ratings?|dots?)[:.]?",
    re.IGNORECASE,
)
GEAR: Final = (
    r"(?:weapons? ?/ ?attacks?|weapons?|weaponry and armou?r|armou?r|equipment|gear|attacks?|arms|protection|shields?)"
)


class QuickText:
    """The text in its plain form; `rest` is what is left of it, with marks in the place of what was taken.

    Each run of blanks in a line becomes one space, and no pattern that is used here repeats without a bound before
    something that can fail: so each search takes time in proportion to the text, whatever somebody pastes.
    """

    def __init__(self, words: str) -> None:
        self.name = ""
        self.caste = ""
        self.rest = normalize(words)
        self.ticked = {
            re.sub(r"\W+", "_", match[1].strip().lower())
            for match in re.finditer(rf"{FAVORED}([^\W\d_][\w ]{{1,30}}?)(?= ?[:(;,\n\d]|$)", self.rest)
        }
        """The names that the text ticks, as keys."""
        self.rest = self.rest.replace(FAVORED, "")
        self.unclear: dict[str, str] = {}
        """What stands behind a trait's name and is no number: "3/5"."""
        self.known: frozenset[str] = frozenset()
        """Names of traits in small letters: one that stands alone, without a number, says nothing."""
        self._folded = self.rest.casefold()

    def take_name(self, traits: Iterable[str] = ()) -> str:
        """Take what stands behind "Name:", or else the first line if it is a name: words without a number."""
        said = self.line(*NAMES, at_start=True)
        if re.search(r"\w", said):
            self.name = re.sub(r" ?\([^()]*$", "", said)[:MAX_NAME].strip(' "')
            return self.name
        line = next((line for line in self.rest.split("\n") if line.strip()), "")
        name = line.strip().rstrip(":").strip("*# ")
        known = any(re.match(rf"{spell(trait)}\b", name, re.IGNORECASE) for trait in traits)
        if not name or len(name) > MAX_NAME or re.search(r"[\d:;|]", name) or known or HEADINGS.fullmatch(name):
            return ""
        self.take(re.escape(line))
        self.name = name
        return name

    def take(self, pattern: str, flags: int = re.IGNORECASE) -> re.Match[str] | None:
        """Take the first match of a pattern."""
        match = re.search(pattern, self.rest, flags)
        if match:
            self._mark(*match.span())
        return match

    def take_all(self, pattern: str, flags: int = re.IGNORECASE) -> list[re.Match[str]]:
        """Take every match of a pattern, in one pass over the text."""
        found = list(re.finditer(pattern, self.rest, flags))
        self.rest = re.sub(pattern, lambda match: _mark(match.group()), self.rest, flags=flags)
        return found

    def has(self, pattern: str) -> bool:
        """Whether what is left matches the pattern."""
        return re.search(pattern, self.rest, re.IGNORECASE) is not None

    def find_kind(self, pattern: str) -> tuple[str, bool]:
        """What the text calls the being, in small letters, and whether it says so of the being itself.

        It does behind a label ("Type: Solar"), and in short lines between the name and the first number; what stands
        elsewhere may be about somebody else. A word behind a label that the pattern does not know decides nothing.
        """
        if said := self.line(*LABELS, at_start=True):
            found = re.search(pattern, said, re.IGNORECASE)
            return (found.group().lower(), True) if found else (said.lower(), False)
        head = re.split(r"\n[^\n]*\d", f"\n{self.rest}", maxsplit=1)[0].split("\n")
        apart = re.search(r"[,(]([^,()]*)\)?$", self.name)  # "Ruk, Dragon-Blooded"
        short = [line for line in head if ":" not in line and len(line.split()) <= MAX_KIND_WORDS]
        for line in (apart[1] if apart else "", *short):
            found = re.match(rf" ?(?:an? )?({pattern})", line, re.IGNORECASE) or re.search(
                rf"({pattern})[ .]*$", line, re.IGNORECASE
            )
            if found:
                self.take(rf"\b{re.escape(found[1])}\b(?: exalted| exalt)?")
                return found[1].lower(), True
        found = re.search(pattern, f"{self.name}\n{self.rest}", re.IGNORECASE)
        return (found.group().lower(), False) if found else ("", False)

    def has_number(self, name: str) -> bool:
        """Whether a number follows this name. Nothing is taken."""
        return self._may_name(name) and any(self.has(pattern) for pattern in list_patterns(name))

    def number(self, *names: str) -> int | None:
        """Take the number after the first of these names: "Strength 3", "Strength: 3", "Strength (STR) 3"."""
        found = self.rated(*names)
        return found.number if found else None

    def rated(self, *names: str) -> Rating | None:
        """Take the first of these names with its number, and what stands in brackets: "Melee 4 (Swords +2)".

        What follows a name and is no whole number stays in `unclear`, under the first name.
        """
        for name in filter(self._may_name, names):
            for pattern in list_patterns(name):
                if match := self.take(pattern):
                    return parse_rating(match)
        for name in filter(self._may_name, names):
            if match := self.take(rf"{begin(name)}{UNCLEAR}"):
                if TWICE.fullmatch(match["said"]):
                    return Rating(int(match["said"].split()[0]))
                self.unclear[names[0]] = match["said"]
                return None
        for name in filter(self._may_name, names):
            if self.take(rf"{begin(name)}{NOTHING}", 0) or self.take(rf"{begin(name.title())}{NOTHING}", 0):
                return Rating(0)
        return None

    def rate_all(self, *names: str) -> list[Rating]:
        """Take every number of a trait that may be there more than once: "Artifact (Sword): 2, Artifact (Boat): 1"."""
        found: list[Rating] = []
        while len(found) < 20 and (rating := self.rated(*names)):
            found.append(rating)
        return found

    def pair(self, *names: str) -> tuple[int | None, int | None]:
        """Take what is left of a trait and its rating: "Willpower: 4/6" is four and six, "Willpower 6" none and six."""
        for name in filter(self._may_name, names):
            match = self.take(rf"{begin(name)}{JOINED}(?P<left>\d{{1,3}}) ?/ ?(?P<most>\d{{1,3}})(?![\d/])")
            if match:
                low, high = sorted((int(match["left"]), int(match["most"])))
                return low, high
        return None, self.number(*names)

    def line(self, *names: str, at_start: bool = False) -> str:
        """Take the words after a name and a colon, to the end of the line or to the next label.

        `at_start`: only where the name begins a line, a cell or a piece.
        """
        first = rf"(?:(?<=^)|(?<=[\n;|{TAKEN}])|(?<=[\n;|{TAKEN}] ))" if at_start else r"(?<![\w-])"
        for name in filter(self._may_name, names):
            match = self.take(
                rf"{first}{spell(name)} ?[:=]{{1,2}} ?(?P<words>[^\n{TAKEN}]{{1,2000}}?)"
                rf"(?=[;,.]? (?:{OTHER_LABELS}) ?:|[\n{TAKEN}]|$)"
            )
            if match:
                return match["words"].strip().rstrip(".")
        return ""

    def line_word(self, name: str) -> str:
        """Take the one word after a name and a colon, in small letters: "Virtue: Hope; Vice: Wrath"."""
        match = self.take(rf"(?<![\w-]){spell(name)} ?[:=]{{1,2}} ?(?P<word>\w+)") if self._may_name(name) else None
        return match["word"].lower() if match else ""

    def take_under(self, heading: str, take: Callable[["QuickText"], None]) -> None:
        """Let `take` work on what stands under the headings that match, and on nothing else."""
        spans = self._spans(heading)
        whole = self.rest
        for start, end in reversed(spans):
            self.rest = whole[start:end]
            take(self)
            whole = whole[:start] + self.rest + whole[end:]
        self.rest = whole

    def _spans(self, heading: str) -> list[tuple[int, int]]:
        """Where the words under a heading stand: in its line, or else in the lines to the next empty one or heading."""
        found: list[tuple[int, int]] = []
        first = rf"(?:(?<=^)|(?<=[\n;{TAKEN}])|(?<=[\n;] )|(?<=[.] ))"
        pattern = rf"{first}(?:[a-z]{{1,20}} )?{heading}(?P<colon> ?[:=])?(?= |\n|$)"
        for match in re.finditer(pattern, self.rest, re.IGNORECASE):
            stop = self.rest.find("\n", match.end())
            stop = len(self.rest) if stop < 0 else stop
            if self.rest[match.end() : stop].strip():
                found += [(match.end(), stop)] if match["colon"] else []
                continue
            below = re.compile(r"(?:\n(?![^\S\n]*(?:\n|$))(?![^\S\n]*(?:\w[\w /]{0,30}):?[^\S\n]*(?:\n\n|$))[^\n]*)*")
            inside = below.match(self.rest, match.end())
            found.append((match.end(), inside.end() if inside else match.end()))
        return [span for at, span in enumerate(found) if not at or span[0] >= found[at - 1][1]]

    def take_known(self, names: Iterable[tuple[str, str]]) -> list[str]:
        """Take those of these things (key, name) that stand under a heading for gear, longest names first."""
        named = sorted((row for row in names if self._may_name(row[1])), key=lambda row: -len(row[1]))
        found: list[str] = []

        def take(text: "QuickText") -> None:
            found.extend(key for key, name in named if text.take(rf"(?<![\w-]){spell(name)}(?![\w-])"))

        self.take_under(GEAR, take)
        return list(dict.fromkeys(found))

    def _may_name(self, name: str) -> bool:
        """Whether the first word of a name is anywhere in the text. Most are not, and need no search."""
        first = re.match(r"[^\W_]*", name.casefold())
        return first is None or first.group() in self._folded

    def _mark(self, start: int, end: int) -> None:
        self.rest = self.rest[:start] + _mark(self.rest[start:end]) + self.rest[end:]

    def claims(self, name: str) -> str:
        """Take what the rest says of a trait that was not understood: "≈ 3", ": high", or nothing."""
        if not self._may_name(name):
            return ""
        for pattern in list_claims(name):
            for match in re.finditer(pattern, self.rest, re.IGNORECASE):
                said = match["said"].strip().lstrip(":= ").rstrip(" .")
                if said and (match["said"][0].isdigit() or is_claim(match["said"])):
                    self._mark(*match.span())
                    return said
        return ""

    def left(self) -> list[LeftLine]:
        """Return what nobody has taken, without headings and stray commas."""
        pieces = (piece.strip(f" \t{TAKEN}.,:;/|^-*#") for line in self.rest.split("\n") for piece in _pieces(line))
        return [LeftLine("", piece) for piece in pieces if re.search(r"\w", piece) and not self._is_empty(piece)]

    def _is_empty(self, piece: str) -> bool:
        """Whether a piece is a heading, or the name of a trait without a number."""
        parts = (re.sub(r"[()\[\]{}]", "", part).strip().casefold() for part in re.split(r"[;|]", piece))
        return all(not part or part in self.known or HEADINGS.fullmatch(part) for part in parts)


def _pieces(line: str) -> list[str]:
    """Return a line whole, or the pieces between what was taken from it."""
    return re.split(rf"[;,]|{TAKEN}+", line) if TAKEN in line else [line]


def _mark(words: str) -> str:
    return "\n".join(TAKEN * len(line) for line in words.split("\n"))
