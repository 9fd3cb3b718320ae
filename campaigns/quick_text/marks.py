"""Turn the marks in which people draw ratings into digits: "● ● ○", "■■□", "[X][X][ ]", "***", "OOO"."""

import re
import unicodedata
from typing import Final

FULL: Final = "●•⬤⚫■▪◼⬛★✦✪◆♦⦿◉☑☒⊠✓✔✗✘✚♥❤⭐✅✸✹💠🔷🔶█▓▮▰⦁🟦🟩🟥🟧🟨🟪¤🔴🔵🟢🟡🟠🟣🟤🔘⏺·∙⋅"
EMPTY: Final = "○◦⚪□▫◻⬜☆✧◇♢☐◯⚬⭘⊙⭕░▯▱▢🔲❍"
FOREIGN: Final = re.compile(r"[^\x00-\x7f]")
VARIANTS: Final = re.compile("[\ufe0e\ufe0f\u20e3]")
"""What makes a sign small, large or a key. It says nothing of a rating."""
BOX: Final = r"(?:\[ ?[xX*●•■✓✔/ _-]? ?\]|\( ?[xX*●•✓]? ?\))"
BOXES: Final = re.compile(rf"{BOX}(?:[ \t]?{BOX})+|(?<=[\w):] ){BOX}(?![\w(])")
RUN: Final = re.compile(
    rf"[{FULL}{EMPTY}](?:[ \t]{{0,3}}[{FULL}{EMPTY}]|[ \t]{{0,3}}[oO_](?=[oO_]|[^\w]|$)){{0,40}}(?:[ \t](?=[^\W_]))?"
)
SEPARATOR: Final = re.compile(r"(?<=[\d)])[ \t]+[·•∙⋅|/][ \t]+(?=[^\W\d_])")
STARS: Final = re.compile(r"(?<![^\s(|:])\*(?:[ \t]?\*){0,9}(?=[\s)|,;.]|[-_○◦oO]|$)(?:[oO○◦]{0,9}|[-_.]{1,9}(?=\s|$))")
LETTERS: Final = re.compile(
    r"(?<![^\W\d_])(?<!['’@#$%&+=~-])([OoXx](?:[ \t]?[OoXx]){0,19})(?:[-._]{1,10}(?=\s|$))?(?![^\W\d_]|['’-])"
)
LEADERS: Final = re.compile(
    r"(?<![ \t])[ \t]*(?:(?:\.[ \t]?){2,60}(?=[ \t]*[\d({\[])|…{1,20}(?=[ \t]*\d))|_{2,60}(?=[ \t]*\d)"
)
BEHIND_NUMBER: Final = re.compile(r"(\d)((?:[ \t|^;]{0,4}(?:\[[ xX]?\]|☐|□|○)){1,12})")
BULLET: Final = re.compile(
    r"(?m)^[ \t]*(?:[-+*•·>–▪◦‣∙➤►→](?![ \t]*[●•·○◦])|[●○■□★☆✦◆◇](?=[ \t]+[^\W\d_][^\n:=]{0,40}[:=])"
    rf"|\d{{1,2}}[.)](?=[ \t]+[^\d\s][^\n]{{0,200}}?[\d{FULL}{EMPTY}*]))[ \t]+(?=\S)"
)
MAX_DOTS: Final = 20
CHECKS: Final = "✓✔✅☑"
CROSSES: Final = "✗✘☒❌"
COLORS: Final = "🔴🔵🟢🟡🟠🟣🟤🟥🟦🟧🟨🟩🟪"
BLACKS: Final = "⚫⬛"
TICK: Final = re.compile(
    rf"(?m)^[ \t]*([☑☒✓✔☐□])[ \t]*(?=[^\W\d_][^\n]{{0,60}}?[\d{FULL}{EMPTY}*])"
    rf"|(?<=[^\W\d_])[ ]?\[[xX✓ ]\][ ](?=[\d{FULL}])"
)
TRACK: Final = re.compile(
    rf"(?<![{FULL}{EMPTY}])(?:[{FULL}{EMPTY}][ \t]?[|・][ \t]?){{2,19}}[{FULL}{EMPTY}](?![{FULL}{EMPTY}])"
)
"""Marks with a line between each two of them."""


def digits_of(words: str) -> str:
    """Return the text with ASCII digits, signs and letters for full-width, circled and foreign ones."""
    return words if words.isascii() else FOREIGN.sub(_plain, VARIANTS.sub("", words))


def _plain(match: re.Match[str]) -> str:
    char = match.group()
    digit = unicodedata.digit(char, None)
    if digit is not None and char not in "²³¹":
        return str(digit)
    folded = unicodedata.normalize("NFKC", char)
    is_wide = "\uff01" <= char <= "\uff5e" or unicodedata.category(char) in ("Zs", "No", "Nl")
    return folded if is_wide and folded.isascii() and folded.isprintable() else char


def count_marks(words: str) -> str:
    """Return the text with a digit for each run of marks."""
    words = words.replace("【", "[").replace("】", "]")
    words = SEPARATOR.sub("; ", BEHIND_NUMBER.sub(r"\1", words))
    words = BOXES.sub(_count_boxes, TRACK.sub(_join_track, words))
    has_dots = any(char in words for char in FULL)
    words = RUN.sub(_count_run, words)
    words = STARS.sub(lambda match: _say(match, match.group().count("*")), words)
    return LETTERS.sub(lambda match: _count_letters(match, has_dots=has_dots), words)


def tick_names(words: str) -> str:
    """Return the text with a box for each mark that ticks a name whose rating follows: "☑ Melee 3"."""

    def write(match: re.Match[str]) -> str:
        if match[1] is None:
            return " "
        return "[ ] " if match[1] in "☐□" else "[x] "

    return TICK.sub(write, words)


def drop_leaders(words: str) -> str:
    """Return the text without the dots and lines that lead to a number: "Strength ..... 3"."""
    return LEADERS.sub(" ", words)


def _count_boxes(match: re.Match[str]) -> str:
    boxes = re.findall(BOX, match.group())
    return _say(match, sum(1 for box in boxes if box[1:-1].strip(" _-/")))


def _join_track(match: re.Match[str]) -> str:
    """A track that shows empty marks, too; three full ones may be three ratings of one each."""
    marks = re.sub(r"[ \t|・]", "", match.group())
    is_one = "|" not in match.group() or any(char in EMPTY for char in marks) or len(marks) >= 5
    return marks if is_one else match.group()


def _count_run(match: re.Match[str]) -> str:
    """Crosses are empty beside checks, and black ones beside colors. What begins empty and ends full is unclear."""
    run = match.group()
    empty = EMPTY + (CROSSES if any(char in CHECKS for char in run) else "")
    empty += BLACKS if any(char in COLORS for char in run) else ""
    marks = [char in empty for char in run if char in FULL + EMPTY]
    if marks != sorted(marks):
        return run
    return _say(match, marks.count(False))


def _count_letters(match: re.Match[str], *, has_dots: bool) -> str:
    """Large letters are full and small ones empty where both stand; in a text with dots every O is an empty one."""
    run = re.sub(r"\s", "", match[1])
    if len(run) == 1 and not (has_dots and run in "oO"):
        return match.group()
    if set(run) <= set("oO") and has_dots:
        return _say(match, 0)
    if set(run) & set("xX"):
        return _say(match, sum(1 for char in run if char in "xX"))
    return _say(match, run.count("O") or len(run))


def _say(match: re.Match[str], number: int) -> str:
    """A number in the place of marks, apart from the words around it."""
    if number > MAX_DOTS:
        return match.group()
    before = match.string[match.start() - 1] if match.start() else " "
    after = match.string[match.end()] if match.end() < len(match.string) else " "
    trailing = " " if match.group()[-1:].isspace() or after.isalnum() else ""
    return f"{' ' if before.isalnum() or before in ')]' else ''}{number}{trailing}"
