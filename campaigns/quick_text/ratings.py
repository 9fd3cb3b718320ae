"""The grammar of one rating: the ways in which people write a trait's name with its number."""

import re
from dataclasses import dataclass
from typing import Final

TAKEN: Final = "\x1f"
"""Stands in the place of each character that was taken."""
NUMERALS: Final = {
    **{
        word: number
        for number, word in enumerate(
            ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
        )
    },
    "ii": 2,
    "iii": 3,
    "iv": 4,
    "v": 5,
    "iiii": 4,
    "iiiii": 5,
}
WORDS: Final = "|".join(sorted(NUMERALS, key=len, reverse=True))
END: Final = rf"(?=[ ]?(?:[,;|.)\n{TAKEN}]|$))"
START: Final = rf"(?:(?<=^)|(?<=[\n;,|{TAKEN}])|(?<=[\n;,|{TAKEN}:] ))"
"""Where a piece of the text begins."""
REMARK_BEFORE: Final = r"(?: ?[(\[](?! ?\d{1,3}(?: dots?)? ?[)\]])(?P<before>[^()\[\]\n\x1f]{0,60})[)\]])?"
"""A remark between a name and its number: "Craft (Wood): 4"."""
JOINED: Final = (
    r" ?(?:(?:[:=#@>~_/≈\\-]{1,3}|-{4,40}|[,;](?=\d)| [,;](?= ?\d)"
    r"|(?:is|of|at|rating|score|value|level|lvl\.?|lv\.?)(?![^\W_]) ?:?) ?)?"
)
SPAN: Final = r"(?:[/.,~>-]|->|\bor\b|\bto\b| )"
"""What makes two numbers of one rating: "3/5", "3 or 4", "2->3", "3 4"."""
WHOLE: Final = (
    r"(?P<digits>\d{1,3})(?!\d|%|ish\b| ?[/.,-]\d| ?/ ?\d| ?(?:->|[>~]| or | to ) ?\d| ?xp\b"
    rf"|(?: \d{{1,3}}){{1,9}}(?=[ ]?(?:[;,\n{TAKEN}]|$)))"
)
BOXED: Final = rf"[(\[{{<] ?(?:(?P<boxed>\d{{1,3}})|(?P<spelled>{WORDS}))(?: dots?)? ?[)\]}}>](?![<({{\[] ?\d)"
NUMBER: Final = rf"(?:[x×+]? ?{WHOLE}|{BOXED}|(?P<word>{WORDS})(?: dots?)?{END})"
BEHIND: Final = (
    r"(?: ?(?:dice|die|d|dots?|dot\(s\)|points?|pts?)(?![^\W_]))?(?:\+\d\b| (?:out )?of (?:5|10)\b)?"
    r"(?P<after>(?:,? ?[(\[][^()\[\]\n\x1f]{1,80}[)\]]){0,6})"
)
"""What may follow a number: the word dice, and remarks in brackets."""
NOTHING: Final = rf"{REMARK_BEFORE} ?[:=]? ?(?P<none>[xX-]|none|n/a)(?=[ ][A-Z]|[ ]?(?:[;,\n{TAKEN}]|$))"
SEVERAL: Final = rf"\d{{1,3}}(?: ?{SPAN} ?\d{{1,3}}){{1,9}}[^\s,;{TAKEN}]{{0,10}}"
UNCLEAR: Final = rf"{REMARK_BEFORE}{JOINED}(?P<said>{SEVERAL}|\d{{1,3}} ?xp\b)"
TWICE: Final = re.compile(r"(\d{1,3}) \1")
""" "●●● 3" says its number twice."""
BEFORE: Final = (
    r"[(\[]?(?P<digits>\d{1,2})[)\]]?"
    r"(?: ?[x×:-]| (?:dots?|points?|pts?|dot\(s\)|point\(s\))(?: (?:in|of))?| (?:in|of))?"
)
"""A number before its name: "3 Strength", "3x Strength", "3 dots in Strength"."""
SAID: Final = rf"(?P<said>[^\n;,{TAKEN}]{{1,60}})"
FOLLOWING: Final = re.compile(
    r"[^\w]*(?:m?dv|pool|dice|rolls?|charms?|specialt\w+|excellency)\b|\s*\+\s*[a-z]", re.IGNORECASE
)
"""What follows from a trait, and rates something else: "Dodge DV 5"."""
SHORT: Final = re.compile(r"[^A-Za-z]*(?:[A-Za-z]{1,4}\.?[^A-Za-z]*){0,2}")
SIGN: Final = re.compile(r"\d|\b[IVX]{2,6}\b|[^\w\s.,:;()\[\]{}'\"/_|*#-]|[+#]{2}|[^\W\d_a-zA-Z]", re.ASCII)
"""What stands behind a name for a number, though nobody knows for which."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A trait with its number, and what stood in brackets before and behind it."""

    number: int
    before: str = ""
    after: str = ""


def spell(name: str) -> str:
    """Return the pattern of a name, with the blanks and dashes that people leave out or put in."""
    return re.escape(name).replace("/", " ?/ ?").replace(r"\ ", "[ _-]{0,3}").replace(r"\-", "[ -]?")


def begin(name: str) -> str:
    """Return the pattern of a name that starts a rating, with the marks of a footnote or a bracket behind it.

    Behind a plus sign its number is that of a whole pool: "Strength + Brawl 5".
    """
    return rf"(?<![\w+-])(?<!\+ )(?<!feats of ){spell(name)}(?![^\W\d_]|')[.*†‡)\]}}]{{0,2}}"


def list_patterns(name: str) -> tuple[str, ...]:
    """Return the ways to rate a trait: the number behind the name, alone before it, or behind a comma in its line."""
    apart = rf"(?:(?<=^)|(?<=\n)){spell(name)}, {WHOLE}"
    return rf"{begin(name)}{REMARK_BEFORE}{JOINED}{NUMBER}{BEHIND}", rf"{START}{BEFORE} {spell(name)}{END}", apart


def parse_rating(match: re.Match[str]) -> Rating:
    """Return what a match of one of these patterns says."""
    found = match.groupdict()
    said = found["digits"] or found.get("boxed") or ""
    number = int(said) if said else NUMERALS[(found.get("word") or found.get("spelled") or "").lower()]
    remarks = re.findall(r"[(\[]([^()\[\]]*)[)\]]", found.get("after") or "")
    after = ", ".join(remark.strip() for remark in remarks if re.search(r"[^\W\d]", remark))
    return Rating(number, (found.get("before") or "").strip(), after)


def list_claims(name: str) -> tuple[str, str]:
    """Return patterns of what a text says of a trait without a number that is understood: behind it, and before it."""
    return (
        rf"(?:{START}|(?<=\+ ))[\"'«(\[{{~]{{0,2}}{spell(name)}(?![^\W_]){SAID}",
        rf"{START}(?P<said>\d{{1,2}}[.)]) ?{spell(name)}{END}",
    )


def is_claim(said: str) -> bool:
    """Return whether words behind a name may rate it: "(3/5)", "lvl 3", ": high", but not "of the bear"."""
    plain = said.strip()
    if FOLLOWING.match(plain):
        return False
    labeled = re.match(r"[\"'»)\]}*]{0,3} ?[:=]", plain)
    if labeled:
        return bool(re.search(r"\w|\?|[^\x00-\x7f]", plain[labeled.end() :]))
    return bool(SHORT.fullmatch(plain) and SIGN.search(plain))
