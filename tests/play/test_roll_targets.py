"""A roll of the pad on a target: its trait counts, and nobody reads it who may not read the target's sheet."""

from typing import Any

import pytest

from play.commands import moves
from play.commands.tasks.chances import load_context, preview_pad
from play.models import Entry
from play.seats.facts import load_facts, seat_class_of
from play.seats.gather import gather_translated_board
from play.table.events import decode_event, view_event
from rules.battle import Seat
from rules.codec import decode
from rules.errors import IllegalMove
from rules.paths import write_path
from tests.play.tasking import TaskTable, key_of, only

WOD = only("wod2004")


def aim(table: TaskTable, **changes: Any) -> dict[str, Any]:
    """Five dice on the warden, who is the Storyteller's, is here, and resists with a Resolve of 4."""
    warden = table.cast.warden
    warden.sheet = write_path(warden.sheet, "attributes.resolve", 4)
    warden.save()
    if not table.number:
        table.act(table.cast.storyteller, moves.ShowCharacter(key_of(warden), True))
    return {"attribute": "wits", "second": "investigation", "target": key_of(warden), "resists": "resolve", **changes}


@WOD
def test_the_trait_is_taken_and_only_the_storyteller_reads_the_sum(table: TaskTable) -> None:
    cast, asked = table.cast, aim(table)
    table.act(cast.player, moves.MakeRoll(key_of(cast.heroine), asked))
    assert f"against {cast.warden.name}: 1 success" in table.reads(cast.player)
    assert "The target’s Resolve" in table.reads(cast.storyteller)
    for user in (cast.player, cast.rival, cast.spectator):
        assert "The target’s" not in table.reads(user)


@WOD
def test_no_sum_of_the_pool_tells_a_player_the_trait(table: TaskTable) -> None:
    cast, asked = table.cast, aim(table)
    table.act(cast.player, moves.MakeRoll(key_of(cast.heroine), asked))
    event = decode_event(table.system, Entry.objects.filter(table__scene=table.scene).latest("number").event)

    def steps(seat: Seat) -> list[str]:
        told = view_event(table.system, event, seat)
        return [str(step["name"]) for step in told["steps"]] if told else []

    assert steps(Seat(characters=frozenset({key_of(cast.heroine)}))) == ["Dice", "Outcome"]
    assert steps(Seat(characters=frozenset({key_of(cast.warden)}))) == ["Pool", "Dice", "Outcome"]


@WOD
def test_the_odds_of_such_a_roll_are_the_storytellers(table: TaskTable) -> None:
    cast = table.cast
    request: Any = decode(table.system.rolls.request, aim(table))
    own = load_context(table.scene, cast.membership(cast.storyteller))
    assert preview_pad(own, cast.heroine, request).pool.total == 1
    with pytest.raises(IllegalMove, match="Only the Storyteller knows"):
        preview_pad(load_context(table.scene, cast.membership(cast.player)), cast.heroine, request)


@WOD
def test_a_player_aims_at_nobody_that_she_has_not_met(table: TaskTable) -> None:
    cast = table.cast
    refused = []
    for target in (key_of(cast.lurker), "999999"):
        with pytest.raises(IllegalMove) as refusal:
            table.act(cast.player, moves.MakeRoll(key_of(cast.heroine), aim(table, target=target)))
        refused.append((refusal.value.code, str(refusal.value)))
    assert refused[0] == refused[1]


@WOD
def test_the_pad_offers_those_whom_the_seat_may_know(table: TaskTable) -> None:
    cast = table.cast

    def offered(user: Any) -> set[str]:
        seat, spectator = seat_class_of(cast.membership(user))
        board = gather_translated_board(load_facts(table.scene.pk), (seat, spectator))
        pad = next(one for one in board.rolls if one.character == key_of(cast.heroine))
        return {str(one.value) for field in pad.fields if field.name == "target" for one in field.choices}

    assert key_of(cast.lurker) not in offered(cast.player)
    assert key_of(cast.lurker) in offered(cast.storyteller)
    assert key_of(cast.duelist) in offered(cast.player)
    assert key_of(cast.heroine) not in offered(cast.player)


@WOD
def test_nobody_says_what_the_target_has(table: TaskTable) -> None:
    cast = table.cast
    with pytest.raises(Exception, match="does not ask for"):
        table.act(cast.player, moves.MakeRoll(key_of(cast.heroine), {"attribute": "wits", "opposed": 1}))
