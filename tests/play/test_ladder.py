"""The ladder of Initiative: where fighters stand, the line of Crash, who crashed whom, and the range bands."""

import math
import re

import pytest

from play.html.ladder import Place, ladder, measure, read_rows
from play.html.ladder.drawing import AXIS
from play.html.ladder.markup import bands
from rules.text import Text
from rules.view import BattleView
from tests.play.pictures import climber, ladder_crowd, ladder_view, vault


def place_of(view: BattleView, id: str) -> Place:
    return next(place for place in ladder(view).places if place.row.id == id)


def test_higher_initiative_stands_higher() -> None:
    drawn = ladder(vault())
    assert [rung.value for rung in drawn.rungs] == [17, 11, 4, 3, -2, -6]
    heights = [rung.y for rung in drawn.rungs]
    assert heights == sorted(heights)


def test_who_acts_on_another_tick_than_its_initiative_is_told_so() -> None:
    view = ladder_view([(climber("a", "A"), 19), (climber("b", "B"), 7)])
    view["picture"]["rows"][0]["ticks"], view["picture"]["rows"][1]["ticks"] = {"a": 7}, {"b": 7}
    assert [row.told for row in read_rows(view)] == ["Acts on tick 7", ""]


def test_ones_own_side_stands_left_and_the_other_right() -> None:
    assert place_of(vault(), "ta").x < AXIS < place_of(vault(), "iq").x
    assert place_of(vault(), "ta").y == place_of(vault(), "iq").y


def test_the_line_of_crash_lies_between_what_is_above_zero_and_the_rest() -> None:
    drawn = ladder(vault())
    assert place_of(vault(), "il").y < drawn.crash_y < place_of(vault(), "ph").y


@pytest.mark.parametrize("values", [(5, 3), (-1, -4), (0,)])
def test_there_is_a_line_of_crash_though_all_stand_on_one_side_of_it(values: tuple[int, ...]) -> None:
    view = ladder_view([(climber(f"c{i}", f"Fighter {i}"), value) for i, value in enumerate(values)])
    drawn = ladder(view)
    assert 0 < drawn.crash_y < drawn.height
    assert all((place.y < drawn.crash_y) == (place.row.value > 0) for place in drawn.places)


def test_a_gap_between_values_is_seen_but_does_not_grow_without_end() -> None:
    def gap(low: int) -> float:
        first, second = ladder(ladder_view([(climber("a", "A"), 30), (climber("b", "B"), low)])).rungs
        return second.y - first.y

    assert gap(29) < gap(26) < gap(20) == gap(10)


@pytest.mark.parametrize("count", [1, 7, 12, 40, 60])
def test_no_fighter_covers_another(count: int) -> None:
    places = ladder(ladder_crowd(count)).places
    assert len(places) == count
    for i, one in enumerate(places):
        for other in places[:i]:
            assert math.dist((one.x, one.y), (other.x, other.y)) > one.r + other.r


def deep_in_crash(count: int) -> BattleView:
    """One has brought every second of the others into Crash, the last to -13."""
    names = {f"c{i}": -13 + i // 3 if i % 2 else 5 + i for i in range(1, count)}
    fighters = [(climber("me", "Mereth Vane"), 17), *((climber(id, id, own=False), at) for id, at in names.items())]
    crash = [{"id": id, "by": "me", "self": False, "turns": 1, "turns_left": 2} for id, at in names.items() if at <= 0]
    return ladder_view(fighters, "me", crash, decisive=list(names))


@pytest.mark.parametrize("count", [2, 11, 40])
def test_all_that_is_said_of_those_deep_in_crash_stands_within_the_picture(count: int) -> None:
    drawn = ladder(deep_in_crash(count))
    assert drawn.rungs[-1].value == -13
    for place in drawn.places:
        texts = (place.y + place.r, *(y for _, y in place.lines), place.pips_y or 0.0, place.chip_y or 0.0)
        assert max(texts) + 4 < drawn.height
        assert " ".join(line for line, _ in place.lines) == ", ".join(place.row.words)


def test_a_ladder_that_would_be_high_stands_closer() -> None:
    values = range(17, -14, -3)
    few, many = (ladder(ladder_view([(climber(str(at), "A"), at) for at in taken])) for taken in (values[:3], values))
    assert few.rungs[1].y - few.rungs[0].y == 48 + 4 * 2
    assert many.rungs[1].y - many.rungs[0].y == 42


def test_whoever_acts_now_is_on_a_filled_rung() -> None:
    assert [rung.value for rung in ladder(vault()).rungs if rung.is_now] == [11]
    assert place_of(vault(), "ta").row.acts_now


def test_a_line_leads_from_the_crashed_to_the_crasher_and_none_to_oneself() -> None:
    (link,) = ladder(vault()).links
    assert link.id == "ph"
    start, end = re.findall(r"-?[\d.]+", link.path)[:2], re.findall(r"H(-?[\d.]+)$", link.path)
    assert float(start[1]) == place_of(vault(), "ph").y
    assert float(end[0]) == pytest.approx(place_of(vault(), "me").x + 21, abs=0.1)


def test_crash_is_told_from_both_ends_with_its_turns() -> None:
    rows = {row.id: row for row in read_rows(vault())}
    assert rows["ph"].words == ("Crashed by Mereth Vane",)
    assert rows["ph"].pips == (True, True, False)
    assert "Crashed Paper Hound" in rows["me"].words
    assert rows["br"].words == ("Crashed by own action",)
    assert rows["me"].pips == ()


def test_immunity_to_break_is_said_in_words() -> None:
    rows = {row.id: row for row in read_rows(vault())}
    assert rows["il"].words == ("no Break until round 6",)


def test_a_crasher_whom_the_seat_does_not_see_is_not_named() -> None:
    crash = [{"id": "a", "by": None, "self": False, "turns": 1, "turns_left": 2}]
    (row,) = read_rows(ladder_view([(climber("a", "A"), -1)], crash=crash))
    assert row.words == ("in Crash",)


def test_a_long_name_is_shortened_in_the_picture_and_whole_in_the_list() -> None:
    name = "Bartholomew-Featherstonehaugh"
    view = ladder_view([(climber("a", name), 5)])
    assert len(place_of(view, "a").name) <= 21
    assert read_rows(view)[0].name == name


def test_the_ladder_is_told_in_words() -> None:
    told = " ".join(ladder(vault()).description.split())
    assert told.startswith("Mereth Vane 17, Crashed Paper Hound; Tamsin Cray 11, acts now")
    assert "Paper Hound −2, Crashed by Mereth Vane, turn 2 of 3 in Crash" in told
    assert told.endswith("Crash line at 0.")


def test_an_empty_ladder_says_so() -> None:
    drawn = ladder(ladder_view([]))
    assert drawn.description == "No one has Initiative yet."
    assert drawn.places == ()
    assert measure(ladder_view([])) is None


def test_range_is_measured_from_whoever_acts() -> None:
    reach = measure(vault())
    assert reach is not None
    assert reach.name == "Tamsin Cray"
    assert [(band.name, band.is_here, len(band.own), len(band.other)) for band in reach.bands] == [
        ("close", True, 2, 0),
        ("short", False, 0, 3),
    ]
    assert reach.bands[0].more_own == 2
    assert "The Iron Quill short" in reach.words


def test_what_is_four_bands_off_or_more_is_extreme() -> None:
    view = ladder_view([(climber("a", "A"), 9), (climber("b", "B", own=False), 5)], now="a")
    view["picture"]["positions"][1]["at"] = 11
    reach = measure(view)
    assert reach is not None
    assert [band.name for band in reach.bands] == ["close", "short", "medium", "long", "extreme"]


def test_nine_stops_still_fit_a_phone() -> None:
    view = ladder_view([(climber(c, c.upper(), own=c != "c"), 9) for c in "abc"], now="a")
    view["picture"] = {
        **view["picture"],
        "positions": [{"id": "a", "at": 0}, {"id": "b", "at": -9}, {"id": "c", "at": 9}],
    }
    reach = measure(view)
    assert reach is not None
    assert len(reach.bands) == 9
    assert reach.width <= 420


def test_who_may_be_struck_decisively_is_marked_on_the_picture_and_told_in_the_list() -> None:
    view = vault()
    view["picture"] = {**view["picture"], "decisive": ["iq"]}
    (marked,) = (row for row in read_rows(view) if row.chip)
    assert (marked.id, marked.chip) == ("iq", "decisive possible")
    assert "decisive possible" in marked.told.lower()
    assert place_of(view, "iq").chip_y is not None
    assert place_of(view, "ph").chip_y is None


def test_who_crashed_whom_is_never_cut_in_the_picture() -> None:
    names = ("The Iron Quill of the Ninth Gate", "Paper Hound", "The Seventh Bell of the Reeds")
    fighters = [(climber("me", "Mereth Vane"), 9), *((climber(n, n, own=False), -1 - i) for i, n in enumerate(names))]
    crash = [{"id": name, "by": "me", "self": False, "turns": 1, "turns_left": 2} for name in names]
    view = ladder_view(fighters, "me", crash)
    view["combatants"][1]["conditions"] = [Text("onslaught −1"), Text("Size 2")]
    for id in ("me", names[0]):
        place = place_of(view, id)
        assert " ".join(line for line, _ in place.lines) == ", ".join(place.row.words)
    for lower, upper in zip(ladder(view).places[1:], ladder(view).places, strict=False):
        assert lower.y > max(y for _, y in upper.lines) + 12
    assert "Crashed The Iron Quill of the Ninth Gate, Paper Hound and The Seventh Bell of the Reeds" in " ".join(
        place_of(view, "me").row.words
    )


def test_difficult_ground_is_marked_on_its_stretch_of_the_line_and_told() -> None:
    view = vault()
    plain = measure(view)
    view["picture"] = {**view["picture"], "rough": [view["picture"]["positions"][0]["at"], 90]}
    rough = measure(view)
    assert plain is not None
    assert rough is not None
    assert (plain.rough, len(rough.rough)) == ((), 1)
    ((start, end),) = rough.rough
    assert start < end
    assert "Difficult terrain: " in rough.words
    assert "field__rough" in bands(rough)
    assert "field__rough" not in bands(plain)
