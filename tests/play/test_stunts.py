"""Stunts outside combat: awarded before or after, claimed, judged, and paid for as the book says."""

import json
from dataclasses import replace
from typing import Any

import pytest

from campaigns.experience.ledger import load_balances
from campaigns.models import ExperienceEntry, Scene
from play.commands import moves
from play.models import Table
from play.table.live_scene import live_scenes
from play.table.state import encode_state
from rules.errors import BadInput, IllegalMove
from rules.paths import get_path, write_path
from tests.play.tasking import TaskTable, key_of, open_table


@pytest.fixture(params=["exalted2e", "exalted3e"])
def table(db: None, request: pytest.FixtureRequest) -> TaskTable:
    table = open_table(request.param)
    heroine = table.cast.heroine
    low: dict[str, Any] = {"peripheral": 1, "personal": 1, "willpower_points": 1}
    if request.param == "exalted3e":
        low = {"willpower.current": 1}
    for path, value in low.items():
        heroine.sheet = write_path(heroine.sheet, path, value)
    heroine.save()
    return table


def only(*systems: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("table", systems, indirect=True)


def award(table: TaskTable, rating: int, **changes: Any) -> None:
    table.act(table.cast.storyteller, moves.AwardStunt(key_of(table.cast.heroine), rating, **changes))


def willpower(table: TaskTable) -> Any:
    path = "willpower_points" if table.system.key == "exalted2e" else "willpower.current"
    return get_path(table.sheet(table.cast.heroine), path)


@only("exalted3e")
def test_an_awarded_stunt_adds_its_dice_and_is_paid_with_the_roll(table: TaskTable) -> None:
    award(table, 2)
    assert "has a stunt rated 2 for the next roll" in table.reads(table.cast.player)
    table.set_task()
    answer = table.roll(table.cast.player, table.cast.heroine)
    assert willpower(table) == 2
    assert not table.state.work.stunts
    assert "earns 1 Willpower for a stunt rated 2" in table.reads(table.cast.rival)
    table.act(table.cast.storyteller, moves.Rewind(answer.first))
    assert willpower(table) == 1
    assert [stunt.state for stunt in table.state.work.stunts] == ["awarded"]


@only("exalted2e")
def test_the_player_chooses_what_a_stunt_earns(table: TaskTable) -> None:
    award(table, 2)
    table.set_task()
    table.roll(table.cast.player, table.cast.heroine)
    (stunt,) = table.state.work.stunts
    assert stunt.state == "earned"
    (asked,) = table.facts(table.cast.player)["tasks"]["stunts"]
    assert asked["is_asked"]
    assert "4 motes" in json.dumps(asked)
    assert not any(one.get("is_asked") for one in table.facts(table.cast.rival)["tasks"].get("stunts", []))
    with pytest.raises(IllegalMove, match="That stunt no longer exists"):
        table.act(table.cast.rival, moves.TakeReward(stunt.id, "motes"))
    with pytest.raises(IllegalMove, match="Choose one of the rewards"):
        table.act(table.cast.player, moves.TakeReward(stunt.id, "experience points"))
    taken = table.act(table.cast.player, moves.TakeReward(stunt.id, "motes"))
    assert table.sheet(table.cast.heroine)["peripheral"] == 5
    with pytest.raises(IllegalMove, match="That stunt no longer exists"):
        table.act(table.cast.player, moves.TakeReward(stunt.id, "motes"))
    table.act(table.cast.storyteller, moves.Rewind(taken.first))
    assert table.sheet(table.cast.heroine)["peripheral"] == 1


@pytest.fixture
def earner(table: TaskTable) -> TaskTable:
    """A table where a stunt of three dice may earn experience, and one waits for the choice."""
    table.cast.series.options = {"stunt_xp": True}
    table.cast.series.save()
    table.scene = Scene.objects.select_related("episode__story__series").get(pk=table.scene.pk)
    award(table, 3, after=True)
    return table


def points(table: TaskTable) -> int:
    return load_balances(table.cast.heroine)["experience"]


@only("exalted2e")
def test_experience_that_a_stunt_earns_is_paid_into_the_ledger_and_countered(earner: TaskTable) -> None:
    cast = earner.cast
    taken = earner.act(cast.player, moves.TakeReward(earner.state.work.stunts[0].id, "experience"))
    (entry,) = ExperienceEntry.objects.all()
    assert (entry.points, entry.award, entry.scene, entry.line) == (1, "stunt", earner.scene, taken.first)
    undone = earner.act(cast.storyteller, moves.Rewind(taken.first))
    assert points(earner) == 0
    earner.act(cast.storyteller, moves.Rewind(undone.first))
    assert points(earner) == 1
    assert [entry.points for entry in ExperienceEntry.objects.order_by("pk")] == [1, -1, 1]


@only("exalted2e")
def test_experience_that_was_spent_since_is_not_taken_back(earner: TaskTable) -> None:
    cast = earner.cast
    taken = earner.act(cast.player, moves.TakeReward(earner.state.work.stunts[0].id, "experience"))
    spent = ExperienceEntry.objects.get()
    spent.pk, spent.points, spent.line = None, -1, None
    spent.save()
    with pytest.raises(IllegalMove, match="spent those points since"):
        earner.act(cast.storyteller, moves.Rewind(taken.first))
    assert points(earner) == 0


@only("exalted2e")
def test_experience_won_in_a_fight_is_paid_when_it_ends(earner: TaskTable) -> None:
    cast = earner.cast
    heroine = key_of(cast.heroine)
    earner.act(cast.storyteller, moves.OpenBattle())
    earner.act(cast.storyteller, moves.BringIn((heroine,), "river"))
    earner.act(cast.storyteller, moves.BringIn((key_of(cast.warden),), "bridge"))
    earner.act(cast.storyteller, moves.BattleMove({"kind": "StartBattle"}))
    desk_state = earner.state.battle
    won = replace(desk_state, combatants=tuple(replace(one, experience=1) for one in desk_state.combatants))
    row = Table.objects.get(scene=earner.scene)
    row.state = encode_state(replace(earner.state, battle=won))
    row.save()
    live_scenes.forget()
    closed = earner.act(cast.storyteller, moves.CloseBattle())
    assert points(earner) == 1
    assert ExperienceEntry.objects.filter(character=cast.warden).count() == 1
    earner.act(cast.storyteller, moves.Rewind(closed.first))
    assert points(earner) == 0


@only("exalted2e")
def test_motes_that_do_not_fit_are_lost(table: TaskTable) -> None:
    heroine = table.cast.heroine
    full = table.cast.duelist.sheet
    heroine.sheet = write_path(
        write_path(heroine.sheet, "peripheral", full["peripheral"] - 1), "personal", full["personal"]
    )
    heroine.save()
    award(table, 1, after=True)
    assert table.sheet(heroine)["peripheral"] == full["peripheral"]
    assert table.sheet(heroine)["personal"] == full["personal"]


def test_a_stunt_is_rewarded_after_the_roll_too(table: TaskTable) -> None:
    table.set_task()
    table.roll(table.cast.player, table.cast.heroine)
    award(table, 2, after=True)
    if table.system.key == "exalted2e":
        (stunt,) = table.state.work.stunts
        table.act(table.cast.storyteller, moves.TakeReward(stunt.id, "willpower"))
    assert willpower(table) == 2


def test_a_claimed_stunt_waits_for_the_storytellers_word(table: TaskTable) -> None:
    cast = table.cast
    table.set_task()
    table.roll(cast.player, cast.heroine, stunt=2)
    (claim,) = table.state.work.stunts
    assert (claim.state, claim.rating) == ("claimed", 2)
    assert "rolled a stunt rated 2" in table.reads(cast.storyteller)
    assert "rolled a stunt rated 2" not in table.reads(cast.player)
    award(table, 0, claim=claim.id)
    assert not table.state.work.stunts
    assert willpower(table) == 1


def test_an_award_is_taken_back_before_the_roll(table: TaskTable) -> None:
    award(table, 1)
    award(table, 3)
    (stunt,) = table.state.work.stunts
    assert stunt.rating == 3
    award(table, 0, claim=stunt.id)
    assert not table.state.work.stunts


def test_only_the_storyteller_awards_and_only_what_the_book_has(table: TaskTable) -> None:
    with pytest.raises(IllegalMove, match="Only the Storyteller"):
        table.act(table.cast.player, moves.AwardStunt(key_of(table.cast.heroine), 3))
    for rating in (-1, 0, 4):
        with pytest.raises(BadInput, match="Rate a stunt 1 to 3"):
            award(table, rating)


@only("exalted3e")
def test_what_a_secret_roll_earns_is_as_secret_as_the_roll(table: TaskTable) -> None:
    cast = table.cast
    award(table, 2)
    table.say(cast.storyteller, "/gmr Wits+Awareness as Ysane")
    assert [stunt.state for stunt in table.state.work.stunts] == ["awarded"]
    table.say(cast.player, "/roll Wits+Awareness secret")
    assert "for a stunt rated 2" in table.reads(cast.player)
    for other in (cast.rival, cast.spectator):
        assert "for a 2-point stunt" not in table.reads(other)


def test_books_without_stunts_award_none(db: None) -> None:
    for system in ("v20da", "wod2004"):
        table = open_table(system)
        with pytest.raises(IllegalMove, match="no stunts"):
            award(table, 1)
        table.cast.series.delete()
        type(table.cast.player).objects.all().delete()
