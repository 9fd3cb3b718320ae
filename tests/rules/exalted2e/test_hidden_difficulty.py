"""The Storyteller sets the difficulty of a plain action in a fight, and may hide it (2E-060, 2E-066)."""

import json
import re
from typing import Any

import pytest

from rules.battle import STORYTELLER, Seat
from rules.codec import encode
from rules.errors import IllegalMove
from rules.exalted2e.battle import BATTLE
from rules.exalted2e.events.table import ActionRolled, DifficultySet
from rules.exalted2e.moves.acts import SetDifficulty, TakeAction
from rules.exalted2e.moves.replies import RateStunt
from rules.exalted2e.moves.strikes import DeclareFlurry
from rules.exalted2e.state import Difficulty
from tests.rules.exalted2e.table import ADA, BEN, SPECTATOR, Table, hits, make_duel

LEAP = TakeAction("ann", "dexterity", "athletics", "over the cart")
SECRET = 27
"""No other number of these fights is this one."""


def rolled(table: Table) -> ActionRolled:
    found: ActionRolled = table.last(ActionRolled)
    return found


def shown(table: Table, seat: Seat) -> str:
    """All that a seat gets of a fight: board, offers with their forms, log."""
    views = [BATTLE.view_event(event, seat) for event in table.log]
    offers = BATTLE.legal_moves(table.state, seat)
    return json.dumps([BATTLE.view(table.state, seat), views, encode(offers)], default=encode)


def line(table: Table, seat: Seat) -> tuple[str, str]:
    view = BATTLE.view_event(rolled(table), seat)
    assert view is not None
    return view["line"], view["verdict"]


def test_the_difficulty_that_is_set_counts_for_the_next_roll_and_no_longer() -> None:
    table = make_duel()
    table.do(SetDifficulty("ann", 4))
    assert "next roll: difficulty 4" in shown(table, BEN)
    table.do(LEAP, *hits(3, 5), seat=ADA)
    assert (rolled(table).action.request.difficulty, rolled(table).verdict) == (4, "Failure")
    assert line(table, BEN)[0].endswith("3 successes against difficulty 4.")
    assert table.one("ann").difficulty == Difficulty()


@pytest.mark.parametrize(("difficulty", "verdict"), [(2, "Success"), (3, "Success"), (4, "Failure")])
def test_whether_a_hidden_difficulty_is_reached_only_the_storyteller_reads(difficulty: int, verdict: str) -> None:
    table = make_duel()
    table.do(SetDifficulty("ann", difficulty, hidden=True))
    table.do(LEAP, *hits(3, 5), seat=ADA)
    told = "Ann rolls Dexterity + Athletics for “over the cart”: 3 successes against"
    for seat in (ADA, BEN, SPECTATOR):
        assert line(table, seat) == (f"{told} a hidden difficulty.", "")
        assert not re.search("Success|Failure", shown(table, seat))
    assert line(table, STORYTELLER) == (f"{told} the hidden difficulty {difficulty}.", verdict)


def test_a_hidden_botch_is_one() -> None:
    table = make_duel()
    table.do(SetDifficulty("ann", 2, hidden=True))
    table.do(LEAP, 1, 2, 2, 2, 2)
    assert line(table, ADA)[1] == "Botch"


def has_number(table: Table, seat: Seat) -> bool:
    return re.search(rf"\b{SECRET}\b", shown(table, seat)) is not None


@pytest.mark.parametrize("stunt", [0, 2])
def test_no_seat_but_the_storytellers_gets_the_number(stunt: int) -> None:
    table = make_duel()
    table.do(SetDifficulty("ann", SECRET, hidden=True))
    assert [has_number(table, seat) for seat in (ADA, BEN, SPECTATOR, STORYTELLER)] == [False, False, False, True]
    leap = TakeAction("ann", "dexterity", "athletics", stunt=stunt, stunt_text="High." if stunt else "")
    table.do(leap, *(() if stunt else hits(3, 5)), seat=ADA)
    if stunt:
        assert not any(has_number(table, seat) for seat in (ADA, BEN, SPECTATOR))
        table.do(RateStunt(table.prompt("action_stunt"), stunt), *hits(3, 7))
    assert rolled(table).action.request.difficulty == SECRET
    for seat in (ADA, BEN, SPECTATOR):
        found = re.search(rf".{{60}}\b{SECRET}\b.{{30}}", shown(table, seat))
        assert found is None, found.group()
    assert has_number(table, STORYTELLER)


def test_the_form_asks_for_no_difficulty_and_a_guess_is_answered_alike() -> None:
    for hidden in (True, False):
        table = make_duel()
        table.do(SetDifficulty("ann", 3, hidden=hidden))
        offers = {one.move: one for one in BATTLE.legal_moves(table.state, ADA)}
        names = {field.name for field in offers["TakeAction"].fields}
        assert "text" in names
        assert "difficulty" not in names
        said = set()
        for guess in (2, 3, 4):
            with pytest.raises(IllegalMove) as refused:
                table.do(TakeAction("ann", "dexterity", "athletics", difficulty=guess), seat=STORYTELLER)
            said.add(refused.value.sentence)
        assert len(said) == 1


def test_the_chance_against_a_hidden_difficulty_is_the_storytellers_to_see() -> None:
    table = make_duel()
    table.do(SetDifficulty("ann", 4, hidden=True))
    known = BATTLE.weigh(table.state, STORYTELLER, LEAP)
    bare = BATTLE.weigh(table.state, ADA, LEAP)
    table.do(SetDifficulty("ann", 0))
    plain = BATTLE.weigh(table.state, ADA, LEAP)
    assert known is not None
    assert bare is not None
    assert plain is not None
    assert known.measured
    assert not bare.measured
    assert bare.odds == plain.odds != known.odds


def test_both_rolls_of_a_flurry_meet_it() -> None:
    table = make_duel()
    table.do(SetDifficulty("ann", 2, hidden=True))
    pool = {"attribute": "strength", "ability": "athletics"}
    told: dict[str, Any] = {f"{name}_{key}": value for name in ("act", "act2") for key, value in pool.items()}
    table.do(DeclareFlurry("ann", (), also=("act", "act2"), **told), *hits(2, 2), *hits(1, 1), seat=ADA)
    found = [event for event in table.log if isinstance(event, ActionRolled)]
    assert [(one.action.request.difficulty, one.verdict) for one in found] == [(2, "Success"), (2, "Failure")]


def test_it_can_be_set_for_an_action_that_waits_to_be_rolled() -> None:
    table = Table()
    table.add("ann", "red", "ada")
    table.add("bo", "blue", "ben")
    table.start(3, 3)
    table.do(LEAP, seat=ADA)
    table.do(SetDifficulty("ann", 4, hidden=True))
    assert (table.state.plain[0].request.difficulty, table.state.plain[0].hidden) == (4, True)
    assert table.one("ann").difficulty == Difficulty()


def test_a_difficulty_of_0_takes_it_back_and_only_the_storyteller_sets_one() -> None:
    table = make_duel()
    table.do(SetDifficulty("ann", 5, hidden=True))
    table.do(SetDifficulty("ann", 0, hidden=True))
    assert table.one("ann").difficulty == Difficulty()
    assert table.last(DifficultySet).difficulty == Difficulty()
    with pytest.raises(IllegalMove):
        table.do(SetDifficulty("ann", 1), seat=ADA)
