"""In-world time at the table: fights take it, the Storyteller lets it pass, a rewind gives it back."""

import pytest

from campaigns.models import Series
from play.commands.moves import BattleMove, BringIn, CloseBattle, OpenBattle, PassTime, Rewind
from rules.errors import BadInput, IllegalMove
from tests.play.conftest import TableInPlay


def clock(coins: TableInPlay) -> int:
    return Series.objects.get(pk=coins.cast.series.pk).clock


def test_a_fight_moves_the_clock_when_it_ends_and_a_rewind_moves_it_back(coins: TableInPlay) -> None:
    teller = coins.cast.storyteller
    coins.act(teller, OpenBattle())
    coins.act(teller, BringIn(coins.keys(coins.cast.heroine, coins.cast.warden), "all"))
    coins.act(teller, BattleMove({"kind": "StartBattle"}))
    assert clock(coins) == 0
    closed = coins.act(teller, CloseBattle())
    assert clock(coins) == 2
    back = coins.act(teller, Rewind(closed.last))
    assert clock(coins) == 0
    coins.act(teller, Rewind(back.last))
    assert clock(coins) == 2


def test_the_storyteller_lets_time_pass_between_fights(coins: TableInPlay) -> None:
    coins.act(coins.cast.storyteller, PassTime(2, "hour"))
    assert clock(coins) == 7200
    coins.act(coins.cast.storyteller, OpenBattle())
    with pytest.raises(IllegalMove, match="End it first"):
        coins.act(coins.cast.storyteller, PassTime(1, "day"))
    assert clock(coins) == 7200


@pytest.mark.parametrize("move", [PassTime(0, "hour"), PassTime(-5, "day"), PassTime(1001, "day"), PassTime(1, "aeon")])
def test_no_other_amounts_of_time_pass(coins: TableInPlay, move: PassTime) -> None:
    with pytest.raises(BadInput):
        coins.act(coins.cast.storyteller, move)
    assert clock(coins) == 0


def test_players_do_not_move_the_clock(coins: TableInPlay) -> None:
    with pytest.raises(IllegalMove, match="Only the Storyteller"):
        coins.act(coins.cast.player, PassTime(1, "hour"))
    assert clock(coins) == 0
