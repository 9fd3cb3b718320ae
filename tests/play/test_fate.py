"""Who is dead, dying, unconscious, staked or in torpor is so after the fight too: on the sheet, in the party, in the
next fight."""

import uuid
from typing import Any

import pytest
from django.urls import reverse

from campaigns.core.refusals import Refused
from campaigns.models import Character, Scene
from campaigns.sheets.json import canonical
from campaigns.sheets.services import edit_character
from play.commands.moves import BattleMove, BringFoes, BringIn, CloseBattle, Rewind, Tap
from play.commands.submit import submit
from play.seats.facts import load_facts
from play.seats.party import gather_party
from rules.battle import STORYTELLER, Seat
from rules.dice import SystemRoller
from rules.errors import BadInput, IllegalMove
from tests.cast import gather_cast
from tests.conftest import SignIn
from tests.play.conftest import TableInPlay

FATES = {
    "exalted2e": ("dead", "dead"),
    "exalted3e": ("unconscious", "unconscious"),
    "wod2004": ("unconscious", "unconscious"),
    "v20da": ("final_death", "Final Death"),
}
pytestmark = pytest.mark.django_db


def table_of(system: str) -> TableInPlay:
    cast = gather_cast(system)
    table = TableInPlay(cast, Scene.objects.select_related("episode__story__series").get(pk=cast.scene.pk))
    if system == "v20da":
        set_sheet(table, being="vampire")
    return table


def set_sheet(table: TableInPlay, **values: Any) -> None:
    heroine = Character.objects.get(pk=table.cast.heroine.pk)
    sheet = canonical(table.cast.series.system, {**heroine.sheet, **values})
    Character.objects.filter(pk=heroine.pk).update(sheet=sheet, version=heroine.version + 1)


def act(table: TableInPlay, move: Any) -> None:
    table.cast.heroine.refresh_from_db()
    member = table.cast.membership(table.cast.storyteller)
    submit(member, table.scene, uuid.uuid4(), None, move, SystemRoller())


def begin(table: TableInPlay) -> None:
    act(table, BringIn(table.keys(table.cast.heroine), "travellers"))
    act(table, BringIn(table.keys(table.cast.warden), "toll company"))
    act(table, BattleMove({"kind": "StartBattle"}))


def give(table: TableInPlay, fate: str) -> None:
    move = {"kind": "Override", "actor": table.id_of(table.cast.heroine), "what": fate, "value": 1}
    act(table, BattleMove(move))


def stored(table: TableInPlay) -> Any:
    return Character.objects.get(pk=table.cast.heroine.pk).sheet


def shown(table: TableInPlay, seat: Seat = STORYTELLER) -> Any:
    facts = load_facts(table.scene.pk)
    there = gather_party(facts, seat, playing=True).members
    return next(one.who for one in there if one.character == str(table.cast.heroine.pk))


@pytest.mark.parametrize("system", FATES)
def test_a_fate_is_on_the_sheet_in_the_party_and_asked_about(system: str, sign_in: SignIn) -> None:
    table, (fate, word) = table_of(system), FATES[system]
    begin(table)
    give(table, fate)
    act(table, CloseBattle())
    assert stored(table)["fate"] == fate
    assert shown(table)["out"] == word
    page = sign_in(table.cast.player).get(f"/characters/{table.cast.heroine.pk}/").content.decode()
    assert f'<strong class="fate">{word}</strong>' in page
    with pytest.raises(IllegalMove, match=rf"{word}\. To add them anyway") as refusal:
        begin(table)
    assert refusal.value.data["key"] == "anyway"
    act(table, BringIn(table.keys(table.cast.heroine), "travellers", anyway=True))
    facts = load_facts(table.scene.pk)
    there = facts.system.battle.view(facts.state.battle, STORYTELLER)["combatants"]
    assert [who["out"] for who in there] == [word]


@pytest.mark.parametrize("system", FATES)
def test_a_fight_that_is_taken_back_takes_its_fate_back(system: str) -> None:
    table, (fate, _) = table_of(system), FATES[system]
    begin(table)
    number = table.number
    give(table, fate)
    act(table, CloseBattle())
    act(table, Rewind(number))
    assert stored(table).get("fate", "") == ""
    assert not shown(table)["out"]


@pytest.mark.parametrize("system", FATES)
def test_a_sheet_from_before_there_were_fates_takes_one_home(system: str) -> None:
    table, (fate, _) = table_of(system), FATES[system]
    older = {key: value for key, value in stored(table).items() if key != "fate"}
    Character.objects.filter(pk=table.cast.heroine.pk).update(sheet=older)
    begin(table)
    give(table, fate)
    act(table, CloseBattle())
    assert stored(table)["fate"] == fate
    assert shown(table)["out"]


def test_the_form_of_the_page_says_yes(sign_in: SignIn) -> None:
    table = table_of("v20da")
    set_sheet(table, fate="torpor")
    posted = {
        "command": "6f1e1f0a-0000-4000-8000-000000000001",
        "number": "0",
        "move": "BringIn",
        "characters": str(table.cast.heroine.pk),
        "side": "travellers",
    }
    client, url = sign_in(table.cast.storyteller), reverse("table_command", args=[table.scene.pk])
    refused = client.post(url, posted)
    assert "is in torpor. To add them anyway" in refused.content.decode()
    client.post(url, {**posted, "command": "6f1e1f0a-0000-4000-8000-000000000002", "anyway": "true"})
    facts = load_facts(table.scene.pk)
    assert [who["out"] for who in facts.system.battle.view(facts.state.battle, STORYTELLER)["combatants"]] == [
        "in torpor"
    ]


def test_the_library_names_the_fate_and_asks(sign_in: SignIn) -> None:
    table = table_of("wod2004")
    warden = table.cast.warden
    Character.objects.filter(pk=warden.pk).update(sheet=canonical("wod2004", {**warden.sheet, "fate": "dead"}))
    page = sign_in(table.cast.storyteller).get(reverse("library", args=[table.cast.series.pk])).content.decode()
    assert '<span class="fate">dead</span>' in page
    assert 'name="anyway"' in page


def test_a_typed_line_of_foes_with_a_fate_is_asked_about() -> None:
    table = table_of("wod2004")
    with pytest.raises(IllegalMove, match=r"Dock thug is dead\. To add them anyway"):
        act(table, BringFoes(line="2 x Dock thug, thug, fate dead"))
    act(table, BringFoes(line="2 x Dock thug, thug, fate dead, anyway"))
    facts = load_facts(table.scene.pk)
    assert {who["out"] for who in facts.system.battle.view(facts.state.battle, STORYTELLER)["combatants"]} == {"dead"}


def test_new_foes_come_by_a_line_alone_or_by_name_and_archetype() -> None:
    table = table_of("wod2004")
    with pytest.raises(BadInput, match="Describe the new foes in one line, or enter their name and archetype"):
        act(table, BringFoes())
    act(table, BringFoes(line="2 x Dock thug, thug"))
    facts = load_facts(table.scene.pk)
    there = facts.system.battle.view(facts.state.battle, STORYTELLER)["combatants"]
    assert [(who["name"], who["side"]) for who in there] == [
        ("Dock thug 1", "Opposition"),
        ("Dock thug 2", "Opposition"),
    ]


def test_the_unconscious_wake_as_a_box_is_healed_by_touch_and_the_dead_stay() -> None:
    table = table_of("wod2004")
    for fate, later in (("unconscious", ""), ("dead", "dead")):
        set_sheet(table, fate=fate)
        key = table.cast.heroine.pk
        act(table, Tap(f"{key} mark 1", harm="bashing"))
        assert stored(table)["fate"] == fate
        act(table, Tap(f"{key} bashing -1"))
        assert stored(table)["fate"] == later


def test_only_the_storyteller_changes_the_fate_of_a_settled_character_and_says_why() -> None:
    table = table_of("v20da")
    set_sheet(table, fate="torpor")
    Character.objects.filter(pk=table.cast.heroine.pk).update(settled=True)

    def edit(user: Any, why: str, **traits: Any) -> Any:
        heroine = Character.objects.get(pk=table.cast.heroine.pk)
        return edit_character(table.cast.membership(user), heroine, heroine.version, {}, traits, why)

    with pytest.raises(Refused, match="lasting traits"):
        edit(table.cast.player, "", fate="")
    with pytest.raises(Refused, match="Give a reason"):
        edit(table.cast.storyteller, "", fate="")
    edit(table.cast.player, "", willpower_points=0)
    assert stored(table)["fate"] == "torpor"
    edit(table.cast.storyteller, "The stake is out.", fate="")
    assert stored(table)["fate"] == ""


def test_a_fate_that_the_boxes_do_not_allow_is_refused() -> None:
    table = table_of("wod2004")
    member = table.cast.membership(table.cast.storyteller)
    heroine = Character.objects.get(pk=table.cast.heroine.pk)
    with pytest.raises(BadInput, match="The health boxes show another state"):
        edit_character(member, heroine, heroine.version, {}, {"fate": "dying"}, "why")


def test_a_player_of_an_older_settled_sheet_still_edits_what_a_scene_changes() -> None:
    table = table_of("wod2004")
    older = {key: value for key, value in stored(table).items() if key != "fate"}
    Character.objects.filter(pk=table.cast.heroine.pk).update(sheet=older, settled=True)
    heroine = Character.objects.get(pk=table.cast.heroine.pk)
    member = table.cast.membership(table.cast.player)
    edit_character(member, heroine, heroine.version, {}, {"notes": "Home again."})
    assert stored(table)["fate"] == ""
