"""The demo is what the README promises, and can be begun anew."""

import pytest
from django.core.management import call_command

from campaigns.models import Character, Scene, Series, Story, User
from config.demo import DEMO_PASSWORD, load_demo, reset_demo
from play.models import Table
from play.seats.facts import read_facts
from play.seats.reading import read_board
from rules.battle import STORYTELLER, Seat
from tests.kept import put

pytestmark = pytest.mark.django_db


def find_table(series: Series) -> Table:
    """The table of the series' fight."""
    return Table.objects.get(scene__episode__story__series=series)


def test_the_demo_holds_two_stories_six_characters_and_a_fight_under_way() -> None:
    series = put(load_demo)
    assert Story.objects.filter(series=series).count() == 2
    assert Character.objects.filter(series=series).count() == 6
    board = read_board(read_facts(find_table(series).scene_id), (STORYTELLER, False))
    assert board.battle is not None
    assert board.battle["phase"] == "running"
    assert len(board.battle["combatants"]) == 7


def test_a_battle_group_of_the_third_edition_fights_beside_it() -> None:
    put(load_demo)
    beside = Series.objects.get(system="exalted3e")
    board = read_board(read_facts(find_table(beside).scene_id), (STORYTELLER, False))
    assert board.battle is not None
    groups = [one for one in board.battle["combatants"] if "ranks" in one]
    assert [(one["name"], one["ranks"]) for one in groups] == [("Gate archers", 2)]


def test_a_player_of_the_demo_does_not_see_the_ferryman() -> None:
    series = put(load_demo)
    mira = Character.objects.get(name="Ysane of the Reeds")
    seat = Seat(characters=frozenset({str(mira.pk)}))
    board = read_board(read_facts(find_table(series).scene_id), (seat, False))
    assert "Ferryman" not in str(board)
    assert len(board.battle["combatants"]) == 6 if board.battle else False


def test_everybody_of_the_demo_can_sign_in() -> None:
    load_demo()
    people = User.objects.all()
    assert {person.username for person in people} == {"petra", "mira", "jonas", "aino"}
    assert all(person.check_password(DEMO_PASSWORD) for person in people)


def test_the_demo_is_not_forced_on_a_server_in_use() -> None:
    owner = User.objects.create_user("owner")
    Series.objects.create(name="Ours", system="exalted2e", owner=owner)
    call_command("load_demo", "--once", verbosity=0)
    assert Series.objects.count() == 1


def test_a_reset_begins_the_demo_anew_and_leaves_other_series_alone() -> None:
    series = load_demo()
    owner = User.objects.create_user("owner")
    Series.objects.create(name="Ours", system="exalted2e", owner=owner)
    Scene.objects.filter(episode__story__series=series).update(title="Spoiled")
    anew = reset_demo()
    assert anew.pk != series.pk
    assert not Scene.objects.filter(title="Spoiled").exists()
    assert set(Series.objects.values_list("name", flat=True)) == {"Ours", "The Salt Road", "The Kiln and the Vault"}
    assert Series.objects.count() == 3
