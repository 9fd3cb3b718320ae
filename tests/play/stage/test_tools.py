"""The Storyteller's tools: what each form sends is what the table takes, as a browser sends it."""

import uuid
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client

from campaigns.models import Character, Handout, Scene, User
from play.commands.moves import BringIn, CloseStrand, DropOrder, OpenBattle, OpenStrand, Say, SetPost
from play.seats.facts import load_facts, seat_class_of
from play.seats.gather import gather_board
from play.stage.facts import make_facts
from play.stage.tools import make_tool
from rules import SYSTEMS
from tests.conftest import SignIn
from tests.play.conftest import TableInPlay
from tests.play.stage.fights import Fight
from tests.play.stage.patching import find_nulls
from tests.play.test_group_orders import Skirmish


class Desk:
    """The Storyteller at her tools: she opens one, fills in a form and presses a button."""

    def __init__(self, coins: TableInPlay, client: Client) -> None:
        self.coins, self.client = coins, client
        self.base = f"/scenes/{coins.scene.pk}/"

    def open(self, name: str) -> dict[str, Any]:
        """The forms of a tool by their ids."""
        tool = self.client.get(f"{self.base}stage/tools/{name}").json()
        assert not [*find_nulls(tool)]
        return {form["id"]: form for form in tool["forms"]}

    def press(self, form: Any, label: str, **typed: object) -> None:
        """Send a form as the browser does, by the button of this label."""
        (button,) = (one for one in form["buttons"] if one["label"] == label)
        sent = {"move": form["move"], **dict(form["hidden"]), **dict(_list_values(form)), **typed}
        if "name" in button:
            sent[button["name"]] = button["value"]
        sent |= {"command": uuid.uuid4(), "number": self.coins.count()}
        answer = self.client.post(f"{self.base}command/", sent, headers={"HX-Request": "true"})
        assert answer.status_code < 300, answer.content.decode()

    def facts(self, user: User | None = None) -> Any:
        """The facts of a seat."""
        cast = self.coins.cast
        seat = seat_class_of(cast.membership(user or cast.storyteller))
        return make_facts(gather_board(load_facts(self.coins.scene.pk), seat))


def _list_values(form: Any) -> Iterator[tuple[str, Any]]:
    """What stands in the fields of a form that nobody has touched."""
    for field in (*form["main"], *form["more"]):
        chosen = [option["value"] for option in field.get("options", []) if option.get("chosen")]
        if field["shape"] == "checks":
            yield field["name"], chosen
        elif field["shape"] != "flag":
            yield field["name"], chosen[0] if chosen else field.get("value", "")


@pytest.fixture
def desk(coins: TableInPlay, sign_in: SignIn) -> Desk:
    """The desk of a table without a fight."""
    return Desk(coins, sign_in(coins.cast.storyteller))


def test_time_passes_by_the_unit_that_is_chosen(desk: Desk) -> None:
    clock = desk.coins.cast.series.clock
    forms = desk.open("time")
    desk.press(forms["pass-time"], "Advance clock", amount=2, unit="day")
    desk.coins.cast.series.refresh_from_db()
    assert desk.coins.cast.series.clock == clock + 2 * 24 * 3600


def test_a_scene_is_played_by_post_under_terms_that_can_be_changed_and_ended(desk: Desk) -> None:
    desk.press(desk.open("time")["post"], "Switch to play by post")
    assert desk.facts()["state"]["post"]["answer_hours"] == 48
    desk.press(desk.open("time")["post"], "Change limits", answer_hours="24")
    assert desk.facts()["state"]["post"]["answer_hours"] == 24
    desk.press(desk.open("time")["post"], "Back to live play")
    assert "post" not in desk.facts()["state"]


def test_the_terms_of_play_by_post_lead_to_the_pace_of_the_scene(desk: Desk) -> None:
    url = f"{desk.base}stage/tools/time"
    assert "links" not in desk.client.get(url).json()
    desk.coins.act(desk.coins.cast.storyteller, SetPost(24, 48))
    assert desk.client.get(url).json()["links"] == [{"label": "Pace", "url": f"{desk.base}pace/"}]


def test_the_next_scene_is_a_new_one_in_a_new_episode(desk: Desk) -> None:
    form = desk.open("next_scene")["next-scene"]
    desk.press(form, "Start scene", title="The Crypt", episode="Below")
    made = Scene.objects.get(title="The Crypt")
    assert made.episode.title == "Below"
    onward = desk.facts(desk.coins.cast.player)["place"]["onward"]
    assert onward == {"title": "The Crypt", "url": f"/scenes/{made.pk}/", "is_open": True}


def test_the_next_scene_is_a_planned_one(desk: Desk) -> None:
    episode = desk.coins.cast.episode
    planned = Scene.objects.create(episode=episode, title="The Crypt", position=9, planned=True, hidden=True)
    form = desk.open("next_scene")["next-scene"]
    (button,) = (one for one in form["buttons"] if one.get("name") == "planned")
    assert "hidden: players stay behind" in button["note"]
    desk.press(form, "The Crypt")
    planned.refresh_from_db()
    assert not planned.planned
    assert desk.facts()["place"]["onward"]["url"] == f"/scenes/{planned.pk}/"
    assert "onward" not in desk.facts(desk.coins.cast.player)["place"]


def test_a_handout_is_shown_to_all_or_to_some_and_hidden_again(desk: Desk) -> None:
    cast = desk.coins.cast
    row = Handout.objects.create(series=cast.series, title="The letter", text="Come alone.")
    id = f"handout-{row.pk}"
    assert desk.open("handouts")[id]["note"] == "Hidden from everyone here."
    desk.press(desk.open("handouts")[id], "Show to everyone")
    assert desk.facts(cast.rival)["handouts"]["order"]
    desk.press(desk.open("handouts")[id], "Show only to these", characters=[str(cast.heroine.pk)])
    assert desk.open("handouts")[id]["note"] == f"Shown to {cast.heroine.name}"
    assert "handouts" not in desk.facts(cast.rival)
    desk.press(desk.open("handouts")[id], "Hide")
    assert "handouts" not in desk.facts(cast.player)


def test_a_new_handout_is_posted_to_its_own_page_and_leads_back(desk: Desk) -> None:
    upload = desk.client.get(f"{desk.base}stage/tools/handouts").json()["upload"]
    assert {field["name"] for field in upload["main"]} == {"title", "picture", "description", "text"}
    typed = {"command": uuid.uuid4(), "title": "The map", "text": "Here."}
    answer = desk.client.post(upload["address"], {**dict(upload["hidden"]), **typed})
    assert (answer.status_code, answer.headers["Location"]) == (302, f"{desk.base}")
    assert Handout.objects.get(title="The map").scene_id == desk.coins.scene.pk


def test_a_side_scene_is_opened_for_some_alone_and_merged(desk: Desk) -> None:
    cast = desk.coins.cast
    form = desk.open("side_scenes")["side-scene"]
    desk.press(form, "Open", title="On the roof", characters=[str(cast.heroine.pk)], secret="true")
    (mine,) = desk.facts(cast.player)["side_scenes"]
    assert (mine["title"], mine["is_open"], mine["is_secret"]) == ("On the roof", True, True)
    assert "side_scenes" not in desk.facts(cast.rival)
    desk.press(desk.open("side_scenes")[f"merge-{mine['id']}"], "Merge into main scene")
    assert not desk.facts(cast.player)["side_scenes"][0]["is_open"]


def test_what_is_said_in_a_side_scene_names_it(desk: Desk) -> None:
    cast = desk.coins.cast
    desk.coins.act(cast.storyteller, OpenStrand("On the roof"))
    (roof,) = desk.facts()["side_scenes"]
    desk.coins.act(cast.player, Say("Quiet now.", strand=roof["id"]))
    entry = next(one for one in desk.facts()["log"].values() if "speech" in one)
    assert entry["side_scene"] == {"id": roof["id"], "title": "On the roof"}
    desk.coins.act(cast.storyteller, CloseStrand(roof["id"]))
    assert not desk.facts()["side_scenes"][0]["is_open"]


def test_a_fight_is_filled_paused_and_ended(desk: Desk) -> None:
    cast = desk.coins.cast
    desk.press(desk.open("fight")["open-fight"], "Start a fight")
    desk.press(desk.open("fight")["add-own"], "Add")
    others = [str(cast.warden.pk)]
    desk.press(desk.open("fight")["add-others"], "Add", characters=others, side="guards", anyway="true")
    fight = desk.facts()["fight"]
    assert {(who["name"], who["side"]) for who in fight["combatants"].values()} == {
        (cast.heroine.name, "Players"), (cast.duelist.name, "Players"), (cast.warden.name, "guards")
    }  # fmt: skip
    (start,) = (form for form in desk.open("fight").values() if form["move"] == "BattleMove")
    desk.press(start, start["buttons"][0]["label"])
    assert desk.facts()["fight"]["phase"] == "running"
    desk.press(desk.open("time")["pause"], "Pause")
    assert desk.facts()["state"]["is_paused"]
    desk.press(desk.open("time")["pause"], "Resume")
    assert "pass-time" not in desk.open("time")
    form = desk.open("next_scene")["next-scene"]
    assert {field["name"] for field in form["main"]} == {"title", "end_fight"}
    desk.press(desk.open("fight")["end-fight"], "End the fight")
    assert "fight" not in desk.facts()


def test_people_and_foes_can_be_added_before_a_fight_is_opened(desk: Desk) -> None:
    assert {"add-own", "add-others", "new-foes"} <= desk.open("fight").keys()
    desk.press(desk.open("fight")["add-own"], "Add")
    assert len(desk.facts()["fight"]["combatants"]) == 2


def test_a_scene_that_is_planned_or_hidden_leads_to_its_page(desk: Desk) -> None:
    scene = desk.coins.scene
    Scene.objects.filter(pk=scene.pk).update(hidden=True)
    assert desk.facts()["place"]["part_url"] == f"/scene/{scene.pk}/"


def test_a_character_in_the_fight_is_offered_no_more(desk: Desk) -> None:
    cast = desk.coins.cast
    desk.coins.act(cast.storyteller, OpenBattle())
    desk.coins.act(cast.storyteller, BringIn(desk.coins.keys(cast.heroine), "Players"))
    (who,) = desk.open("fight")["add-own"]["main"]
    assert [option["value"] for option in who["options"]] == [str(cast.duelist.pk)]
    Character.objects.filter(pk=cast.duelist.pk).delete()
    assert "add-own" not in desk.open("fight")


@pytest.mark.parametrize("system", SYSTEMS)
def test_new_foes_are_made_by_a_line_or_by_fields_in_every_game(db: None, sign_in: SignIn, system: str) -> None:
    with Fight(system) as fight:
        desk = Desk(TableInPlay(fight.cast, fight.scene), sign_in(fight.cast.storyteller))
        before = len(fight.facts("storyteller")["fight"]["combatants"])
        form = desk.open("fight")["new-foes"]
        (line,) = form["main"]
        assert line["words"]
        desk.press(form, "Add them", line=f"2 x Thug, {line['words'][0]}")
        desk.press(form, "Add them", name="Guard", count=1)
        assert len(fight.facts("storyteller")["fight"]["combatants"]) == before + 3


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_tool_opens_in_a_running_fight(db: None, system: str) -> None:
    with Fight(system) as fight:
        board = fight.look("storyteller")
        for name in make_facts(board)["tools"]:
            tool = make_tool(board, name, "en")
            assert tool is not None
            ids = [form["id"] for form in tool["forms"]]
            assert len(ids) == len({*ids})
            mains = [one for form in tool["forms"] for one in form["buttons"] if one.get("is_main")]
            assert len(mains) <= 1
        assert make_tool(fight.look("player"), "fight", "en") is None


def test_an_order_that_is_being_carried_out_is_told_to_the_storyteller_alone(db: None) -> None:
    fight = Skirmish("exalted2e", seed=0)
    fight.order()

    def see(user: User) -> Any:
        return make_facts(gather_board(fight.facts, seat_class_of(fight.cast.membership(user))))

    order = see(fight.cast.storyteller)["order"]
    assert "Toll guard × 3" in order["says"]
    assert order["count"].endswith("of 3 have acted.")
    assert "order" not in see(fight.cast.player)
    fight.act(DropOrder())
    assert "order" not in see(fight.cast.storyteller)


def test_foes_are_ordered_together_by_the_form_of_a_move(db: None, sign_in: SignIn) -> None:
    fight = Skirmish("exalted2e", seed=0)
    desk = Desk(TableInPlay(fight.cast, fight.table.scene), sign_in(fight.cast.storyteller))
    first, others = fight.next_group()
    opened = desk.client.get(f"{desk.base}stage/cards/card-{first['id']}").json()["card"]
    offer = next(id for id, head in opened["offers"].items() if head["move"] == "TakeGuard")
    form = desk.client.get(f"{desk.base}stage/offers/{offer}").json()
    fields = {field["name"]: field for field in (*form["main"], *form["more"])}
    assert fields["m.order_others"]["shape"] == "checks"
    assert fields["m.order_answers"]["label"] == "Auto-defend my combatants"
    options = {option["value"] for option in fields["m.order_others"]["options"]}
    assert options >= {"all:Toll guard", *others}
    sent = {"move": "BattleMove", "kind": "TakeGuard", **dict(opened["offers"][offer]["hidden"])}
    sent |= {"m.order_others": "all:Toll guard", "command": uuid.uuid4(), "number": desk.coins.count()}
    assert desk.client.post(f"{desk.base}command/", sent, headers={"HX-Request": "true"}).status_code == 200
    assert [event["kind"] for event in fight.log].count("OrderTaken") > 1
