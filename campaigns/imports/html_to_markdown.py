"""Turn the HTML of other programs into Markdown."""

import re
from html.parser import HTMLParser

TAG = re.compile(r"<[/!]?[a-zA-Z][^<>]*>")
LINK = re.compile(r"@\w{1,40}\[[^\]\n]{0,300}\]\{([^}\n]{0,300})\}")
"""How Foundry writes a link: `@UUID[Actor.x]{Name}`."""
MAX_TEXT = 20_000
"""Characters that are read: more than any notes hold."""
BLOCKS = frozenset({"p", "div", "ul", "ol", "table", "blockquote", "section", "h1", "h2", "h3", "h4", "h5", "h6"})
MARKS = {"strong": "**", "b": "**", "em": "*", "i": "*"}
UNSEEN = frozenset({"script", "style"})


def to_markdown(text: str) -> str:
    """Return paragraphs, lists, bold and italics of HTML as Markdown. Text without a tag is not changed."""
    text = LINK.sub(r"\1", text[:MAX_TEXT])
    if not TAG.search(text):
        return text.strip()
    writer = _Writer()
    writer.feed(text)
    writer.close()
    return writer.finish()


class _Writer(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self._parts: list[str] = []
        self._unseen = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in UNSEEN:
            self._unseen += 1
        elif tag in BLOCKS:
            self._parts.append("\n\n**" if tag.startswith("h") else "\n\n")
        elif tag in ("br", "tr"):
            self._parts.append("\n")
        elif tag in ("td", "th"):
            self._parts.append(" ")
        elif tag == "li":
            self._parts.append("\n* ")
        else:
            self._parts.append(MARKS.get(tag, ""))

    def handle_endtag(self, tag: str) -> None:
        if tag in UNSEEN:
            self._unseen = max(0, self._unseen - 1)
        elif tag in BLOCKS:
            self._parts.append("**\n\n" if tag.startswith("h") else "\n\n")
        else:
            self._parts.append(MARKS.get(tag, ""))

    def handle_data(self, data: str) -> None:
        if not self._unseen:
            self._parts.append(re.sub(r"\s+", " ", data))

    def finish(self) -> str:
        """The text without empty marks, and with one empty line between paragraphs."""
        text = re.sub(r"[ \t]*\n[ \t]*", "\n", "".join(self._parts))
        text = re.sub(r"(?m)^\*{2,4}$", "", text)
        return re.sub(r"\n{3,}", "\n\n", text).strip()
