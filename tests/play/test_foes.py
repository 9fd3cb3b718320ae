"""New foes at the table: one form makes an extra of the library and brings its copies into the fight."""

import re
from typing import Any

import pytest
from django.utils.translation import override

from campaigns.models import Character, Scene
from campaigns.sheets.json import is_extra
from play.commands.foe_line import describe_foe_line, parse_foe_line
from play.commands.moves import BringFoes, Say, ShowCard
from play.seats.facts import load_facts, seat_class_of
from play.seats.gather import gather_translated_board
from rules.battle import STORYTELLER
from rules.errors import BadInput, IllegalMove, RulesError
from tests.cast import gather_cast
from tests.conftest import SignIn
from tests.play.conftest import TableInPlay
from tests.play.facts_of import facts_of

FOES = {"exalted2e": ("soldier", "spear"), "exalted3e": ("mortal", "spear"), "wod2004": ("thug", "knife"),
        "v20da": ("guard", "mace")}  # fmt: skip


def table_of(system: str) -> TableInPlay:
    cast = gather_cast(system)
    return TableInPlay(cast, Scene.objects.select_related("episode__story__series").get(pk=cast.scene.pk))


def combatants(table: TableInPlay) -> list[Any]:
    facts = load_facts(table.scene.pk)
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
    for archetype in load_facts(table.scene.pk).system.sheets.archetypes:
        bring(table, name=f"A {archetype}", archetype=archetype, weapon="", count=1)
    assert len(combatants(table)) == len(load_facts(table.scene.pk).system.sheets.archetypes)


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
    board = gather_translated_board(load_facts(table.scene.pk), player)
    assert board.battle is not None
    assert not board.battle["combatants"]
    assert "Toll guard" not in str(facts_of(table.scene, table.cast.membership(table.cast.player)))
    assert Character.objects.get(name="Toll guard").hidden


LINES = {
    "3 x Dock thug, thug, knife": (3, "Dock thug", "thug", "knife"),
    "3x Dock thug, Police off, Heavy revolver": (3, "Dock thug", "officer", "heavy_revolver"),
    "3 × Dock thug, shotg": (3, "Dock thug", "thug", "shotgun"),
    "12×Dock thug": (12, "Dock thug", "thug", ""),
    "2 Xenos, knife, mortal": (2, "Xenos", "mortal", "knife"),
    "2xWatch": (2, "Watch", "thug", ""),
    "Dock thug": (1, "Dock thug", "thug", ""),
    " police   officer , sword": (1, "police   officer", "officer", "sword"),
}


@pytest.mark.parametrize("line", LINES)
def test_a_line_of_foes_is_read_with_forgiveness(line: str) -> None:
    said = parse_foe_line("wod2004", line)
    assert (said.count, said.name, said.archetype, said.weapon) == LINES[line]


def test_a_line_names_the_games_words_whole_with_commas_and_in_the_readers_language() -> None:
    assert parse_foe_line("exalted2e", "Blade, Solar, Night Caste, Spear, braced").archetype == "night"
    assert parse_foe_line("exalted2e", "Blade, Spear, braced").weapon == "spear_braced"
    assert parse_foe_line("exalted2e", "Blade, spear").weapon == "spear"
    with override("fi"):
        assert parse_foe_line("exalted2e", "Vartija, sotilas, keihäs").archetype == "soldier"


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("3 x", "Enter how many"),
        (",", "Enter how many"),
        ("Thug, moonbeam", "“moonbeam” is not an archetype or weapon in this game. Archetypes: Mortal; Thug"),
        ("Thug, knifes", "Similar: Knife"),
        ("Thug, revolver", "Similar: Light revolver; Heavy revolver"),
        ("Thug, gr", "“gr” could mean: Greatsword; Great ax"),
        ("Thug, knife, axe, sword", "“axe” is not an archetype or weapon in this game. Similar: Small ax"),
        ("Thug, knife, sword", "A foe can have only one of these: Knife and Sword."),
        ("Thug, thug, mortal", "A foe can have only one of these: Thug and Mortal."),
        ("x" * 201, "up to 200 characters"),
    ],
)
def test_a_line_that_is_not_understood_is_told_which_words_and_what_is_known(line: str, told: str) -> None:
    with pytest.raises(BadInput, match=re.escape(told)):
        parse_foe_line("wod2004", line)


def test_a_word_in_the_middle_of_a_name_offers_that_name() -> None:
    with pytest.raises(BadInput) as refusal:
        parse_foe_line("v20da", "3 x Abbey guard, guard, sword")
    assert re.search("Similar: .*Broadsword.*Greatsword", str(refusal.value.sentence))
    with pytest.raises(BadInput, match="Archetypes:"):
        parse_foe_line("v20da", "3 x Abbey guard, ro")


@pytest.mark.django_db
def test_foes_come_by_one_line_in_the_form_or_in_the_logs_input() -> None:
    table = table_of("exalted2e")
    storyteller = table.cast.storyteller
    table.act(storyteller, BringFoes("", "extra", "Toll", line="3 x Toll guard, soldier, spear"))
    table.act(storyteller, Say("/foes 2x Reed cutter, sledge"))
    there = combatants(table)
    assert [who["name"] for who in there] == [*(f"Toll guard {n}" for n in (1, 2, 3)), "Reed cutter 1", "Reed cutter 2"]
    assert {who["side"] for who in there} == {"Toll"}
    assert Character.objects.get(name="Toll guard").sheet["weapons"] == ["spear"]


@pytest.mark.django_db
@pytest.mark.parametrize("line", ["/foes", "/foes 99 x Guard", "/foes 3 x Guard, moonbeam", f"/foes {'x' * 90}"])
def test_a_line_of_foes_that_cannot_be_leaves_nothing(line: str) -> None:
    table = table_of("exalted2e")
    before = Character.objects.count()
    with pytest.raises(RulesError):
        table.act(table.cast.storyteller, Say(line))
    with pytest.raises(IllegalMove):
        table.act(table.cast.player, Say("/foes 3 x Guard"))
    assert (Character.objects.count(), table.number) == (before, 0)


@pytest.mark.django_db
def test_nobody_brings_foes_by_talk_while_the_card_lies_on_the_table() -> None:
    table = table_of("exalted2e")
    table.act(table.cast.player, ShowCard())
    with pytest.raises(IllegalMove, match="The X-Card is in use"):
        table.act(table.cast.storyteller, Say("/foes Guard"))
    table.act(table.cast.storyteller, Say("Let us talk."))


@pytest.mark.django_db
def test_the_input_tells_how_a_line_of_foes_is_understood(sign_in: SignIn) -> None:
    table = table_of("exalted2e")
    address = f"/scenes/{table.scene.pk}/meaning/"

    def told(user: Any, text: str) -> str:
        return str(sign_in(user).get(address, {"text": text}).content.decode())

    assert told(table.cast.storyteller, "/foes 3x Guard, soldier, kni") == "Guard × 3: Soldier, Knife"
    assert not told(table.cast.storyteller, "/foes 3x Guard, moo")
    assert told(table.cast.player, "/foes 3x Guard") == "Only the Storyteller can do this."


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
def test_the_form_of_new_foes_begins_with_the_games_foe(sign_in: SignIn) -> None:
    table = table_of("wod2004")
    address = f"/scenes/{table.scene.pk}/stage/tools/fight"
    forms = sign_in(table.cast.storyteller).get(address).json()["forms"]
    (form,) = (one for one in forms if one["move"] == "BringFoes")
    options = {field["name"]: field.get("options", ()) for field in form["more"]}
    assert [one["value"] for one in options["archetype"] if one.get("chosen")] == ["thug"]
    assert ("knife", "Knife") in [(one["value"], one["label"]) for one in options["weapon"]]
    assert sign_in(table.cast.player).get(address).status_code == 409


def test_further_words_of_a_line_are_traits_of_the_sheet() -> None:
    said = parse_foe_line("exalted3e", "2 x River levy, battle group, size 3, elite drill, Perfect morale, soak 8")
    assert (said.count, said.archetype) == (2, "group")
    assert said.traits == {"group.size": 3, "group.drill": "elite", "group.perfect_morale": True, "quick.soak": 8}
    assert "Drill Elite" in describe_foe_line("exalted3e", said)
    assert parse_foe_line("exalted3e", "Levy, battle group, poor").traits == {"group.drill": "poor"}
    assert parse_foe_line("wod2004", "Thug, thug, knife, Strength 4").traits == {"attributes.strength": 4}
    with override("fi"):
        said = parse_foe_line("exalted3e", "Nostoväki, taistelujoukko, koko 4, heikko")
        assert said.traits == {"group.size": 4, "group.drill": "poor"}


@pytest.mark.parametrize("word", ["size 9", "size", "size -1", "size 3 4", "elite elite", "sizes 3"])
def test_a_word_that_is_no_trait_of_the_archetype_is_refused(word: str) -> None:
    with pytest.raises(BadInput):
        parse_foe_line("exalted3e", f"Levy, battle group, {word}")
    with pytest.raises(BadInput):
        parse_foe_line("exalted3e", "Levy, mortal, size 3")


@pytest.mark.django_db
def test_a_battle_group_stands_in_a_breath() -> None:
    table = table_of("exalted3e")
    bring(table, line="River levy, battle group, size 3, elite drill")
    (levy,) = combatants(table)
    bring(table, line="Guild toughs, battle group, size 1, health levels of a member 3")
    assert len(combatants(table)[1]["health"]) == 4
    assert (levy["name"], levy["ranks"], len(levy["health"])) == ("River levy 1", 3, 10)
    (seen, _toughs) = facts_of(table.scene, table.cast.membership(table.cast.player))["fight"]["combatants"].values()
    assert (seen["ranks"], seen["health_says"]) == (3, "Magnitude: 10 of 10 left")
