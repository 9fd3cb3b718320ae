"""New foes at the table: one form makes an extra of the library and brings its copies into the fight."""

from typing import Any

import pytest

from campaigns.models import Character, Scene
from campaigns.sheets import is_extra
from play.commands.moves import BringFoes
from play.html import page
from play.seats.facts import read_facts, seat_class_of
from play.seats.reading import read_board
from rules.battle import STORYTELLER
from rules.errors import IllegalMove, RulesError
from tests.cast import gather_cast
from tests.play.conftest import TableInPlay

FOES = {"exalted2e": ("soldier", "spear"), "exalted3e": ("mortal", "spear"), "wod2004": ("thug", "knife"),
        "v20da": ("guard", "mace")}  # fmt: skip


def table_of(system: str) -> TableInPlay:
    cast = gather_cast(system)
    return TableInPlay(cast, Scene.objects.select_related("episode__story__series").get(pk=cast.scene.pk))


def combatants(table: TableInPlay) -> list[Any]:
    facts = read_facts(table.scene.pk)
    return list(facts.system.battle.view(facts.state.battle, STORYTELLER)["combatants"])


def bring(table: TableInPlay, **changes: Any) -> None:
    archetype, weapon = FOES[table.cast.series.system]
    values = {"name": "Toll guard", "archetype": archetype, "side": "Toll", "weapon": weapon, "count": 3, **changes}
    table.act(table.cast.storyteller, BringFoes(**values))


@pytest.mark.django_db
@pytest.mark.parametrize("system", FOES)
def test_three_foes_of_an_archetype_with_a_weapon_come_at_once(system: str) -> None:
    table = table_of(system)
    bring(table)
    there = combatants(table)
    assert [who["name"] for who in there] == ["Toll guard 1", "Toll guard 2", "Toll guard 3"]
    assert {(who["side"], who["extra"], who["character"]) for who in there} == {("Toll", True, None)}
    kept = Character.objects.get(name="Toll guard")
    assert (kept.extra, kept.owner, kept.sheet["weapons"]) == (True, None, [FOES[system][1]])
    assert is_extra(system, kept.sheet)


@pytest.mark.django_db
@pytest.mark.parametrize("system", FOES)
def test_every_archetype_of_a_game_can_come_with_its_own_arms(system: str) -> None:
    table = table_of(system)
    for archetype in read_facts(table.scene.pk).system.sheets.archetypes:
        bring(table, name=f"A {archetype}", archetype=archetype, weapon="", count=1)
    assert len(combatants(table)) == len(read_facts(table.scene.pk).system.sheets.archetypes)


@pytest.mark.django_db
def test_foes_of_a_kind_that_is_in_the_library_are_no_new_kind() -> None:
    table = table_of("exalted2e")
    bring(table)
    bring(table, count=2)
    assert Character.objects.filter(name="Toll guard").count() == 1
    assert [who["name"] for who in combatants(table)][3:] == ["Toll guard 4", "Toll guard 5"]
    bring(table, weapon="knife", count=1)
    assert Character.objects.filter(name="Toll guard").count() == 2


@pytest.mark.django_db
def test_hidden_foes_are_unknown_to_players() -> None:
    table = table_of("exalted2e")
    bring(table, hidden=True)
    player = seat_class_of(table.cast.membership(table.cast.player))
    board = read_board(read_facts(table.scene.pk), player)
    assert board.battle is not None
    assert not board.battle["combatants"]
    assert "Toll guard" not in str(page.regions(board)) + str(page.log_lines(board))
    assert Character.objects.get(name="Toll guard").hidden


REFUSED = [
    {"archetype": "dragon"}, {"archetype": ""}, {"weapon": "moonbeam"}, {"name": " "}, {"name": "x" * 81},
    {"name": "a\x00b"}, {"name": "a\nb"}, {"count": 0}, {"count": 21}, {"side": ""}, {"side": "x" * 41},
]  # fmt: skip


@pytest.mark.django_db
@pytest.mark.parametrize("changes", REFUSED, ids=str)
def test_what_makes_no_foe_is_refused_and_leaves_nothing(changes: dict[str, Any]) -> None:
    table = table_of("exalted2e")
    before = Character.objects.count()
    with pytest.raises(RulesError):
        bring(table, **changes)
    assert (Character.objects.count(), table.number) == (before, 0)


@pytest.mark.django_db
def test_only_the_storyteller_brings_foes() -> None:
    table = table_of("exalted2e")
    with pytest.raises(IllegalMove):
        table.act(table.cast.player, BringFoes("Guard", "extra", "Toll"))


@pytest.mark.django_db
def test_the_form_stands_in_the_cast_and_begins_with_the_games_foe() -> None:
    table = table_of("wod2004")
    board = read_board(read_facts(table.scene.pk), seat_class_of(table.cast.membership(table.cast.storyteller)))
    drawn = page.regions(board)["cast"]
    assert '<option value="thug" selected>Thug</option>' in drawn
    assert '<option value="knife">Knife</option>' in drawn
    board = read_board(read_facts(table.scene.pk), seat_class_of(table.cast.membership(table.cast.player)))
    assert "BringFoes" not in page.regions(board)["cast"]
