"""Powers at tasks and on the roll pad, in all four books: named, paid from the sheet, given back by a rewind."""

import pytest
from django.http import QueryDict

from campaigns.models import Character
from play.commands import moves
from play.commands.forms import parse_move
from play.seats.facts import load_facts, seat_class_of
from play.seats.gather import gather_board
from play.stage.rolls import make_roll_form
from rules.errors import IllegalMove
from rules.paths import get_path, write_path
from tests.play.tasking import TaskTable, key_of, request_of

COSTS: dict[str, tuple[dict[str, int], dict[str, int]]] = {
    "exalted2e": ({"motes": 2}, {"peripheral": 5}),
    "exalted3e": ({"motes": 2}, {"motes.peripheral": 5}),
    "v20da": ({"willpower": 1}, {"willpower_points": 3}),
    "wod2004": ({"willpower": 1}, {"willpower_points": 2}),
}
"""What the power costs in each book, and what the sheet holds for it."""
POOLS = {
    "exalted2e": ("peripheral", "personal"),
    "exalted3e": ("motes.peripheral", "motes.personal"),
    "v20da": ("willpower_points",),
    "wod2004": ("willpower_points",),
}
"""Everything that could pay it."""


@pytest.fixture
def heroine(table: TaskTable) -> Character:
    """The player's character, with a power that adds two dice to any roll."""
    cost, held = COSTS[table.system.key]
    one = table.cast.heroine
    power = {"key": "ember", "name": "Ember Step", "use": "any", "cost": cost,
             "effects": [{"kind": "dice", "amount": 2}]}  # fmt: skip
    for path, value in ({"powers": [power]} | held).items():
        one.sheet = write_path(one.sheet, path, value)
    one.version += 1
    one.save()
    return one


def spent(table: TaskTable) -> int:
    """How many points the power has taken from the sheet."""
    ((path, held),) = COSTS[table.system.key][1].items()
    return held - int(get_path(table.sheet(table.cast.heroine), path))


def test_a_roll_at_a_task_takes_a_power_and_a_rewind_gives_its_cost_back(table: TaskTable, heroine: Character) -> None:
    table.set_task()
    assert "Ember Step" in table.reads(table.cast.player)
    assert "Ember Step" not in table.reads(table.cast.rival)
    request = moves.RollForTask(table.task.id, key_of(heroine), {"powers": ["ember"]})
    answer = table.act(table.cast.player, request)
    (cost,) = COSTS[table.system.key][0].values()
    assert spent(table) == cost
    table.act(table.cast.storyteller, moves.Rewind(answer.first))
    assert spent(table) == 0


def test_a_typed_roll_names_its_power(table: TaskTable, heroine: Character) -> None:
    table.say(table.cast.player, f"/roll {table.traits} with Ember")
    (cost,) = COSTS[table.system.key][0].values()
    assert spent(table) == cost


def test_the_pad_posts_powers_as_it_draws_them(table: TaskTable, heroine: Character) -> None:
    table.say(table.cast.storyteller, "The lamps are lit.")
    board = gather_board(load_facts(table.scene.pk), seat_class_of(table.cast.membership(table.cast.player)))
    form = make_roll_form(board, key_of(heroine), "en")
    assert form
    (powers,) = (field for field in (*form["main"], *form["more"]) if field["name"] == "r.powers")
    assert "ember" in [option["value"] for option in powers["options"]]
    posted = QueryDict(mutable=True)
    posted.update({"move": "MakeRoll", "character": key_of(heroine), "secret": "", "r.powers": "ember"})
    posted.update({f"r.{name}": value for name, value in request_of(table).items()})
    table.act(table.cast.player, parse_move(table.system, posted))
    assert spent(table) > 0


def test_what_the_sheet_cannot_pay_is_greyed_and_refused(table: TaskTable, heroine: Character) -> None:
    for place in POOLS[table.system.key]:
        heroine.sheet = write_path(heroine.sheet, place, 0)
    heroine.version += 1
    heroine.save()
    table.set_task()
    with pytest.raises(IllegalMove, match="0 are left"):
        table.act(table.cast.player, moves.RollForTask(table.task.id, key_of(heroine), {"powers": ["ember"]}))
    assert "0 left" in table.reads(table.cast.player)


def test_a_power_of_somebody_else_is_refused(table: TaskTable, heroine: Character) -> None:
    with pytest.raises(IllegalMove, match="no such power"):
        table.act(
            table.cast.rival, moves.MakeRoll(key_of(table.cast.duelist), {**request_of(table), "powers": ["ember"]})
        )
