"""Render notes in Markdown, and the emphasis in lines of speech, as safe HTML."""

from functools import lru_cache

import nh3
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore

TAGS = {"p", "br", "hr", "em", "strong", "s", "code", "pre", "blockquote", "ul", "ol", "li", "a"}
TAGS |= {"h3", "h4", "h5", "h6", "table", "thead", "tbody", "tr", "th", "td"}
ATTRIBUTES = {"a": {"href", "title"}, "ol": {"start"}}
SCHEMES = {"http", "https", "mailto"}


@lru_cache(maxsize=512)
def render_markdown(text: str) -> SafeString:
    """Return sanitised HTML: no raw HTML, images or scripts. Headings begin below those of the page."""
    html = nh3.clean(_parser.render(text), tags=TAGS, attributes=ATTRIBUTES, url_schemes=SCHEMES)
    return mark_safe(html)


def _lower_headings(state: StateCore) -> None:
    for token in state.tokens:
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{min(6, int(token.tag[1]) + 2)}"


_parser = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])
_parser.core.ruler.push("lower_headings", _lower_headings)

_emphasis = MarkdownIt("zero").enable(["emphasis", "balance_pairs"])


@lru_cache(maxsize=1024)
def render_emphasis(text: str) -> SafeString:
    """Return one line with its *italics* and **bold** as HTML. Everything else in it stays as it was written."""
    return mark_safe(nh3.clean(_emphasis.renderInline(text), tags={"em", "strong"}, attributes={}))


@lru_cache(maxsize=1024)
def strip_emphasis(text: str) -> str:
    """Return one line without its marks of emphasis, for plain text."""
    parts = (part for token in _emphasis.parseInline(text) for part in token.children or ())
    return "".join(part.content for part in parts)
