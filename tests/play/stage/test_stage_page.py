"""What the page that draws itself is served, and what it fetches when somebody opens it."""

import json
from typing import Any

from campaigns.models import User
from play.commands.moves import AskUndo, Say
from play.seats.facts import SeatClass, load_facts, seat_class_of
from play.seats.gather import gather_board
from play.seats.log import load_log
from play.stage.facts import make_facts
from rules.battle import STORYTELLER
from tests.cast import Cast
from tests.conftest import SignIn
from tests.play.conftest import TableInPlay
from tests.play.stage.fights import Fight
from tests.play.stage.patching import as_sent, find_nulls
from tests.play.stage.test_stage_socket import read_page
from tests.play.tasking import open_table


def test_the_page_has_its_facts_its_labels_and_its_addresses(coins: TableInPlay, sign_in: SignIn) -> None:
    client, base = sign_in(coins.cast.player), f"/scenes/{coins.scene.pk}/"
    page = client.get(base).content.decode()
    assert f'data-socket="/ws{base}"' in page
    assert f'data-command="{base}command/"' in page
    assert f'data-base="{base}"' in page
    words = json.loads(page.partition('<script id="words" type="application/json">')[2].partition("</script>")[0])
    assert words["log"] == "Log"
    facts = read_page(client, coins)
    assert facts["me"] == {
        "role": "player",
        "characters": [str(coins.cast.heroine.pk)],
        "sheet": "/characters/{}/",
    }
    assert facts["party"]["members"][str(coins.cast.heroine.pk)]["is_own"]
    assert sign_in(coins.cast.stranger).get(base).status_code == 404


def test_the_steps_of_an_entry_are_fetched(coins: TableInPlay, sign_in: SignIn) -> None:
    coins.act(coins.cast.player, Say("/roll 3"), [9, 4, 2])
    client = sign_in(coins.cast.player)
    (entry,) = read_page(client, coins)["log"].values()
    assert entry["more"]
    base = f"/scenes/{coins.scene.pk}/stage/entries/"
    steps = client.get(f"{base}{entry['number']}").json()["steps"]
    assert steps[0]["name"] == "Pool"
    assert steps[1]["dice"] == [[die["face"], die["worth"], die["why"]] for die in _dice(coins)]
    gone = client.get(f"{base}999")
    assert (gone.status_code, list(gone.json())) == (404, ["error"])
    assert sign_in(coins.cast.stranger).get(f"{base}1").status_code == 404


def test_the_form_of_a_move_is_fetched_while_the_move_is_legal(db: None, sign_in: SignIn) -> None:
    with Fight("exalted2e") as fight:
        client, base = sign_in(fight.cast.player), f"/scenes/{fight.scene.pk}/stage/offers/"
        facts = fight.facts("player")
        (card,) = (card for card in facts["hand"]["cards"].values() if card.get("is_due"))
        for id in card["order"]:
            answer = client.get(base + id)
            if card["offers"][id].get("reason"):
                assert (answer.status_code, list(answer.json())) == (409, ["error"])
            else:
                assert answer.json()["offer"] == id
        assert client.get(base + facts["form"]["offer"]).json() == as_sent(facts["form"])
        rival = sign_in(fight.cast.rival)
        assert rival.get(base + facts["form"]["offer"]).status_code == 409
        assert sign_in(fight.cast.stranger).get(base + card["order"][0]).status_code == 404


def test_what_a_closed_card_offers_is_fetched(db: None, sign_in: SignIn) -> None:
    with Fight("exalted2e") as fight:
        client, base = sign_in(fight.cast.player), f"/scenes/{fight.scene.pk}/stage/cards/"
        reflex = fight.facts("player")["hand"]["cards"]["reflex-c1"]
        assert (reflex["is_closed"], reflex["order"]) == (True, [])
        opened = client.get(f"{base}reflex-c1").json()
        assert {head["group"] for head in opened["card"]["offers"].values()} == {"reflex"}
        assert opened["form"]["offer"] in opened["card"]["order"]
        closed = [id for id, card in fight.facts("storyteller")["hand"]["cards"].items() if card.get("is_closed")]
        teller = sign_in(fight.cast.storyteller)
        assert closed
        assert all(teller.get(base + id).json()["card"]["order"] for id in closed)
        assert client.get(f"{base}card-{fight.lurker}").status_code == 409


def test_sums_and_what_the_storyteller_decides_are_fetched_for_a_row(db: None, sign_in: SignIn) -> None:
    with Fight("exalted2e") as fight:
        base = f"/scenes/{fight.scene.pk}/stage/people/"
        told = sign_in(fight.cast.storyteller).get(f"{base}c1").json()
        assert told["stats"][0]["sum"][0]["terms"]
        assert {touch["what"] for touch in told["touches"]} >= {"bashing", "lethal", "willpower"}
        assert told["offers"][told["order"][0]]["label"]
        player = sign_in(fight.cast.player)
        assert player.get(f"{base}c1").json()["touches"] == []
        assert player.get(f"{base}c3").json() == {"stats": [], "offers": {}, "order": [], "touches": []}
        assert player.get(base + fight.lurker).status_code == 404


def test_the_form_of_a_roll_is_fetched_by_those_who_may_make_it(coins: TableInPlay, sign_in: SignIn) -> None:
    client, base = sign_in(coins.cast.player), f"/scenes/{coins.scene.pk}/stage/rolls/"
    own, others = coins.keys(coins.cast.heroine, coins.cast.duelist)
    assert read_page(client, coins)["rolls"] == [[own, coins.cast.heroine.name]]
    assert client.get(base + own).json()["main"][0]["name"].startswith("r.")
    assert client.get(base + others).status_code == 409
    assert client.get(f"{base}nobody").status_code == 409


def test_tools_are_fetched_by_the_storyteller_alone(coins: TableInPlay, sign_in: SignIn) -> None:
    base, tools = f"/scenes/{coins.scene.pk}/stage/tools/", _facts(coins, coins.cast.storyteller)["tools"]
    teller = sign_in(coins.cast.storyteller)
    assert {"fight", "next_scene", "time", "handouts", "side_scenes", "task"} <= set(tools)
    opened = {tool: teller.get(base + tool).json() for tool in tools}
    (task,) = opened["task"]["forms"]
    assert task["move"] == "StartTask"
    assert {field["name"] for field in task["main"]} >= {"title", "action"}
    assert not [*find_nulls(opened)]
    player = sign_in(coins.cast.player)
    assert {player.get(base + tool).status_code for tool in ("fight", "handouts", "nothing")} == {409}
    assert "fight" not in _facts(coins, coins.cast.player).get("tools", [])


def test_everybody_finds_what_there_is_to_read_of_the_scene(coins: TableInPlay, sign_in: SignIn) -> None:
    cast, base = coins.cast, f"/scenes/{coins.scene.pk}/"
    for user in (cast.storyteller, cast.player, cast.spectator):
        client = sign_in(user)
        assert "scene" in _facts(coins, user)["tools"]
        links = client.get(f"{base}stage/tools/scene").json()["links"]
        assert {f"{base}log.txt", f"{base}dice/", f"{base}recap/"} <= {link["url"] for link in links}
        assert {client.get(link["url"]).status_code for link in links} == {200}
        assert f"{base}forecast/" not in {link["url"] for link in links}, "there is no fight"


def test_a_task_comes_with_what_one_may_do_for_it(db: None) -> None:
    table = open_table("exalted2e")
    table.set_task()
    made = {user: make_facts(gather_board(load_facts(table.scene.pk), _seat(table.cast, user))) for user in
            (table.cast.player, table.cast.rival)}  # fmt: skip
    mine, theirs = made[table.cast.player]["tasks"], made[table.cast.rival]["tasks"]
    assert (mine["items"][mine["order"][0]]["title"], mine["items"][mine["order"][0]]["status"]) == ("The lock", "open")
    (pad,) = mine["pads"]
    assert (pad["character"], pad["rolls"]) == (str(table.cast.heroine.pk), True)
    assert not theirs["pads"]
    assert not [*find_nulls(as_sent(made[table.cast.player]))]


def _seat(cast: Cast, user: User) -> SeatClass:
    return seat_class_of(cast.membership(user))


def test_who_may_undo_what_came_last_is_told(coins: TableInPlay) -> None:
    cast = coins.cast
    coins.act(cast.player, Say("/roll 2"), [9, 4])
    shown = {user: _facts(coins, user) for user in (cast.storyteller, cast.player, cast.spectator)}
    assert shown[cast.storyteller]["undo"]["by"] == "undo"
    assert shown[cast.player]["undo"]["by"] == "ask"
    assert shown[cast.player]["voices"]["own"] == [{"key": coins.keys(cast.heroine)[0], "name": cast.heroine.name}]
    assert not {"undo", "voices", "rolls"} & shown[cast.spectator].keys()
    assert shown[cast.spectator]["result"]["line"] == shown[cast.player]["result"]["line"]
    coins.act(cast.player, AskUndo(shown[cast.player]["undo"]["entry"]))
    (request,) = _facts(coins, cast.storyteller)["requests"]
    assert (request["name"], len(request["gone"])) == ("player", 1)
    assert _facts(coins, cast.player)["undo"]["by"] == "asked"


def _facts(coins: TableInPlay, user: User) -> Any:
    return make_facts(gather_board(load_facts(coins.scene.pk), seat_class_of(coins.cast.membership(user))))


def _dice(coins: TableInPlay) -> list[dict[str, object]]:
    """The dice of the only roll, as the log's own page has them."""
    _count, (line,) = load_log(load_facts(coins.scene.pk), STORYTELLER)
    return next(step["dice"] for step in line.event["steps"] if "dice" in step)
