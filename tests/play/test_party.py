"""The scene without a fight: who is there, what is touched, which rolls are kept, and what others learn of it."""

import random
import uuid
from typing import Any

import pytest
from django.urls import reverse

from campaigns.core.refusals import Refused
from campaigns.models import Character, User
from campaigns.sheets.favorites import MAX_FAVORITES, keep_roll
from play.commands.moves import (
    BattleMove,
    BringIn,
    CloseBattle,
    Rewind,
    RollFavorite,
    ShowCharacter,
    Tap,
)  # fmt: skip
from play.commands.submit import submit
from play.models import Entry
from play.seats.board import Board, PartyMember
from play.seats.facts import load_facts, seat_class_of
from play.seats.gather import gather_translated_board
from rules.battle import STORYTELLER
from rules.errors import BadInput, IllegalMove, RulesError
from rules.paths import get_path, write_path
from rules.wounds import say_wounds
from tests.cast import SECRET
from tests.conftest import SignIn
from tests.play.tasking import WILLPOWER, TaskTable, key_of, only, request_of

pytestmark = pytest.mark.walk

ONE_BOOK = only("wod2004")


def board_of(table: TaskTable, user: User) -> Board:
    return gather_translated_board(load_facts(table.scene.pk), seat_class_of(table.cast.membership(user)))


def names(table: TaskTable, user: User) -> list[str]:
    return [one.who["name"] for one in board_of(table, user).party.members]


def member(table: TaskTable, user: User, who: Character) -> PartyMember:
    return next(one for one in board_of(table, user).party.members if one.character == key_of(who))


def tap(table: TaskTable, user: User, who: Character, what: str, **more: Any) -> None:
    table.act(user, Tap(f"{who.pk} {what}", **more))


def health(table: TaskTable, who: Character) -> str:
    track = table.system.sheets.points(table.system.sheets.parse(table.sheet(who))).track
    return str(say_wounds(track.value)) if track else ""


def willpower(table: TaskTable, who: Character) -> int:
    return int(get_path(table.sheet(who), WILLPOWER[table.system.key][0]))


def logs(table: TaskTable, user: User) -> list[str]:
    return [str(line.event["line"]) for line in board_of(table, user).log]


def start(table: TaskTable) -> None:
    """The fight begins; its dice are real, as even ones would be tied without end."""
    storyteller = table.cast.membership(table.cast.storyteller)
    submit(storyteller, table.scene, uuid.uuid4(), None, BattleMove({"kind": "StartBattle"}))


def fight(table: TaskTable, *, begun: bool = True) -> dict[str, str]:
    """A fight of the heroine against the warden; the ids by name."""
    cast = table.cast
    table.act(cast.storyteller, BringIn((key_of(cast.heroine),), "ours"))
    table.act(cast.storyteller, BringIn((key_of(cast.warden),), "theirs"))
    if begun:
        start(table)
    view = table.system.battle.view(load_facts(table.scene.pk).state.battle, STORYTELLER)
    return {who["name"]: who["id"] for who in view["combatants"]}


# who is there


@ONE_BOOK
def test_the_players_characters_are_there_and_the_own_ones_stand_first(table: TaskTable) -> None:
    cast = table.cast
    assert names(table, cast.rival) == [cast.duelist.name, cast.heroine.name]
    assert names(table, cast.spectator) == [cast.duelist.name, cast.heroine.name]
    assert member(table, cast.rival, cast.heroine).owner == "player"
    touched = {person: [one.may_touch for one in board_of(table, person).party.members] for person in cast.members}
    assert touched[cast.storyteller] == [True, True]
    assert touched[cast.rival] == [True, False]
    assert touched[cast.spectator] == [False, False]


@ONE_BOOK
def test_the_storyteller_brings_somebody_in_and_lets_others_go_and_takes_it_back(table: TaskTable) -> None:
    cast = table.cast
    table.act(cast.storyteller, ShowCharacter(key_of(cast.warden), True))
    assert cast.warden.name in names(table, cast.player)
    assert logs(table, cast.player)[0] == "Deruvin joins."
    table.act(cast.storyteller, ShowCharacter(key_of(cast.duelist), False))
    assert cast.duelist.name not in names(table, cast.rival)
    table.act(cast.storyteller, Rewind(1))
    assert names(table, cast.player) == [cast.heroine.name, cast.duelist.name]


@ONE_BOOK
def test_of_a_hidden_character_in_the_scene_only_the_storyteller_learns(table: TaskTable) -> None:
    cast = table.cast
    before = {user: table.reads(user) for user in (cast.player, cast.rival, cast.spectator)}
    table.act(cast.storyteller, ShowCharacter(key_of(cast.lurker), True))
    tap(table, cast.storyteller, cast.lurker, "mark 1")
    assert cast.lurker.name in names(table, cast.storyteller)
    assert {user: table.reads(user) for user in before} == before
    assert all(SECRET not in text for text in before.values())


@ONE_BOOK
def test_nobody_but_the_storyteller_says_who_is_there(table: TaskTable) -> None:
    cast = table.cast
    for who in (cast.heroine, cast.warden, cast.lurker):
        with pytest.raises(IllegalMove):
            table.act(cast.player, ShowCharacter(key_of(who), True))
    with pytest.raises(IllegalMove, match="already here"):
        table.act(cast.storyteller, ShowCharacter(key_of(cast.heroine), True))


def test_of_others_a_seat_sees_what_the_board_before_a_fight_shows_it(table: TaskTable) -> None:
    cast = table.cast
    table.act(cast.storyteller, ShowCharacter(key_of(cast.warden), True))
    of_party = {who: member(table, cast.player, who).who for who in (cast.duelist, cast.warden)}
    table.act(cast.storyteller, BringIn(tuple(map(key_of, (cast.heroine, cast.duelist))), "ours"))
    table.act(cast.storyteller, BringIn((key_of(cast.warden),), "theirs"))
    fight = board_of(table, cast.player).battle
    assert fight is not None
    for who, shown in of_party.items():
        other = next(one for one in fight["combatants"] if one["name"] == who.name)
        assert ("tracks" in shown, "health" in shown) == ("tracks" in other, "health" in other)
        assert (shown.get("tracks"), shown["being"]) == (other.get("tracks"), other["being"])
        assert not member(table, cast.player, who).pools


@ONE_BOOK
def test_a_running_fight_draws_nothing_of_it(table: TaskTable) -> None:
    fight(table, begun=False)
    assert board_of(table, table.cast.player).party.members
    start(table)
    assert not board_of(table, table.cast.storyteller).party.members


@ONE_BOOK
def test_a_sheet_that_cannot_fight_still_has_its_name(table: TaskTable) -> None:
    cast = table.cast
    Character.objects.filter(pk=cast.heroine.pk).update(sheet={"broken": 1}, version=7)
    shown = member(table, cast.player, cast.heroine)
    assert (shown.who["name"], shown.may_touch, "health" in shown.who) == (cast.heroine.name, False, False)


# touch


def test_a_player_marks_boxes_and_spends_points_and_a_rewind_gives_them_back(table: TaskTable) -> None:
    cast, before = table.cast, table.sheet(table.cast.heroine)
    path, had = WILLPOWER[table.system.key][0], willpower(table, cast.heroine)
    tap(table, cast.player, cast.heroine, "mark 1", harm="bashing")
    tap(table, cast.player, cast.heroine, "mark 1", times=2, reason="The beam falls.")
    tap(table, cast.player, cast.heroine, f"{path} -1", times=2)
    assert (health(table, cast.heroine), willpower(table, cast.heroine)) == ("2 lethal, 1 bashing", had - 2)
    assert logs(table, cast.rival)[0].endswith(": Health 1 bashing to 2 lethal, 1 bashing (The beam falls.).")
    assert f" {had} to {had - 2}." in logs(table, cast.player)[0]
    assert logs(table, cast.player)[0].startswith("player changes Ysane of the Reeds: ")
    tap(table, cast.storyteller, cast.heroine, "lethal -1")
    assert health(table, cast.heroine) == "1 lethal, 1 bashing"
    table.act(cast.storyteller, Rewind(1))
    assert table.sheet(cast.heroine) == before
    table.act(cast.storyteller, Rewind(5))
    assert (health(table, cast.heroine), willpower(table, cast.heroine)) == ("1 lethal, 1 bashing", had - 2)


def test_what_is_left_in_a_pool_only_the_player_and_the_storyteller_read(table: TaskTable) -> None:
    cast = table.cast
    tap(table, cast.player, cast.heroine, f"{WILLPOWER[table.system.key][0]} -1")
    assert len(logs(table, cast.player)) == len(logs(table, cast.storyteller)) == 1
    assert logs(table, cast.rival) == logs(table, cast.spectator) == []


@ONE_BOOK
def test_a_fight_that_has_not_begun_follows_the_sheet(table: TaskTable) -> None:
    cast = table.cast
    fight(table, begun=False)
    tap(table, cast.player, cast.heroine, "mark 1")
    assert health(table, cast.heroine) == "1 lethal"
    boxes = member(table, cast.player, cast.heroine).who["health"]
    combatants: Any = board_of(table, cast.player).battle
    assert next(one for one in combatants["combatants"] if one["mine"])["health"] == boxes
    table.act(cast.storyteller, CloseBattle())
    assert health(table, cast.heroine) == "1 lethal"


def test_in_a_fight_the_storyteller_touches_the_fights_own_figures(table: TaskTable) -> None:
    cast, before = table.cast, table.sheet(table.cast.heroine)
    ids = fight(table)
    table.act(cast.storyteller, Tap(f"{ids[cast.warden.name]} mark 1"))
    table.act(cast.storyteller, Tap(f"{ids[cast.warden.name]} mark 1", harm="bashing", reason="A tile."))
    state = load_facts(table.scene.pk).state.battle
    marks = [box["mark"] for who in table.system.battle.view(state, STORYTELLER)["combatants"]
             if who["name"] == cast.warden.name for box in who["health"]]  # fmt: skip
    assert marks[:3] == ["l", "b", ""]
    assert logs(table, cast.storyteller)[0].endswith(" 0 to 1 (A tile.).")
    table.act(cast.storyteller, Tap(f"{ids[cast.warden.name]} willpower -1"))
    for chip, label in table.system.battle.chips.items():
        for step, told in ((1, "adds a condition to {}: {}"), (-1, "removes a condition from {}: {} (Over.)")):
            reason = "" if step > 0 else "Over."
            table.act(cast.storyteller, Tap(f"{ids[cast.warden.name]} {chip} {step}", reason=reason))
            lines = logs(table, cast.storyteller)[:4]
            assert f"The Storyteller {told.format(cast.warden.name, label)}." in lines
    with pytest.raises(IllegalMove):
        table.act(cast.storyteller, Tap(f"{ids[cast.warden.name]} aggravated -1"))
    for user in (cast.player, cast.storyteller):
        with pytest.raises(IllegalMove, match="is in a fight"):
            tap(table, user, cast.heroine, "mark 1")
    with pytest.raises(IllegalMove, match="Only the Storyteller"):
        table.act(cast.player, Tap(f"{ids[cast.heroine.name]} mark 1"))
    assert table.sheet(cast.heroine) == before


def test_what_can_be_touched_in_a_fight_is_told_to_the_storyteller_alone(table: TaskTable) -> None:
    cast = table.cast
    ids = fight(table)
    touches = [one for one in board_of(table, cast.storyteller).touches if one.actor == ids[cast.warden.name]]
    assert {one.what for one in touches} >= {"bashing", "lethal", "aggravated", "willpower"}
    assert {one.what for one in touches if one.is_chip} == set(table.system.battle.chips)
    assert list(board_of(table, cast.player).touches) == []


@ONE_BOOK
@pytest.mark.parametrize("what", ["mark 1", "lethal -1", "willpower_points -1"])
def test_nobody_touches_the_character_of_somebody_else(table: TaskTable, what: str) -> None:
    cast = table.cast
    for user in (cast.player, cast.rival, cast.spectator):
        for who in (cast.heroine, cast.duelist, cast.warden, cast.lurker):
            if who.owner_id != user.pk:
                with pytest.raises(IllegalMove):
                    tap(table, user, who, what)
    assert Entry.objects.count() == 0


@ONE_BOOK
@pytest.mark.parametrize("times", [0, -1, 100, 999_999_999])
def test_a_tap_comes_at_most_so_often(table: TaskTable, times: int) -> None:
    with pytest.raises(BadInput):
        tap(table, table.cast.player, table.cast.heroine, "mark 1", times=times)


# kept rolls


def keep(table: TaskTable, user: User, who: Character, **more: Any) -> None:
    keep_roll(table.cast.membership(user), Character.objects.get(pk=who.pk), {**request_of(table), **more})


def test_a_kept_roll_shows_its_chance_and_is_made_by_one_tap(table: TaskTable) -> None:
    cast = table.cast
    keep(table, cast.player, cast.heroine)
    keep(table, cast.player, cast.heroine)  # the same again
    (kept,) = member(table, cast.player, cast.heroine).favorites
    assert kept.title == table.traits
    assert kept.dice == 5
    assert 0 < (kept.odds or 0) <= 1
    assert member(table, cast.rival, cast.heroine).favorites == ()
    table.act(cast.player, RollFavorite(f"{cast.heroine.pk} {kept.id}"))
    assert table.traits in logs(table, cast.rival)[0]


def test_a_kept_roll_says_what_it_costs_and_takes_it(table: TaskTable) -> None:
    cast, had = table.cast, willpower(table, table.cast.heroine)
    keep(table, cast.player, cast.heroine, **WILLPOWER[table.system.key][1])
    (kept,) = member(table, cast.player, cast.heroine).favorites
    assert "illpower" in str(kept.detail)
    table.act(cast.player, RollFavorite(f"{cast.heroine.pk} {kept.id}"))
    assert willpower(table, cast.heroine) == had - 1


@ONE_BOOK
def test_six_rolls_are_kept_and_no_more(table: TaskTable) -> None:
    cast = table.cast
    for place in range(MAX_FAVORITES):
        keep(table, cast.player, cast.heroine, circumstances=place + 1)
    with pytest.raises(Refused, match="six saved rolls"):
        keep(table, cast.player, cast.heroine, circumstances=9)
    assert len(member(table, cast.player, cast.heroine).favorites) == MAX_FAVORITES


@ONE_BOOK
def test_a_kept_roll_that_the_sheet_no_longer_has_can_only_be_let_go(table: TaskTable) -> None:
    cast = table.cast
    Character.objects.filter(pk=cast.heroine.pk).update(favorites=[{"id": "x", "request": {"attribute": "gone"}}])
    (kept,) = member(table, cast.player, cast.heroine).favorites
    assert (kept.dice, kept.odds) == (None, None)
    with pytest.raises(RulesError):
        table.act(cast.player, RollFavorite(f"{cast.heroine.pk} x"))


@ONE_BOOK
def test_nobody_rolls_what_another_has_kept(table: TaskTable) -> None:
    cast = table.cast
    keep(table, cast.player, cast.heroine)
    (kept,) = member(table, cast.player, cast.heroine).favorites
    for favorite in (f"{cast.heroine.pk} {kept.id}", f"{cast.duelist.pk} {kept.id}", "", "x", f"{cast.duelist.pk}"):
        with pytest.raises(IllegalMove):
            table.act(cast.rival, RollFavorite(favorite))


@ONE_BOOK
def test_the_pad_keeps_a_roll_and_the_card_lets_it_go(table: TaskTable, sign_in: SignIn) -> None:
    cast = table.cast
    client, address = sign_in(cast.player), f"/scenes/{table.scene.pk}/favorites/"
    fields = {f"r.{name}": value for name, value in request_of(table).items()}
    asked = {"character": cast.heroine.pk, "keep": "1", **fields}
    assert client.post(address, asked, headers={"hx-request": "true"}).status_code == 200
    (kept,) = member(table, cast.player, cast.heroine).favorites
    assert client.post(address, {"drop": f"{cast.heroine.pk} {kept.id}"}).status_code == 302
    assert member(table, cast.player, cast.heroine).favorites == ()
    assert table.number == 0


@ONE_BOOK
@pytest.mark.parametrize(
    ("change", "status"),
    [
        ({"character": "duelist"}, 400), ({"character": "lurker"}, 400), ({"character": "٣"}, 400),
        ({"r.attribute": "gone"}, 400), ({"r.circumstances": "9" * 40}, 400), ({"r.attribute": "x" * 5000}, 400),
    ],
)  # fmt: skip
def test_the_server_keeps_no_roll_that_the_rules_refuse(
    table: TaskTable, sign_in: SignIn, change: dict[str, str], status: int
) -> None:
    cast = table.cast
    named = {name: str(getattr(cast, name).pk) for name in ("duelist", "lurker")}
    change = {name: named.get(value, value) for name, value in change.items()}
    fields = {f"r.{name}": value for name, value in request_of(table).items()}
    client = sign_in(cast.player)
    answer = client.post(
        f"/scenes/{table.scene.pk}/favorites/", {"character": cast.heroine.pk, **fields, **change},
        headers={"hx-request": "true"},
    )  # fmt: skip
    assert answer.status_code == status
    assert not any(one.favorites for one in Character.objects.all())


@ONE_BOOK
def test_a_tap_from_the_sheets_page_leads_back_to_it(table: TaskTable, sign_in: SignIn) -> None:
    cast = table.cast
    sent = {"command": str(uuid.uuid4()), "number": "0", "move": "Tap", "back": "sheet", "harm": "lethal"}
    url, client = reverse("table_command", args=[table.scene.pk]), sign_in(cast.player)
    answer = client.post(url, {**sent, "tap": f"{cast.heroine.pk} mark 1"})
    assert (answer.status_code, answer["Location"]) == (302, reverse("character", args=[cast.heroine.pk]) + "#play")
    assert health(table, cast.heroine) == "1 lethal"
    other = {**sent, "command": str(uuid.uuid4()), "tap": f"{cast.duelist.pk} mark 1"}
    refused = client.post(url, other, follow=True)
    assert refused.redirect_chain == [(reverse("character", args=[cast.duelist.pk]) + "#play", 302)]
    assert "You can’t act for that character here" in refused.content.decode()
    for tapped in ("x mark 1", "9" * 30 + " mark 1", ""):
        odd = {**sent, "command": str(uuid.uuid4()), "tap": tapped}
        assert client.post(url, odd).status_code in (400, 409)


# laws


@pytest.mark.parametrize("seed", range(3))
def test_after_any_taps_and_rewinds_the_sheet_is_what_the_log_says(table: TaskTable, seed: int) -> None:
    """Whatever is touched and taken back, the entries that still count lead from the first sheet to the present one."""
    cast, chance = table.cast, random.Random(seed)
    before = table.sheet(cast.heroine)
    places = ["mark 1", "mark 1", "lethal -1", "bashing -1", *(
        f"{pool.key} {step}"
        for pool in table.system.sheets.points(table.system.sheets.parse(before)).pools for step in (1, -1, -1)
    )]  # fmt: skip
    for _ in range(14):
        try:
            if chance.random() < 0.25 and table.number:
                table.act(cast.storyteller, Rewind(chance.randint(1, table.number)))
            else:
                harm = chance.choice(["bashing", "lethal", "aggravated"])
                times = chance.randint(1, 3)
                tap(table, cast.player, cast.heroine, chance.choice(places), harm=harm, times=times)
        except IllegalMove:
            continue
    shown = {line.number for line in board_of(table, cast.storyteller).log if not line.undone}
    expected = before
    for entry in Entry.objects.filter(number__in=shown, event__kind="PointsChanged").order_by("number"):
        for path, (was, now) in entry.event["changes"][key_of(cast.heroine)].items():
            assert get_path(expected, path) == was
            expected = write_path(expected, path, now)
    assert table.sheet(cast.heroine) == expected


def test_a_fight_of_one_side_is_told_before_it_starts(table: TaskTable) -> None:
    cast = table.cast

    def warning() -> bool:
        starts = [offer for offer in board_of(table, cast.storyteller).offers if offer.move == "StartBattle"]
        return "everyone is on the same side" in str(starts[0].hint).casefold()

    table.act(cast.storyteller, BringIn((key_of(cast.heroine),), "ours"))
    assert warning()
    table.act(cast.storyteller, BringIn((key_of(cast.warden),), "theirs"))
    assert not warning()
