"""No template says anything to people outside its translation tags."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest
from django.template.base import Lexer, Token, TokenType

pytestmark = pytest.mark.walk

TEMPLATES = Path(__file__).resolve().parents[2] / "templates"
STUDY = TEMPLATES / "play" / "style"
"""The page that shows every component is for those who build them, and stays English; so does `style.html`."""
SPOKEN = {"aria-label", "aria-description", "aria-roledescription", "aria-valuetext", "title", "placeholder", "alt"}
"""Attributes that are read to people; so are those of a script's words (`data-live="Live"`)."""
NAMES = {"Storywheel", "Ys", "De", "Os", "To", "Wr", "MB", "Tab", "Enter", "Esc"}
"""Names, keys and units: the same in every language. The five of two letters stand in the picture of the door."""
ARGUMENTS = re.compile(r"""(\b_\(\s*)?"([^"]*)"|(\b_\(\s*)?'([^']*)'""")
MARKERS = {"translate", "blocktranslate", "plural"}
MOVES = re.compile(r"^(form_tokens|deed \w+) \"\w+\"")
"""Tags that begin with the name of a move."""


def words_of(template: str) -> Iterator[str]:
    """Every text of a template that people read or hear and no tag translates."""
    tokens = Lexer(template).tokenize()
    reader = Reader()
    reader.feed("".join(unmarked(tokens)))
    reader.close()
    yield from reader.found
    for token in tokens:
        if token.token_type in (TokenType.BLOCK, TokenType.VAR) and token.contents.split()[0] not in MARKERS:
            yield from arguments_of(token.contents)


def unmarked(tokens: list[Token]) -> Iterator[str]:
    """The markup without tags, variables, and what stands in a block that is translated or taken out.

    What a block gives to the tag of another template (`bodyattrs`) comes in a tag of its own.
    """
    closing, attributes = "", None
    for token in tokens:
        name = token.contents.split()[0] if token.token_type is TokenType.BLOCK else ""
        if closing:
            closing = "" if name == closing else closing
        elif attributes is not None and name == "endblock":
            yield f"<i {attributes}>" if attributes else ""
            attributes = None
        elif attributes is not None:
            attributes += token.contents if token.token_type is TokenType.TEXT else ""
        elif name == "block" and token.contents.endswith("attrs"):
            attributes = ""
        elif name in ("blocktranslate", "comment") or (name == "block" and token.contents.endswith("bodyclass")):
            closing = f"end{name}"
        elif token.token_type is TokenType.TEXT:
            yield token.contents


def arguments_of(tag: str) -> Iterator[str]:
    """What a tag or a filter is given to say: words with a capital or a space, outside `_(...)`."""
    for marked, double, other, single in ARGUMENTS.findall(MOVES.sub("", tag)):
        said = double or single
        if not (marked or other) and re.search(r"[a-z]{2} [a-z]|^[A-Z][a-z]+( |$)", said):
            yield said


class Reader(HTMLParser):
    """Gathers texts and spoken attributes of markup."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.inside = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.inside = tag
        for name, value in attrs:
            if name in SPOKEN or (name.startswith("data-") and " " in (value or "")):
                self.keep(value or "")

    def handle_endtag(self, tag: str) -> None:
        self.inside = ""

    def handle_data(self, data: str) -> None:
        if self.inside not in ("script", "style"):
            self.keep(data)

    def keep(self, text: str) -> None:
        bare = text.strip(" \n·,.:;()")
        if re.search(r"[^\W\d_]{2}", bare) and bare not in NAMES:
            self.found.append(bare)


def templates() -> list[Path]:
    found = [path for path in sorted(TEMPLATES.rglob("*")) if path.suffix in (".html", ".txt")]
    return [path for path in found if STUDY not in path.parents and path.name != "style.html"]


def test_every_text_of_a_template_is_marked() -> None:
    found = {str(path.relative_to(TEMPLATES)): list(words_of(path.read_text())) for path in templates()}
    assert len(found) > 100
    assert {path: said for path, said in found.items() if said} == {}


@pytest.mark.parametrize(
    ("template", "found"),
    [
        ("<p>Nobody yet.</p>", ["Nobody yet"]),
        ('<p>{% translate "Nobody yet." %}</p>', []),
        ("{% blocktranslate %}Nobody <b>yet</b>{% endblocktranslate %} and more", ["and more"]),
        ('<input placeholder="Say something" value="kept">', ["Say something"]),
        ('<p data-gone="Reload the page">{{ name|default:"no name" }}</p>', ["Reload the page", "no name"]),
        ('{% include "a/_part.html" with title="Yours" label=_("Theirs") only %}', ["Yours"]),
        ("<script>let word = 1</script>", []),
    ],
)
def test_unmarked_words_are_found(template: str, found: list[str]) -> None:
    assert list(words_of(template)) == found


def test_dates_are_written_as_the_reader_writes_them() -> None:
    """A format that names a day or a month is translated; those for machines and hours alone are not."""
    found = {
        f"{path.relative_to(TEMPLATES)}: {shown}"
        for path in TEMPLATES.rglob("*.html")
        for shown in re.findall(r"""\|date:["']([^"']+)["']""", path.read_text(encoding="utf-8"))
        if shown not in {"c", r"Y-m-d\TH:i", "H:i", "U"}
    }
    assert not found
