"""A mention is a link for who knows what it names, and the plain words for everybody else."""

import pytest

from campaigns.core.markdown import render_markdown
from campaigns.core.mentions import Names, say_plainly

NAMES = Names(
    (
        ("Captain Deruvin", "/people/1/"),
        ("Captain", "/people/2/"),
        ("Åke", "/people/3/"),
        ("A+ (B)", "/people/4/"),
        ("captain", "/people/9/"),
    )
)


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("@Captain Deruvin left", '<a href="/people/1/">Captain Deruvin</a> left'),
        ("@captain deruvin left", '<a href="/people/1/">captain deruvin</a> left'),
        ("The @Captain left", 'The <a href="/people/2/">Captain</a> left'),
        ("@Captain Deruvina", '<a href="/people/2/">Captain</a> Deruvina'),
        ("@[Captain Deruvin]in", '<a href="/people/1/">Captain Deruvin</a>in'),
        ("(@Åke, @åke)", '(<a href="/people/3/">Åke</a>, <a href="/people/3/">åke</a>)'),
        ("*@Captain* and @A+ (B)", '<em><a href="/people/2/">Captain</a></em> and <a href="/people/4/">A+ (B)</a>'),
        ("@Captainly", "@Captainly"),
        ("mail@Captain", "mail@Captain"),
        ("@Nobody and @[Nobody]", "@Nobody and @Nobody"),
        ("@ @[] @@Captain", "@ @[] @@Captain"),
        ("`@Captain`", "<code>@Captain</code>"),
        ("[see @Captain](https://example.org/)", '<a href="https://example.org/">see @Captain</a>'),
    ],
)
def test_the_longest_known_name_wins_and_all_else_stays_plain(text: str, html: str) -> None:
    assert render_markdown(text, NAMES).replace(' rel="noopener noreferrer"', "") == f"<p>{html}</p>\n"


def test_a_name_that_the_reader_does_not_know_reads_like_one_that_nobody_has() -> None:
    known = Names((("Captain", "/people/2/"),))
    for form in ("@{}", "@[{}]", "by @{}'s hand"):
        secret, missing = (render_markdown(form.format(name), known) for name in ("Lurker", "Nobody"))
        assert secret.replace("Lurker", "Nobody") == missing
        assert "<a" not in secret


def test_without_names_a_text_is_plain() -> None:
    assert render_markdown("@Captain, @[Captain]") == "<p>@Captain, @Captain</p>\n"


def test_a_hostile_name_or_text_does_no_harm() -> None:
    names = Names((('"><script>', "/people/1/"), ("<b>", "javascript:alert(1)")))
    html = render_markdown('@"><script> @<b> @[<img src=x>]', names)
    for harm in ("<script", "<b>", "javascript", "<img"):
        assert harm not in html
    assert len(list(names.split("@" * 20_000))) == 1


def test_a_name_is_found_without_its_sign() -> None:
    assert NAMES.find_bare("Loves captain deruvin, of all", but="") == "/people/1/"
    assert NAMES.find_bare("Loves the Captain", but="/people/2/") == ""
    assert Names().find_bare("Loves", but="") == ""


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("@Captain Deruvin and @[Åke]n", "Captain Deruvin and Åken"),
        ("mail@house, https://example.org/@house, @ 5 and @@x", "mail@house, https://example.org/@house, @ 5 and @@x"),
    ],
)
def test_a_public_text_has_its_mentions_as_plain_words(text: str, plain: str) -> None:
    assert say_plainly(text) == plain
