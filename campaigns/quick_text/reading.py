"""Take the parts of a pasted text one by one, and list what nobody has taken."""

import re
from collections.abc import Iterable

from campaigns.imports.draft import Left

TAKEN = "\x1f"
DOTS = "●•"
NUMBER = rf"[+-]?\d{{1,3}}(?![\d/])|[{DOTS}]{{1,10}}[○◦o]*"
BEHIND = r"(?: ?dice\b)? ?(?:\([^()\n]{1,80}\))?"
"""What may follow a number: the word dice, and a remark in brackets."""
UNPRINTABLE = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\u200b-\u200f\u202a-\u202e]")
BLANKS = re.compile(r"[^\S\n]+")
MAX_NAME = 80
MAX_KIND_WORDS = 6
LABELS = ("Creature type", "Exalt type", "Type", "Exalt", "Splat", "Creature", "Being", "Species", "Kind")
HEADINGS = re.compile(
    r"(?:(?:physical|social|mental|primary|secondary|desperate|combat) )?"
    r"(?:attributes?|abilities|skills|virtues|backgrounds|disciplines|talents|knowledges|advantages|traits|actions|"
    r"attacks?|weapons?|armou?r|specialties|dice|points?|motes|and|physical|social|mental)[:.]?",
    re.IGNORECASE,
)


class QuickText:
    """The text as it stands; `rest` is what is left of it, with marks in the place of what was taken.

    Each run of blanks in a line becomes one space, and no pattern that is used here repeats without a bound before
    something that can fail: so each search takes time in proportion to the text, whatever somebody pastes.
    """

    def __init__(self, words: str) -> None:
        tidy = UNPRINTABLE.sub("", words.replace("\r\n", "\n").replace("\r", "\n"))
        self.name = ""
        self.rest = BLANKS.sub(" ", tidy.replace("−", "-").replace("–", "-").replace("’", "'"))
        self._folded = self.rest.casefold()

    def take_name(self) -> str:
        """Take the first line if it is a name: words without a number."""
        line = next((line for line in self.rest.split("\n") if line.strip()), "")
        name = line.strip().rstrip(":").strip("*# ")
        if not name or len(name) > MAX_NAME or re.search(rf"[\d:{DOTS}]", name):
            return ""
        self.take(re.escape(line))
        self.name = name
        return name

    def take(self, pattern: str, flags: int = re.IGNORECASE) -> re.Match[str] | None:
        """Take the first match of a pattern."""
        match = re.search(pattern, self.rest, flags)
        if match:
            start, end = match.span()
            self.rest = self.rest[:start] + _mark(match) + self.rest[end:]
        return match

    def take_all(self, pattern: str, flags: int = re.IGNORECASE) -> list[re.Match[str]]:
        """Take every match of a pattern, in one pass over the text."""
        found = list(re.finditer(pattern, self.rest, flags))
        self.rest = re.sub(pattern, _mark, self.rest, flags=flags)
        return found

    def has(self, pattern: str) -> bool:
        """Whether what is left matches the pattern."""
        return re.search(pattern, self.rest, re.IGNORECASE) is not None

    def mentions(self, pattern: str) -> str:
        """The words of a pattern, in small letters, taken out of the text, or else as they stand in the name."""
        match = self.take(pattern) or re.search(pattern, self.name, re.IGNORECASE)
        return match.group().lower() if match else ""

    def find_kind(self, pattern: str) -> tuple[str, bool]:
        """What the text calls the being, in small letters, and whether it says so of the being itself.

        It does behind a label ("Type: Solar"), and in short lines between the name and the first number; what stands
        elsewhere may be about somebody else. Empty where the pattern is nowhere.
        """
        if said := self.line(*LABELS):
            found = re.search(pattern, said, re.IGNORECASE)
            return (found.group() if found else said).lower(), True
        head = re.split(rf"\n[^\n]*[\d{DOTS}]", f"\n{self.rest}", maxsplit=1)[0].split("\n")
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
        return self._may_name(name) and self.has(rf"(?<![\w-])(?<!feats of ){_spelled(name)}\b ?[:=]? ?(?:{NUMBER})")

    def number(self, *names: str) -> int | None:
        """Take the number after the first of these names: "Strength 3", "Strength: 3", "Strength ●●●"."""
        found = self.rated(*names)
        return found[0] if found else None

    def rated(self, *names: str) -> tuple[int, str] | None:
        """Take the number after the first of these names, and what follows in brackets: "Melee 4 (Swords +2)"."""
        for name in filter(self._may_name, names):
            match = self.take(rf"(?<![\w-]){_spelled(name)}\b ?[:=]? ?(?:{NUMBER}){BEHIND}")
            if match:
                return _read(match.group())
        return None

    def line(self, *names: str) -> str:
        """Take the words after a name and a colon, to the end of the line."""
        for name in filter(self._may_name, names):
            match = self.take(rf"(?<![\w-]){_spelled(name)} ?: ?(?P<words>[^\n{TAKEN}]+)")
            if match:
                return match["words"].strip().rstrip(".")
        return ""

    def line_word(self, name: str) -> str:
        """Take the one word after a name and a colon, in small letters: "Virtue: Hope; Vice: Wrath"."""
        match = self.take(rf"(?<![\w-]){_spelled(name)} ?: ?(?P<word>\w+)") if self._may_name(name) else None
        return match["word"].lower() if match else ""

    def take_known(self, names: Iterable[tuple[str, str]]) -> list[str]:
        """Take those of these things (key, name) that the text names, longest names first. Return their keys."""
        named = sorted((row for row in names if self._may_name(row[1])), key=lambda row: -len(row[1]))
        return [key for key, name in named if self.take(rf"(?<![\w-]){_spelled(name)}(?![\w-])")]

    def _may_name(self, name: str) -> bool:
        """Whether the first word of a name is anywhere in the text. Most are not, and need no search."""
        first = re.match(r"[^\W_]*", name.casefold())
        return first is None or first.group() in self._folded

    def left(self) -> list[Left]:
        """Return what nobody has taken, without headings and stray commas."""
        pieces = (piece.strip(f" \t{TAKEN}.,:;/-*#") for line in self.rest.split("\n") for piece in _pieces(line))
        return [Left("", piece) for piece in pieces if re.search(r"\w", piece) and not HEADINGS.fullmatch(piece)]


def _pieces(line: str) -> list[str]:
    """Return a line whole, or the pieces between what was taken from it."""
    return re.split(rf"[;,]|{TAKEN}+", line) if TAKEN in line else [line]


def _mark(match: re.Match[str]) -> str:
    return "\n".join(TAKEN * len(line) for line in match.group().split("\n"))


def _spelled(name: str) -> str:
    return re.escape(name).replace(r"\ ", "[ _-]{1,3}").replace(r"\-", "[ -]?")


def _read(words: str) -> tuple[int, str]:
    head, _, tail = words.partition("(")
    digits = re.search(r"[+-]?\d+", head)
    number = int(digits.group()) if digits else sum(head.count(dot) for dot in DOTS)
    return number, tail.rstrip(") \t")
