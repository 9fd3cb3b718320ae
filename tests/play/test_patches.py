"""A patch says what is new of a text, and makes the new text again of those that a page had before."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from play.live.patches import MARKS, REMEMBERED, PageText, Patch, RegionText, make_patch

(CARD_MARK, _), (FORM_MARK, _) = MARKS
LINES = st.lists(st.sampled_from(["", "a", "b", "c", "d"]), max_size=12).map("\n".join)


def patch(after: str, *texts: str) -> Patch:
    """The patch for a page that had these texts, newest first."""
    return make_patch(tuple(map(RegionText, texts)), RegionText(after))


def shown(*regions: "str | Patch") -> str:
    """What a page shows in the end that was sent these for one region."""
    page = PageText()
    return [page.complete({"mine": region})["mine"] for region in regions][-1]


def card(id: str, words: str = "acts", offer: str = "Attack-sword") -> str:
    """A region with the card of somebody, as the table draws it."""
    head = f'<div id="mine">\n<section class="mine" id="card-{id}" aria-labelledby="card-{id}-h">\n<i>{words}</i>\n'
    form = f'<div class="offer" id="at-o-{id}-{offer}">\n<input id="o-{id}-{offer}-stunt" name="choose-card-{id}">\n'
    return f"{head}{form}</div>\n</section>\n</div>"


@given(LINES, LINES)
def test_a_patch_of_two_texts_makes_the_one_into_the_other(before: str, after: str) -> None:
    assert shown(before, patch(after, before)) == after


@given(st.lists(LINES, min_size=1, max_size=5, unique=True), LINES)
def test_a_patch_takes_lines_of_any_text_that_the_page_had(texts: list[str], after: str) -> None:
    assert shown(*reversed(texts), patch(after, *texts)) == after


def test_only_new_lines_are_sent() -> None:
    assert patch("a\nb\nx\ny\nd", "a\nb\nc\nd") == [[0, 2], "x\ny", [3, 1]]
    assert patch("a\nb", "a\nb") == [[0, 2]]


def test_rows_that_change_places_are_not_sent_again() -> None:
    assert patch("c\na\nb", "a\nb\nc") == [[2, 1], [0, 2]]


def test_lines_that_were_gone_for_a_while_are_not_sent_again() -> None:
    assert patch("a\nb\nx", "c", "a\nb") == [[0, 2, 1], "x"]


def test_the_card_of_another_guard_is_made_of_the_same_lines() -> None:
    made = patch(card("c5"), card("c4"))
    assert made == {"about": ["c5", "Attack-sword"], "parts": [[0, 8]]}
    assert shown(card("c4"), made) == card("c5")
    assert shown(card("c4"), made, patch(card("c4", "strikes"), card("c5"), card("c4"))) == card("c4", "strikes")


def test_the_form_of_another_weapon_is_made_of_the_same_lines() -> None:
    made = patch(card("c5", offer="Attack-kick-1f00"), card("c4"))
    assert made == {"about": ["c5", "Attack-kick-1f00"], "parts": [[0, 8]]}
    assert shown(card("c4"), made) == card("c5", offer="Attack-kick-1f00")


@pytest.mark.parametrize("mark", [CARD_MARK, FORM_MARK])
def test_a_text_that_holds_a_mark_itself_is_left_as_it_is(mark: str) -> None:
    words = f"writes {mark}"
    made = patch(card("c5", words), card("c4"))
    assert isinstance(made, list)
    assert shown(card("c4"), made) == card("c5", words)


def test_an_id_is_marked_only_where_it_stands_whole() -> None:
    words = 'c4 c40 ac4- "c40" "c4"'
    assert CARD_MARK not in RegionText(card("c4", words.removesuffix(' "c4"'))).lines[2]
    assert shown(card("c40"), patch(card("c4", words), card("c40"))) == card("c4", words)


def test_an_offer_named_after_its_actor_is_put_together_again() -> None:
    odd = card("c4", offer="Grab-c4-c4")
    assert shown(card("c5"), patch(odd, card("c5"))) == odd


def test_a_page_keeps_so_many_texts() -> None:
    texts = [f"text {n}" for n in range(REMEMBERED + 1)]
    assert shown(*texts, [[0, 1, REMEMBERED - 1]]) == "text 1"
