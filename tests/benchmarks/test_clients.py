"""When the pages of a scene agree: each person's with one another."""

import pytest

from benchmarks.clients import Browser, agree


def _page(session: str, number: int, status: str = "", line: str = "") -> Browser:
    page = Browser(1, 1, session)
    page.number, page.regions, page.lines = number, {"status": status, "presence": str(id(page))}, {number: line}
    return page


def test_people_who_see_different_entries_may_count_differently() -> None:
    assert agree([_page("petra", 9), _page("mira", 7), _page("petra", 9), _page("mira", 7)])


@pytest.mark.parametrize("other", [_page("mira", 6), _page("mira", 7, status="late"), _page("mira", 7, line="late")])
def test_pages_of_one_person_must_be_alike(other: Browser) -> None:
    assert not agree([_page("petra", 9), _page("mira", 7), other])
