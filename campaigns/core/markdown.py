"""Render notes in Markdown, and the emphasis in lines of speech, as safe HTML."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

import nh3
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markdown_it.token import Token

from campaigns.core.attachment_codes import KnownAttachment, is_code
from campaigns.core.mentions import NO_NAMES, Names

TAGS = {"p", "br", "hr", "em", "strong", "s", "code", "pre", "blockquote", "ul", "ol", "li", "a"}
TAGS |= {"h3", "h4", "h5", "h6", "table", "thead", "tbody", "tr", "th", "td", "img"}
ATTRIBUTES = {"a": {"href", "title"}, "ol": {"start"}, "img": {"src", "alt", "width", "height", "loading"}}
SCHEMES = {"http", "https", "mailto"}


MAX_CELLS = 2_000
"""The most cells of all tables of a text. In one with more, tables stay as they were written: a row of one letter is
filled up with as many cells as the head has, so 20 kB became 680 kB."""
_HEAD_MARKS = frozenset(" \t>|:-")
"""What stands in the line under the head of a table, or of a table in a quotation."""


@lru_cache(maxsize=512)
def render_markdown(text: str, names: Names = NO_NAMES, attached: tuple[KnownAttachment, ...] = ()) -> SafeString:
    """Return sanitised HTML: no raw HTML, pictures of other servers or scripts. Headings begin below those of the page.

    `names`: what the reader knows. A mention of anything else stays plain words. `attached`: the attachments that the
    reader may see. The words of any other stay, in emphasis.
    """
    parser = _parser if count_cells(text) <= MAX_CELLS else _parser_without_tables
    html = parser.render(text, {"names": names, "attached": {attachment.code: attachment for attachment in attached}})
    return mark_safe(nh3.clean(html, tags=TAGS, attributes=ATTRIBUTES, url_schemes=SCHEMES))


def count_cells(text: str) -> int:
    """Return how many cells the tables of a text have at most: those of each line below the line under a head."""
    cells = columns = 0
    for line in text.splitlines():
        if "-" in line and _HEAD_MARKS.issuperset(line):
            columns = max(columns, line.count("|") + 1)
        elif not line.strip(" \t>"):
            columns = 0
        cells += columns
    return cells


def _lower_headings(state: StateCore) -> None:
    for token in state.tokens:
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{min(6, int(token.tag[1]) + 2)}"


def _link_mentions(state: StateCore) -> None:
    names: Names = state.env.get("names", NO_NAMES)
    for token in state.tokens:
        if token.type == "inline" and "@" in token.content:
            token.children = list(_with_mentions(token.children or (), names))


def _with_mentions(tokens: Sequence[Token], names: Names) -> Iterator[Token]:
    """Yield the tokens of a paragraph with links in place of mentions, but inside links."""
    depth = 0
    for token in tokens:
        depth += token.nesting if token.tag == "a" else 0
        if token.type != "text" or depth or "@" not in token.content:
            yield token
            continue
        for words, address in names.split(token.content):
            said = Token("text", "", 0, content=words)
            if address:
                yield from (Token("link_open", "a", 1, attrs={"href": address}), said, Token("link_close", "a", -1))
            else:
                yield said


def _place_attachments(state: StateCore) -> None:
    attached: Mapping[str, KnownAttachment] = state.env["attached"]
    for token in state.tokens:
        if token.type == "inline":
            token.children = list(_with_attachments(token.children or (), attached))


def _with_attachments(tokens: Sequence[Token], attached: Mapping[str, KnownAttachment]) -> Iterator[Token]:
    """Yield the tokens of a paragraph with attachments in place of their codes. No other picture is drawn."""
    opened = ""
    for token in tokens:
        if token.type == "image":
            yield from _draw_picture(token, attached)
        elif token.type == "link_open" and is_code(opened := str(token.attrs["href"])):
            if found := attached.get(opened):
                yield Token("link_open", "a", 1, attrs={"href": found.url})
            else:
                yield Token("em_open", "em", 1)
        elif token.type == "link_close" and is_code(opened) and opened not in attached:
            yield Token("em_close", "em", -1)
        else:
            yield token


def _draw_picture(token: Token, attached: Mapping[str, KnownAttachment]) -> Iterator[Token]:
    words, found = token.children or [], attached.get(str(token.attrs["src"]))
    if found and found.width:
        attrs: dict[str, str | int | float] = {"src": found.url, "alt": "", "width": found.width}
        attrs |= {"height": found.height, "loading": "lazy"}
        yield Token("image", "img", 0, attrs=attrs, children=words or [Token("text", "", 0, content=found.words)])
    else:
        yield Token("em_open", "em", 1)
        yield from _with_attachments(words, attached)
        yield Token("em_close", "em", -1)


class _Parser(MarkdownIt):
    def validateLink(self, url: str) -> bool:
        """Whether an address may stand in a link. Those of files on the reader's machine may not; our codes may."""
        return is_code(url) or super().validateLink(url)


def _make_parser(*rules: str) -> _Parser:
    parser = _Parser("commonmark", {"html": False})
    parser.enable([*rules, "strikethrough"])
    parser.core.ruler.push("lower_headings", _lower_headings)
    parser.core.ruler.push("place_attachments", _place_attachments)
    parser.core.ruler.push("link_mentions", _link_mentions)
    return parser


_parser, _parser_without_tables = _make_parser("table"), _make_parser()

_emphasis = MarkdownIt("zero").enable(["emphasis", "balance_pairs"])
_emphasis.core.ruler.push("link_mentions", _link_mentions)


@lru_cache(maxsize=1024)
def render_emphasis(text: str, names: Names = NO_NAMES) -> SafeString:
    """Return one line with its *italics*, **bold** and mentions as HTML. All else in it stays as it was written.

    `names`: what the reader knows. A mention of anything else stays plain words.
    """
    html = _emphasis.renderInline(text, {"names": names})
    return mark_safe(nh3.clean(html, tags={"em", "strong", "a"}, attributes={"a": {"href"}}, url_schemes=SCHEMES))


@lru_cache(maxsize=1024)
def strip_emphasis(text: str) -> str:
    """Return one line without its marks of emphasis, for plain text."""
    parts = (part for token in _emphasis.parseInline(text) for part in token.children or ())
    return "".join(part.content for part in parts)
