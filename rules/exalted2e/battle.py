"""The live battle of Exalted, Second Edition, as the tables call it."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any, Final, NamedTuple

from rules.battle import Audience, Event, Json, Kinds, Move, Seat
from rules.battle.board import Sight
from rules.battle.declare import UNSAID
from rules.battle.events import ActorEvent
from rules.battle.moves import SHARED, AddCombatant, Override, SwitchOff
from rules.battle.numbers import Numbers
from rules.battle.passing import MildMove
from rules.battle.play import Play, about
from rules.battle.seats import RecordedSeat
from rules.battle.setup import override
from rules.codec import encode
from rules.exalted2e import fighting
from rules.exalted2e.apply import apply
from rules.exalted2e.decide import HANDLERS, exchange, ticks
from rules.exalted2e.decide.attacks import know_strike
from rules.exalted2e.decide.common import count_fields, get_side_audience, roll_pool
from rules.exalted2e.decide.places import recall_place
from rules.exalted2e.decide.powers import why_no_switch
from rules.exalted2e.decide.tries import count_tries, find_try
from rules.exalted2e.events import EVENTS
from rules.exalted2e.events.exchange import AttackResolved, Harm, PoolRolled
from rules.exalted2e.events.table import BattleStarted, CombatantAdded, JoinBattleRolled, Overridden
from rules.exalted2e.legal import acts, rulings
from rules.exalted2e.legal.answer_chances import ANSWER_WEIGHERS
from rules.exalted2e.legal.answers import offer_answers
from rules.exalted2e.legal.chances import WEIGHERS
from rules.exalted2e.legal.order_rules import ORDER_RULES
from rules.exalted2e.legal.outlooks import OUTLOOKS
from rules.exalted2e.moves.acts import KeepOn, TakeAction, TakeGuard, TakeMisc, UseCharm
from rules.exalted2e.moves.strikes import DeclareAttack, DeclareFlurry
from rules.exalted2e.pools import join_battle, join_war
from rules.exalted2e.sheet.parse import fit_motes, parse
from rules.exalted2e.sheet.rows import list_specialties
from rules.exalted2e.state import BattleKind, Combatant, Pending, State
from rules.exalted2e.state.numbers import BODY, CHIPS, NUMBERS, POOLS, follow_pushed, list_numbers
from rules.exalted2e.state.paths import FIGURES
from rules.exalted2e.timing import get_action, get_first_tick
from rules.exalted2e.view import log
from rules.exalted2e.view.board import WheelBoard
from rules.exalted2e.view.results import RESULTS
from rules.exalted2e.view.turning import TURNING
from rules.raising import GENERAL
from rules.sheets import written
from rules.text import EMPTY, Text
from rules.view import AttackResult, BattleView
from rules.wounds import HARMS, rank

STRIKES: Final = ("DeclareAttack", "DeclareFlurry")
"""The kinds of moves that say how an attack comes."""


WORDS: Final = ("leaning", "influence", "resist")
"""The kinds of prompts that name who speaks to whom."""


class _Join(NamedTuple):
    """How a kind of battle begins: the roll, its traits, and what is said before."""

    name: Text
    hint: Text
    preface: Text


JOINS: Final[Mapping[BattleKind, _Join]] = {
    "battle": _Join(
        Text("Join Battle"),
        Text("everyone rolls Wits + Awareness"),
        Text("Join Battle is rolled when the Storyteller starts the fight."),
    ),
    "war": _Join(
        Text("Join War"),
        Text("everyone rolls Wits + War"),
        Text("Mass combat: Join War is rolled when the Storyteller starts it."),
    ),
    "debate": _Join(
        Text("Join Debate"),
        Text("everyone rolls Wits + Awareness"),
        Text("Social combat: Join Debate is rolled when the Storyteller starts it."),
    ),
}


class SecondEditionBattle(WheelBoard):
    """A battle on the wheel of ticks, with attacks in ten steps."""

    system = "exalted2e"
    state = State
    moves = Kinds(*HANDLERS, SwitchOff, *SHARED)
    events = EVENTS
    handlers = HANDLERS
    weighers, outlooks = {**WEIGHERS, **ANSWER_WEIGHERS}, OUTLOOKS
    # The traits that are chosen say how many dice magic may add (2E-113); an Excellency and what is typed with it are
    # paid with the same motes. The weapon of each attack of a flurry says its Abilities and maneuvers (2E-668).
    hinged = {
        "TakeAction": ("excellency", "powers"),
        "Persuade": ("excellency", "powers"),
        "DeclareAttack": ("motes",),
        "DeclareFlurry": (
            "motes",
            *(f"{name}.{place}" for name in ("excellencies", "abilities", "maneuvers") for place in range(9)),
        ),
        "AnswerDefense": ("motes",),
    }
    numbers = NUMBERS
    pools, chips = POOLS, CHIPS
    figures = FIGURES
    apply = staticmethod(apply)
    private_audience = staticmethod(get_side_audience)
    offer_answer = staticmethod(offer_answers)
    offer_acts = staticmethod(acts.offer_acts)
    may_act = staticmethod(acts.may_act)
    line = staticmethod(log.say_event)
    verdict = staticmethod(log.find_verdict)
    steps = staticmethod(log.list_steps)
    order_rules = ORDER_RULES
    results, turning, striking = RESULTS, TURNING, (AttackResolved,)
    sheet_of = staticmethod(fighting.sheet_of)
    suffer_as = staticmethod(fighting.suffer_as)
    offer_storyteller = staticmethod(rulings.offer_whole)
    offer_rulings = staticmethod(rulings.offer_rulings)

    count_tries = staticmethod(count_tries)
    find_try = staticmethod(find_try)
    recall_place = staticmethod(recall_place)

    def known(self, state: State, move: Move) -> Mapping[str, Json]:
        """A hidden attacker may attack from hiding (2E-666); a known distance may be said to be more (2E-667).

        In a debate another action costs more DV (2E-511).
        A Charm that stands on no sheet is the Storyteller's to allow, whatever it costs (2E-176).
        """
        match move:
            case DeclareAttack() | DeclareFlurry():
                return know_strike(state, move)
            case TakeMisc():
                return {"penalty": get_action(state.kind, "misc").penalty}
            case TakeAction():
                return {"dv_penalty": get_action(state.kind, "misc").penalty}
            case UseCharm():
                return {"text": move.text if move.powers else UNSAID}
        return {}

    mildest = (MildMove(KeepOn, "2E-295"), MildMove(TakeGuard, "2E-295"))

    def make_combatant(self, state: State, move: AddCombatant) -> Combatant:
        """Return the combatant of a sheet, with the first weapon in hand."""
        sheet = parse(move.sheet)
        # The battle's files leave out what a fight does not need.
        named = list_specialties(sheet.specialties)
        held = written(sheet.intimacies) if state.kind == "debate" else ()  # it works on them (2E-516)
        slim = replace(sheet, notes="", motivation="", specialties=named, intimacies=held, own_backgrounds=())
        body = sheet.body()
        return Combatant(
            id=move.id,
            name=move.name.strip(),
            side=move.side.strip(),
            character=move.character,
            sheet=slim,
            health=body,
            hidden=move.hidden,
            personal=sheet.personal,
            peripheral=sheet.peripheral,
            willpower=sheet.willpower_points,
            wound_now=body.wound,
            dying_since=state.tick if body.state == "dying" else None,
            ready=tuple(weapon.key for weapon in sheet.arms() if not weapon.is_natural)[:1],
            unit=sheet.unit if state.kind == "war" and sheet.unit.magnitude else None,
        )

    def begin(self, play: Play[State]) -> None:
        """Roll Join Battle, War or Debate for all; the best total is the reaction count and acts on tick 0 (2E-261)."""
        rolled = [_roll_join(play, combatant) for combatant in play.state.combatants if not combatant.has_left]
        reaction = max(event.total for event in rolled)
        play.emit(BattleStarted(reaction=reaction, battle=play.state.kind))
        play.emit(*(replace(event, first=get_first_tick(reaction, event.total)) for event in rolled))

    def join(self, play: Play[State], id: str) -> None:
        """Roll Join Battle for a late combatant, against the old reaction count (2E-263)."""
        event = _roll_join(play, play.state.get(id))
        play.emit(replace(event, first=play.state.tick + get_first_tick(play.state.reaction, event.total)))

    def settle(self, play: Play[State]) -> None:
        """Go on until someone must choose: the current attack, the declared ones, the next tick (2E-267)."""
        while play.state.phase == "running" and all(pending.free for pending in play.state.pending):
            state = play.state
            if state.attack is not None:
                exchange.proceed(play, state.attack)
            elif ticks.call_newcomers(play):
                continue
            elif state.is_resolving and all(state.get(id).hidden for id in state.due):
                exchange.begin_next(play)
            elif state.due or not ticks.advance(play):
                return

    def prompts(self, state: State) -> tuple[Pending, ...]:
        return state.pending

    def blocking(self, state: State) -> tuple[Pending, ...]:
        return ()  # a prompt stops the tick, not what someone else may do on it

    def in_turn(self, state: State) -> tuple[str, ...]:
        return state.due

    def is_resolving(self, state: State, ids: Collection[str]) -> bool:
        current = (state.attack.declared,) if state.attack else ()
        return any(declared.actor in ids for declared in (*state.waiting, *current))

    def sign(self, state: State, event: Event) -> Event:
        if isinstance(event, CombatantAdded):
            return replace(event, tick=state.tick)
        return super().sign(state, event)

    def when(self, state: State, event: ActorEvent) -> Mapping[str, Any]:
        fields: dict[str, Any] = {"tick": state.tick} if event.tick is None else {}
        actor = state.find(event.actor)
        if isinstance(event, PoolRolled) and actor is not None:
            fields["pool_for"] = state.get_side(actor.id)
        if isinstance(event, Overridden) and event.what in BODY and actor is not None:
            health = NUMBERS[event.what].write(actor, event.now).health
            fields["marks"] = Harm(actor.id, actor.name, actor.health.boxes, health)
        return fields

    def list_numbers(self, state: State, actor: Combatant) -> Numbers[Combatant]:
        return list_numbers(state, actor)

    def number_audience(self, state: State, actor: Combatant, what: str, audience: Audience) -> Audience:
        """Return who may know of it: that someone is unaware, only those who may attack them (2E-665)."""
        if what != "unaware":
            return audience
        return () if actor.hidden else state.get_opposing(actor.id)

    def after_override(self, play: Play[State], id: str, what: str) -> None:
        """Set what follows from wounds that pushed others out. Earlier versions did not (see `Battle.replay_seat`)."""
        event = play.events[-1]
        if "value" in play.seat.granted or not isinstance(event, Overridden) or event.marks is None:
            return
        if found := follow_pushed(event.marks.before, what, event.now, play.state.get(id)):
            override(play, Override(id, *found, reason=event.reason))

    def why_not_start(self, state: State) -> Text:
        able = any(not combatant.out for combatant in state.combatants)
        return EMPTY if able else Text("Add at least one combatant who can act.")

    def why_not_hide(self, state: State, actor: Combatant) -> Text:
        if actor.id in state.fighting:
            return Text("{who} is part of an attack now; resolve it first.", who=actor.name)
        asked = any(pending.kind in WORDS for pending in state.pending)  # prompts name who speaks
        if asked and actor.id in state.talking:
            return Text("{who} is part of a conversation now; finish it first.", who=actor.name)
        return EMPTY

    def has_left(self, actor: Combatant) -> bool:
        return actor.has_left

    def why_not_switch(self, state: State, actor: Combatant) -> Text:
        return why_no_switch(state, actor, is_on=False)

    def replay_seat(self, move: Mapping[str, Json], seat: Seat) -> Seat:
        """Earlier versions let anyone attack from hiding, no one without saying it; they kept no distances."""
        played = super().replay_seat(move, seat)
        kind = move.get("kind")
        is_former = (kind in STRIKES and "specialties" not in move) or (kind == "TakeAction" and "retry" not in move)
        parts = played.storyteller, played.characters, played.numbers, played.granted
        return RecordedSeat(*parts) if is_former else played

    def view(self, state: State, seat: Seat) -> BattleView:
        shown = super().view(state, seat)
        shown["time"] = shown["picture"]["now"]  # the tick that the seat knows of
        return shown

    def subline(self, sight: Sight[State]) -> Text:
        return JOINS[sight.state.kind].preface if sight.state.phase == "setup" else super().subline(sight)

    def name_start(self, state: State) -> tuple[Text, Text]:
        return JOINS[state.kind].name, JOINS[state.kind].hint

    def count_time(self, state: State) -> int:
        return state.tick

    def say_when(self, event: Event) -> Text:
        tick = getattr(event, "tick", None)
        return EMPTY if tick is None else Text("tick {n}", n=tick)

    def attack_result(self, event: Event) -> AttackResult | None:
        if not isinstance(event, AttackResolved):
            return None
        numbers = event.numbers
        points = numbers.levels if numbers.hit and not (numbers.stopped or event.clinch) else 0
        return {"hit": numbers.hit, "harm": HARMS[rank(numbers.damage_type)], "points": points}

    def take_home(self, actor: Combatant) -> Mapping[str, Json]:
        """Return also the fields of health other than its boxes, and the pools that lost dots of Willpower leave."""
        return {
            **super().take_home(actor),
            "dying": actor.health.dying,
            "unconscious": actor.health.unconscious,
            "healing": encode(actor.health.healing),
            **(_shrink(actor) if actor.willpower_lost else {}),
            **({"intimacies": encode(actor.sheet.intimacies)} if actor.stirred else {}),
            **({"unit": encode(actor.unit)} if actor.unit is not None else {}),
        }

    def elapsed(self, state: State) -> int:
        return state.seconds

    def earned(self, state: State) -> Mapping[str, Mapping[str, int]]:
        """Return the experience points that stunts have earned (2E-185)."""
        won = [combatant for combatant in state.combatants if combatant.character is not None and combatant.experience]
        return {combatant.id: {GENERAL: combatant.experience} for combatant in won}


def _roll_join(play: Play[State], actor: Combatant) -> JoinBattleRolled:
    """Roll Join Battle, War or Debate; a failure and a botch count as 0 successes (2E-265, 2E-503, 2E-510).

    In a war, someone without a unit rolls as for a fight (2E-691).
    """
    state, wound = play.state, actor.health.wound
    pool = join_battle(actor.sheet, wound)
    if state.kind == "war" and actor.worn is not None:
        pool = join_war(actor.sheet, wound, actor.magnitude if state.options.join_war_magnitude else 0)
    counted = roll_pool(play, actor, pool)
    fields = {**count_fields(counted), "botch": counted.is_botch, "first": 0, "battle": state.kind}
    return JoinBattleRolled(**about(actor), pool=pool, **fields)


def _shrink(actor: Combatant) -> dict[str, Json]:
    """Return the rating and the mote pools after lost dots of Willpower; powers that are on commit no motes then."""
    held = [sum(getattr(active, pool) for active in actor.active) for pool in ("personal", "peripheral")]
    before = replace(
        actor.sheet,
        personal=actor.personal,
        peripheral=actor.peripheral,
        personal_committed=actor.sheet.personal_committed - held[0],
        peripheral_committed=actor.sheet.peripheral_committed - held[1],
    )
    now = fit_motes(before)
    paths = ("personal", "peripheral", "personal_committed", "peripheral_committed")
    changed = {path: getattr(now, path) for path in paths if getattr(now, path) != getattr(before, path)}
    return {"willpower": now.willpower, **changed}


BATTLE = SecondEditionBattle()
