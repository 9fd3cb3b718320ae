"""The safety card: anybody at the table stops play with it, and nobody learns who."""

import pytest

from campaigns.core.seats import get_seat
from play.commands.moves import MakeRoll, OpenBattle, PassTime, PutCardAway, Rewind, Say, ShowCard
from play.models import Command
from play.seats.export import write_transcript
from play.seats.facts import load_facts
from play.table.history import state_at
from play.table.state import decode_state, encode_state
from rules import get_system
from rules.errors import IllegalMove
from tests.play.conftest import TableInPlay
from tests.play.facts_of import facts_of

PEOPLE = ("storyteller", "player", "rival", "spectator")


@pytest.mark.parametrize("name", PEOPLE)
def test_anybody_shows_it_and_no_row_or_page_says_who(coins: TableInPlay, name: str) -> None:
    who = getattr(coins.cast, name)
    shown = coins.act(who, ShowCard())
    assert Command.objects.get(first=shown.first).user is None
    for reader in PEOPLE:
        facts = facts_of(coins.scene, coins.cast.membership(getattr(coins.cast, reader)))
        assert facts["state"]["is_card_up"]
        told = {key: facts[key] for key in ("state", "said", "log", "hand")}
        assert who.username not in str(told)


def test_nobody_plays_on_until_the_storyteller_puts_it_away(coins: TableInPlay) -> None:
    cast = coins.cast
    coins.act(cast.rival, ShowCard())
    for who, move in (
        (cast.player, MakeRoll(str(cast.heroine.pk), {})),
        (cast.storyteller, OpenBattle()),
        (cast.storyteller, PassTime(1, "hour")),
        (cast.player, Say("/roll 3")),
        (cast.player, Say(" /gmr 3")),
        (cast.storyteller, Say("/foes 3 x Guard")),
    ):
        with pytest.raises(IllegalMove, match="The X-Card is in use"):
            coins.act(who, move)
    for line in ("Shall we stop for today?", "/me sits back.", "/w storyteller Thank you."):
        coins.act(cast.player, Say(line))
    with pytest.raises(IllegalMove, match="Only the Storyteller"):
        coins.act(cast.player, PutCardAway())
    coins.act(cast.storyteller, PutCardAway())
    coins.act(cast.storyteller, OpenBattle())
    assert encode_state(state_at(get_system("coins"), coins.table, coins.number)) == coins.state()


def test_it_is_shown_once_and_put_away_once(coins: TableInPlay) -> None:
    coins.act(coins.cast.player, ShowCard())
    with pytest.raises(IllegalMove, match="already in use"):
        coins.act(coins.cast.rival, ShowCard())
    coins.act(coins.cast.storyteller, PutCardAway())
    with pytest.raises(IllegalMove, match="not in use"):
        coins.act(coins.cast.storyteller, PutCardAway())


def test_while_it_lies_there_the_storyteller_takes_the_scene_back(coins: TableInPlay) -> None:
    opened = coins.act(coins.cast.storyteller, OpenBattle())
    coins.act(coins.cast.player, ShowCard())
    coins.act(coins.cast.storyteller, Rewind(opened.first))
    state = decode_state(get_system("coins"), coins.state())
    assert (state.battle, state.card) == (None, False)


def test_a_spectator_may_show_it_and_nothing_else(coins: TableInPlay) -> None:
    for move in (PutCardAway(), Say("Hm.")):
        with pytest.raises(IllegalMove, match="You are a spectator"):
            coins.act(coins.cast.spectator, move)


def test_the_transcript_names_nobody(coins: TableInPlay) -> None:
    coins.act(coins.cast.player, ShowCard())
    seat = get_seat(coins.cast.membership(coins.cast.storyteller))
    told = "".join(map(str, write_transcript(load_facts(coins.scene.pk), seat)))
    assert "X-Card used. Play stops" in told
    assert coins.cast.player.username not in told
