"""The reader of pages that looks for names from right to left hears a loose one, and no other."""

import pytest

from tests.isolation import Names

APART = (
    "<p>By <bdi>שרה</bdi>, 3</p>", '<h1 dir="auto">שרה</h1>', "<option>\u2068שרה\u2069 (2)</option>",
    '<a dir="auto" title="שרה">x</a>', '<img alt="Of \u2068שרה\u2069">', "<p>\u2068שרה\u2069 and \u2068שרה\u2069</p>",
    '<b dir="auto"><i>שרה</i></b>',
)  # fmt: skip
LOOSE = (
    "<p>שרה</p>", '<p dir="auto">By שרה</p>', "<title>שרה</title>", '<button aria-label="Hit שרה">x</button>',
    "<p>\u2068שרה\u2069 and שרה</p>", "<bdi>Ada</bdi> שרה",
)  # fmt: skip


@pytest.mark.parametrize("page", APART)
def test_a_name_that_stands_apart_is_counted(page: str) -> None:
    names = Names(page)
    assert (names.loose, names.marked) == ([], [])
    assert names.apart == page.count("שרה")


@pytest.mark.parametrize("page", LOOSE)
def test_a_name_that_touches_other_words_is_found(page: str) -> None:
    assert len(Names(page).loose) == 1


def test_marks_have_no_place_in_what_a_form_sends_or_an_address_holds() -> None:
    assert len(Names('<input value="\u2068שרה\u2069"><a href="/\u2068שרה\u2069/">x</a>').marked) == 2
    assert Names("<textarea>שרה</textarea><script>שרה</script>").loose == []
