"""The live battle of the Dark Ages."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from rules.battle import Event, Json, Kinds, Move, Offer, Seat
from rules.battle.board import Sight
from rules.battle.moves import SHARED, AddCombatant, SwitchOff
from rules.battle.passing import MildMove
from rules.battle.play import Play
from rules.battle.prompts import Question
from rules.text import EMPTY, Text
from rules.v20da import fighting
from rules.v20da.actions.difficulty import DEFAULT, HIGHEST, LOWEST
from rules.v20da.actions.request import Request
from rules.v20da.apply import apply
from rules.v20da.decide import HANDLERS, turn_over
from rules.v20da.decide.declaring import roll_initiative, start_turn
from rules.v20da.events import EVENTS, AttackResolved, DeclarationsRevealed, InitiativeRolled, TurnStarted
from rules.v20da.health.fate import list_marks, make_body
from rules.v20da.legal import acts, answers, declaring, rulings
from rules.v20da.legal.chances import WEIGHERS
from rules.v20da.legal.order_rules import ORDER_RULES
from rules.v20da.legal.outlooks import OUTLOOKS
from rules.v20da.moves import DeclareActions, ForgoAction, TakeAction
from rules.v20da.pools import initiative_rating
from rules.v20da.sheet.model import parse, strip
from rules.v20da.state import order
from rules.v20da.state.model import Combatant, State
from rules.v20da.state.numbers import CHIPS, NUMBERS, POOLS
from rules.v20da.state.order import can_act, has_declared, is_able, next_card
from rules.v20da.state.paths import FIGURES
from rules.v20da.view import log
from rules.v20da.view.board import OUT, CardBoard, view_step
from rules.v20da.view.results import RESULTS
from rules.v20da.view.turning import TURNING
from rules.view import AttackResult, EventView, PendingView


class DarkAgesBattle(CardBoard):
    """The parts of a battle that the Dark Ages do their own way: declarations face down, and one attack at a time."""

    system = "v20da"
    state = State
    moves = Kinds(*HANDLERS, SwitchOff, *SHARED)
    events = EVENTS
    handlers = HANDLERS
    hinged = {"MakeAttack": ("aim", "difficulty")}  # together, difficulty 10 and more cannot be rolled (V20-039)
    weighers, outlooks = WEIGHERS, OUTLOOKS
    numbers = NUMBERS
    pools, chips = POOLS, CHIPS
    figures = FIGURES
    apply = staticmethod(apply)
    settle = staticmethod(turn_over.settle)
    offer_answer = staticmethod(answers.offers)
    offer_storyteller = staticmethod(rulings.turn_offers)
    offer_rulings = staticmethod(rulings.ruling_offers)
    steps = staticmethod(log.list_steps)
    order_rules = ORDER_RULES
    results, turning, striking = RESULTS, TURNING, (AttackResolved,)
    care = frozenset({"HealInStride"})
    sheet_of = staticmethod(fighting.sheet_of)
    suffer_as = staticmethod(fighting.suffer_as)
    lines = log.LINES
    mildest = (MildMove(DeclareActions, "V20-050", {"others": ["wait"]}), MildMove(ForgoAction, "V20-050"))
    seconds = 3  # V20-144
    headlines = {"setup": Text("Before the fight"), "ended": Text("The fight is over")}

    def known(self, state: State, move: Move) -> Mapping[str, Json]:
        """The difficulty of a plain action is 6, or what was declared for it (V20-050, V20-058)."""
        if isinstance(move, DeclareActions):
            return {"difficulties": tuple(_find_usual(move))}
        if not isinstance(move, TakeAction) or move.difficulty is None:
            return {}
        card = next_card(actor) if (actor := state.find(move.actor)) else None
        return {"difficulty": card.difficulty} if card else {}

    def make_combatant(self, state: State, move: AddCombatant) -> Combatant:
        """Return the combatant that a sheet makes."""
        sheet = strip(parse(move.sheet))
        return Combatant(
            move.id,
            move.name,
            move.side,
            move.character,
            sheet,
            health=make_body(sheet),
            blood=sheet.blood,
            willpower=sheet.willpower_points,
            armor=sheet.armor,
            hidden=move.hidden,
            conditions=list_marks(sheet),
            rating=initiative_rating(sheet),
        )

    def verdict(self, event: Event, seat: Seat) -> Text:
        return log.find_verdict(event)

    def begin(self, play: Play[State]) -> None:
        start_turn(play, 1)

    def join(self, play: Play[State], id: str) -> None:
        roll_initiative(play, play.state.get(id))

    def prompts(self, state: State) -> tuple[Question, ...]:
        return (state.exchange.question,) if state.exchange else ()

    def in_turn(self, state: State) -> tuple[str, ...]:
        if state.stage == "declare":
            return tuple(
                combatant.id for combatant in state.combatants if is_able(combatant) and not has_declared(combatant)
            )
        return tuple(combatant.id for combatant in state.combatants if can_act(combatant))

    def why_felled(self, before: Combatant, after: Combatant) -> Text:
        was, now = (OUT.get(combatant.out or combatant.health.condition, EMPTY) for combatant in (before, after))
        return EMPTY if now == was else now

    def has_left(self, actor: Combatant) -> bool:
        return bool(actor.out)

    def why_not_leave(self, state: State, actor: Combatant) -> Text:
        return self.why_not_hide(state, actor) or super().why_not_leave(state, actor)

    def why_not_hide(self, state: State, actor: Combatant) -> Text:
        return Text("An attack is waiting for its defense; answer that first.") if state.exchange else EMPTY

    def offer_acts(self, sight: Sight[State], actor: Combatant) -> Sequence[Offer]:
        if sight.state.phase != "running" or actor.out:
            return []
        seen = list(sight.seen)
        return [
            *declaring.offers(sight.state, actor, seen),
            *acts.offers(sight.state, sight.seat, actor, seen),
        ]

    def may_act(self, state: State, actor: Combatant) -> bool:
        return not actor.out and (order.may_declare(state, actor) or order.may_act(state, actor))

    def count_time(self, state: State) -> int:
        return state.turn

    def pending(self, sight: Sight[State]) -> Sequence[PendingView]:
        return view_step(sight) or super().pending(sight)

    def view_event(self, event: Event, seat: Seat) -> EventView | None:
        shown = super().view_event(event, seat)
        if shown is not None and isinstance(event, (TurnStarted, DeclarationsRevealed)):
            return {**shown, "heads": True}
        return shown

    def attack_result(self, event: Event) -> AttackResult | None:
        if not isinstance(event, AttackResolved):
            return None
        return {"hit": event.struck.is_hit, "harm": event.damage_type, "points": event.struck.applied}

    def entry_of(self, event: Event) -> str:
        if isinstance(event, (TurnStarted, InitiativeRolled)):
            return f"turn-{event.turn}"
        return super().entry_of(event)

    def suffer_nothing(self, request: Request) -> Request:
        return replace(request, conditions=(), obstacles=())


def _find_usual(move: DeclareActions) -> Iterator[int]:
    """Yield the usual difficulty of each action: 6 for a plain one (V20-050).

    What is said of any other action counts for nothing, and what no difficulty can be is refused for that.
    """
    for place, said in enumerate(move.difficulties):
        is_plain = move.others[place : place + 1] == ("other",)
        yield DEFAULT if is_plain and LOWEST <= said <= HIGHEST else said


BATTLE = DarkAgesBattle()
