"""The palette: what a typed line would do is said before it is done, and a row sends what its tool would send."""

import uuid
from typing import Any

import pytest
from django.test import Client

from campaigns.models import Handout, User
from play.commands.moves import OpenBattle, Say
from play.seats.facts import load_facts
from rules.battle import STORYTELLER
from tests.cast import SECRET, Cast
from tests.conftest import SignIn
from tests.play.conftest import TableInPlay
from tests.play.stage.fights import Fight
from tests.play.tasking import open_table


def look(client: Client, scene: int, typed: str = "", group: str = "") -> list[dict[str, Any]]:
    """The rows of the palette for somebody."""
    answer = client.get(f"/scenes/{scene}/stage/palette/", {"q": typed, "group": group})
    assert answer.status_code == 200, answer.content
    rows: list[dict[str, Any]] = answer.json()["rows"]
    return rows


def choose(client: Client, table: Any, row: dict[str, Any]) -> int:
    """Send what a row sends, as the page does; the status of the answer."""
    data: dict[str, Any] = {"move": row["move"], "number": str(count(table)), "command": str(uuid.uuid4())}
    for name, value in row["fields"]:
        data.setdefault(name, []).append(value)
    return client.post(f"/scenes/{table.scene.pk}/command/", data, headers={"HX-Request": "true"}).status_code


def count(table: Any) -> int:
    facts = load_facts(table.scene.pk)
    return facts.table.storyteller_count if facts.table else 0


def first(client: Client, scene: int, typed: str) -> dict[str, Any]:
    return look(client, scene, typed)[0]


@pytest.fixture
def heroes() -> Any:
    return open_table("exalted2e")


@pytest.mark.django_db
def test_a_line_of_foes_begins_a_fight_of_all_heroes(sign_in: SignIn) -> None:
    table = open_table("exalted2e")
    cast, client = table.cast, sign_in(table.cast.storyteller)
    row = first(client, table.scene.pk, "2 soldiers, knife")
    own = f"{cast.heroine.name} and {cast.duelist.name}"
    assert row["words"] == f"Start a fight: {own} against Soldier × 2: Soldier, Knife"
    assert (row["after"], row["move"], row["fields"]) == ("desk fight", "Say", [["text", "/fight 2 Soldier, knife"]])
    assert choose(client, table, row) == 200
    there = combatants(table)
    assert [who["name"] for who in there] == [cast.heroine.name, cast.duelist.name, "Soldier 1", "Soldier 2"]
    added, hidden = look(client, table.scene.pk, "3 soldiers")[:2]
    assert (added["move"], added["fields"]) == ("BringFoes", [["line", "3 Soldier"]])
    assert hidden["words"] == "Add to the fight, hidden: Soldier × 3: Soldier"
    assert ["hidden", "true"] in hidden["fields"]
    assert choose(client, table, added) == 200
    assert len(combatants(table)) == 7
    marked = first(client, table.scene.pk, "soldier 1: 2 lethal")
    assert marked["words"] == "Mark on Soldier 1: 2 lethal levels"
    assert choose(client, table, marked) == 200
    assert first(client, table.scene.pk, "fight and foes")["tool"] == "desk fight"
    ended = first(client, table.scene.pk, "fight 2 soldiers")
    assert ended["reason"] == "A fight is already in progress in this scene."
    paused = first(client, table.scene.pk, "pause")
    assert (paused["words"], choose(client, table, paused)) == ("Pause the fight", 200)
    resumed = first(client, table.scene.pk, "resume")
    assert (resumed["words"], choose(client, table, resumed)) == ("Resume the fight", 200)
    undone = first(client, table.scene.pk, "undo 3")
    assert (undone["words"], choose(client, table, undone)) == ("Undo 3 steps", 200)
    assert "health" in str(combatants(table))
    assert first(client, table.scene.pk, "6 minutes")["reason"].startswith("A fight keeps its own time")


def combatants(table: Any) -> Any:
    facts = load_facts(table.scene.pk)
    return facts.system.battle.view(facts.state.battle, STORYTELLER)["combatants"]


@pytest.mark.django_db
def test_time_handouts_and_rolls_go_by_words(sign_in: SignIn) -> None:
    table = open_table("exalted2e")
    cast, client, scene = table.cast, sign_in(table.cast.storyteller), table.scene.pk
    Handout.objects.create(series=cast.series, title="A Letter, Wet at the Edges", text="Come at dusk.")
    passed = first(client, scene, "6 minutes")
    assert (passed["words"], choose(client, table, passed)) == ("Let time pass: 6 minutes", 200)
    shown = first(client, scene, "show letter")
    assert shown["words"] == "Show “A Letter, Wet at the Edges” to everyone"
    assert choose(client, table, shown) == 200
    put_away = next(row for row in look(client, scene, "letter") if row["group"] == "show")
    assert put_away["words"] == "Hide “A Letter, Wet at the Edges”"
    asked = first(client, scene, "roll Wits + Awareness diff 2")
    assert asked["words"] == "Ask everyone for Wits + Awareness, difficulty 2"
    assert choose(client, table, asked) == 200
    assert [len(task.sides) for task in table.state.work.tasks] == [1, 1]
    fill = look(client, scene, "roll Wits + Awareness diff 2")[1]["fill"]
    rolled = first(client, scene, fill)
    assert rolled["more"].endswith("to succeed")
    assert choose(client, table, rolled) == 200


@pytest.mark.django_db
def test_the_composer_takes_the_same_words(sign_in: SignIn) -> None:
    table = open_table("exalted2e")
    cast = table.cast
    table.act(cast.storyteller, Say("/fight 2 soldiers"))
    assert len(combatants(table)) == 4
    table.act(cast.storyteller, Say("/mark soldier 1: 1 lethal"))
    table.act(cast.storyteller, Say("/undo"))
    table.act(cast.storyteller, Say("/pause"))
    assert load_facts(table.scene.pk).state.paused
    meaning = sign_in(cast.storyteller).get(f"/scenes/{table.scene.pk}/meaning/", {"text": "/undo 2"}).content.decode()
    assert meaning == "Undo 2 steps"


@pytest.mark.django_db
def test_a_player_has_a_smaller_palette(sign_in: SignIn) -> None:
    table = open_table("exalted2e")
    client, scene = sign_in(table.cast.player), table.scene.pk
    words = [row["words"] for row in look(client, scene)]
    assert f"Roll for {table.cast.heroine.name}" in words
    tools = {row.get("tool", "") for row in look(client, scene)}
    assert [tool for tool in tools if "desk" in tool] == ["desk scene"], "which only leads to pages"
    assert not [row for row in look(client, scene) if row["group"] in ("show", "time")]
    for typed in ("6 minutes", "pause", "fight 2 soldiers", "show letter", "2 soldiers"):
        row = first(client, scene, typed)
        assert row.get("reason"), typed
        assert "move" not in row
    rolled = first(client, scene, "roll Wits+Awareness")
    assert (rolled["move"], choose(client, table, rolled)) == ("Say", 200)


def test_a_spectator_and_a_stranger_do_nothing_by_it(coins: TableInPlay, sign_in: SignIn) -> None:
    rows = look(sign_in(coins.cast.spectator), coins.scene.pk, "")
    assert not [row for row in rows if "move" in row or row.get("tool", "card") not in ("card", "desk scene")]
    assert look(sign_in(coins.cast.spectator), coins.scene.pk, "undo 3") == []
    address = f"/scenes/{coins.scene.pk}/stage/palette/"
    assert sign_in(coins.cast.stranger).get(address).status_code == 404
    assert Client().get(address).status_code == 302


def test_who_is_hidden_is_found_by_the_storyteller_alone(db: None, sign_in: SignIn) -> None:
    with Fight("exalted2e") as fight:
        cast: Cast = fight.cast
        typed = (SECRET, f"{cast.lurker.name}: 1 lethal", f"roll Wits as {cast.lurker.name}")
        for user in (cast.player, cast.rival, cast.spectator):
            assert SECRET not in str([row["words"] for row in look(sign_in(user), fight.scene.pk)])
            for line in typed:
                seen = [
                    key for row in look(sign_in(user), fight.scene.pk, line) for key in row if key in ("move", "person")
                ]
                assert not seen, (user, line)
        assert SECRET in str(look(sign_in(cast.storyteller), fight.scene.pk, SECRET))


HOSTILE = (
    "\x00", "6" * 400, "a:" * 150, "x: 3 " + "y" * 300, "/", "/roll", "٣ guards", "6 " + "é" * 390, "undo 0", "/w",
    "show \ud800", "toll guard 1: 0 lethal", "nobody: 3 lethal", "9999 weeks", "{line}: 3 {0}", "%(a)s",
)  # fmt: skip


@pytest.mark.django_db
@pytest.mark.parametrize("typed", HOSTILE)
def test_nothing_typed_breaks_the_palette(sign_in: SignIn, typed: str) -> None:
    table = open_table("exalted2e")
    users: list[User] = [table.cast.storyteller, table.cast.player]
    table.act(users[0], OpenBattle())
    for user in users:
        address = f"/scenes/{table.scene.pk}/stage/palette/"
        sent: dict[str, str | bytes] = {"q": typed.encode("utf-8", "surrogatepass"), "group": "people"}
        answer = sign_in(user).get(address, sent)
        assert answer.status_code in (200, 400), answer.content
