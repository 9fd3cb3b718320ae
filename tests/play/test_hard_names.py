"""The law of names in play: each text of each move takes hard names, and a fight of people with such names goes on."""

import contextlib
import dataclasses
import json
import uuid
from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.messages import get_messages
from django.http import QueryDict
from django.urls import reverse

from campaigns.models import Character
from play.commands.forms import parse_move
from play.commands.json_moves import parse_json_move
from play.commands.moves import (
    MOVES,
    BattleMove,
    BringFoes,
    BringIn,
    MakeRoll,
    OpenStrand,
    RuleListener,
    Say,
    StartTask,
)
from play.commands.submit import submit
from play.models import Entry
from play.seats.facts import load_facts
from rules import SYSTEMS, get_system
from rules.battle import STORYTELLER, Offer
from rules.battle.declare import FieldSpec, clean_texts, list_declared
from rules.battle.guards import check_text
from rules.codec import encode
from rules.defaults import fill_form
from rules.dice import SeededRoller
from rules.errors import BadInput, RulesError
from rules.names import clean_line
from tests.conftest import SignIn
from tests.hard_names import HARD, is_clean
from tests.play.conftest import TableInPlay
from tests.play.facts_of import facts_of
from tests.play.test_foes import FOES, table_of

STEPS = 6
"""How many moves of a fight are played."""


def _list_lines(system: str) -> list[FieldSpec]:
    classes = get_system(system).battle.moves.classes.values()
    found = [one.asked for cls in classes for one in list_declared(cls) if one.hint is str and one.asked]
    return [asked for asked in found if asked.high and not asked.choices]


@pytest.mark.parametrize("system", SYSTEMS)
def test_each_text_of_each_move_takes_a_hard_name(system: str) -> None:
    lines = _list_lines(system)
    assert lines
    for asked in lines:
        for name in HARD.values():
            typed = name[: asked.high]
            assert check_text(asked.label, typed, asked.high, lines=asked.lines) == typed


def _list_sent(system: str) -> list[dict[str, str]]:
    """Return what every form could send: each field of each move by itself, beside what says which move it is."""
    game = get_system(system)
    influence = game.tasks.influence.ruling if game.tasks.influence else None
    parts = {MakeRoll: ("r.", game.rolls.request), StartTask: ("s.", game.options), RuleListener: ("i.", influence)}
    sent = []
    for kind, cls in MOVES.classes.items():
        prefix, part = parts.get(cls, ("", None))
        names = [one.name for one in dataclasses.fields(cls)]
        names += [f"{prefix}{one.name}" for one in dataclasses.fields(part)] if part else []
        sent += [{"move": kind, name: ""} for name in names if cls is not BattleMove]
    for kind, cls in game.battle.moves.classes.items():
        sent += [{"move": "BattleMove", "kind": kind, f"m.{one.name}": ""} for one in dataclasses.fields(cls)]
    return sent


@pytest.mark.parametrize("system", SYSTEMS)
def test_each_text_that_a_form_or_a_program_sends_is_clean_in_the_move_that_is_read(system: str) -> None:
    read = [made for fields in _list_sent(system) for typed in HARD for made in _read_moves(system, fields, typed)]
    assert len(read) > 500
    assert [made for made in read if not is_clean(made)] == []


def _read_moves(system: str, fields: dict[str, str], typed: str) -> Iterator[str]:
    """Yield the move with this text in its last field, as a page and as a program may send it, as JSON."""
    game, name = get_system(system), list(fields)[-1]
    data = QueryDict(mutable=True)
    data.update({**fields, name: typed})
    sent: dict[str, Any] = {"kind": fields["move"], name: typed}
    if "kind" in fields:
        sent = {"kind": fields["move"], "move": {"kind": fields["kind"], name.removeprefix("m."): typed}}
    with contextlib.suppress(BadInput):
        yield json.dumps(encode(parse_move(game, data)), ensure_ascii=False)
    with contextlib.suppress(BadInput):
        yield json.dumps(encode(parse_json_move(game, sent)), ensure_ascii=False)


def test_a_move_is_cleaned_before_the_rules_get_it() -> None:
    moves = get_system("wod2004").battle.moves
    made = moves.decode({"kind": "Override", "actor": "ada", "what": "health", "value": 1, "reason": "Sel\u00adma"})
    assert getattr(clean_texts(made), "reason") == "Selma"  # noqa: B009  the class is the game's


@pytest.mark.django_db
@pytest.mark.parametrize("system", FOES)
def test_people_with_hard_names_fight(system: str) -> None:
    table = table_of(system)
    keeper = table.cast.storyteller
    sheet = table.cast.heroine.sheet
    people = [Character(series=table.cast.series, name=name, sheet=sheet) for name in HARD]
    Character.objects.bulk_create(people)
    half = len(people) // 2
    table.act(keeper, BringIn(table.keys(*people[:half]), "Sel\u00adma’s  side"))
    table.act(keeper, BringIn(table.keys(*people[half:]), "שרה"))
    table.act(keeper, BringFoes(side="שרה", line="2 x علی\u200cرضا\u00ad"))
    assert _play(table) >= STEPS - 1
    there = load_facts(table.scene.pk).system.battle.view(load_facts(table.scene.pk).state.battle, STORYTELLER)
    named = {who["name"] for who in there["combatants"]}
    assert {*HARD.values(), "علی\u200cرضا 1", "علی\u200cرضا 2"} <= named
    assert {who["side"] for who in there["combatants"]} == {"Selma’s side", "שרה"}
    facts = facts_of(table.scene, table.cast.membership(keeper))
    assert named == {who["name"] for who in facts["fight"]["combatants"].values()}
    assert [*_find_loose(facts, "שרה בת-אל")] == []


def _find_loose(facts: Any, name: str) -> Iterator[str]:
    """Yield the sentences within which a name from right to left is not kept apart from its surroundings."""
    if isinstance(facts, str) and name in facts.removeprefix(name).replace(f"\u2068{name}", ""):
        yield facts
    for part in facts.values() if isinstance(facts, dict) else facts if isinstance(facts, list) else ():
        yield from _find_loose(part, name)


def _play(table: TableInPlay) -> int:
    """Play the first moves that the Storyteller is offered and that the rules allow. Return how many there were."""
    membership, roller, done = table.cast.membership(table.cast.storyteller), SeededRoller(7), 0
    for _step in range(STEPS):
        facts = load_facts(table.scene.pk)
        offers = [one for one in facts.system.battle.legal_moves(facts.state.battle, STORYTELLER) if not one.reason]
        offers.sort(key=_rank)
        for offer in offers:
            move = fill_form(offer)
            if offer.move != "EndBattle":
                with contextlib.suppress(RulesError):
                    submit(membership, table.scene, uuid.uuid4(), None, BattleMove(move), roller)
                    done += 1
                    break
    return done


def _rank(offer: Offer) -> tuple[bool, ...]:
    """Return the place of an offer: the beginning, answers, attacks, and then everything else."""
    return (offer.move != "StartBattle", not offer.prompt, offer.group != "act", "Attack" not in offer.move)


@pytest.mark.django_db
def test_hard_names_speak_and_name_side_scenes() -> None:
    table = table_of("exalted2e")
    spoken = [typed for typed in HARD if len(clean_line(typed)) <= 40]
    for typed in spoken:
        table.act(table.cast.storyteller, Say("Salt.", speaker="name", name=typed))
    table.act(table.cast.storyteller, OpenStrand("Sel\u00adma’s way", table.keys(table.cast.heroine)))
    said = Entry.objects.filter(event__kind="Said").order_by("number")
    assert [entry.event["name"] for entry in said] == [clean_line(typed) for typed in spoken]
    assert [strand.name.title for strand in load_facts(table.scene.pk).state.strands] == ["Selma’s way"]


@pytest.mark.django_db
@pytest.mark.parametrize("system", FOES)
def test_a_character_that_was_named_before_is_cleaned_on_its_way_into_the_fight(system: str) -> None:
    table = table_of(system)
    character = table.cast.heroine
    Character.objects.filter(pk=character.pk).update(name="Sel\u00adma")
    table.act(table.cast.storyteller, BringIn((str(character.pk),), side="One"))
    archetype, weapon = FOES[system]
    table.act(
        table.cast.storyteller, BringFoes(name="علی\u200cرضا", archetype=archetype, weapon=weapon, side="Two", count=1)
    )
    facts = load_facts(table.scene.pk)
    there = facts.system.battle.view(facts.state.battle, STORYTELLER)["combatants"]
    assert [who["name"] for who in there] == ["Selma", "علی\u200cرضا 1"]


def test_a_move_of_a_program_is_cleaned_like_that_of_a_page() -> None:
    move = parse_json_move(get_system("v20da"), {"kind": "BringFoes", "name": "Sel\u00adma", "archetype": "guard"})
    assert isinstance(move, BringFoes)
    assert move.name == "Selma"


@pytest.mark.django_db
def test_who_is_renamed_in_a_fight_is_said_to_keep_the_old_name_until_it_ends(sign_in: SignIn) -> None:
    table = table_of("wod2004")
    heroine, keeper = table.cast.heroine, table.cast.storyteller
    client = sign_in(keeper)
    url = reverse("character_edit", args=[heroine.pk])

    def rename(name: str) -> str:
        version = Character.objects.get(pk=heroine.pk).version
        answer = client.post(url, {"version": version, "name": name, "command": uuid.uuid4()})
        return " ".join(str(message) for message in get_messages(answer.wsgi_request))

    assert rename("Ysane") == "Ysane saved."
    table.act(keeper, BringIn(table.keys(heroine), "One"))
    table.act(keeper, BringIn(table.keys(table.cast.duelist), "Two"))
    begin = BattleMove({"kind": "StartBattle"})
    submit(table.cast.membership(keeper), table.scene, uuid.uuid4(), None, begin, SeededRoller(7))
    assert "until it ends" in rename("Sare of the Reeds")
    assert rename("Sare of the Reeds").count("until it ends") == 1
