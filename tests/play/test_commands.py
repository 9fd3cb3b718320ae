"""Commands: done once, in order, by those who may, and never half."""

import uuid

import pytest
from django.http import Http404
from django.utils import timezone

from campaigns.models import Scene
from play.commands.moves import BattleMove, BringIn, CloseBattle, MakeRoll, OpenBattle, Pause, Rewind, Say
from play.models import Command, Entry, EntryReader
from play.seats.facts import load_facts
from play.seats.log import load_log, preview_rewind
from play.table.events import EVENTS, BattleClosed
from play.table.history import state_at
from play.table.live_scene import live_scenes
from play.table.state import decode_state, encode_state
from rules import get_system
from rules.battle import STORYTELLER, Move, Seat
from rules.errors import BadInput, IllegalMove
from tests.play.conftest import TableInPlay


def open_fight(coins: TableInPlay) -> None:
    """The player's heroine, the Storyteller's warden and the hidden lurker at the table."""
    cast = coins.cast
    coins.act(cast.storyteller, OpenBattle())
    coins.act(cast.storyteller, BringIn(coins.keys(cast.heroine), "travellers"))
    coins.act(cast.storyteller, BringIn(coins.keys(cast.warden, cast.lurker), "toll company"))
    coins.act(cast.storyteller, battle("StartBattle"))


def battle(kind: str, **values: object) -> BattleMove:
    return BattleMove({"kind": kind, **values})


def test_every_entry_has_the_next_number(coins: TableInPlay) -> None:
    open_fight(coins)
    coins.act(coins.cast.player, battle("Flip", actor="c1"), [7, 2, 3])
    numbers = list(Entry.objects.filter(table=coins.table).values_list("number", flat=True))
    assert numbers == list(range(1, coins.number + 1))


def test_the_kept_state_is_the_fold_of_the_log(coins: TableInPlay) -> None:
    open_fight(coins)
    coins.act(coins.cast.player, battle("Flip", actor="c1"), [7, 2, 3])
    system = get_system("coins")
    assert encode_state(state_at(system, coins.table, coins.number)) == coins.table.state
    assert encode_state(decode_state(system, coins.table.state)) == coins.table.state


def test_a_command_sent_twice_is_done_once_and_answered_alike(coins: TableInPlay) -> None:
    key = uuid.uuid4()
    first = coins.act(coins.cast.player, Say("Who goes there?"), key=key)
    again = coins.act(coins.cast.player, Say("Who goes there?"), key=key, drawn_at=0)
    assert (first.first, first.last) == (again.first, again.last)
    assert again.repeated
    assert not first.repeated
    assert Entry.objects.count() == 1


def test_a_command_that_was_taken_back_is_not_done_anew_when_it_is_sent_again(coins: TableInPlay) -> None:
    open_fight(coins)
    key, before = uuid.uuid4(), coins.state()
    first = coins.act(coins.cast.player, battle("Flip", actor="c1"), [7, 2, 3], key=key)
    coins.act(coins.cast.storyteller, Rewind(first.first))
    again = coins.act(coins.cast.player, battle("Flip", actor="c1"), key=key)
    assert (again.first, again.last, again.repeated) == (first.first, first.last, True)
    assert coins.state() == before


def test_two_people_may_use_the_same_command_id(coins: TableInPlay) -> None:
    key = uuid.uuid4()
    coins.act(coins.cast.player, Say("One"), key=key)
    coins.act(coins.cast.rival, Say("Two"), key=key)
    assert Entry.objects.count() == 2


def test_an_older_page_may_still_do_what_still_fits(coins: TableInPlay) -> None:
    coins.act(coins.cast.rival, Say("First"))
    answer = coins.act(coins.cast.player, Say("Second"), drawn_at=0)
    assert answer.last == 2


def test_a_stale_move_that_no_longer_fits_is_told_so(coins: TableInPlay) -> None:
    open_fight(coins)
    drawn = coins.count(coins.cast.player)
    coins.act(coins.cast.player, battle("Flip", actor="c1"), [7, 2, 3])
    with pytest.raises(IllegalMove, match="The table has moved on"):
        coins.act(coins.cast.player, battle("Flip", actor="c1"), drawn_at=drawn)
    assert coins.count(coins.cast.player) == drawn + 1


def test_what_happened_in_secret_makes_no_page_older_or_younger(coins: TableInPlay) -> None:
    """A refusal for a page that shows all its person may see never says that the table has moved on."""
    open_fight(coins)
    drawn = coins.count(coins.cast.player)
    answer = coins.act(coins.cast.storyteller, Say("Only for me.", "storyteller"))
    assert answer.count == coins.count() == coins.count(coins.cast.player) + 2
    with pytest.raises(IllegalMove) as refusal:
        coins.act(coins.cast.player, battle("Flip", actor="c9"), drawn_at=drawn)
    assert "moved on" not in refusal.value.sentence
    with pytest.raises(IllegalMove, match="ahead of the table"):
        coins.act(coins.cast.player, Say("Hm"), drawn_at=drawn + 1)
    assert coins.act(coins.cast.player, Say("Hm"), drawn_at=drawn).count == drawn + 1


def test_a_page_from_the_future_is_refused(coins: TableInPlay) -> None:
    with pytest.raises(IllegalMove, match="ahead of the table"):
        coins.act(coins.cast.player, Say("Hm"), drawn_at=99)


@pytest.mark.parametrize(
    "move",
    [OpenBattle(), BringIn(("1",), "x"), CloseBattle(), Rewind(0), battle("StartBattle"), battle("EndBattle")],
    ids=lambda move: type(move).__name__,
)
def test_a_player_cannot_do_what_is_the_storytellers(coins: TableInPlay, move: Move) -> None:
    open_fight(coins)
    before = coins.state()
    with pytest.raises(IllegalMove):
        coins.act(coins.cast.player, move)
    assert coins.state() == before


def test_spectators_watch(coins: TableInPlay) -> None:
    with pytest.raises(IllegalMove, match="You are a spectator"):
        coins.act(coins.cast.spectator, Say("Boo"))


def test_nobody_acts_in_a_closed_scene(coins: TableInPlay) -> None:
    coins.scene.closed_at = timezone.now()
    with pytest.raises(IllegalMove, match="closed"):
        coins.act(coins.cast.storyteller, Say("Later"))


def test_a_rival_cannot_act_for_anothers_character(coins: TableInPlay) -> None:
    open_fight(coins)
    with pytest.raises(IllegalMove):
        coins.act(coins.cast.rival, battle("Flip", actor="c1"))
    with pytest.raises(IllegalMove, match="You can’t act for that character here"):
        coins.act(coins.cast.rival, MakeRoll(str(coins.cast.heroine.pk), {}))


def test_a_hidden_character_is_refused_like_one_that_does_not_exist(coins: TableInPlay) -> None:
    open_fight(coins)
    sentences = set()
    for actor in (coins.id_of(coins.cast.lurker), "c99"):
        with pytest.raises(IllegalMove) as refusal:
            coins.act(coins.cast.player, battle("Flip", actor=actor))
        sentences.add(refusal.value.sentence)
    assert len(sentences) == 1


def test_a_roll_shows_its_dice_to_those_it_is_meant_for(coins: TableInPlay) -> None:
    cast = coins.cast
    coins.act(cast.player, MakeRoll(str(cast.heroine.pk), {"more": 1}), [9, 9, 2, 2])
    coins.act(cast.player, MakeRoll(str(cast.heroine.pk), {}, "owner"), [9, 9, 2])
    coins.act(cast.player, MakeRoll(str(cast.heroine.pk), {}, "storyteller"), [9, 9, 2])
    assert [entry.public for entry in Entry.objects.order_by("number")] == [True, False, False]
    assert list(EntryReader.objects.values_list("number", "key")) == [(2, str(cast.heroine.pk))]


def test_a_hidden_characters_roll_is_for_the_storyteller_even_when_nobody_said_so(coins: TableInPlay) -> None:
    coins.act(coins.cast.storyteller, MakeRoll(str(coins.cast.lurker.pk), {}), [9, 9, 2])
    assert not Entry.objects.get().public


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        (Say("  "), "Write something"),
        (Say("\u200b\ufeff \u202e"), "Write something"),
        (Say("\u2800\u3164"), "Write something"),
        (Say("x" * 2001), "up to 2000"),
        (Say("x", "everyone"), "whisper to the Storyteller or a player"),
        (BringIn((), "side"), "at least one"),
        (BringIn(("1",), " "), "Enter their side"),
        (BringIn(("1",), "side", 99), "1 to 20"),
    ],
    ids=str,
)
def test_bad_values_are_refused_with_a_sentence(coins: TableInPlay, move: Move, sentence: str) -> None:
    coins.act(coins.cast.storyteller, OpenBattle())
    with pytest.raises(BadInput, match=sentence):
        coins.act(coins.cast.storyteller, move)
    assert coins.number == 1


def test_extras_come_in_copies_with_names_of_their_own(coins: TableInPlay) -> None:
    cast = coins.cast
    cast.warden.extra = True
    cast.warden.save()
    coins.act(cast.storyteller, OpenBattle())
    coins.act(cast.storyteller, BringIn(coins.keys(cast.warden), "toll company", copies=2))
    coins.act(cast.storyteller, BringIn(coins.keys(cast.warden), "toll company"))
    combatants = coins.state()["battle"]["combatants"]
    assert [who["name"] for who in combatants] == ["Deruvin 1", "Deruvin 2", "Deruvin 3"]
    assert [who["character"] for who in combatants] == [None, None, None]


def test_copies_of_a_numbered_extra_go_on_from_its_number(coins: TableInPlay) -> None:
    cast = coins.cast
    cast.warden.name, cast.warden.extra = "Drowned monk 2", True
    cast.warden.save()
    coins.act(cast.storyteller, BringIn(coins.keys(cast.warden), "toll company", copies=2))
    coins.act(cast.storyteller, BringIn(coins.keys(cast.warden), "toll company", hidden=True))
    names = [who["name"] for who in coins.state()["battle"]["combatants"]]
    assert names == ["Drowned monk 2", "Drowned monk 3", "Drowned monk A"]


def test_a_name_as_long_as_a_name_may_be_leaves_room_for_its_number(coins: TableInPlay) -> None:
    cast = coins.cast
    cast.warden.name, cast.warden.extra = "W" * 79 + "x", True
    cast.warden.save()
    coins.act(cast.storyteller, BringIn(coins.keys(cast.warden), "toll company", copies=10))
    names = [who["name"] for who in coins.state()["battle"]["combatants"]]
    assert [len(name) for name in names] == [80] * 10
    assert (names[0], names[-1]) == ("W" * 78 + " 1", "W" * 77 + " 10")


@pytest.mark.django_db(transaction=True)
def test_a_scene_that_was_removed_before_anybody_spoke_is_not_found(coins: TableInPlay) -> None:
    Scene.objects.filter(pk=coins.scene.pk).delete()
    with pytest.raises(Http404):
        coins.act(coins.cast.player, Say("Anybody here?"))


def test_the_hidden_leave_no_gap_in_what_others_are_called(coins: TableInPlay) -> None:
    cast = coins.cast
    cast.warden.extra = True
    cast.warden.save()
    guards = coins.keys(cast.warden)
    coins.act(cast.storyteller, BringIn(guards, "toll company"))
    coins.act(cast.storyteller, BringIn(guards, "toll company", copies=3, hidden=True))
    coins.act(cast.storyteller, BringIn(coins.keys(cast.lurker), "toll company"))
    coins.act(cast.storyteller, BringIn(guards, "toll company", copies=2))
    coins.act(cast.storyteller, BringIn(coins.keys(cast.heroine), "travellers"))
    facts = load_facts(coins.scene.pk)
    seen, there = (facts.system.battle.view(facts.state.battle, seat)["combatants"] for seat in (Seat(), STORYTELLER))
    assert [(who["id"], who["name"]) for who in seen] == [
        ("c1", "Deruvin 1"), ("c2", "Deruvin 2"), ("c3", "Deruvin 3"), ("c4", "Ysane of the Reeds"),
    ]  # fmt: skip
    assert len({who["id"] for who in there}) == len({who["name"] for who in there}) == 8
    assert {"Deruvin A", "Deruvin B", "Deruvin C"} <= {who["name"] for who in there}


def test_a_character_is_in_a_fight_once(coins: TableInPlay) -> None:
    open_fight(coins)
    with pytest.raises(IllegalMove, match="is already in the fight"):
        coins.act(coins.cast.storyteller, BringIn(coins.keys(coins.cast.heroine), "travellers"))


def test_a_rewind_makes_the_state_what_it_was_and_deletes_nothing(coins: TableInPlay) -> None:
    open_fight(coins)
    before, number = coins.state(), coins.number
    coins.act(coins.cast.player, battle("Flip", actor="c1"), [7, 2, 3])
    flipped = coins.state()
    coins.act(coins.cast.storyteller, Rewind(number + 1))
    assert coins.state() == before != flipped
    assert coins.number == number + 2
    assert encode_state(state_at(get_system("coins"), coins.table, coins.number)) == before


def test_a_rewind_of_a_rewind_brings_back_what_was_taken(coins: TableInPlay) -> None:
    cast = coins.cast
    open_fight(coins)
    coins.act(cast.player, battle("Flip", actor="c1"), [7, 2, 3])
    flipped = coins.state()
    coins.act(cast.storyteller, CloseBattle())
    coins.act(cast.storyteller, Rewind(Entry.objects.filter(event__event__kind="Flipped").get().number))
    cast.heroine.refresh_from_db()
    assert cast.heroine.sheet["coins"] == 3
    coins.act(cast.storyteller, Rewind(coins.count()))
    cast.heroine.refresh_from_db()
    assert cast.heroine.sheet["coins"] == 1
    assert coins.state()["battle"] is None
    assert flipped["battle"]
    assert encode_state(state_at(get_system("coins"), coins.table, coins.number)) == coins.state()


def test_what_was_taken_back_can_be_done_anew(coins: TableInPlay) -> None:
    open_fight(coins)
    start = coins.number
    coins.act(coins.cast.player, battle("Flip", actor="c1"), [7, 2, 3])
    flipped, after_flip = coins.state(), coins.number
    coins.act(coins.cast.storyteller, Rewind(start + 1))
    with pytest.raises(IllegalMove, match="already taken back"):
        coins.act(coins.cast.storyteller, Rewind(after_flip))
    coins.act(coins.cast.player, battle("Flip", actor="c1"), [7, 2, 3])
    assert coins.state() == flipped


def test_a_rewind_keeps_commands_whole(coins: TableInPlay) -> None:
    open_fight(coins)
    command = Command.objects.exclude(first=1).order_by("first").filter(last__gt=0)[1]
    assert command.last > command.first
    coins.act(coins.cast.storyteller, Rewind(command.last))
    last = Entry.objects.order_by("-number").first()
    assert last is not None
    assert last.rewound_to == command.first - 1


def test_a_preview_names_everything_that_goes_with_an_entry_and_nothing_else(coins: TableInPlay) -> None:
    open_fight(coins)
    command = Command.objects.exclude(first=1).order_by("first").filter(last__gt=0)[1]
    preview = preview_rewind(load_facts(coins.scene.pk), command.last)
    assert (preview.gone.first, preview.together) == (command.first, True)
    listed = [line.number for line in reversed(preview.gone.lines)]
    coins.act(coins.cast.storyteller, Rewind(command.last))
    struck = [line.number for line in reversed(load_log(load_facts(coins.scene.pk), STORYTELLER)[1]) if line.undone]
    assert listed == struck == list(range(command.first, struck[-1] + 1))


def test_an_entry_that_does_not_exist_cannot_be_taken_back(coins: TableInPlay) -> None:
    open_fight(coins)
    for entry in (0, -1, 999):
        with pytest.raises(IllegalMove, match="no such entry"):
            coins.act(coins.cast.storyteller, Rewind(entry))


def test_closing_a_fight_writes_the_sheets_and_a_rewind_gives_them_back(coins: TableInPlay) -> None:
    cast = coins.cast
    open_fight(coins)
    coins.act(cast.player, battle("Flip", actor="c1"), [7, 2, 3])
    fighting = coins.number
    coins.act(cast.storyteller, CloseBattle())
    cast.heroine.refresh_from_db()
    assert cast.heroine.sheet["coins"] == 1
    assert coins.state()["battle"] is None
    coins.act(cast.storyteller, Rewind(fighting + 1))
    cast.heroine.refresh_from_db()
    assert cast.heroine.sheet["coins"] == 3


def test_a_sheet_that_was_changed_since_is_not_given_back(coins: TableInPlay) -> None:
    cast = coins.cast
    open_fight(coins)
    coins.act(cast.player, battle("Flip", actor="c1"), [7, 2, 3])
    fighting = coins.number
    coins.act(cast.storyteller, CloseBattle())
    cast.heroine.refresh_from_db()
    cast.heroine.sheet = {**cast.heroine.sheet, "coins": 9}
    cast.heroine.save()
    coins.act(cast.storyteller, Rewind(fighting + 1))
    cast.heroine.refresh_from_db()
    assert cast.heroine.sheet["coins"] == 9


def test_a_fight_that_never_began_can_be_given_up(coins: TableInPlay) -> None:
    coins.act(coins.cast.storyteller, OpenBattle())
    coins.act(coins.cast.storyteller, BringIn(coins.keys(coins.cast.heroine), "travellers"))
    coins.act(coins.cast.storyteller, CloseBattle())
    assert coins.state()["battle"] is None


def test_players_wait_while_the_fight_is_paused(coins: TableInPlay) -> None:
    cast = coins.cast
    open_fight(coins)
    with pytest.raises(IllegalMove, match="Only the Storyteller"):
        coins.act(cast.player, Pause(paused=True))
    coins.act(cast.storyteller, Pause(paused=True))
    with pytest.raises(IllegalMove, match="paused the fight"):
        coins.act(cast.player, battle("Flip", actor="c1"))
    with pytest.raises(IllegalMove, match="already paused"):
        coins.act(cast.storyteller, Pause(paused=True))
    coins.act(cast.storyteller, battle("Flip", actor="c2"), [7, 7, 7])
    coins.act(cast.player, Say("May I?"))
    coins.act(cast.storyteller, Pause(paused=False))
    coins.act(cast.player, battle("Flip", actor="c1"), [7, 2, 3])
    assert encode_state(state_at(get_system("coins"), coins.table, coins.number)) == coins.state()


def test_the_log_says_what_a_fight_changed(coins: TableInPlay) -> None:
    cast = coins.cast
    open_fight(coins)
    coins.act(cast.player, battle("Flip", actor="c1"), [7, 2, 3])
    coins.act(cast.storyteller, CloseBattle())
    closed = EVENTS.decode(Entry.objects.order_by("-number")[0].event)
    assert isinstance(closed, BattleClosed)
    assert closed.changes[str(cast.heroine.pk)] == {"coins": (3, 1)}


def test_a_new_process_finds_the_same_state(coins: TableInPlay) -> None:
    open_fight(coins)
    live_scenes.forget()
    coins.act(coins.cast.player, battle("Flip", actor="c1"), [7, 2, 3])
    assert coins.state()["battle"]["combatants"][0]["heads"] == 1
