"""The engine of a battle. A game subclasses `Battle` and defines what its book does differently.

    play = Play(battle, state, seat, roller)
    find the handler of the move -> check phase, seat, fields and open prompts -> run it -> settle what follows

The smallest example is the coin game (`examples/coins/storywheel_coins/battle.py`). CONTRIBUTING.md says how to add a
game.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, ClassVar, Generic, TypeVar

from rules.battle.board import Sight, make_sight
from rules.battle.declare import Move, check_move
from rules.battle.events import ActorEvent, CombatantHidden
from rules.battle.figures import Figure, find_fighter
from rules.battle.guards import check_phase
from rules.battle.kinds import Event, Kinds
from rules.battle.lines import Lines
from rules.battle.moves import AddCombatant
from rules.battle.numbers import Numbers, Touch, list_touches
from rules.battle.offers import LazySequence, Offer, SeatOffers, put_rulings_last
from rules.battle.order_rules import OrderRules
from rules.battle.outcomes import rate_answer
from rules.battle.passing import MildMove, find_mildest
from rules.battle.play import Foreseers, Handlers, Play, Weighers, about
from rules.battle.prompts import Prompt, check_no_prompt, may_answer, sees_prompt
from rules.battle.results import Results
from rules.battle.roster import Roster, private_to
from rules.battle.rulings import offer_begin_and_end, offer_rulings
from rules.battle.seats import STORYTELLER, STUNTS, Audience, Json, Seat
from rules.battle.setup import SHARED
from rules.battle.sources import check_sources, grant_all
from rules.battle.tries import CountTries, FightTry
from rules.battle.turning import FALLEN, SHARED_TURNING, Turning, TurningPoint
from rules.dice import Roller, SystemRoller
from rules.errors import BadInput
from rules.odds import WeighedRoll
from rules.outlook import Outlook
from rules.text import EMPTY, Text
from rules.view import (
    AttackResult,
    BattleView,
    CombatantView,
    EventView,
    ExchangeView,
    LogStepView,
    OrderView,
    PendingView,
)

S = TypeVar("S", bound=Roster[Any])
C = TypeVar("C")


class Battle(ABC, Generic[S, C]):
    """The battle of one game over a frozen, JSON-safe state.

    `decide` may refuse (`IllegalMove`, `BadInput`) and is the only method that rolls dice; `apply` never refuses and
    never rolls; `view`, `view_event` and `legal_moves` are allow-lists for a seat.

    A game sets: `system` (its key), `state` (the class of the state), `moves` and `events` (the closed lists),
    `handlers` (the functions for its own moves; those of `rules.battle.moves` are shared), `numbers` (what the
    Storyteller may set) and `figures` (the places of the sheet that the battle keeps).
    """

    system: ClassVar[str]
    state: ClassVar[type[Any]]
    moves: ClassVar[Kinds[Move]]
    events: ClassVar[Kinds[Event]]
    handlers: ClassVar[Handlers]
    weighers: ClassVar[Weighers] = {}
    """The functions that return the roll of a move before it is made. None of them rolls dice."""
    outlooks: ClassVar[Foreseers] = {}
    """The functions that compare what a move would bring with its alternatives. None of them rolls dice."""
    mildest: ClassVar[tuple[MildMove, ...]] = ()
    """What a combatant does whose player does not act in time: the first of these that is offered. Without one, the
    Storyteller decides."""
    numbers: ClassVar[Numbers[Any]]
    pools: ClassVar[tuple[str, ...]] = ()
    """Of the numbers, the points that are spent and refilled: what the Storyteller changes by touch."""
    chips: ClassVar[Mapping[str, Text]] = {}
    """Of the numbers, the conditions that are there or not (1 or 0), each with its name on a chip."""
    figures: ClassVar[Mapping[str, Figure[Any]]]
    apply: Callable[[Any, Event], Any]
    """Return the state after an event. `rules.battle.apply.make_apply` makes it."""
    lines: ClassVar[Lines]
    """The sentence of each class of events, as `rules.battle.lines.make_lines` returns them."""
    results: ClassVar[Results] = {}
    """The results by the class of their event (`rules.battle.results`). Other events are only in the log."""
    order_rules: ClassVar[OrderRules] = OrderRules()
    """What standing orders may name (`rules.battle.order_rules`)."""
    care: ClassVar[frozenset[str]] = frozenset()
    """The moves by which the wounded tend their own wounds at any time. A page puts them forward."""
    turning: ClassVar[Turning] = SHARED_TURNING
    """What the events that may turn a fight were for it, by their class (`rules.battle.turning`)."""
    hinged: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """By the name of a move, the fields whose bounds depend on what is chosen in other fields of the form: filled in
    with no regard to those, the move may be refused."""
    striking: ClassVar[tuple[type[Event], ...]] = ()
    """The events whose sentence says who struck whom. Other events of the same exchange describe the result."""
    openings: ClassVar[tuple[type[Event], ...]] = ()
    """The events that begin a round, or a turn of everyone, in a sentence of their own."""
    seconds: ClassVar[int]
    """The length of a turn, round or tick, in seconds of in-world time."""
    headlines: ClassVar[Mapping[str, Text]] = {
        "setup": Text("Before the battle"),
        "ended": Text("The battle is over"),
    }
    """The headlines of the phases in which time does not count."""
    preface: ClassVar[Text] = Text("Initiative is rolled when the Storyteller starts the fight.")
    start_label: ClassVar[Text] = Text("Roll initiative")
    start_hint: ClassVar[Text] = EMPTY
    owner_reveals: ClassVar[bool] = False
    """Whether a player may reveal her own hidden combatant."""

    # --- moves

    def start(self, options: Any) -> S:
        """Return the empty battle with these options."""
        made: S = self.state(options=options)
        return made

    def decide(self, state: S, seat: Seat, move: Move, roller: Roller) -> list[Event]:
        """Return the events that a move leads to. Raises `IllegalMove` or `BadInput`; then no die was rolled."""
        handler = self.handlers.get(type(move)) or SHARED.get(type(move))
        if handler is None:
            raise BadInput("unknown_kind", Text("This game has no move {name}.", name=type(move).__name__))
        self.check(state, seat, move)
        play = Play(self, state, seat, roller)
        handler(play, move)
        self.settle(play)
        return play.events

    def check(self, state: S, seat: Seat, move: Move) -> None:
        """Raise `IllegalMove` or `BadInput` if the move's declaration does not allow it to this seat now."""
        terms = type(move).terms
        check_phase(state.phase, in_setup=terms.in_setup)
        check_move(state, seat, move)
        check_sources(move, seat, self.known(state, move))
        if not terms.anytime:
            check_no_prompt(self.blocking(state))

    def known(self, state: S, move: Move) -> Mapping[str, Json]:
        """Return what the sheet or the fight has for fields of this move: a player may say that without a ruling.

        `UNSAID` for a field whose default is no more the player's to say than any other value.
        """
        return {}

    def count_tries(self, state: S, move: Move, failures: CountTries) -> Move:
        """Return the move with the failed tries that its table has counted of the same deed, where the game counts
        any. `failures`: from the key of a character, and the traits that are rolled, to their number.
        """
        return move

    def find_try(self, event: Event) -> FightTry | None:
        """Return the try that an event was, for the count of its table; None for any other."""
        return None

    def recall_place(self, event: Event) -> Mapping[str, Json] | None:
        """Return the move that says again where a combatant stood, but for its actor; None for any other event."""
        return None

    @abstractmethod
    def make_combatant(self, state: S, move: AddCombatant) -> C:
        """Return the combatant for a sheet. Raises `BadInput` if the sheet is invalid."""

    @abstractmethod
    def begin(self, play: Play[S]) -> None:
        """Begin the battle: everyone rolls for a place in the order of action."""

    def join(self, play: Play[S], id: str) -> None:
        """Give a late joiner a place in the running battle."""

    def settle(self, play: Play[S]) -> None:
        """Continue until someone must choose."""

    def prompts(self, state: S) -> tuple[Any, ...]:
        """Return the open prompts; see `rules.battle.prompts.Prompt`."""
        return ()

    def blocking(self, state: S) -> tuple[Prompt, ...]:
        """Return the open prompts that block every move that is not declared `anytime`."""
        return self.prompts(state)

    def in_turn(self, state: S) -> tuple[str, ...]:
        """Return who acts now, or has yet to act in this turn: those who can take an order together."""
        return ()

    def is_resolving(self, state: S, ids: Collection[str]) -> bool:
        """Return whether something that one of these has declared is not resolved yet, though no one must answer."""
        return False

    def sign(self, state: S, event: Event) -> Event:
        """Return the event with its time and its attack, as `when` returns them."""
        return replace(event, **self.when(state, event)) if isinstance(event, ActorEvent) else event

    def when(self, state: S, event: ActorEvent) -> Mapping[str, Any]:
        """Return what `sign` writes into an event: `turn`, `tick`, `exchange`, and what else depends on the state."""
        return {"turn": self.count_time(state)}

    def name_start(self, state: S) -> tuple[Text, Text]:
        """Return what the move that begins this battle is called, and what it leads to."""
        return self.start_label, self.start_hint

    # --- what the shared moves leave to the game

    def list_numbers(self, state: S, actor: Any) -> Numbers[Any]:
        """Return the numbers of the combatant that the Storyteller may set now."""
        return self.numbers

    def why_felled(self, before: Any, after: Any) -> Text:
        """Return why a combatant no longer acts whose number was set, if it did act before: "dead"."""
        return EMPTY if after.out == before.out else after.out

    def why_not_start(self, state: S) -> Text:
        """Return why the battle cannot begin, or an empty string."""
        return EMPTY if state.combatants else Text("Add someone to the battle first.")

    def why_not_hide(self, state: S, actor: Any) -> Text:
        """Return why the combatant cannot hide now, or an empty string."""
        return EMPTY

    @abstractmethod
    def has_left(self, actor: Any) -> bool:
        """Return whether the combatant has left the battle."""

    def why_not_leave(self, state: S, actor: Any) -> Text:
        """Return why the combatant cannot leave now, or an empty string."""
        return Text("{who} has already left.", who=actor.name) if self.has_left(actor) else EMPTY

    def before_leaving(self, play: Play[S], actor: Any) -> None:
        """Do what happens as a combatant leaves, before the event of leaving."""

    def vanish(self, play: Play[S], actor: Any, /) -> None:
        """Emit that a combatant has hidden. By default only those who may still know of it see that event."""
        play.emit(CombatantHidden(**about(replace(actor, hidden=True))))

    def why_not_switch(self, state: S, actor: Any) -> Text:
        """Return why the combatant cannot drop a lasting power now, or an empty string."""
        return EMPTY

    def replay_seat(self, move: Mapping[str, Json], seat: Seat) -> Seat:
        """Return the seat with whose rights a recorded move is played again. Earlier versions may have asked less.

        Who was allowed to say its numbers was judged when it was made; whether a stunt waited for its rating stands
        in the seat that was recorded.
        """
        return replace(seat, granted=seat.granted | (frozenset(move) - STUNTS))

    def private_audience(self, state: S, actor: Any) -> Audience:
        """Return who may know what is left in a combatant's pools."""
        return private_to(actor)

    def number_audience(self, state: S, actor: Any, what: str, audience: Audience) -> Audience:
        """Return who may know that the Storyteller has set this number; `audience`: who may know of numbers like it."""
        return audience

    def after_override(self, play: Play[S], id: str, what: str) -> None:
        """Do what follows after the Storyteller has set a number."""

    def after_figures(self, play: Play[S], id: str) -> None:
        """Do what follows after figures were paid."""

    # --- offers

    def legal_moves(self, state: S, seat: Seat) -> tuple[Offer, ...]:
        """Return the moves that this seat could make, answers first; none for a spectator or after the end."""
        return tuple(self.offer(state, seat))

    def offer(self, state: S, seat: Seat) -> SeatOffers:
        """Return `legal_moves` by whose they are; those of single combatants are made when someone reads them."""
        if state.phase == "ended" or not (seat.storyteller or seat.characters):
            return SeatOffers()
        sight = make_sight(state, seat)
        answers = self.offer_answers(sight)
        if seat.storyteller:
            whole = (*answers, *self.offer_storyteller(sight), *offer_begin_and_end(self, sight))
        else:
            whole = tuple(put_rulings_last(answers))
        return SeatOffers(
            whole,
            {combatant.id: LazySequence(partial(self._act, sight, combatant)) for combatant in sight.mine},
            frozenset(combatant.id for combatant in sight.mine if self.may_act(state, combatant)),
            {combatant.id: LazySequence(partial(self._rule, sight, combatant)) for combatant in sight.seen}
            if seat.storyteller
            else {},
        )

    def _act(self, sight: Sight[S], actor: Any) -> Iterable[Offer]:
        acts = self.offer_acts(sight, actor)
        return acts if sight.seat.storyteller else put_rulings_last(acts)

    def _rule(self, sight: Sight[S], actor: Any) -> list[Offer]:
        return [*self.offer_rulings(sight, actor), *offer_rulings(self, sight, actor)]

    def list_touches(self, state: S, seat: Seat) -> tuple[Touch, ...]:
        """Return what the Storyteller may change of the combatants by touch; nothing for other seats."""
        if not seat.storyteller:
            return ()
        there = make_sight(state, seat).seen
        return tuple(
            touch
            for combatant in there
            for touch in list_touches(self.list_numbers(state, combatant), combatant, self.pools, self.chips)
        )

    def offer_answers(self, sight: Sight[S]) -> Sequence[Offer]:
        """Return offers for the open prompts that the seat may answer, with their chances."""
        state, seat = sight.state, sight.seat
        asked = (prompt for prompt in self.prompts(state) if may_answer(state, seat, prompt))
        offers = (offer for prompt in asked for offer in self.offer_answer(sight, prompt))
        return [rate_answer(self, state, seat, offer) for offer in offers]

    def offer_answer(self, sight: Sight[S], prompt: Any, /) -> Sequence[Offer]:
        """Return offers to answer one prompt."""
        return ()

    @abstractmethod
    def offer_acts(self, sight: Sight[S], actor: Any, /) -> Iterable[Offer]:
        """Return what a combatant of the seat could do, with a reason for what it cannot do now."""

    @abstractmethod
    def may_act(self, state: S, actor: Any, /) -> bool:
        """Return whether any of `offer_acts` is in the group "act" and possible now, without making them."""

    def offer_storyteller(self, sight: Sight[S]) -> Sequence[Offer]:
        """Return what only the Storyteller does in this game, for the whole battle."""
        return ()

    def offer_rulings(self, sight: Sight[S], actor: Any, /) -> Sequence[Offer]:
        """Return what only the Storyteller does in this game, for one combatant."""
        return ()

    def pass_turn(self, state: S, actor: str) -> tuple[MildMove, Offer] | None:
        """Return the mildest move of a combatant in its turn, with its offer; None where the book has none."""
        offered = self.offer(state, STORYTELLER)
        return find_mildest(self.mildest, offered.acts.get(actor, ()))

    def weigh(self, state: S, seat: Seat, move: Move) -> WeighedRoll | None:
        """Return the roll of a move, as far as the seat may know it; None if the move rolls nothing.

        Raises what `decide` would raise, as if the Storyteller had allowed the numbers of a player. Offers of such
        moves have `has_preview`.
        """
        seat = grant_all(seat, move)
        self.check(state, seat, move)
        weigher = self.weighers.get(type(move))
        return weigher(Play(self, state, seat, SystemRoller()), move) if weigher else None

    def can_foresee(self, move: str) -> bool:
        """Return whether a move of this name may have an outlook."""
        return any(kind.__name__ == move for kind in self.outlooks)

    def foresee(self, state: S, seat: Seat, move: Move) -> Outlook | None:
        """Return what a move and the ways to act instead would bring, as far as the seat may know it; None if nothing
        can be told.

        Its chances are those of `weigh`. Raises what `weigh` would raise.
        """
        seat = grant_all(seat, move)
        self.check(state, seat, move)
        foreseer = self.outlooks.get(type(move))
        return foreseer(Play(self, state, seat, SystemRoller()), move) if foreseer else None

    # --- views

    def view(self, state: S, seat: Seat) -> BattleView:
        """Return the whole fight as this seat may see it."""
        sight = make_sight(state, seat)
        return {
            "system": self.system,
            "phase": state.phase,
            "headline": self.headline(sight),
            "subline": self.subline(sight),
            "time": self.count_time(state),
            "combatants": [self.view_combatant(sight, combatant) for combatant in sight.seen],
            "order": list(self.order(sight)),
            "pending": list(self.pending(sight)),
            "picture": self.picture(sight),
            "exchange": self.exchange(sight),
        }

    def headline(self, sight: Sight[S]) -> Text:
        """Return what heads the board: in a running fight the time, otherwise the phase."""
        return self.headlines.get(sight.state.phase) or self.say_time(sight)

    @abstractmethod
    def say_time(self, sight: Sight[S]) -> Text:
        """Return the time of a running fight in a few words."""

    def subline(self, sight: Sight[S]) -> Text:
        """Return who acts, in a sentence."""
        if sight.state.phase == "running":
            return self.say_acting(sight)
        return self.preface if sight.state.phase == "setup" else EMPTY

    def say_acting(self, sight: Sight[S]) -> Text:
        """Return who acts in a running fight, in a sentence."""
        return EMPTY

    @abstractmethod
    def count_time(self, state: S) -> int:
        """Return the number of the turn, round or tick."""

    @abstractmethod
    def view_combatant(self, sight: Sight[S], actor: Any, /) -> CombatantView:
        """Return the view of one combatant; see `rules.battle.board.draw_fighter`."""

    def order(self, sight: Sight[S]) -> Sequence[OrderView]:
        """Return the places in the order of action."""
        return ()

    def pending(self, sight: Sight[S]) -> Sequence[PendingView]:
        """Return the open prompts that the seat may know of."""
        seen = (prompt for prompt in self.prompts(sight.state) if sees_prompt(sight.state, sight.seat, prompt))
        return [shown for prompt in seen if (shown := self.view_prompt(sight, prompt))]

    def view_prompt(self, sight: Sight[S], prompt: Any, /) -> PendingView | None:
        """Return one prompt, or None if the seat may not know of it; see `rules.battle.board.draw_prompt`."""
        return None

    @abstractmethod
    def picture(self, sight: Sight[S]) -> Mapping[str, Any]:
        """Return the game's own drawing data, of the `kind` it names.

        A game names the typed dictionary of its keys as what this returns: the API's document has it from there.
        """

    def exchange(self, sight: Sight[S]) -> ExchangeView | None:
        """Return the attack that is being resolved, or None."""
        return None

    def view_event(self, event: Event, seat: Seat) -> EventView | None:
        """Return the event as this seat may read it, or None if the seat may not know of it."""
        if not seat.may_see(event.audience) or not (line := self.line(event, seat)):
            return None
        shown: EventView = {
            "kind": type(event).__name__,
            "line": line,
            "when": self.say_when(event),
            "verdict": self.verdict(event, seat),
            "steps": list(self.steps(event, seat)),
            "secret": event.audience is not None,
            "exchange": self.entry_of(event),
        }
        if attack := self.attack_result(event):
            shown["blow"] = attack
        if isinstance(event, self.openings):
            shown["opens"] = True
        if make := self.results.get(type(event)):
            shown["result"] = make(event)
        if (find := self.turning.get(type(event))) and (turn := find(event)) in FALLEN:
            shown["turn"] = turn
        return shown

    def find_turning_point(self, event: Event, seat: Seat) -> TurningPoint | None:
        """Return the event as a turning point of the fight; None if it is none, or the seat may not know of it."""
        what = self.turning.get(type(event))
        if what is None or not seat.may_see(event.audience) or not (turn := what(event)):
            return None
        line = self.line(event, seat)
        return TurningPoint(turn, self.say_when(event), line) if line else None

    def line(self, event: Event, seat: Seat) -> Text:
        """Return the event in a sentence, empty if the seat learns nothing."""
        return self.lines[type(event)](event)

    def say_when(self, event: Event) -> Text:
        """Return when the event happened, in a word or two."""
        turn = getattr(event, "turn", 0)
        return Text("Turn {n}", n=turn) if turn else EMPTY

    def verdict(self, event: Event, seat: Seat) -> Text:
        """Return the book's word for the result as this seat may know it, or an empty text."""
        return EMPTY

    def steps(self, event: Event, seat: Seat) -> Sequence[LogStepView]:
        """Return the steps behind the sentence. Sums are only those of the seat's own combatants."""
        return ()

    def attack_result(self, event: Event) -> AttackResult | None:
        """Return the result of an attack, if this event has it, for those who may read its sentence."""
        return None

    def entry_of(self, event: Event) -> str:
        """Return the id by which the log groups the entries of one attack; empty for events without an attack."""
        return getattr(event, "exchange", "")

    # --- the sheet

    def outcome(self, state: S) -> Mapping[str, Mapping[str, Json]]:
        """Return what the battle changes on the sheets: combatant with a character to {dotted path: value}."""
        return {
            combatant.id: self.take_home(combatant) for combatant in state.combatants if combatant.character is not None
        }

    def take_home(self, actor: Any) -> Mapping[str, Json]:
        """Return the changes to the sheet of one combatant's character."""
        return {path: figure.read(actor) for path, figure in self.figures.items() if figure.goes_home(actor)}

    def elapsed(self, state: S) -> int:
        """Return how long the battle has lasted, in seconds of in-world time."""
        return self.seconds * self.count_time(state)

    def earned(self, state: S) -> Mapping[str, Mapping[str, int]]:
        """Return the experience won in the battle: combatant with a character to {purse: points}."""
        return {}

    def sheet(self, state: S, character: str) -> Any:
        """Return the character's sheet with its present figures in the battle; None if the character is not in it.

        A combatant who has left keeps these figures until the battle is over: the sheet itself changes only then.
        """
        fighter = find_fighter(state.combatants, character)
        return None if fighter is None else self.sheet_of(fighter)

    @abstractmethod
    def sheet_of(self, actor: Any) -> Any:
        """Return the sheet of a combatant with its present figures."""

    def suffer(self, state: S | None, character: str, request: Any) -> Any:
        """Return a request of `RollRules` with the conditions of the battle, for a roll that is not one of its moves.

        Adds none if there is no battle (None) or the character is no longer in it. Raises `IllegalMove` for a roll
        that the fight does not allow. The move `ChangeFigures` pays what such a roll costs, or adds what it regains.
        """
        fighter = None if state is None else find_fighter(state.combatants, character)
        if state is None or fighter is None or self.has_left(fighter):
            return self.suffer_nothing(request)
        return self.suffer_as(state, fighter, request)

    def why_no_roll(self, state: S | None, character: str) -> Text:
        """Return why a character can roll nothing now, as one that lies dying in the fight; empty if it can."""
        fighter = None if state is None else find_fighter(state.combatants, character)
        return EMPTY if fighter is None or self.has_left(fighter) else self.why_idle(fighter)

    def why_idle(self, actor: Any) -> Text:
        """Return why a combatant can do nothing at all, or an empty text."""
        return EMPTY

    def suffer_nothing(self, request: Any) -> Any:
        """Return the request without any condition of a battle."""
        return replace(request, conditions=())

    def suffer_as(self, state: S, actor: Any, request: Any) -> Any:
        """Return the request with the conditions of this combatant. Raises as `suffer` does."""
        return request
