"""Sheets that are changed while a fight goes on: what it leaves on them must fit, and a bad one shuts no table."""

import uuid
from typing import Any

import pytest

from campaigns.models import Character, Episode, SheetChange
from campaigns.sheets.battle_results import apply_changes, restore_changes
from campaigns.sheets.json import canonical
from play.commands.moves import BattleMove, BringIn, CloseBattle, MakeRoll
from play.commands.submit import submit
from rules.battle import Move
from rules.dice import SystemRoller
from rules.errors import BadInput, IllegalMove
from tests.cast import Cast, gather_cast
from tests.conftest import SignIn
from tests.play.conftest import TableInPlay

MORE_LEVELS = {"track": "-0 -1 -1 -1 -1 -2 -2 -2 -2 -4 I", "health": "..........."}


@pytest.fixture
def fought(db: None) -> TableInPlay:
    """A fight of Exalted that the heroine is in."""
    cast = gather_cast("exalted2e")
    table = TableInPlay(cast, cast.scene)
    act(table, BringIn(table.keys(cast.heroine), "travellers"))
    act(table, BringIn(table.keys(cast.warden), "toll company"))
    act(table, BattleMove({"kind": "StartBattle"}))
    return table


def act(table: TableInPlay, move: Move) -> None:
    member = table.cast.membership(table.cast.storyteller)
    submit(member, table.scene, uuid.uuid4(), None, move, SystemRoller())


def rule(table: TableInPlay, what: str, value: int) -> None:
    """The Storyteller sets a number of the heroine's in the fight."""
    move = {"actor": table.id_of(table.cast.heroine), "what": what, "value": value, "reason": "So be it."}
    act(table, BattleMove({"kind": "Override", **move}))


def put(cast: Cast, sheet: dict[str, Any]) -> None:
    heroine = Character.objects.get(pk=cast.heroine.pk)
    Character.objects.filter(pk=heroine.pk).update(sheet=sheet, version=heroine.version + 1)


def test_a_fight_ends_only_where_the_sheets_have_room_for_it(fought: TableInPlay, sign_in: SignIn) -> None:
    rule(fought, "bashing", 2)
    cast, before, number = fought.cast, fought.cast.heroine.sheet, fought.number
    put(cast, canonical("exalted2e", {**before, **MORE_LEVELS}))
    with pytest.raises(IllegalMove, match="Ysane of the Reeds’s sheet changed during the fight"):
        act(fought, CloseBattle())
    assert fought.number == number
    put(cast, before)
    act(fought, CloseBattle())
    assert sign_in(cast.player).get(f"/scenes/{fought.scene.pk}/").status_code == 200


@pytest.mark.parametrize(("hidden", "why"), [(False, "At the table: The Toll Bridge"), (True, "At the table")])
def test_the_history_of_a_sheet_names_no_hidden_scene(fought: TableInPlay, hidden: bool, why: str) -> None:
    Episode.objects.filter(pk=fought.scene.episode_id).update(hidden=hidden)
    fought.scene.episode.refresh_from_db()
    rule(fought, "bashing", 2)
    act(fought, CloseBattle())
    assert SheetChange.objects.get(character=fought.cast.heroine).why == why


def test_what_a_fight_left_alone_stays_as_it_was_changed_meanwhile(fought: TableInPlay) -> None:
    cast = fought.cast
    sheet = canonical("exalted2e", cast.heroine.sheet)
    rule(fought, "bashing", 2)
    put(cast, {**sheet, "personal": 1, "willpower_points": 2})
    act(fought, CloseBattle())
    left = Character.objects.get(pk=cast.heroine.pk).sheet
    assert left["health"].count("B") == 2
    assert (left["personal"], left["willpower_points"]) == (1, 2)


def test_two_fights_at_once_leave_each_what_it_did(fought: TableInPlay) -> None:
    cast = fought.cast
    other = TableInPlay(cast, cast.hidden_scene)
    act(other, BringIn(other.keys(cast.heroine, cast.warden), "travellers"))
    act(other, BattleMove({"kind": "StartBattle"}))
    rule(fought, "bashing", 2)
    rule(other, "peripheral", 3)
    act(fought, CloseBattle())
    act(other, CloseBattle())
    left = Character.objects.get(pk=cast.heroine.pk).sheet
    assert (left["health"].count("B"), left["peripheral"]) == (2, 3)


def test_a_second_fight_of_a_scene_begins_with_the_sheets_of_its_own(fought: TableInPlay) -> None:
    cast = fought.cast
    rule(fought, "bashing", 2)
    act(fought, CloseBattle())
    act(fought, BringIn(fought.keys(cast.heroine, cast.warden), "travellers"))
    act(fought, BattleMove({"kind": "StartBattle"}))
    rule(fought, "bashing", 0)
    act(fought, CloseBattle())
    assert "B" not in Character.objects.get(pk=cast.heroine.pk).sheet["health"]


def test_a_rewind_gives_back_what_the_sheet_still_has_room_for(fought: TableInPlay) -> None:
    cast, sheet = fought.cast, fought.cast.heroine.sheet
    motes, points = sheet["personal"], sheet["willpower_points"]
    spent = {"gone.by.now": (3, 2), "personal": (motes, 0), "willpower_points": (points, points - 1)}
    changes: Any = {str(cast.heroine.pk): spent}
    apply_changes(cast.series, changes, cast.storyteller, "At the table")
    paid = Character.objects.get(pk=cast.heroine.pk).sheet
    put(cast, canonical("exalted2e", {**paid, "essence": 1, "peripheral": 0}))
    restore_changes(cast.series, changes, cast.storyteller, "At the table, taken back")
    now = Character.objects.get(pk=cast.heroine.pk).sheet
    assert (now["personal"], now["willpower_points"]) == (0, points)
    assert canonical("exalted2e", now) == now


def test_a_sheet_that_the_rules_refuse_leaves_the_table_open(fought: TableInPlay, sign_in: SignIn) -> None:
    cast = fought.cast
    put(cast, {**cast.heroine.sheet, "health": "no marks at all"})
    for user in cast.members:
        assert sign_in(user).get(f"/scenes/{fought.scene.pk}/").status_code == 200
    notice = {"attribute": "wits", "ability": "awareness"}
    act(fought, MakeRoll(str(cast.heroine.pk), notice))  # the fight has a sheet of its own
    Character.objects.filter(pk=cast.duelist.pk).update(sheet={**cast.duelist.sheet, "health": "no marks at all"})
    with pytest.raises(BadInput, match="health"):
        act(fought, MakeRoll(str(cast.duelist.pk), notice))


def test_the_storyteller_is_asked_to_end_a_fight_in_which_no_foe_stands(fought: TableInPlay, sign_in: SignIn) -> None:
    asked, path = "All foes are down", f"/scenes/{fought.scene.pk}/stage/tools/fight"
    assert asked not in sign_in(fought.cast.storyteller).get(path).content.decode()
    felled = {"actor": fought.id_of(fought.cast.warden), "what": "lethal", "value": 7, "reason": ""}
    act(fought, BattleMove({"kind": "Override", **felled}))
    assert asked in sign_in(fought.cast.storyteller).get(path).content.decode()
    assert asked not in sign_in(fought.cast.player).get(path).content.decode()


def test_a_sheet_has_nothing_to_tap_while_its_fight_runs(fought: TableInPlay, sign_in: SignIn) -> None:
    told, sheet = "In a fight: see the table for current values.", f"/characters/{fought.cast.heroine.pk}/"
    page = sign_in(fought.cast.player).get(sheet).content.decode()
    assert ("tap-form" in page, told in page) == (False, True)
    sent = {"tap": f"{fought.cast.heroine.pk} mark 1", "command": str(uuid.uuid4())}
    answer = sign_in(fought.cast.player).post(f"{sheet}tap/", sent)
    assert (answer.status_code, "is in a fight" in answer.content.decode()) == (409, True)
    act(fought, CloseBattle())
    page = sign_in(fought.cast.player).get(sheet).content.decode()
    assert ("tap-form" in page, told in page) == (True, False)
