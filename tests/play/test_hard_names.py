"""A fight of people with hard names: Persian, Hindi, joined pictures, marks that came along with a paste."""

import uuid

import pytest
from django.urls import reverse

from campaigns.models import Character
from play.commands.json_moves import read_json_move
from play.commands.moves import BattleMove, BringFoes, BringIn
from play.seats.facts import read_facts
from rules import get_system
from rules.battle import STORYTELLER
from tests.conftest import SignIn
from tests.play.test_foes import FOES, table_of

HARD = {
    "علی\u200cرضا": "علی\u200cرضا",
    "क्\u200dषमा": "क्\u200dषमा",
    "Rescuer 👩\u200d🚒": "Rescuer 👩\u200d🚒",
    "Sel\u00adma": "Selma",
    "Abu\u200e Ali": "Abu Ali",
    "\u202efedcba": "fedcba",
    "橋本 太郎": "橋本 太郎",
    "Łódź": "Łódź",
    "דנה": "דנה",
    "ا" * 80: "ا" * 80,
    "x": "x",
}


@pytest.mark.django_db
def test_people_with_hard_names_are_made_brought_in_and_fight(sign_in: SignIn) -> None:
    table = table_of("exalted2e")
    series = table.cast.series
    client = sign_in(table.cast.storyteller)
    for name in HARD:
        posted = {"name": name, "archetype": "soldier", "command": uuid.uuid4()}
        assert client.post(reverse("character_new", args=[series.pk]), posted).status_code == 302, name
    keys = list(Character.objects.filter(series=series, name__in=HARD.values()).values_list("pk", flat=True))
    assert len(keys) == len(HARD)
    table.act(table.cast.storyteller, BringIn(tuple(map(str, keys)), side="All"))
    table.act(table.cast.storyteller, BattleMove({"kind": "StartBattle"}), faces=[2] * 3 * len(HARD))
    facts = read_facts(table.scene.pk)
    there = facts.system.battle.view(facts.state.battle, STORYTELLER)["combatants"]
    assert {who["name"] for who in there} == set(HARD.values())


@pytest.mark.django_db
@pytest.mark.parametrize("system", FOES)
def test_a_character_that_was_named_before_is_cleaned_on_its_way_into_the_fight(system: str) -> None:
    table = table_of(system)
    character = table.cast.heroine
    Character.objects.filter(pk=character.pk).update(name="Sel\u00adma")
    table.act(table.cast.storyteller, BringIn((str(character.pk),), side="One"))
    archetype, weapon = FOES[system]
    table.act(
        table.cast.storyteller, BringFoes(name="علی\u200cرضا", archetype=archetype, weapon=weapon, side="Two", count=1)
    )
    facts = read_facts(table.scene.pk)
    there = facts.system.battle.view(facts.state.battle, STORYTELLER)["combatants"]
    assert [who["name"] for who in there] == ["Selma", "علی\u200cرضا 1"]


def test_a_move_of_a_program_is_cleaned_like_that_of_a_page() -> None:
    move = read_json_move(get_system("v20da"), {"kind": "BringFoes", "name": "Sel\u00adma", "archetype": "guard"})
    assert isinstance(move, BringFoes)
    assert move.name == "Selma"
