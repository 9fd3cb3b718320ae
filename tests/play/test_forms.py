"""From the fields of a posted form to a move of the battle."""

import re
import uuid
from contextlib import suppress

import pytest
from django.http import QueryDict
from django.template.loader import render_to_string

from play.commands.forms import parse_command, parse_move
from play.commands.moves import MOVES, BattleMove
from play.offers.fields import make_input as shape_input
from play.stage.forms import make_input
from rules import SYSTEMS, get_system
from rules.battle import Field, gather_items
from rules.errors import BadInput
from rules.text import Text


def test_a_list_that_is_asked_for_item_by_item_keeps_the_places_of_empty_ones() -> None:
    posted = QueryDict(
        "move=BattleMove&kind=DeclareActions&m.actor=a1&m.others.0=dodge&m.others.1=&m.others.2=other&m.others.3="
        "&m.difficulties.0=6&m.difficulties.2=4"
    )
    move = parse_move(get_system("v20da"), posted)
    assert isinstance(move, BattleMove)
    assert move.move == {
        "kind": "DeclareActions", "actor": "a1", "others": ["dodge", "", "other"], "difficulties": [6, 0, 4],
    }  # fmt: skip


@pytest.mark.parametrize("bad", ["m.difficulties.0=six", f"m.others.0={'x' * 5000}"])
def test_an_item_of_the_wrong_kind_is_refused_by_the_name_of_its_list(bad: str) -> None:
    with pytest.raises(BadInput) as refusal:
        parse_move(get_system("v20da"), QueryDict(f"move=BattleMove&kind=DeclareActions&m.actor=a1&{bad}"))
    assert refusal.value.data["key"] in ("difficulties", "others")


@pytest.mark.parametrize("begins", [True, False])
def test_a_box_that_begins_ticked_can_be_unticked(begins: bool) -> None:
    field = Field("first", Text("Act first"), "flag", initial=begins, required=begins)
    shown = make_input(shape_input(field, "m.first", "o-1"), "en")
    drawn = render_to_string("play/plain/_field.html", {"field": shown})
    assert "checked>" in drawn if begins else "checked" not in drawn
    unticked = "&".join(
        f"{name}={value}" for name, value in re.findall(r'type="hidden" name="(.*?)" value="(.*?)"', drawn)
    )
    for sent, first in ((unticked, False), (f"{unticked}&m.first=true", True)):
        move = parse_move(get_system("exalted3e"), QueryDict(f"move=BattleMove&kind=AnswerTie&m.prompt=p&{sent}"))
        assert isinstance(move, BattleMove)
        assert move.move.get("first", begins) is first


def test_items_are_gathered_into_their_list_and_what_was_left_out_is_empty() -> None:
    values = {"actor": "a1", "others.2": "other", "others.0": "dodge", "difficulties.1": 4}
    assert gather_items(values) == {"actor": "a1", "others": ["dodge", "", "other"], "difficulties": [0, 4]}


@pytest.mark.parametrize("number", ["", "-1", "−1", "-0", "1e3", "1.5", " 5", "٣", "5\0", "9" * 10, "9" * 5000, None])
def test_a_form_that_does_not_say_what_its_page_showed_is_refused_with_what_to_do(number: str | None) -> None:
    posted = QueryDict(mutable=True)
    posted.update({"command": str(uuid.uuid4())} | ({} if number is None else {"number": number}))
    with pytest.raises(BadInput) as refusal:
        parse_command(posted)
    assert refusal.value.sentence == "This form is incomplete. Reload the page and try again."


@pytest.mark.parametrize("kind", MOVES.classes)
@pytest.mark.parametrize("system", SYSTEMS)
def test_every_move_of_a_table_is_read_or_refused_with_a_sentence_in_every_game(system: str, kind: str) -> None:
    with suppress(BadInput):
        assert type(parse_move(get_system(system), QueryDict(f"move={kind}"))).__name__ == kind
