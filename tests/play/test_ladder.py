"""The ladder of Initiative in words: who crashed whom, who may be struck decisively, and how far apart they stand."""

from typing import Any

from play.stage.pictures import make_picture
from rules.view import BattleView
from tests.play.pictures import climber, ladder_view, vault


def column(view: BattleView) -> dict[str, Any]:
    found: dict[str, Any] = make_picture(view, "en")["parts"]["0"]
    return found


def bands(view: BattleView) -> dict[str, Any]:
    found: dict[str, Any] = make_picture(view, "en")["parts"]["1"]
    return found


def test_who_acts_on_another_tick_than_its_initiative_is_told_so() -> None:
    view = ladder_view([(climber("a", "A"), 19), (climber("b", "B"), 7)])
    view["picture"]["rows"][0]["ticks"], view["picture"]["rows"][1]["ticks"] = {"a": 7}, {"b": 7}
    assert column(view)["marks"] == {"a": {"at": 19, "words": ["acts on tick 7"]}, "b": {"at": 7}}


def test_crash_is_told_from_both_ends_with_its_turns() -> None:
    marks = column(vault())["marks"]
    assert marks["ph"]["words"] == ["Crashed by Mereth Vane"]
    assert (marks["ph"]["pips"]["on"], marks["ph"]["pips"]["of"]) == (2, 3)
    assert marks["me"]["words"] == ["Crashed Paper Hound"]
    assert marks["br"]["words"] == ["Crashed by own action"]
    assert "pips" not in marks["me"]


def test_immunity_to_break_is_said_in_words() -> None:
    assert column(vault())["marks"]["il"]["words"] == ["no Break until round 6"]


def test_a_crasher_whom_the_seat_does_not_see_is_not_named() -> None:
    crash = [{"id": "a", "by": None, "self": False, "turns": 1, "turns_left": 2}]
    told = column(ladder_view([(climber("a", "A"), -1)], crash=crash))
    assert (told["marks"]["a"]["words"], told["links"]) == (["in Crash"], [])


def test_the_ladder_is_told_in_words() -> None:
    told = " ".join(column(vault())["says"].split())
    assert told.startswith("Mereth Vane 17, Crashed Paper Hound; Tamsin Cray 11, acts now")
    assert "Paper Hound −2, Crashed by Mereth Vane, turn 2 of 3 in Crash" in told
    assert told.endswith("Crash line at 0.")


def test_an_empty_ladder_says_so() -> None:
    made = make_picture(ladder_view([]), "en")
    assert made["order"] == ["0"]
    assert made["parts"]["0"]["says"] == "No one has Initiative yet."


def test_range_is_measured_from_whoever_acts() -> None:
    told = bands(vault())
    assert told["label"] == "Range from Tamsin Cray"
    assert [(stop["label"], len(stop["ids"])) for stop in told["stops"]] == [("close", 3), ("short", 3)]
    assert "The Iron Quill short" in told["says"]


def test_what_is_four_bands_off_or_more_is_extreme() -> None:
    for away in (4, 11):
        view = ladder_view([(climber("a", "A"), 9), (climber("b", "B", own=False), 5)], now="a")
        view["picture"]["positions"][1]["at"] = away
        assert [stop["label"] for stop in bands(view)["stops"]] == ["extreme"]


def test_who_may_be_struck_decisively_is_marked_and_told() -> None:
    view = vault()
    view["picture"] = {**view["picture"], "decisive": ["iq"]}
    told = column(view)
    assert {id: mark["badge"] for id, mark in told["marks"].items() if "badge" in mark} == {"iq": "decisive possible"}
    assert "The Iron Quill 11, decisive possible" in told["says"]
