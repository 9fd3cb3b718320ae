"""Play by post: the Storyteller switches a scene at any moment, everybody reads the terms."""

import pytest

from play.commands.moves import EndPost, OpenBattle, Rewind, SetPost
from play.table.by_post import PostTerms
from play.table.history import state_at
from play.table.state import decode_state, encode_state
from rules import get_system
from rules.errors import BadInput, IllegalMove
from tests.play.conftest import TableInPlay


def test_the_storyteller_switches_in_the_middle_of_a_fight(coins: TableInPlay) -> None:
    storyteller, toy = coins.cast.storyteller, get_system("coins")
    coins.act(storyteller, OpenBattle())
    begun = coins.act(storyteller, SetPost(48, 72))
    assert decode_state(toy, coins.state()).post == PostTerms(48, 72)
    coins.act(storyteller, SetPost(24, 72))
    assert decode_state(toy, coins.state()).post == PostTerms(24, 72)
    coins.act(storyteller, EndPost())
    state = decode_state(toy, coins.state())
    assert (state.post, state.battle is None) == (None, False)
    coins.act(storyteller, Rewind(begun.first + 2))
    assert decode_state(toy, coins.state()).post == PostTerms(24, 72)
    assert encode_state(state_at(toy, coins.table, coins.number)) == coins.state()


def test_players_do_not_switch(coins: TableInPlay) -> None:
    for move in (SetPost(48, 72), EndPost()):
        with pytest.raises(IllegalMove, match="Only the Storyteller"):
            coins.act(coins.cast.player, move)


def test_what_changes_nothing_is_refused(coins: TableInPlay) -> None:
    with pytest.raises(IllegalMove, match="already live"):
        coins.act(coins.cast.storyteller, EndPost())
    coins.act(coins.cast.storyteller, SetPost(48, 72))
    with pytest.raises(IllegalMove, match="already uses these time limits"):
        coins.act(coins.cast.storyteller, SetPost(48, 72))


@pytest.mark.parametrize("hours", [(0, 24), (24, 0), (721, 24), (24, -1)])
def test_hours_out_of_bounds_change_nothing(coins: TableInPlay, hours: tuple[int, int]) -> None:
    coins.act(coins.cast.storyteller, OpenBattle())
    with pytest.raises(BadInput, match="Wait for 1 to 720 hours"):
        coins.act(coins.cast.storyteller, SetPost(*hours))
    assert decode_state(get_system("coins"), coins.state()).post is None
