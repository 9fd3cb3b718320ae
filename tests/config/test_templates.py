"""Pages are sent without the layout of their templates, and show every blank that their templates show."""

from pathlib import Path

import pytest
from django.template import Engine

from config.server.templates import Loader

PAGES = Path(__file__).resolve().parents[2] / "templates"


def load(tmp_path: Path, source: str, name: str = "page.html") -> str:
    (tmp_path / name).write_text(source)
    loader = Loader(Engine(), [tmp_path])
    return loader.get_contents(next(iter(loader.get_template_sources(name))))


@pytest.mark.parametrize(
    ("source", "sent"),
    [
        ("<p>\n  Two\n  <b>lines</b>\n</p>\n", "<p>Two\n<b>lines</b></p>\n"),
        (
            '<input\n  class="in"\n  {% if a > 0 %}required{% endif %}\n>',
            '<input class="in" {% if a > 0 %}required{% endif %}>',
        ),
        ("<b>one</b>\n\n  <i>two</i>", "<b>one</b>\n<i>two</i>"),
        ("<b>one</b> <i>two</i>", "<b>one</b> <i>two</i>"),
        ("<a>\n  one\n</a>", "<a>\none\n</a>"),
        ('<textarea\n  rows="3"\n>\n{{ text }}</textarea>', '<textarea rows="3">\n{{ text }}</textarea>'),
        ('<a title="{% translate "a > b" %}"\n  href="/">', '<a title="{% translate "a > b" %}" href="/">'),
    ],
)
def test_line_breaks_go_where_no_blank_is_shown(tmp_path: Path, source: str, sent: str) -> None:
    assert load(tmp_path, source) == sent


def test_other_files_are_sent_as_they_are(tmp_path: Path) -> None:
    assert load(tmp_path, "Dear all,\n\n  at eight.\n", "letter.txt") == "Dear all,\n\n  at eight.\n"


def test_no_template_has_lines_whose_blanks_are_shown() -> None:
    for page in PAGES.rglob("*.html"):
        for kept in page.read_text().split("<pre")[1:]:
            assert "\n" not in kept.partition("</pre>")[0].partition(">")[2], page
