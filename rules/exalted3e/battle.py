"""The live battle of Exalted Third Edition."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, cast

from rules.battle import STORYTELLER, Event, Json, Kinds, Move, Offer, Seat
from rules.battle.board import Sight
from rules.battle.declare import UNSAID
from rules.battle.events import ActorEvent, BattleStarted, CombatantHidden, Overridden
from rules.battle.guards import check_storyteller
from rules.battle.moves import SHARED, AddCombatant, SwitchOff
from rules.battle.passing import MildMove
from rules.battle.play import about
from rules.exalted3e import events as ev
from rules.exalted3e import fighting
from rules.exalted3e.apply import apply
from rules.exalted3e.attack.harm import take_out
from rules.exalted3e.attack.outcome import break_off
from rules.exalted3e.decide import HANDLERS
from rules.exalted3e.decide.cover import is_cover_ruled
from rules.exalted3e.decide.flow import settle
from rules.exalted3e.health import FATES
from rules.exalted3e.legal import answers, attacks, rulings, turns
from rules.exalted3e.legal.chances import WEIGHERS
from rules.exalted3e.legal.order_rules import ORDER_RULES
from rules.exalted3e.legal.outlooks import OUTLOOKS
from rules.exalted3e.moves.actions import Attack, EndTurn, TakeCover
from rules.exalted3e.sheet.derived import find_fate
from rules.exalted3e.sheet.parse import parse_sheet
from rules.exalted3e.sheet.profile import build_combatant
from rules.exalted3e.state.board import State, is_attacking, is_defeated
from rules.exalted3e.state.combatant import Combatant
from rules.exalted3e.state.exchange import Pending
from rules.exalted3e.state.numbers import CHIPS, NUMBERS, POOLS
from rules.exalted3e.state.paths import FIGURES
from rules.exalted3e.timing.initiative import Cause, join_battle, set_initiative
from rules.exalted3e.timing.places import waste_aims
from rules.exalted3e.timing.play import Play
from rules.exalted3e.timing.ticks import begin_round, is_waiting
from rules.exalted3e.view.board import LadderBoard
from rules.exalted3e.view.results import RESULTS
from rules.exalted3e.view.sentences import describe
from rules.exalted3e.view.turning import TURNING
from rules.text import EMPTY, Text, word
from rules.view import AttackResult, LogStepView
from rules.wounds import HARMS


class ThirdEditionBattle(LadderBoard):
    """The rules of a Third Edition battle: people fight for Initiative, and act tick by tick."""

    system = "exalted3e"
    state = State
    moves = Kinds(*HANDLERS, SwitchOff, *SHARED)
    events = ev.EVENTS
    handlers = HANDLERS
    weighers, outlooks = WEIGHERS, OUTLOOKS
    hinged = {"TakeAction": ("motes", "powers")}  # the traits that are chosen say how many dice magic may add (3E-345)
    numbers = NUMBERS
    pools, chips = POOLS, CHIPS
    figures = FIGURES
    apply = staticmethod(apply)
    settle = staticmethod(settle)
    offer_answer = staticmethod(answers.offer_answer)
    offer_storyteller = staticmethod(rulings.offer_terrain)
    offer_rulings = staticmethod(rulings.offer_rulings)
    order_rules = ORDER_RULES
    results, turning, striking, openings = RESULTS, TURNING, (ev.DamageRolled,), (ev.RoundBegun,)
    sheet_of = staticmethod(fighting.sheet_of)
    suffer_as = staticmethod(fighting.suffer_as)
    mildest = (MildMove(EndTurn, "3E-040"),)
    seconds = 3  # a round (3E-055)
    headlines = {"setup": Text("Before Join Battle"), "ended": Text("The battle is over")}
    preface = Text("Join Battle is rolled when the Storyteller starts the fight.")
    start_label = Text("Join Battle")
    owner_reveals = True

    def known(self, state: State, move: Move) -> Mapping[str, Json]:
        """The table of gambits has their difficulties; that of any other is the Storyteller's to say (3E-253).

        A hidden attacker surprises (3E-276). A place keeps the cover that was ruled for it, whatever a form says of its
        difficulty (3E-226).
        """
        if isinstance(move, TakeCover) and is_cover_ruled(state, move):
            return {"level": move.level, "difficulty": move.difficulty}
        if not isinstance(move, Attack):
            return {}
        values = {"difficulty": UNSAID} if move.gambit == "other" else {}
        is_hidden = move.surprise and (actor := state.find(move.actor)) and actor.hidden
        return {**values, "surprise": "surprise"} if is_hidden else values

    def make_combatant(self, state: State, move: AddCombatant) -> Combatant:
        """Return the combatant that a sheet makes. Sides begin at short range of each other: at 0, 1, -1, 2 ..."""
        made = build_combatant(parse_sheet(move.sheet), move.id, move.name, move.side, move.character, move.hidden)
        out = find_fate(made.sheet) if made.sheet is not None else ""
        place = list(dict.fromkeys((*(c.side for c in state.combatants), made.side))).index(made.side)
        return replace(made, npc=move.npc, out=out, position=(place + 1) // 2 if place % 2 else -(place // 2))

    def begin(self, play: Play) -> None:
        """Roll Join Battle for everyone and begin the first round (3E-039)."""
        play.emit(BattleStarted())
        for combatant in play.state.combatants:
            if combatant.is_in_play:
                join_battle(play, combatant.id)
        begin_round(play, 1)

    def join(self, play: Play, id: str) -> None:
        if play.state.get(id).is_in_play:
            join_battle(play, id)  # 3E-059

    def vanish(self, play: Play, actor: Combatant) -> None:
        play.emit(CombatantHidden(**about(actor)))  # everyone sees it go

    def prompts(self, state: State) -> tuple[Pending, ...]:
        return state.pending

    def blocking(self, state: State) -> tuple[Pending, ...]:
        return state.blocking

    def in_turn(self, state: State) -> tuple[str, ...]:
        return tuple(combatant.id for combatant in state.combatants if is_waiting(combatant))

    def when(self, state: State, event: ActorEvent) -> Mapping[str, Any]:
        attack = event.attack if isinstance(event, ev.AttackDeclared) else state.exchange
        return {"turn": state.round, "tick": state.tick, "exchange": attack.id if attack else ""}

    def has_left(self, actor: Combatant) -> bool:
        return not actor.is_in_play

    def why_not_hide(self, state: State, actor: Combatant) -> Text:
        return Text("{who} is in the middle of an attack.", who=actor.name) if is_attacking(state, actor.id) else EMPTY

    def why_not_leave(self, state: State, actor: Combatant) -> Text:
        return Text("{who} is already out: {state}.", who=actor.name, state=word(actor.out)) if actor.out else EMPTY

    def before_leaving(self, play: Play, actor: Combatant) -> None:
        """Let only the Storyteller remove a combatant, and break off attacks by or on it."""
        check_storyteller(play.seat)
        if is_attacking(play.state, actor.id):
            break_off(play)

    def why_not_switch(self, state: State, actor: Combatant) -> Text:
        return (
            Text("{who} is out of the fight: {state}.", who=actor.name, state=word(actor.out)) if actor.out else EMPTY
        )

    def why_felled(self, before: Combatant, after: Combatant) -> Text:
        return EMPTY  # an event of its own says it

    def after_override(self, play: Play, id: str, what: str) -> None:
        if what == "initiative":
            now = cast(Overridden, play.events[-1]).now
            set_initiative(play, id, now, Cause("other", Text("the Storyteller’s ruling"), "ST"))
        elif what == "position":
            waste_aims(play)
        elif what in FATES and cast(Overridden, play.events[-1]).now:
            play.emit(ev.WentOut(**about(play.state.get(id)), why=what))
        take_out(play, id)
        now_out = play.state.get(id)
        fell = now_out.out == "incapacitated" or (what in HARMS and now_out.out in FATES)
        if fell and not is_defeated(now_out):
            play.emit(ev.StanceChanged(**about(now_out), what="out", value=""))
        if play.state.phase == "running" and play.state.get(id).initiative is None:
            self.join(play, id)

    def after_figures(self, play: Play, id: str) -> None:
        take_out(play, id)  # 3E-267

    def offer_acts(self, sight: Sight[State], actor: Combatant) -> Sequence[Offer]:
        if sight.state.phase != "running" or sight.state.blocking:
            return ()
        found = []
        if actor.id == sight.state.current:
            strikes, others = attacks.offer_attacks(sight, actor), turns.offer_turn(sight, actor)
            acts = [*strikes, *others] if attacks.is_foe_in_reach(sight, actor) else [*others, *strikes]
            if actor.action_used and not actor.flurry:
                acts.sort(key=lambda offer: offer.move != EndTurn.__name__)  # what is left is optional
            found = [*acts, *turns.offer_flurries(sight, actor, acts)]
        return [*found, *turns.offer_reflexes(sight, actor)]

    def replay_seat(self, move: Mapping[str, Json], seat: Seat) -> Seat:
        """Before stunts had words, a player's move held the rating that the Storyteller had given aloud."""
        had_rating = move.get("stunt") and "stunt_text" not in move
        return STORYTELLER if had_rating else super().replay_seat(move, seat)

    def may_act(self, state: State, actor: Combatant) -> bool:
        return state.phase == "running" and not state.blocking and actor.id == state.current

    def say_time(self, sight: Sight[State]) -> Text:
        return Text("Round {n}", n=sight.state.round)

    def count_time(self, state: State) -> int:
        return state.round

    def line(self, event: Event, seat: Seat) -> Text:
        return describe(_as_seen(event, seat)).line

    def verdict(self, event: Event, seat: Seat) -> Text:
        return describe(event).verdict

    def steps(self, event: Event, seat: Seat) -> Sequence[LogStepView]:
        return describe(_as_seen(event, seat)).steps

    def attack_result(self, event: Event) -> AttackResult | None:
        if not isinstance(event, ev.AttackEnded):
            return None
        return {"hit": bool(event.struck_name), "harm": event.damage_type, "points": event.dealt}

    def say_when(self, event: Event) -> Text:
        turn, tick = getattr(event, "turn", 0), getattr(event, "tick", None)
        if not turn:
            return EMPTY
        return Text("Round {n}, tick {n2}", n=turn, n2=tick) if tick is not None else Text("Round {n}", n=turn)


def _as_seen(event: Event, seat: Seat) -> Event:
    """Return the event without what the seat may not read of it."""
    return event.seen_by(seat) if isinstance(event, ev.ContestRolled | ev.InfluenceAnswered) else event


BATTLE = ThirdEditionBattle()
