"""What a page knows after its frames, and when the pages of a scene agree: each person's with one another."""

from typing import Any

import pytest

from benchmarks.clients import Browser, agree

FACTS = {"v": 1, "n": 4, "count": 7, "fight": {"time": 3, "order": ["c1"]}, "result": {"says": "hit"}}
CHANGE = {"count": 8, "fight": {"time": 4}, "result": None}


def _page(session: str, **facts: Any) -> Browser:
    page = Browser(1, 1, session)
    page.facts = FACTS | facts
    return page


@pytest.mark.asyncio
async def test_a_change_that_follows_makes_the_facts_anew() -> None:
    page = Browser(1, 1, "mira")
    await page.hear({"v": 1, "n": 4, "facts": FACTS}, "whole")
    await page.hear({"v": 1, "from": 4, "n": 5, "change": CHANGE}, "change")
    assert page.facts == {"v": 1, "n": 5, "count": 8, "fight": {"time": 4, "order": ["c1"]}}
    assert (page.number, page.frames) == (8, ["change"])


@pytest.mark.asyncio
async def test_after_a_gap_no_number_arrives() -> None:
    page = Browser(1, 1, "mira")
    await page.hear({"v": 1, "n": 4, "facts": FACTS}, "whole")
    await page.hear({"v": 1, "from": 5, "n": 6, "change": CHANGE}, "change")
    assert (page.number, page.facts) == (7, FACTS)


def test_people_who_see_different_entries_may_count_differently() -> None:
    assert agree([_page("petra", count=9), _page("mira"), _page("petra", count=9), _page("mira")])


def test_pages_may_have_come_to_the_same_by_rows_of_their_own() -> None:
    assert agree([_page("mira", n=4), _page("mira", n=9)])


@pytest.mark.parametrize("other", [{"count": 6}, {"fight": {"time": 4, "order": ["c1"]}}])
def test_pages_of_one_person_must_be_alike(other: dict[str, Any]) -> None:
    assert not agree([_page("petra", count=9), _page("mira"), _page("mira", **other)])
