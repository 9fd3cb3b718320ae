"""Whatever the rules say at the table is told in Finnish: offers, prompts, the log, refusals, sheets."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from functools import cache
from itertools import chain
from typing import Any

import pytest
from django.utils.translation import override

from campaigns.core.language import translate
from play.seats.board import Board, RollOffer
from rules import SYSTEMS, get_system
from rules.battle import STORYTELLER, Offer, Seat, SeatOffers, fold
from rules.errors import BadInput, IllegalMove
from rules.laws import ADA, SPECTATOR, Trial
from rules.text import Text
from rules.view import EventView
from tests.finnish.words import english_in
from tests.play.fixtures import board

pytestmark = pytest.mark.walk

STEPS = 60
"""Moves of the random fight of each system."""
OWN = re.compile(
    r"“[^”]*”|\b(Ysane of the Reeds|The Ferryman, who waits under the bridge|through the fog)\b|\bThe [abe]\d\b"
    r"|zqcanary\w*|__class__|\b(because|red|blue|green|travellers|toll company|the river)\b"
)
"""Names of people and sides, what somebody gives as a reason, and an id that a hostile request has sent."""
AIMED = {"exalted2e": {"Attack", "Aim"}, "exalted3e": {"Withering", "Aim"}, "wod2004": {"Aim"}, "v20da": {"Attack"}}
"""How some of the buttons begin that name a target."""
MALFORMED = {"unknown_key", "missing_key", "wrong_type", "unknown_kind", "unknown_choice", "bad_kind"}
"""Refusals of what no page sends: they name fields as programs do."""


class Listener(Trial):
    """A random fight of which whatever anybody is told is kept. The laws of battle are tried elsewhere."""

    def __init__(self, key: str) -> None:
        self.views: list[Any] = []
        self.lines: list[EventView] = []
        self.offers: dict[tuple[Any, ...], Offer] = {}
        self.refusals: set[Text] = set()
        super().__init__(get_system(key), seed=1)

    def _take_state(self, state: Any) -> None:
        self.state, self.stored, self.board = state, "", self.rules.view(state, STORYTELLER)

    def _check_taken(self, seat: Seat, move: Any, events: list[Any], faces: tuple[int, ...]) -> None:
        self._take_state(fold(self.rules.apply, self.state, events))
        for reader in (STORYTELLER, SPECTATOR):
            self.lines += [view for event in events if (view := self.rules.view_event(event, reader))]
        for offer in self.rules.legal_moves(self.state, (STORYTELLER, ADA)[len(self.lines) % 2]):
            self.offers[offer.move, offer.label, offer.cost, offer.hint, offer.reason] = offer
        if len(self.lines) % 3 == 0:
            self.views.append(self.board)

    def _check_refusal(self, seat: Seat, move: Mapping[str, Any], refusal: BadInput | IllegalMove, faces: Any) -> None:
        if refusal.code not in MALFORMED:
            self.refusals.add(refusal.sentence)

    def _plant(self, sheet: dict[str, Any], mark: str) -> dict[str, Any]:
        return sheet

    def _check_untouched(self, after: str) -> None:
        pass

    def _finish(self) -> None:
        pass


@cache
def listen(key: str) -> tuple[Board, set[Text]]:
    """All that was to be read in a random fight, on one board, and all refusals."""
    fight = Listener(key)
    fight.play(STEPS)
    sheets = fight.system.sheets
    sheet = sheets.parse(sheets.blank(next(iter(sheets.archetypes))))
    sample = board(rolls=(RollOffer("1", "Ysane", fight.system.rolls.fields(sheet)),))
    log = tuple(replace(sample.log[0], event=view) for view in fight.lines)
    battle: Any = {"combatants": fight.board["combatants"], "all": fight.views}
    return replace(sample, battle=battle, offers=SeatOffers([*fight.offers.values()]), log=log), fight.refusals


def untold(said: Iterable[str]) -> list[str]:
    """What is still English of what was said."""
    return sorted(text for text in set(said) if english_in(OWN.sub("", text)))


@pytest.mark.parametrize("key", SYSTEMS)
def test_a_random_fight_is_told_in_finnish(key: str) -> None:
    with override("fi"):
        said = set(map(translate, texts(listen(key)[0])))
    assert len(said) > 150
    assert untold(said) == []


@pytest.mark.parametrize("key", SYSTEMS)
def test_what_a_button_says_has_one_place_for_the_target_in_both_languages(key: str) -> None:
    offers = [offer for offer in listen(key)[0].offers if offer.aimed]
    assert {offer.aimed.split(" ")[0] for offer in offers} >= AIMED[key]
    with override("fi"):
        told = [translate(offer.aimed) for offer in offers]
    for said in ([offer.aimed for offer in offers], told):
        assert [words for words in said if words.count("{}") != 1] == []


@pytest.mark.parametrize("key", SYSTEMS)
def test_a_refusal_is_told_in_finnish(key: str) -> None:
    with override("fi"):
        said = set(map(translate, listen(key)[1]))
    assert said
    assert untold(said) == []


@pytest.mark.parametrize("key", SYSTEMS)
def test_a_sheet_is_told_in_finnish(key: str) -> None:
    rules = get_system(key).sheets
    sheets = [rules.parse(rules.blank(archetype)) for archetype in rules.archetypes]
    said: list[str] = [section.title for sheet in sheets for section in rules.layout(sheet)]
    said += [trait.label for sheet in sheets for section in rules.layout(sheet) for trait in section.traits]
    said += [value.title for sheet in sheets for value in rules.derived(sheet)]
    tables = [table for sheet in sheets for table in rules.arms(sheet)]
    said += [words for table in tables for words in (table.title, *table.columns, *chain(*table.rows))]
    with override("fi"):
        assert untold(translate(text) for text in set(said)) == []


def texts(view: Any) -> Iterator[Text]:
    """Every text in a board or a part of it."""
    if isinstance(view, Text):
        yield view
    elif is_dataclass(view):
        yield from (text for field in fields(view) for text in texts(getattr(view, field.name)))
    elif isinstance(view, Mapping):
        yield from (text for value in view.values() for text in texts(value))
    elif isinstance(view, Sequence) and not isinstance(view, str):
        yield from (text for value in view for text in texts(value))
