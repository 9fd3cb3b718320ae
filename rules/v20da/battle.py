"""The live battle of the Dark Ages."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from rules.battle import Event, Json, Move, Offer, Seat
from rules.battle.board import Sight
from rules.battle.engine import Battle
from rules.battle.events import ActorEvent
from rules.battle.moves import AddCombatant
from rules.battle.play import Play
from rules.battle.prompts import Question
from rules.odds import Weighed
from rules.text import EMPTY, Text
from rules.v20da import fighting
from rules.v20da.actions.request import Request
from rules.v20da.apply import apply
from rules.v20da.decide import HANDLERS
from rules.v20da.decide.setup import make_combatant, roll_initiative, start_turn
from rules.v20da.events import EVENTS, InitiativeRolled, TurnStarted
from rules.v20da.legal import acting, answering, declaring, ruling
from rules.v20da.legal.chances import weigh
from rules.v20da.moves import MOVES
from rules.v20da.sheet.model import Sheet
from rules.v20da.state.model import Combatant, State
from rules.v20da.state.numbers import NUMBERS
from rules.v20da.state.paths import FIGURES
from rules.v20da.view import board, log
from rules.view import CombatantView, EventView, LogStepView, OrderView, PendingView

TURN_SECONDS = 3
"""The length of a turn in seconds (V20-144)."""


class DarkAgesBattle(Battle[State, Combatant]):
    """The parts of a battle that the Dark Ages do their own way: declarations face down, and one attack at a time."""

    system = "v20da"
    state = State
    moves = MOVES
    events = EVENTS
    handlers = HANDLERS
    numbers = NUMBERS
    figures = FIGURES
    apply = staticmethod(apply)

    def make_combatant(self, state: State, move: AddCombatant) -> Combatant:
        return make_combatant(move)

    def begin(self, play: Play[State]) -> None:
        start_turn(play, 1)

    def join(self, play: Play[State], id: str) -> None:
        roll_initiative(play, play.state.get(id))

    def blocking(self, state: State) -> tuple[Question, ...]:
        return (state.exchange.question,) if state.exchange else ()

    def when(self, state: State, event: ActorEvent) -> Mapping[str, Any]:
        return {"turn": state.turn}

    def has_left(self, one: Combatant) -> bool:
        return bool(one.out)

    def why_not_leave(self, state: State, one: Combatant) -> Text:
        return self._wait(state) or super().why_not_leave(state, one)

    def why_not_hide(self, state: State, one: Combatant) -> Text:
        return self._wait(state)

    def _wait(self, state: State) -> Text:
        return Text("An attack waits for its defense; that must be answered first.") if state.exchange else EMPTY

    def offer_answers(self, sight: Sight[State]) -> Sequence[Offer]:
        return answering.offers(sight.state, list(sight.mine))

    def offer_acts(self, sight: Sight[State]) -> Sequence[Offer]:
        if sight.state.phase != "running":
            return []
        found: list[Offer] = []
        for one in sight.mine:
            if not one.out:
                found += declaring.offers(sight.state, one, list(sight.seen))
                found += acting.offers(sight.state, sight.seat, one, list(sight.seen))
        return found

    def offer_storyteller(self, sight: Sight[State]) -> Sequence[Offer]:
        return ruling.turn_offers(sight.state) if sight.state.phase == "running" else ()

    def offer_rulings(self, sight: Sight[State], one: Combatant) -> Sequence[Offer]:
        return ruling.ruling_offers(sight.state, one)

    def weigh_move(self, state: State, seat: Seat, move: Move) -> Weighed | None:
        return weigh(state, seat, move)

    def headline(self, sight: Sight[State]) -> Text:
        return board.headline(sight.state)

    def subline(self, sight: Sight[State]) -> Text:
        return board.subline(sight.state)

    def count_time(self, state: State) -> int:
        return state.turn

    def view_combatant(self, sight: Sight[State], one: Combatant) -> CombatantView:
        return board.view_combatant(sight, one)

    def order(self, sight: Sight[State]) -> Sequence[OrderView]:
        return board.list_places(sight.state)

    def pending(self, sight: Sight[State]) -> Sequence[PendingView]:
        return board.list_pending(sight)

    def picture(self, sight: Sight[State]) -> dict[str, Any]:
        return board.draw_cards(sight)

    def exchange(self, sight: Sight[State]) -> dict[str, Any] | None:
        return board.view_exchange(sight.state)

    def view_event(self, event: Event, seat: Seat) -> EventView | None:
        shown = super().view_event(event, seat)
        if shown is not None and isinstance(event, TurnStarted):
            return {**shown, "heads": True}
        return shown

    def line(self, event: Event, seat: Seat) -> Text:
        return log.LINES[type(event)](event)

    def verdict(self, event: Event) -> Text:
        return log.find_verdict(event)

    def steps(self, event: Event, seat: Seat) -> Sequence[LogStepView]:
        return log.list_steps(event, seat)

    def entry_of(self, event: Event) -> str:
        if isinstance(event, (TurnStarted, InitiativeRolled)):
            return f"turn-{event.turn}"
        return super().entry_of(event)

    def take_home(self, one: Combatant) -> Mapping[str, Json]:
        return board.take_home(one)

    def elapsed(self, state: State) -> int:
        return TURN_SECONDS * state.turn

    def sheet_of(self, one: Combatant) -> Sheet:
        return fighting.sheet_of(one)

    def suffer_nothing(self, request: Request) -> Request:
        return replace(request, conditions=(), obstacles=())

    def suffer_as(self, state: State, one: Combatant, request: Request) -> Request:
        return fighting.suffer(one, request)


BATTLE = DarkAgesBattle()
