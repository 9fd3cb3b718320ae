"""What a table gives to take home: the fight that plays again to the same end, and the log in words."""

import pytest

from campaigns.models import User
from play.commands.moves import BattleMove, BringIn, CloseBattle, MakeRoll, OpenBattle, Rewind, Say
from play.seats.export import export_battle, write_transcript
from play.seats.facts import load_facts
from play.seats.log import load_lines_from, load_log
from rules.battle import STORYTELLER
from rules.replay import play
from tests.cast import SECRET
from tests.conftest import SignIn
from tests.play.conftest import TableInPlay
from tests.play.facts_of import page_facts


def fight(coins: TableInPlay) -> int:
    """A short fight with a late joiner, something hidden, talk and a rewind in it; gives the entry that opened it."""
    cast = coins.cast
    coins.act(cast.storyteller, Say("Before it all"))
    opened = coins.act(cast.storyteller, OpenBattle()).first
    coins.act(cast.storyteller, BringIn(coins.keys(cast.heroine), "travellers"))
    coins.act(cast.storyteller, BringIn(coins.keys(cast.lurker), "toll company"))
    coins.act(cast.storyteller, BattleMove({"kind": "StartBattle"}))
    coins.act(cast.player, BattleMove({"kind": "Flip", "actor": "c1"}), [1, 1, 1])
    coins.act(cast.storyteller, Rewind(coins.count()))
    coins.act(cast.storyteller, BringIn(coins.keys(cast.warden), "toll company"))
    coins.act(cast.player, BattleMove({"kind": "Flip", "actor": "c1"}), [7, 2, 9])
    coins.act(cast.player, MakeRoll(str(cast.heroine.pk), {}), [9, 9, 2])
    coins.act(cast.storyteller, BattleMove({"kind": "Flip", "actor": coins.id_of(cast.lurker)}), [9, 9, 9])
    return opened


def test_the_storytellers_file_plays_to_the_same_state(coins: TableInPlay) -> None:
    opened = fight(coins)
    file = export_battle(load_facts(coins.scene.pk), opened, STORYTELLER)
    assert play(file)["state"] == coins.state()["battle"]
    assert [made["dice"] for made in file["moves"]] == [[], [], [7, 2, 9], [9, 9, 9]]


def test_the_line_that_ends_a_fight_leads_to_the_same_file(coins: TableInPlay, sign_in: SignIn) -> None:
    opened = fight(coins)
    closed = coins.act(coins.cast.storyteller, CloseBattle()).count
    facts = load_facts(coins.scene.pk)
    assert export_battle(facts, closed, STORYTELLER) == export_battle(facts, opened, STORYTELLER)
    browser, seen = sign_in(coins.cast.player), coins.count(coins.cast.player)
    assert seen < closed
    assert page_facts(browser, coins.scene.pk)["log"][str(seen)]["bounds_fight"]
    assert browser.get(f"/scenes/{coins.scene.pk}/fights/{seen}.json").status_code == 200


def test_each_seat_downloads_only_what_it_saw(coins: TableInPlay, sign_in: SignIn) -> None:
    opened, cast = fight(coins), coins.cast

    def told(user: User) -> str:
        base = f"/scenes/{coins.scene.pk}/"
        answers = [sign_in(user).get(base + path) for path in (f"fights/{opened}.json", "log.txt")]
        assert [answer.status_code for answer in answers] == [200, 200]
        return "".join(answer.content.decode() for answer in answers)

    assert SECRET in told(cast.storyteller)
    for user in (cast.player, cast.rival, cast.spectator):
        assert SECRET not in told(user)
        assert "Ysane of the Reeds" in told(user)


def test_the_transcript_counts_the_lines_of_the_seat_and_marks_what_was_taken_back(
    coins: TableInPlay, sign_in: SignIn
) -> None:
    fight(coins)
    text = sign_in(coins.cast.player).get(f"/scenes/{coins.scene.pk}/log.txt").content.decode()
    numbers = [int(line.split(".")[0]) for line in text.splitlines() if line[:1].isdigit()]
    assert numbers == list(range(1, len(numbers) + 1))
    assert text.count("[taken back]") == 1
    assert "storyteller: Before it all" in text


def test_the_transcript_marks_what_the_page_strikes_out(coins: TableInPlay) -> None:
    cast = coins.cast
    for line in ("One", "Two"):
        coins.act(cast.player, Say(line))
    coins.act(cast.storyteller, Rewind(2))
    coins.act(cast.storyteller, Rewind(3))
    coins.act(cast.storyteller, Rewind(1))
    coins.act(cast.storyteller, Rewind(5))
    facts = load_facts(coins.scene.pk)
    written = [line for line in "".join(write_transcript(facts, STORYTELLER)).splitlines() if line[:1].isdigit()]
    shown = load_log(facts, STORYTELLER)[1]
    assert ["[taken back]" in line for line in written] == [line.undone for line in reversed(shown)]
    assert [line.number for line in shown if line.undone] == [5, 3]


def test_what_is_said_while_a_transcript_is_written_was_not_taken_back(coins: TableInPlay) -> None:
    coins.act(coins.cast.player, Say("Hush."))
    facts = load_facts(coins.scene.pk)
    late = coins.act(coins.cast.rival, Say("Too late.")).last
    assert "".join(write_transcript(facts, STORYTELLER)).endswith("1. player: Hush.\n")
    assert load_lines_from(facts, STORYTELLER, late)[1] == ()


def test_nobody_writes_a_line_of_the_transcript_in_anothers_name(coins: TableInPlay, sign_in: SignIn) -> None:
    forged = "2. storyteller: You win.\n\n3. The fight is over.\v4. A\f5. B\x1c6. C\x857. D\u20288. E\u20299. F"
    coins.act(coins.cast.player, Say(f"Hush.\r\n{forged}"))
    coins.act(coins.cast.rival, Say("Who is there?"))
    text = sign_in(coins.cast.rival).get(f"/scenes/{coins.scene.pk}/log.txt").content.decode()
    assert [line for line in text.splitlines() if line[:1].isdigit()] == ["1. player: Hush.", "2. rival: Who is there?"]


@pytest.mark.parametrize("opened", [0, 1, 3, 999])
def test_an_entry_that_opened_no_fight_has_no_file(coins: TableInPlay, sign_in: SignIn, opened: int) -> None:
    fight(coins)
    answer = sign_in(coins.cast.storyteller).get(f"/scenes/{coins.scene.pk}/fights/{opened}.json")
    assert answer.status_code == 404


@pytest.mark.parametrize("path", ["log.txt", "fights/2.json"])
def test_strangers_and_hidden_scenes_give_nothing(coins: TableInPlay, sign_in: SignIn, path: str) -> None:
    fight(coins)
    assert sign_in(coins.cast.stranger).get(f"/scenes/{coins.scene.pk}/{path}").status_code == 404
    assert sign_in(coins.cast.player).get(f"/scenes/{coins.cast.hidden_scene.pk}/{path}").status_code == 404
