"""The demo is what the README promises, and can be begun anew."""

import pytest
from django.core.management import call_command
from django.db.models import Sum

from campaigns.models import Character, Doing, Downtime, Scene, Series, Story, User
from campaigns.sheets.creation import check_budget
from config.demo import DEMO_PASSWORD, load_demo, reset_demo
from play.models import Table, Wait
from play.seats.facts import load_facts
from play.seats.gather import gather_translated_board
from play.table.newest import load_state
from play.table.state import TableState
from rules import get_system
from rules.battle import STORYTELLER, Seat
from rules.tasks import awaited
from tests.kept import put

pytestmark = [pytest.mark.walk, pytest.mark.django_db]


SERIES = {
    "exalted2e": "The Salt Road",
    "exalted3e": "The Kiln and the Vault",
    "wod2004": "Low Tide Street",
    "v20da": "The Winter Abbey",
}
"""The series of each game."""


def find_table(series: Series) -> Table:
    """The table of the series' fight: the first that was opened."""
    return Table.objects.filter(scene__episode__story__series=series).earliest("pk")


def list_states(system: str) -> list[TableState]:
    """The tables of a game's series, in the order in which they were opened."""
    tables = Table.objects.filter(scene__episode__story__series__system=system).order_by("pk")
    return [load_state(get_system(system), table) for table in tables]


def test_the_demo_holds_two_stories_six_characters_and_a_fight_under_way() -> None:
    series = put(load_demo)
    assert Story.objects.filter(series=series).count() == 2
    assert Character.objects.filter(series=series).count() == 6
    board = gather_translated_board(load_facts(find_table(series).scene_id), (STORYTELLER, False))
    assert board.battle is not None
    assert board.battle["phase"] == "running"
    assert len(board.battle["combatants"]) == 7


def test_all_four_games_have_a_series_and_their_first_scenes_are_where_they_were() -> None:
    put(load_demo)
    assert dict(Series.objects.values_list("system", "name")) == SERIES
    first = dict(Scene.objects.order_by("pk").values_list("title", "pk")[:7])
    assert list(first)[3:] == ["The Toll Bridge", "Under the Bridge", "The Toll House", "Under the Paper Vault"]


@pytest.mark.parametrize("system", SERIES)
def test_each_game_has_a_fight_an_evening_a_scene_by_post_and_days_to_fill(system: str) -> None:
    put(load_demo)
    fight, by_post, evening = list_states(system)
    assert fight.battle is not None
    assert fight.battle.phase == "running"
    for state in (by_post, evening):
        assert state.battle is None
        assert any(awaited(task) for task in state.work.tasks)
    assert by_post.post is not None
    assert evening.post is None
    assert Wait.objects.filter(table__scene__episode__story__series__system=system, due_at__isnull=False).exists()
    downtime = Downtime.objects.get(story__series__system=system, closed_at=None)
    planned = dict(Doing.objects.filter(downtime=downtime).values_list("character__name").annotate(Sum("days")))
    played = Character.objects.filter(series__system=system, owner__isnull=False)
    assert planned
    assert any(planned.get(one.name, 0) < downtime.days for one in played)


@pytest.mark.parametrize(
    ("system", "attacked"),
    [(key, "") for key in ("exalted2e", "exalted3e")] + [("wod2004", "Iva Lindqvist"), ("v20da", "Mechtild")],
)
def test_each_fight_waits_for_a_hero(system: str, attacked: str) -> None:
    """To act, or to answer an attack."""
    put(load_demo)
    battle = get_system(system).battle
    state = list_states(system)[0].battle
    view = battle.view(state, STORYTELLER)
    there = {who["id"]: who for who in view["combatants"]}
    assert [there[one["who"]]["name"] for one in view["pending"]] == [attacked] * bool(attacked)
    if not attacked:
        heroes = {str(pk) for pk in Character.objects.filter(owner__isnull=False).values_list("pk", flat=True)}
        assert [who["name"] for who in there.values() if who["acts_now"] and who["character"] in heroes]


@pytest.mark.parametrize("system", SERIES)
def test_the_heroes_have_sheets_by_the_book(system: str) -> None:
    put(load_demo)
    for hero in Character.objects.filter(series__system=system, owner__isnull=False).select_related("series"):
        assert hero.settled
        assert not check_budget(hero.series, hero.parsed_sheet()).faults, hero.name
        assert hero.sheet["powers"] or hero.name in ("Brother Oskel", "Sana Korpela")


def test_a_battle_group_of_the_third_edition_fights_beside_it() -> None:
    put(load_demo)
    beside = Series.objects.get(system="exalted3e")
    board = gather_translated_board(load_facts(find_table(beside).scene_id), (STORYTELLER, False))
    assert board.battle is not None
    groups = [one for one in board.battle["combatants"] if "ranks" in one]
    assert [(one["name"], one["ranks"]) for one in groups] == [("Gate archers", 2)]


def test_a_player_of_the_demo_does_not_see_the_ferryman() -> None:
    series = put(load_demo)
    mira = Character.objects.get(name="Ysane of the Reeds")
    seat = Seat(characters=frozenset({str(mira.pk)}))
    board = gather_translated_board(load_facts(find_table(series).scene_id), (seat, False))
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
    assert sorted(Series.objects.values_list("name", flat=True)) == sorted(["Ours", *SERIES.values()])
