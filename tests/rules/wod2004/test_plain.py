"""Plain actions with dice in a fight, and defenses whose successes are stored (WD-061, WD-111 to WD-113)."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from rules.battle import STORYTELLER, Event, Field, Offer, Seat
from rules.battle import moves as shared
from rules.codec import decode, encode
from rules.errors import BadInput, IllegalMove
from rules.wod2004 import moves as mv
from rules.wod2004.actions.instant import roll_odds
from rules.wod2004.events import ActionRolled, DefenseStored
from rules.wod2004.state.battle import State
from tests.rules.wod2004.table import ADA, BATTLE, BEN, Table


def leaping(**changes: Any) -> Table:
    """Ada, who acts: Dexterity 3, Athletics 2 with a Specialty; Ben, a foe, after her."""
    table = Table()
    sheet = {"dexterity": 3, "athletics": 2, "specialties": {"athletics": "Leaps"}, **changes}
    table.add("ada", "ada", **sheet)
    table.add("ben", "ben", computer=4, intelligence=3)
    table.do(shared.StartBattle(), 10, 1)
    return table


def terms(events: Sequence[Event]) -> dict[str, int]:
    pool = rolled(events).roll.pool
    return {term.name: term.amount for step in pool.steps for term in step.terms}


def rolled(events: Sequence[Event]) -> ActionRolled:
    return next(event for event in events if isinstance(event, ActionRolled))


def offer_of(table: Table, seat: Seat = ADA) -> Offer:
    return next(offer for offer in BATTLE.legal_moves(table.state, seat) if offer.move == "TakeAction")


def fields_of(table: Table, seat: Seat = ADA) -> dict[str, Field]:
    return {field.name: field for field in offer_of(table, seat).fields}


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ({"skill": "athletics"}, {"Dexterity": 3, "Athletics": 2}),
        ({"skill": "athletics", "specialty": True}, {"Dexterity": 3, "Athletics": 2, "Specialty": 1}),
        ({"skill": "athletics", "willpower": True}, {"Dexterity": 3, "Athletics": 2, "Willpower": 3}),
        ({"skill": "athletics", "tools": 2}, {"Dexterity": 3, "Athletics": 2, "Tools": 2}),
        ({"skill": "athletics", "modifier": -3}, {"Dexterity": 3, "Athletics": 2, "Circumstances": -3}),
        ({"skill": "athletics", "resistance": 2}, {"Dexterity": 3, "Athletics": 2, "Resistance": -2}),
        ({"skill": "stealth"}, {"Dexterity": 3, "Stealth": 0, "Unskilled": -1}),
        ({"skill": "composure"}, {"Dexterity": 3, "Composure": 1}),
        ({}, {"Dexterity": 3}),
    ],
)
def test_a_plain_action_is_rolled_as_on_the_roll_pad(asked: dict[str, Any], expected: dict[str, int]) -> None:
    faces, seat = [2] * max(1, sum(expected.values())), replace(ADA, granted=frozenset({"tools"}))
    events = leaping().do(mv.TakeAction("ada", "dexterity", **asked), *faces, seat=seat)
    assert terms(events) == expected


def test_the_wounds_of_the_fight_and_the_storytellers_ruling_count() -> None:
    table = leaping()
    table.set("ada", track="/" * table.who("ada").boxes, dice_modifier=2)
    events = table.do(mv.TakeAction("ada", "dexterity", "athletics"), *[2] * 4)
    assert terms(events) == {"Dexterity": 3, "Athletics": 2, "Storyteller’s ruling": 2, "Wounds": -3}
    assert table.who("ada").acted


def test_a_tool_of_the_sheet_is_offered_and_counts_without_a_ruling() -> None:
    table = leaping(tools="Rope +2")
    assert "tool" in fields_of(table)
    events = table.do(mv.TakeAction("ada", "dexterity", "athletics", tool="Rope"), *[2] * 7, seat=ADA)
    assert terms(events) == {"Dexterity": 3, "Athletics": 2, "Rope": 2}


def test_a_fighter_who_was_stored_without_a_sheet_still_acts() -> None:
    table = leaping()
    kept = encode(table.state)
    for one in kept["combatants"]:
        del one["sheet"]
    del kept["defenses"]
    table.state = decode(State, kept)
    table.set("ada", track="/" * table.who("ada").boxes)
    events = table.do(mv.TakeAction("ada", "dexterity", "athletics", specialty=True), *[2] * 3)
    assert terms(events) == {"Dexterity": 3, "Athletics": 2, "Specialty": 1, "Wounds": -3}


@pytest.mark.parametrize(
    ("asked", "error"),
    [
        ({"attribute": "luck"}, "no Attribute"),
        ({"skill": "swordplay"}, "no Skill"),
        ({"skill": "stealth", "specialty": True}, "The sheet has no Specialty in Stealth. Roll without it"),
        ({"specialty": True}, "no Specialty. Roll without it"),
        ({"tools": 6}, "Tools and gear must be -5 to 5"),
        ({"modifier": -6}, "Bonus or penalty must be -5 to 5"),
        ({"against": "wall"}, "no such stored defense"),
        ({"store": "x" * 81}, "at most 80"),
    ],
)
def test_what_cannot_be_rolled_is_refused(asked: dict[str, Any], error: str) -> None:
    with pytest.raises((BadInput, IllegalMove), match=error):
        leaping().do(mv.TakeAction(**{"actor": "ada", "attribute": "dexterity", **asked}))


def test_the_form_offers_the_traits_and_the_specialty_that_she_has() -> None:
    fields = fields_of(leaping())
    pad = {"attribute", "skill", "willpower", "tools", "resistance", "modifier", "target", "resists", "retry"}
    assert pad | {"store"} == {*fields}
    chosen = [(field.initial, field.required) for field in (fields["attribute"], fields["skill"])]
    assert chosen == [((), True)] * 2  # a careless tap does not spend the turn, and the page folds neither away
    assert next(one for one in fields["skill"].choices if one.value == "athletics").dots == 2
    assert offer_of(leaping()).has_preview


def test_a_specialty_is_offered_with_the_skills_that_have_one_and_no_form_can_be_refused_for_it() -> None:
    offers = [one for one in BATTLE.legal_moves(leaping().state, ADA) if one.move == "TakeAction"]
    assert [(str(one.label), one.fixed["specialty"]) for one in offers] == [
        ("Another action", False),
        ("Another action, with a Specialty", True),
    ]
    (skills,) = (field for field in offers[1].fields if field.name == "skill")
    assert [(one.value, str(one.hint)) for one in skills.choices] == [("athletics", "Leaps")]
    without = [one for one in BATTLE.legal_moves(leaping(specialties={}).state, ADA) if one.move == "TakeAction"]
    assert [str(one.label) for one in without] == ["Another action"]


def test_the_odds_of_a_plain_action_are_told_beforehand() -> None:
    table = leaping()
    seat = replace(ADA, granted=frozenset({"tools"}))
    found = BATTLE.weigh(table.state, seat, mv.TakeAction("ada", "dexterity", "athletics", tools=1))
    assert found is not None
    assert (found.pool.total, found.odds, found.measured) == (6, roll_odds(6), True)


RESISTED = mv.TakeAction("ada", "dexterity", "athletics", target="ben", resists="resolve")


def test_what_the_target_resists_with_is_read_from_its_sheet() -> None:
    """WD-335."""
    table = leaping()
    assert [one.value for one in fields_of(table)["target"].choices] == ["", "ben"]
    events = table.do(RESISTED, *[8] * 4, seat=ADA)
    assert terms(events) == {"Dexterity": 3, "Athletics": 2, "The target’s Resolve": -1}
    told = {str(seat): (BATTLE.view_event(rolled(events), seat) or {"line": ""}) for seat in (STORYTELLER, ADA, BEN)}
    assert [view["line"] for view in told.values()] == [
        "Ada rolls Dexterity + Athletics against Ben: 4 successes.",
        "Ada rolls Dexterity + Athletics against Ben: 4 successes.",
        "Ada rolls an action against Ben: 4 successes.",
    ]
    assert ["Resolve" in str(view) for view in told.values()] == [True, False, False]


@pytest.mark.parametrize(
    ("now", "taken"),
    [
        ({}, 2), ({"dodging": True}, 4), ({"attacked": 1}, 1), ({"surprised": 1}, 0), ({"all_out": True}, 0),
        ({"defense_modifier": 2}, 4),
    ],
)  # fmt: skip
def test_defense_resists_as_it_would_meet_a_blow(now: dict[str, Any], taken: int) -> None:
    table = Table()
    table.add("ada", "ada", dexterity=3, athletics=2)
    table.add("ben", "ben", dexterity=2, wits=3)
    table.do(shared.StartBattle(), 10, 1)
    table.set("ben", **now)
    events = table.do(replace(RESISTED, resists="defense"), *[2] * (5 - taken))
    assert terms(events).get("The target’s Defense", 0) == -taken


def test_only_who_may_read_the_target_reads_the_odds_of_an_action_that_it_resists() -> None:
    """Others get the average over what is usual."""
    found = []
    for resolve in (1, 5):
        table = leaping()
        table.set("ben", traits={**table.who("ben").traits, "resolve": resolve})
        own, hers = BATTLE.weigh(table.state, STORYTELLER, RESISTED), BATTLE.weigh(table.state, ADA, RESISTED)
        assert own is not None
        assert hers is not None
        assert (own.pool.total, own.measured, own.odds) == (5 - resolve, True, roll_odds(5 - resolve))
        assert (hers.pool.total, hers.measured) == (5, False)
        assert hers.guess == pytest.approx(sum(float(roll_odds(5 - n).success) for n in (1, 2, 3)) / 3)
        found.append(repr(hers))
    assert found[0] == found[1]


@pytest.mark.parametrize(
    ("asked", "error"),
    [
        ({"target": "ben"}, "Choose what the target resists with"),
        ({"target": "ben", "resists": "luck"}, "The target resists with"),
        ({"target": "ada", "resists": "resolve"}, "other than Ada"),
        ({"target": "nobody", "resists": "resolve"}, "No one here has that ID. Choose from the list"),
    ],
)
def test_a_target_that_cannot_be_is_refused(asked: dict[str, Any], error: str) -> None:
    table = leaping()
    before = table.state
    with pytest.raises((BadInput, IllegalMove), match=error):
        table.do(mv.TakeAction("ada", "dexterity", **asked), seat=ADA)
    assert table.state == before


def test_a_trait_counts_only_where_a_target_is_chosen() -> None:
    """The form shows both side by side."""
    events = leaping().do(mv.TakeAction("ada", "dexterity", "athletics", resists="resolve"), *[2] * 5, seat=ADA)
    assert terms(events) == {"Dexterity": 3, "Athletics": 2}


def test_what_is_tried_again_loses_a_die_for_each_attempt_before() -> None:
    """WD-142: a fight is under pressure."""
    events = leaping().do(mv.TakeAction("ada", "dexterity", "athletics", retry=True, attempt=3), *[2] * 3, seat=ADA)
    assert terms(events) == {"Dexterity": 3, "Athletics": 2, "Attempt 3": -2}
    events = leaping().do(mv.TakeAction("ada", "dexterity", "athletics", attempt=3), *[2] * 5, seat=ADA)
    assert terms(events) == {"Dexterity": 3, "Athletics": 2}


def test_nobody_learns_of_an_action_on_somebody_unseen() -> None:
    table = leaping()
    table.do(shared.Hide("ben"))
    assert "target" not in fields_of(table)
    with pytest.raises(IllegalMove, match="No one here has that ID"):
        table.do(RESISTED, seat=ADA)
    events = table.do(RESISTED, *[8] * 4)
    assert BATTLE.view_event(rolled(events), ADA) is None


def barricade(*faces: int) -> Table:
    """Ada has built a barricade with these faces; it is Ben's turn."""
    table = leaping()
    table.do(mv.TakeAction("ada", "dexterity", "athletics", store="Barricade"), *faces, seat=ADA)
    table.do(mv.EndTurn("ada"))
    return table


def test_a_roll_stores_its_successes_under_a_name() -> None:
    table = barricade(8, 9, 8, 1, 2)
    (stored,) = table.state.defenses
    assert (stored.name, stored.maker, stored.successes, stored.is_open) == ("Barricade", "ada", 3, True)
    assert fields_of(table, BEN)["against"].choices[1].hint == "Ada, 3 stored"
    view = BATTLE.view(table.state, BEN)
    assert "“Barricade” stored, 3" in view["combatants"][0]["conditions"]


@pytest.mark.parametrize(
    ("faces", "outcome"),
    [
        ([8, 8, 8, 1, 1, 1, 1], "failure"),
        ([8, 8, 8, 8, 1, 1, 1], "success"),
        ([8, 8, 8, 8, 8, 1, 1], "exceptional"),
    ],
)
def test_a_challenger_must_roll_more_than_is_stored(faces: list[int], outcome: str) -> None:
    table = barricade(8, 9, 8, 1, 2)
    id = table.state.defenses[0].id
    events = table.do(mv.TakeAction("ben", "intelligence", "computer", against=id), *faces, seat=BEN)
    assert rolled(events).roll.outcome == outcome
    told = BATTLE.view_event(rolled(events), ADA)
    assert told is not None
    assert "against “Barricade”" in told["line"]
    assert len(table.state.defenses) == 1


def test_nothing_stands_after_a_dramatic_failure_but_after_a_failure_a_score_of_nought() -> None:
    assert [stored.successes for stored in barricade(1, 2, 3, 4, 5).state.defenses] == [0]
    table = leaping()
    table.do(mv.TakeAction("ada", "dexterity", "athletics", modifier=-5, store="Barricade"), 1)
    assert table.state.defenses == ()


def test_a_defense_of_the_same_name_takes_the_place_of_the_old_one() -> None:
    table = barricade(8, 9, 8, 1, 2)
    table.do(mv.SetDefense("ada", "Barricade", 1))
    assert [stored.successes for stored in table.state.defenses] == [1]


def test_the_storyteller_stores_what_was_made_before_and_only_its_maker_knows_the_score() -> None:
    table = leaping()
    (event,) = table.do(mv.SetDefense("ben", "Firewall", 4))
    assert isinstance(event, DefenseStored)
    for seat, knows in ((STORYTELLER, True), (BEN, True), (ADA, False)):
        line = (BATTLE.view_event(event, seat) or {"line": ""})["line"]
        assert ("4 successes" in line) == knows
        assert "“Firewall”" in line
    assert fields_of(table)["against"].choices[1].hint == "Ben"
    asked = mv.TakeAction("ada", "dexterity", "athletics", against=table.state.defenses[0].id)
    weighed = {seat: BATTLE.weigh(table.state, seat, asked) for seat in (STORYTELLER, ADA)}
    assert [found and (found.odds, found.measured) for found in weighed.values()] == [
        (roll_odds(5, needed=5), True),
        (roll_odds(5), False),
    ]
    table.do(mv.DropDefense(table.state.defenses[0].id))
    assert table.state.defenses == ()


def test_what_somebody_unseen_has_made_is_not_told() -> None:
    table = leaping()
    table.do(shared.Hide("ben"))
    (event,) = table.do(mv.SetDefense("ben", "Tripwire", 2))
    assert BATTLE.view_event(event, ADA) is None
    assert "against" not in fields_of(table)
    with pytest.raises(IllegalMove, match="no such stored defense"):
        table.do(mv.TakeAction("ada", "wits", against=table.state.defenses[0].id), seat=ADA)
    events = table.do(mv.TakeAction("ada", "dexterity", against=table.state.defenses[0].id), 8, 8, 8)
    assert [view for event in events if (view := BATTLE.view_event(event, ADA)) and "Tripwire" in str(view)] == []


@pytest.mark.parametrize("move", [mv.SetDefense("ben", "Firewall", 4), mv.DropDefense("x")])
def test_only_the_storyteller_stores_and_drops(move: Any) -> None:
    with pytest.raises(IllegalMove, match="Only the Storyteller"):
        leaping().do(move, seat=BEN)
