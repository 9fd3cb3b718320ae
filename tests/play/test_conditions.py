"""Conditions outside a fight: chips at the table and on the sheet, who sees them, and what takes them back."""

import uuid

import pytest
from django.urls import reverse

from campaigns.models import Character, SheetChange
from play.commands.moves import CloseBattle, Rewind, SetCondition, ShowCharacter
from play.models import Entry
from rules.battle import STORYTELLER
from rules.errors import BadInput, IllegalMove
from rules.sheets.conditions import OFFERED
from tests.cast import SECRET
from tests.conftest import SignIn
from tests.play.tasking import TaskTable, key_of
from tests.play.test_party import ONE_BOOK, fight, logs, member
from tests.play.test_series_party import rows


def give(table: TaskTable, user: object, who: Character, condition: str) -> None:
    table.act(user, SetCondition(f"{who.pk} {condition}"))  # type: ignore[arg-type]


def test_chips_are_given_and_taken_in_every_game_and_a_rewind_gives_back(table: TaskTable) -> None:
    cast, known = table.cast, "drunk"
    chips = member(table, cast.player, cast.heroine).conditions
    assert [(chip.word, chip.is_on) for chip in chips] == [(one, False) for one in OFFERED]
    assert not OFFERED.keys() & {*map(str, table.system.battle.chips.values())}
    give(table, cast.player, cast.heroine, f"1 {known}")
    table.act(cast.storyteller, SetCondition(f"{cast.heroine.pk} 1", "  soaked to the bone "))
    assert table.sheet(cast.heroine)["conditions"] == f"{known}, soaked to the bone"
    assert logs(table, cast.rival) == [
        "storyteller adds a condition to Ysane of the Reeds: soaked to the bone.",
        f"player adds a condition to Ysane of the Reeds: {known}.",
    ]
    for user in (cast.player, cast.rival, cast.spectator):
        assert list(member(table, user, cast.heroine).who["conditions"])[-2:] == [known, "soaked to the bone"]
        assert list(rows(cast, user)["Ysane of the Reeds"].who["conditions"])[-2:] == [known, "soaked to the bone"]
    give(table, cast.player, cast.heroine, "-1 soaked to the bone")
    assert table.sheet(cast.heroine)["conditions"] == known
    table.act(cast.storyteller, Rewind(2))
    assert table.sheet(cast.heroine)["conditions"] == known
    table.act(cast.storyteller, Rewind(1))
    assert table.sheet(cast.heroine)["conditions"] == ""


@ONE_BOOK
def test_a_sheet_that_was_stored_without_conditions_takes_them(table: TaskTable) -> None:
    cast = table.cast
    old = {name: value for name, value in table.sheet(cast.heroine).items() if name != "conditions"}
    Character.objects.filter(pk=cast.heroine.pk).update(sheet=old, version=9)
    assert not any(chip.is_on for chip in member(table, cast.player, cast.heroine).conditions)
    give(table, cast.player, cast.heroine, "1 sick")
    assert table.sheet(cast.heroine)["conditions"] == "sick"
    table.act(cast.storyteller, Rewind(1))
    assert table.sheet(cast.heroine)["conditions"] == ""


@ONE_BOOK
def test_nobody_gives_anothers_character_a_condition(table: TaskTable) -> None:
    cast = table.cast
    for user in (cast.player, cast.rival, cast.spectator):
        for who in (cast.heroine, cast.duelist, cast.warden, cast.lurker):
            if who.owner_id != user.pk:
                with pytest.raises(IllegalMove):
                    give(table, user, who, "1 sick")
    assert (Entry.objects.count(), SheetChange.objects.count()) == (0, 0)


@ONE_BOOK
@pytest.mark.parametrize(
    "condition", ["", "0 sick", "1", "1  ", "2 sick", "1 a,b", "1 " + "x" * 41, "1 a\x07", "1 \u200b", "-1 sick"]
)
def test_what_no_chip_sends_is_refused(table: TaskTable, condition: str) -> None:
    cast = table.cast
    with pytest.raises((BadInput, IllegalMove)):
        give(table, cast.player, cast.heroine, condition)
    for who in ("", "x", "٣", "9" * 30, "-1"):
        with pytest.raises((BadInput, IllegalMove)):
            table.act(cast.player, SetCondition(f"{who} 1 sick"))
    assert Entry.objects.count() == 0


@ONE_BOOK
def test_a_condition_is_there_once_and_eight_are_enough(table: TaskTable) -> None:
    cast = table.cast
    give(table, cast.player, cast.heroine, "1 Cursed")
    with pytest.raises(IllegalMove, match="already"):
        give(table, cast.player, cast.heroine, "1 cursed")
    for n in range(7):
        give(table, cast.player, cast.heroine, f"1 word {n}")
    with pytest.raises(IllegalMove, match="up to 8"):
        give(table, cast.player, cast.heroine, "1 one more")


@ONE_BOOK
def test_a_hidden_characters_condition_reaches_no_player(table: TaskTable) -> None:
    cast = table.cast
    table.act(cast.storyteller, ShowCharacter(key_of(cast.lurker), True))
    before = {user: table.reads(user) for user in (cast.player, cast.rival, cast.spectator)}
    give(table, cast.storyteller, cast.lurker, f"1 {SECRET[:20]} bleeding")
    assert "bleeding" in table.reads(cast.storyteller)
    assert {user: table.reads(user) for user in before} == before


@pytest.mark.parametrize("begun", [False, True])
def test_a_fight_neither_reads_conditions_nor_changes_them(table: TaskTable, begun: bool) -> None:
    cast = table.cast
    give(table, cast.player, cast.heroine, "1 sick")
    fight(table, begun=begun)
    give(table, cast.player, cast.heroine, "1 bound")
    if not begun:
        assert [one.word for one in member(table, cast.player, cast.heroine).conditions if one.is_on] == [
            "sick",
            "bound",
        ]
    board = table.system.battle.view(table.state.battle, STORYTELLER)
    assert not {"sick", "bound"} & {str(told) for who in board["combatants"] for told in who["conditions"]}
    table.act(cast.storyteller, CloseBattle())
    assert table.sheet(cast.heroine)["conditions"] == "sick, bound"


@ONE_BOOK
def test_the_sheet_gives_conditions_and_leads_back_to_it(table: TaskTable, sign_in: SignIn) -> None:
    cast, client = table.cast, sign_in(table.cast.player)
    sheet = reverse("character", args=[cast.heroine.pk])
    sent = {"command": str(uuid.uuid4()), "number": "0", "move": "SetCondition", "back": "sheet"}
    url = reverse("table_command", args=[table.scene.pk])
    answer = client.post(url, {**sent, "condition": f"{cast.heroine.pk} 1", "word": "<b>cursed</b>"})
    assert (answer.status_code, answer["Location"]) == (302, sheet + "#play")
    page = client.get(sheet).content.decode()
    assert f'value="{cast.heroine.pk} -1 &lt;b&gt;cursed&lt;/b&gt;" aria-pressed="true"' in page
    sent["command"] = str(uuid.uuid4())
    refused = sign_in(cast.stranger).post(url, {**sent, "condition": f"{cast.heroine.pk} 1 sick"})
    assert refused.status_code == 404


def test_the_sheets_form_says_which_condition_is_too_long(table: TaskTable) -> None:
    sheet = {**table.sheet(table.cast.heroine), "conditions": "sick, " + "x" * 41}
    with pytest.raises(BadInput, match="up to 40 characters") as refused:
        table.system.sheets.parse(sheet)
    assert refused.value.data["key"] == "conditions"
