"""Notes in Markdown come out harmless."""

import pytest

from campaigns.core.markdown import render_markdown


def test_markdown_becomes_html() -> None:
    html = render_markdown("A **bridge**\n\n* one\n* two")
    assert "<strong>bridge</strong>" in html
    assert html.count("<li>") == 2


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        '<img src=x onerror="alert(1)">',
        "[x](javascript:alert(1))",
        "![x](https://example.org/spy.png)",
        '<a href="#" style="color:red" onclick="x()">x</a>',
        "[x](data:text/html;base64,PHNjcmlwdD4=)",
    ],
)
def test_nothing_runs_loads_or_styles(text: str) -> None:
    html = render_markdown(text)
    for tag in ("<script", "<img", '<a href="#"', 'href="javascript', 'href="data'):
        assert tag not in html


def test_headings_begin_below_those_of_the_page() -> None:
    assert "<h3>One</h3>" in render_markdown("# One")
    assert "<h1" not in render_markdown("# One\n\n## Two")


def test_a_table_of_many_empty_cells_stays_as_it_was_written() -> None:
    head = "|a" * 60 + "|\n" + "|-" * 60 + "|\n"
    assert render_markdown(head + "|x\n" * 30).count("<td>") == 1_800
    for many in (head + "|x\n" * 5_000, (head + "|x\n" * 20 + "\n") * 40, (head + "|x\n" * 20 + "\n> ") * 40):
        html = render_markdown(many)
        assert "<td>" not in html
        assert len(html) < 2 * len(many)
