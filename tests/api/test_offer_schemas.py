"""Every offer of a whole fight is filled in by its own schema alone, and is not refused for its form.

The moves, the views of the fight and the lines of its log fit the OpenAPI document.
"""

import random
from collections import Counter
from contextlib import nullcontext, suppress
from typing import Any, cast

import pytest

from api.offers import HINGED, WAITS, describe_form, describe_roll
from play.commands.json_moves import parse_json_move
from play.commands.moves import BattleMove
from play.seats.board import RollOffer
from play.seats.portraits import put_portraits
from rules import SYSTEMS, get_system
from rules.battle import STORYTELLER, Offer, Seat, fold
from rules.battle.sources import NeedsRuling
from rules.codec import decode
from rules.dice import SeededRoller
from rules.errors import BadInput, IllegalMove
from tests.api.document import list_misfits
from tests.rules.exalted2e import test_powers as exalted2e
from tests.rules.exalted2e.table import make_sheet as dawn
from tests.rules.exalted3e import test_powers as exalted3e
from tests.rules.v20da import test_powers as v20da
from tests.rules.v20da.table import sheet as vampire
from tests.rules.v20da.test_extra_actions import SWIFT
from tests.rules.wod2004 import test_powers as wod2004
from tests.rules.wod2004.table import sheet as hunter
from tests.schemas import Filler

CHEAP = [{**one, "cost": dict.fromkeys(one["cost"], 1)} for one in exalted2e.POWERS]

GIFTED: dict[str, list[Any]] = {
    "exalted2e": [dawn("dawn", {**exalted2e.RICH, "powers": CHEAP}), dawn("dawn", exalted2e.TIMED)],
    "exalted3e": [exalted3e.sheet(), exalted3e.sheet(anima=1)],
    "wod2004": [
        hunter(strength=3, brawl=2, **{**wod2004.GIFTED, "powers": [wod2004.RUSH, wod2004.VEIL, wod2004.SKIN]})
    ],
    "v20da": [vampire("vampire", powers=[*v20da.POWERS, v20da.SKIN, v20da.FURY]), SWIFT],
}
"""Sheets with powers, beside those of the archetypes."""
ADA = Seat(characters=frozenset({"ada"}))
RARE = {"EndBattle": 0.01, "Leave": 0.01}
STEPS = 150


class Fight:
    """A fight in which each move is an offer, filled in by its schema."""

    def __init__(self, system: str, seed: int) -> None:
        self.system, self.random = get_system(system), random.Random(seed)
        sheets = self.system.sheets
        self.sheets = [*(sheets.blank(key) for key in sheets.archetypes), *GIFTED[system]]
        self.battle, self.roller = self.system.battle, SeededRoller(seed)
        self.filler = Filler(seed)
        self.refused: Counter[str] = Counter()
        self.waiting: Counter[str] = Counter()
        self.taken: Counter[str] = Counter()
        self.begin()

    def begin(self) -> None:
        self.state: Any = self.battle.start(self.system.options())
        for number, (id, owner) in enumerate((("a1", "ada"), ("b1", None), ("e1", None), ("e2", None))):
            sheet = self.random.choice(self.sheets)
            side = "red" if number < 2 else "blue"
            self.decide(STORYTELLER, {
                "kind": "AddCombatant", "id": id, "name": id, "side": side, "character": owner, "sheet": sheet,
            })  # fmt: skip
        self.decide(STORYTELLER, {"kind": "StartBattle"})

    def decide(self, seat: Seat, move: Any) -> None:
        events = self.battle.decide(self.state, seat, self.battle.moves.decode(move), self.roller)
        self.state = fold(self.battle.apply, self.state, events)
        self.events = events

    def step(self) -> None:
        """Fill in an offer by its schema, and make that move."""
        if self.state.phase == "ended":
            self.begin()
        seat = self.random.choice((STORYTELLER, STORYTELLER, ADA))
        offers = [one for one in self.battle.legal_moves(self.state, seat) if not one.reason]
        offers = [one for one in offers if self.random.random() < self.weigh(one)]
        if offers:
            self.take(seat, self.random.choice(offers))

    def weigh(self, offer: Offer) -> float:
        if offer.move in RARE:
            return RARE[offer.move]
        return {"storyteller": 0.15 if offer.actor else 1.0, "reflex": 0.3}.get(offer.group, 1.0)

    def take(self, seat: Seat, offer: Offer) -> None:
        schema = describe_form(offer, self.system)
        made = self.filler.fill(schema or {})
        assert not list_misfits(f"{self.system.key.capitalize()}Move", made["move"])
        try:
            read = parse_json_move(self.system, made)
            self.decide(seat, cast(BattleMove, read).move)
            self.taken[offer.move] += 1
        except BadInput as refusal:
            raise AssertionError(f"refused for its form: {made['move']}: {refusal}") from refusal
        except NeedsRuling as asked:  # it becomes a proposal, where the schema says so
            shapes = schema["properties"]["move"]["properties"] if schema else {}
            told = [one.name for one in asked.said if WAITS in shapes[one.name].get("description", "")]
            if seat.storyteller or not told:
                raise AssertionError(f"waits without a word: {made['move']}: {asked.said}") from asked
            self.waiting[offer.move] += 1
        except IllegalMove as refusal:  # what costs too much together
            if not find_hinged((schema or {})["properties"]["move"], made["move"]):
                raise AssertionError(f"promised, and refused: {made['move']}: {refusal}") from refusal
            self.refused[offer.move] += 1

    def look(self, seat: Seat) -> None:
        """Hold what a seat sees against the document."""
        view = put_portraits(self.battle.view(self.state, seat), {"a1": "/face.webp"})
        assert not list_misfits("BattleView", view)
        shown = [told for event in self.events if (told := self.battle.view_event(event, seat))]
        wrong = [misfit for told in shown for step in told["steps"] for misfit in list_misfits("LogStepView", step)]
        assert not wrong


def find_hinged(schema: dict[str, Any], made: dict[str, Any]) -> list[str]:
    """What was sent of the values that may be too much together."""
    return [name for name in made if HINGED in schema["properties"][name].get("description", "")]


@pytest.mark.parametrize("system", SYSTEMS)
def test_offers_that_are_filled_in_by_their_schemas_are_not_refused(system: str) -> None:
    fight = Fight(system, seed=11)
    for number in range(STEPS):
        fight.step()
        if number % 5 == 0:
            fight.look(STORYTELLER if number % 2 else ADA)
    assert len(fight.taken) > 8, fight.taken


@pytest.mark.parametrize("system", SYSTEMS)
def test_rolls_that_are_filled_in_by_their_schemas_are_not_refused(system: str) -> None:
    game, filler = get_system(system), Filler(5)
    for written in (*(game.sheets.blank(key) for key in game.sheets.archetypes), *GIFTED[system]):
        sheet = game.sheets.parse(written)
        schema = describe_roll(RollOffer("1", "Ysane", game.rolls.fields(sheet)), game)
        for _ in range(10):
            move = filler.fill(schema)
            parse_json_move(game, move)
            hinged = find_hinged(schema["properties"]["request"], move["request"])
            with suppress(IllegalMove) if hinged else nullcontext():
                game.rolls.pool(sheet, decode(game.rolls.request, move["request"]), game.options())
