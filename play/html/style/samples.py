"""Boards to draw samples from: a short fight of each system, played with seeded dice and stored nowhere."""

import random
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

from django.templatetags.static import static

from campaigns.calendar import DAY, format_moment
from play.seats.board import Board, CastMember, Named, Place, RollOffer, Voices
from play.seats.portraits import put_portraits
from play.table.lines import LogLine
from rules import get_system
from rules.battle import STORYTELLER, Event, Field, Move, Offer, Seat, fold, gather_items
from rules.battle.moves import AddCombatant, StartBattle
from rules.codec import encode
from rules.errors import RulesError
from rules.system import System
from rules.text import Text

HEROINE = Seat(characters=frozenset({"1"}))
SEATS = {"Storyteller": STORYTELLER, "Player": HEROINE, "Spectator": Seat()}
NAMES = ("Ysane of the Reeds", "Brother Oskel", "Captain Deruvin", "The Ferryman, who waits under the bridge")
CAST = (CastMember("1", NAMES[0], "mira", False, False, True), CastMember("9", "Toll guard", "", True, False, False))
MOMENTS = ("turn", "asked")
"""When the samples are taken: the player acts, or must answer."""
NEWEST = 16
"""How many lines of the log are shown."""
LEAST, MOST = 6, 60
"""How many moves are made before, at least and at most."""


class SampleRoller:
    """Faces from a seeded generator: the page looks the same each time."""

    def __init__(self) -> None:
        self._random = random.Random(8)  # noqa: S311 - nobody plays with these

    def roll(self, count: int) -> tuple[int, ...]:
        """Return this many faces."""
        return tuple(self._random.randint(1, 10) for _ in range(count))


@lru_cache(maxsize=8)
def sample_boards(key: str, moment: str) -> dict[str, Board]:
    """Return one moment of a fight as each kind of seat sees it."""
    system = get_system(key)
    state, events = _play(system, moment)
    return {name: _board(system, seat, state, events) for name, seat in SEATS.items()}


def _play(system: System, moment: str) -> tuple[Any, list[Event]]:
    rules, roller = system.battle, SampleRoller()
    state, events = rules.start(system.options()), list[Event]()
    sheets = [system.sheets.blank(archetype) for archetype in (*system.sheets.archetypes, *system.sheets.archetypes)]
    moves: list[Move] = [
        AddCombatant(f"c{i}", name, "travellers" if i < 2 else "toll company", str(i + 1) if i < 2 else None,
                     sheets[i], hidden=i == 3)
        for i, name in enumerate(NAMES)
    ]  # fmt: skip
    for move in (*moves, StartBattle()):
        made: Sequence[Event] = rules.decide(state, STORYTELLER, move, roller)
        state, events = fold(rules.apply, state, made), [*events, *made]
    for step in range(MOST):
        if step >= LEAST and _is_good(rules.legal_moves(state, HEROINE), moment):
            break
        made = _next(system, state, roller)
        state, events = fold(rules.apply, state, made), [*events, *made]
    return state, events


def _is_good(offers: Sequence[Offer], moment: str) -> bool:
    free = [offer for offer in offers if not offer.reason]
    asked = any(offer.prompt for offer in free)
    return asked if moment == "asked" else not asked and any(offer.group == "act" for offer in free)


def _next(system: System, state: Any, roller: SampleRoller) -> Sequence[Event]:
    """Return what the first offer that works leads to, filled with its first choices."""
    rules = system.battle
    free = [o for o in rules.legal_moves(state, STORYTELLER) if not o.reason and o.move != "EndBattle"]
    ranked = sorted(free, key=lambda offer: (not offer.prompt, offer.group != "act", "Attack" not in offer.move))
    for offer in ranked:
        try:
            return rules.decide(state, STORYTELLER, rules.moves.decode({"kind": offer.move, **_fill(offer)}), roller)
        except RulesError:
            continue
    return ()


def _fill(offer: Offer) -> dict[str, Any]:
    return {**encode(offer.fixed), **fill_in(offer.fields)}


def fill_in(fields: Sequence[Field]) -> dict[str, Any]:
    """Return an answer to everything that must be answered, with the last choice of each."""
    return gather_items({field.name: _first(field) for field in fields if field.required})


def _first(field: Field) -> Any:
    free = [choice.value for choice in field.choices if not choice.reason]
    match field.kind:
        case "choice":
            return free[-1] if free else None
        case "choices" | "list":
            return free[: max(field.low, 1)]
        case "number":
            return field.low if field.initial is None else field.initial
        case "flag":
            return False
        case _:
            return "through the fog"


def _board(system: System, seat: Seat, state: Any, events: Sequence[Event]) -> Board:
    rules = system.battle
    seen = [view for event in events if (view := rules.view_event(event, seat)) is not None]
    log = tuple(
        LogLine(i, i, datetime(2026, 11, 21, 20, i % 60, tzinfo=UTC), view, "mira", None, False)
        for i, view in enumerate(seen[-NEWEST:], start=max(1, len(seen) - NEWEST + 1))
    )
    sheet = system.sheets.parse(system.sheets.blank(next(iter(system.sheets.archetypes))))
    watches = not seat.storyteller and not seat.characters
    return Board(
        place=Place(
            scene=0, title="The Toll Bridge", series="The Salt Road", series_url="/", episode="Low Water",
            notes_html="<p>Dusk, fog off the river.</p>",
            secret_notes_html="<p>The Ferryman wants the salt.</p>" if seat.storyteller else "",
            time=format_moment(12 * DAY + 19 * 3600 + 300), is_open=True,
        ),
        count=len(seen), storyteller=seat.storyteller, spectator=watches, characters=seat.characters,
        battle=put_portraits(rules.view(state, seat), {"c0": static("img/icon.svg")}), paused=False, due_at=None,
        offers=rules.offer(state, seat),
        rolls=() if watches else (RollOffer("1", NAMES[0], system.rolls.fields(sheet)),),
        cast=CAST if seat.storyteller else (),
        log=tuple(reversed(log)), command_url="#",
        voices=Voices(ears=() if watches else (Named("storyteller", Text("the Storyteller")),)),
    )  # fmt: skip
