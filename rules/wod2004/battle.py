"""The live battle of the Storytelling System."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from rules.battle import Event, Json, Move, Offer, Seat
from rules.battle.board import Sight
from rules.battle.declare import list_fields
from rules.battle.engine import Battle
from rules.battle.events import ActorEvent
from rules.battle.moves import AddCombatant
from rules.battle.play import Play
from rules.odds import Weighed
from rules.text import EMPTY, Text
from rules.view import CombatantView, LogStepView, OrderView, PendingView
from rules.wod2004 import fighting
from rules.wod2004.actions.rolls import Request
from rules.wod2004.apply import apply
from rules.wod2004.decide import HANDLERS, setup
from rules.wod2004.decide.guards import why_out
from rules.wod2004.decide.settle import settle
from rules.wod2004.events import EVENTS, CombatantAdded, MinutesPassed, PromptOpened
from rules.wod2004.legal import offers
from rules.wod2004.legal.answers import answer_offers
from rules.wod2004.legal.chances import weigh
from rules.wod2004.moves import MOVES, PassMinutes
from rules.wod2004.state.battle import Prompt, State
from rules.wod2004.state.combatant import Combatant
from rules.wod2004.state.numbers import NUMBERS
from rules.wod2004.state.paths import FIGURES
from rules.wod2004.traits import TURN_SECONDS
from rules.wod2004.view import board, lines, log


class StorytellingBattle(Battle[State, Combatant]):
    """The battle of the Storytelling System: one order for all turns, and one prompt at a time."""

    system = "wod2004"
    state = State
    moves = MOVES
    events = EVENTS
    handlers = HANDLERS
    numbers = NUMBERS
    figures = FIGURES
    apply = staticmethod(apply)
    start_label = Text("Start the battle")

    def make_combatant(self, state: State, move: AddCombatant) -> Combatant:
        return setup.make_combatant(state, move)

    def begin(self, play: Play[State]) -> None:
        setup.begin(play)

    def join(self, play: Play[State], id: str) -> None:
        setup.roll_for(play, [id])

    def settle(self, play: Play[State]) -> None:
        settle(play)

    def blocking(self, state: State) -> tuple[Prompt, ...]:
        return (state.prompt,) if state.prompt else ()

    def sign(self, state: State, event: Event) -> Event:
        if isinstance(event, (CombatantAdded, MinutesPassed, PromptOpened)):
            return replace(event, turn=state.turn)
        return super().sign(state, event)

    def when(self, state: State, event: ActorEvent) -> Mapping[str, Any]:
        return {"turn": state.turn}

    def has_left(self, one: Combatant) -> bool:
        return one.left

    def why_not_leave(self, state: State, one: Combatant) -> Text:
        return offers.why_wait(state) or super().why_not_leave(state, one)

    def why_not_switch(self, state: State, one: Combatant) -> Text:
        return why_out(one)

    def offer_answers(self, sight: Sight[State]) -> Sequence[Offer]:
        return answer_offers(sight)

    def offer_acts(self, sight: Sight[State]) -> Sequence[Offer]:
        return offers.act_offers(sight)

    def offer_storyteller(self, sight: Sight[State]) -> Sequence[Offer]:
        reason, fields = offers.why_wait(sight.state), list_fields(PassMinutes)
        offer = Offer("PassMinutes", Text("Minutes go by"), "storyteller", fields=fields, reason=reason)
        return [offer] if sight.state.phase == "running" else []

    def offer_rulings(self, sight: Sight[State], one: Combatant) -> Sequence[Offer]:
        return offers.ruling_offers(sight.state, one)

    def weigh_move(self, state: State, seat: Seat, move: Move) -> Weighed | None:
        return weigh(state, seat, move)

    def headline(self, sight: Sight[State]) -> Text:
        if sight.state.phase == "setup":
            return Text("Before the battle")
        return Text("Turn {n}", n=sight.state.turn) if sight.state.phase == "running" else Text("The battle is over")

    def subline(self, sight: Sight[State]) -> Text:
        if sight.state.phase == "setup":
            return Text("Initiative is rolled when the Storyteller starts the fight.")
        acting = sight.find(sight.state.acting)
        return Text("{who} acts.", who=acting.name) if acting and sight.state.phase == "running" else EMPTY

    def count_time(self, state: State) -> int:
        return state.turn

    def view_combatant(self, sight: Sight[State], one: Combatant) -> CombatantView:
        return board.view_combatant(sight, one)

    def order(self, sight: Sight[State]) -> Sequence[OrderView]:
        return board.list_places(sight)

    def pending(self, sight: Sight[State]) -> Sequence[PendingView]:
        return board.list_pending(sight)

    def picture(self, sight: Sight[State]) -> dict[str, Any]:
        return board.draw_order(sight)

    def exchange(self, sight: Sight[State]) -> dict[str, Any] | None:
        return board.view_exchange(sight)

    def line(self, event: Event, seat: Seat) -> Text:
        return lines.tell(event, seat)

    def verdict(self, event: Event) -> Text:
        return log.find_verdict(event)

    def steps(self, event: Event, seat: Seat) -> Sequence[LogStepView]:
        return log.list_steps(event, seat)

    def entry_of(self, event: Event) -> str:
        return event.prompt.exchange if isinstance(event, PromptOpened) else super().entry_of(event)

    def take_home(self, one: Combatant) -> Mapping[str, Json]:
        return setup.take_home(one)

    def elapsed(self, state: State) -> int:
        """Return the seconds of the turns that have begun (WD-060)."""
        return TURN_SECONDS * state.turn

    def sheet_of(self, one: Combatant) -> Any:
        return fighting.sheet_of(one)

    def suffer_nothing(self, request: Request) -> Request:
        return replace(request, conditions=())

    def suffer_as(self, state: State, one: Combatant, request: Request) -> Request:
        return fighting.suffer(one, request)


BATTLE = StorytellingBattle()
