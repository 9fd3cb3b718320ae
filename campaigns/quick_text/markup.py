"""Strip the marks of HTML, BBCode, Markdown and wikis from a pasted text; cells of tables stay apart by "|"."""

import html
import re
from typing import Final

CELL: Final = "|"
FAVORED: Final = "\x02"
"""Stands before the name of a trait that the text ticks as favored."""
KEPT: Final = "\x03"
BREAKS: Final = r"br|p|div|tr|li|ul|ol|dl|dt|dd|h[1-6]|table|tbody|thead|hr|section|article|header|blockquote|pre"
TAG_BREAK: Final = re.compile(rf"</?(?:{BREAKS})\b[^<>\n]{{0,500}}>", re.IGNORECASE)
TAG_CELL: Final = re.compile(r"</?(?:td|th)\b[^<>\n]{0,500}>", re.IGNORECASE)
TAG_HIDDEN: Final = re.compile(r"<(script|style)\b.{0,5000}?</\1>|<!--.{0,5000}?-->", re.IGNORECASE | re.DOTALL)
INLINE: Final = (
    "a|abbr|b|big|center|code|dfn|em|font|i|img|input|ins|kbd|label|mark|q|s|small|span|strike|strong|sub|sup|tt|u|var|"
    "html|body|head|meta|link|title|main|nav|footer|aside|figure|figcaption|caption|col|colgroup|button|form|svg|path"
)
TAG: Final = re.compile(rf"</?(?:{INLINE})\b(?:\s[^<>]{{0,500}})?/?>", re.IGNORECASE)
NEIGHBORS: Final = re.compile(r"</[a-z]{1,10}>\s*<[a-z]{1,10}(?:\s[^<>]{0,500})?>", re.IGNORECASE)
BB_BREAK: Final = re.compile(
    r"\[/?(?:tr|\*|li|list|ul|ol|table|hr|br|p|h\d|quote|spoiler|code)(?:=[^\]\n]{0,200})?\]",
    re.IGNORECASE,
)
BB_CELL: Final = re.compile(r"\[/?(?:td|th|cell)(?:=[^\]\n]{0,200})?\]", re.IGNORECASE)
BB: Final = re.compile(
    r"\[/?(?:b|i|u|s|size|color|colour|font|center|left|right|url|img|sup|sub|indent|highlight|justify|bg|noparse)"
    r"(?:=[^\]\n]{0,200})?\]",
    re.IGNORECASE,
)
LINK: Final = re.compile(
    r"\[\[(?:[^\[\]|\n]{1,200}\|)?([^\[\]|\n]{1,200})\]\]|!?\[([^\[\]\n]{2,200})\]\([^()\s]{1,300}\)"
)
TEMPLATE: Final = re.compile(r"\{\{([^{}\n]{1,300})\}\}")
FENCE: Final = re.compile(
    r"(?m)^[ \t]*(?:```|~~~)[^\n]{0,40}$|^---+[ \t]*$|^[ \t]*\{\|[^\n]{0,200}$|^[ \t]*\|[}-][^\n]{0,200}$"
)
HEADING: Final = re.compile(
    r"(?m)^[ \t]*(?:#{1,6}[ \t]+|={2,6}[ \t]*|h[1-6]\.[ \t]+|\+{2,6}[ \t]+)([^\n]*?)[ \t]*(?:#{1,6}|={2,6})?[ \t]*$"
)
STRONG: Final = re.compile(r"'{2,5}|(?<!:)//|__|~~|`+|\*\*\*(?=\S)|(?<=\S)\*\*\*(?=[\s:|,;.])(?=[^\n]*)|\*\*")
EMPHASIS: Final = re.compile(r"(?<![\w*])[*_](?=[^\s*_])([^*_\n]{1,80}?)(?<=[^\s*_])[*_](?![\w*])")
RATING: Final = re.compile(r"(?<![^\s(|])\*{1,10}(?=[\s)|oO○◦]|[-_.]{1,10}(?:\s|$)|$)")
APART: Final = re.compile(r"^([ \t]*)(?:\*\*|__)[ \t]+([^*_\n]{1,60}?)[ \t]+(?:\*\*|__)(?=[\s:])")
GLUED: Final = re.compile(r"^([^*\n]{1,60}(?:[^\W\d]|[):=]))(\*{1,10})(?=[ \t]*$)")
"""Stars right behind a name are a rating where the line has no others."""
ESCAPED: Final = re.compile(r"\\([^\w\s])", re.ASCII)
TEX_ROW: Final = re.compile(r"(?m)^([^\n&]{1,200}&[^\n]{0,400}?)[ \t]*\\\\[ \t]*$")
TEX_FONT: Final = re.compile(r"\\(?:textbf|textit|textsc|emph)\{([^{}\n]{1,80})\}")
INPUT: Final = re.compile(r"<input\b[^<>\n]{0,200}\bvalue=[\"']?(\d{1,3})\b[^<>\n]{0,200}>", re.IGNORECASE)
QUOTED: Final = re.compile(r"""["'“”„«]{1,5}([^\W\d_][\w /'-]{0,40}?)["'“”»]{1,5}[ \t]*(?=[:=]|(?:- ?)?[\d●★■*])""")
"""A key of JSON or YAML, or a name in quotation marks before its number."""
QUOTED_NUMBER: Final = re.compile(r"""(?<=[\w):= ])["'“”„«](\d{1,3})["'“”»](?![\w])""")
QUOTED_CELL: Final = re.compile(r'"([^"\n]{1,60})"(?=[ \t]*(?:[,;]|$))', re.MULTILINE)


def strip_markup(words: str) -> str:
    """Return the text without marks, one heading, list entry or row of a table a line."""
    words = _strip_tags(words)
    for pattern, plain in ((BB_BREAK, "\n"), (BB_CELL, CELL), (BB, "")):
        words = pattern.sub(plain, words)
    words = TEX_ROW.sub(lambda match: match[1].replace("&", CELL), TEX_FONT.sub(r"\1", words))
    words = ESCAPED.sub(lambda match: {"*": KEPT}.get(match[1], match[1]), words)
    words = FENCE.sub("", words)
    words = re.sub(r"(?m)^[ \t]*!(?!!)", CELL, words)
    words = HEADING.sub(r"\1", words)
    words = TEMPLATE.sub(lambda match: CELL.join(match[1].split("|")[1:] or [match[1]]), words)
    words = LINK.sub(lambda match: match[1] or match[2], words)
    for pattern in (QUOTED_CELL, QUOTED_NUMBER, QUOTED):
        words = pattern.sub(r"\1 " if pattern is QUOTED else r"\1", words)
    return _strip_strong(words).replace(KEPT, "*")


def _strip_tags(words: str) -> str:
    if "<" not in words and "&" not in words:
        return words
    words = INPUT.sub(r" \1 ", TAG_HIDDEN.sub("", words))
    if TAG.search(words) or TAG_BREAK.search(words) or TAG_CELL.search(words):
        # In HTML a line break is a blank. One that nobody needs is harmless, so texts that mix both keep theirs.
        words = TAG_CELL.sub(CELL, TAG_BREAK.sub("\n", words))
        words = TAG.sub("", NEIGHBORS.sub(" ", words))
    return html.unescape(words).replace("\xa0", " ")


def _strip_strong(words: str) -> str:
    """Bold and italics go; a run of stars that stands apart is a rating, and stays."""
    return "\n".join(map(_strip_emphasis, words.split("\n")))


def _strip_emphasis(line: str) -> str:
    """Return a line without the marks of bold and italics."""
    if not any(mark in line for mark in ("*", "_", "'", "~", "`", "//")):
        return line
    kept = APART.sub(r"\1\2", line)
    kept = GLUED.sub(lambda match: f"{match[1]} {KEPT * len(match[2])}", kept)
    kept = RATING.sub(lambda match: KEPT * len(match.group()), kept)
    kept = re.sub(rf"^(\s*){KEPT}(?=\s)", r"\1*", kept)
    kept = STRONG.sub("", kept)
    return EMPHASIS.sub(r"\1", kept).replace(KEPT, "*")
