"""Carry out what people have left ahead, in a scene by post: each act as a command of its owner, with the owner's seat.

It happens in the transaction of the command that brought the situation about. To others it looks as if it were made by
hand.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from campaigns.models import Character, Membership, Role, User
from play.commands.context import CommandContext
from play.commands.group_orders import END_TURN, list_owners, make_move
from play.commands.moves import BattleMove
from play.commands.playing import take_over
from play.commands.standing_orders.give import about
from play.table.events import Fought, Rewound
from play.table.people import seat_of
from play.table.standing_orders import (
    Laid,
    MoveLaid,
    MovesTurned,
    MoveTaken,
    MoveTakenBack,
    StandingEnded,
    StandingFollowed,
    has_changed_hands,
    without_former,
)
from play.table.state import TableState, fold
from rules.battle import Audience, Event, Json
from rules.battle.standing_orders import ONCE, StandingOrder, acts_now, find_break, find_move, is_over
from rules.errors import IllegalMove, RulesError
from rules.system import System
from rules.text import EMPTY, Text

MAX_ACTS = 60
"""The most acts that one command brings about. What is left goes on with the next."""
END = Text("End turn")
CHANGED = Text("someone else plays the character now")


@dataclass(frozen=True, slots=True)
class Act:
    """What is written next: the events, with the context of their owner; `is_own`: not of the table itself."""

    context: CommandContext
    events: Sequence[Event]
    is_own: bool = True

    @property
    def user(self) -> User | None:
        """Who did it; None for what the table does by itself."""
        return self.context.membership.user if self.is_own else None


def make_by_hand(context: CommandContext, move: BattleMove) -> Sequence[Event]:
    """Make a move of the fight. Refused where those who act together lay their declarations face down first."""
    if context.state.post is not None and not context.seat.storyteller:
        _check_gathered(context, move)
    return take_over(context, move, make_move(context, move))


def list_acts(context: CommandContext, events: Sequence[Event]) -> Sequence[Act]:
    """Return what was left ahead for what a command with these events brings about, one act after the other.

    After a rewind nothing acts: the Storyteller wants the table as it was.
    """
    if context.state.post is None or any(isinstance(event, Rewound) for event in events):
        return ()
    acts: list[Act] = []
    while len(acts) < MAX_ACTS:
        state = fold(context.system, context.state, events)
        now = replace(context, state=state, made=[], thrown=[], afterwards=[])
        act = _find_act(context, now, events)
        if act is None:
            break
        acts.append(act)
        context, events = act.context, act.events
    return acts


def list_awaited(system: System, table: TableState) -> tuple[str, ...]:
    """Return those in the open who act now, if they lay their declarations together; else nobody."""
    battle, state = system.battle, table.battle
    if not battle.order_rules.gathers or state is None or state.phase != "running":
        return ()
    there = (state.find(id) for id in battle.in_turn(state))
    return tuple(combatant.id for combatant in there if not combatant.hidden and acts_now(battle, state, combatant))


def _check_gathered(context: CommandContext, move: BattleMove) -> None:
    awaited, actor = list_awaited(context.system, context.state), str(move.move.get("actor", ""))
    ahead = without_former(context.state.ahead, context.state.battle, list_owners(context))
    laid = {planned.actor for planned in ahead.laid}
    if actor not in awaited or laid.union([actor]) >= set(awaited):
        return
    offers = context.system.battle.offer(context.state.battle, context.seat).acts.get(actor, ())
    if any(offer.group == "act" and offer.move == move.move.get("kind") for offer in offers):
        sentence = Text("Others also act now. Set your action face down: all are revealed together.")
        raise IllegalMove("gathered", sentence)


def _find_act(before: CommandContext, now: CommandContext, events: Sequence[Event]) -> Act | None:
    """Return the next act, if anything that was left ahead is to be carried out or has come to its end."""
    state = now.state
    if state.post is None or state.battle is None or not (state.ahead.orders or state.ahead.laid):
        return None
    if ended := [*_end_orders(before, now, events), *_end_laid(before, now)]:
        return Act(now, ended, is_own=False)
    if state.paused or state.card or state.battle.phase != "running":
        return None
    return next(_list_acts(now), None)


def _end_orders(before: CommandContext, now: CommandContext, events: Sequence[Event]) -> Iterator[Event]:
    """Yield the end of the orders that something has withdrawn."""
    battle, was, owners = now.system.battle, before.state.battle, list_owners(now)
    fought = [event.event for event in events if isinstance(event, Fought)]
    for order in now.state.ahead.orders:
        if has_changed_hands(now.state.battle, order, owners):
            yield StandingEnded(order, CHANGED, audience=_former(order))
            continue
        seat = _seat_of(now, order.actor)
        why, gone = EMPTY, is_over(battle, now.state.battle, order)
        if was is not None and fought and not gone:
            why = find_break(battle, seat, order, was, now.state.battle, fought)
        if why or gone:
            yield StandingEnded(order, why or Text("it has expired"), **about(now, order.actor))


def _former(left: StandingOrder | Laid) -> Audience:
    """Return who may read of the end of what was left ahead before the character changed hands: who left it."""
    return (left.owner,) if left.owner else ()


def _end_laid(before: CommandContext, now: CommandContext) -> Iterator[Event]:
    """Yield the end of declarations whose turn was taken by hand, and of turns that have ended by themselves."""
    battle, state, owners = now.system.battle, now.state.battle, list_owners(now)
    for laid in now.state.ahead.laid:
        if has_changed_hands(now.state.battle, laid, owners):
            yield MoveTakenBack(laid, audience=_former(laid))
            continue
        subject = about(now, laid.actor)
        if laid.for_turn >= 0:
            if battle.count_time(state) != laid.for_turn or laid.actor not in battle.in_turn(state):
                yield MoveTaken(laid.actor, **subject)
        elif battle.has_left(state.get(laid.actor)):
            yield MoveTakenBack(laid, **subject)
        elif before.state.ahead.find_laid(laid.actor) == laid and _took_turn(before, now, laid.actor):
            yield MoveTakenBack(laid, Text("The turn was already taken."), **subject)


def _took_turn(before: CommandContext, now: CommandContext, id: str) -> bool:
    """Return whether the last command has taken a combatant's turn with a move of its own."""
    battle, was, state = now.system.battle, before.state.battle, now.state.battle
    moved = any(made["move"].get("actor") == id for made in before.made)
    return moved and acts_now(battle, was, was.get(id)) and not acts_now(battle, state, state.get(id))


def _list_acts(now: CommandContext) -> Iterator[Act]:
    """Yield what could be done now: answers first, then what was laid, then orders for turns."""
    battle, state, ahead = now.system.battle, now.state.battle, now.state.ahead
    answers = [order for order in ahead.orders if order.when in battle.order_rules.asked]
    yield from filter(None, (_follow(now, order) for order in answers))
    if battle.blocking(state):
        return
    acting = [id for id in battle.in_turn(state) if acts_now(battle, state, state.get(id))]
    turns = [order for order in ahead.orders if order.when in battle.order_rules.turns and order.actor in acting]
    if battle.order_rules.gathers:
        yield from filter(None, (_lay(now, order) for order in turns if ahead.find_laid(order.actor) is None))
        if turned := _find_turned(now, acting):
            yield Act(now, [MovesTurned(turned, audience=())], is_own=False)
    laid = (ahead.find_laid(id) for id in acting)
    yield from filter(
        None,
        (_take(now, planned) for planned in laid if planned and (planned.turned or not battle.order_rules.gathers)),
    )
    if not battle.order_rules.gathers:
        yield from filter(None, (_follow(now, order) for order in turns if ahead.find_laid(order.actor) is None))


def _find_turned(now: CommandContext, acting: Sequence[str]) -> tuple[str, ...]:
    """Return whose declarations are turned now: of all who act, once all in the open have laid theirs."""
    laid = {planned.actor: planned for planned in now.state.ahead.laid}
    if not set(list_awaited(now.system, now.state)) <= laid.keys():
        return ()
    return tuple(id for id in acting if id in laid and not laid[id].turned)


def _follow(now: CommandContext, order: StandingOrder) -> Act | None:
    """Return what a standing order does, made with its owner's seat; None where it does not act or the rules refuse."""
    owner = _find_owner(now, order.actor)
    move = find_move(now.system.battle, now.state.battle, owner.seat, order) if owner else None
    if owner is None or move is None:
        return None
    fought = _try(owner, move)
    return None if isinstance(fought, Text) else Act(owner, [_spend(now, order), *fought])


def _spend(now: CommandContext, order: StandingOrder) -> StandingFollowed:
    used = replace(order, used=now.system.battle.count_time(now.state.battle))
    return StandingFollowed(used, order.lasts == ONCE, **about(now, order.actor))


def _lay(now: CommandContext, order: StandingOrder) -> Act | None:
    """Return that a standing order lays its move face down, as its owner would."""
    owner = _find_owner(now, order.actor)
    move = find_move(now.system.battle, now.state.battle, owner.seat, order) if owner else None
    if owner is None or move is None:
        return None
    laid = MoveLaid(Laid(order.actor, move, order.what, owner=order.owner), **about(now, order.actor))
    return Act(owner, [_spend(now, order), laid])


def _take(now: CommandContext, laid: Laid) -> Act | None:
    """Return what was laid, made with its owner's seat; if the rules refuse it, it goes back to its owner."""
    owner = _find_owner(now, laid.actor)
    if owner is None:
        return None
    subject = about(now, laid.actor)
    fought = _try(owner, laid.move)
    if isinstance(fought, Text):
        return Act(now, [MoveTakenBack(laid, fought, **subject)], is_own=False)
    then = None
    if laid.ends:
        end, time = {"kind": END_TURN, "actor": laid.actor}, now.system.battle.count_time(now.state.battle)
        then = Laid(laid.actor, end, END, turned=True, for_turn=time, owner=laid.owner)
    return Act(owner, [MoveTaken(laid.actor, then, **subject), *fought])


def _try(owner: CommandContext, move: Mapping[str, Json]) -> Sequence[Event] | Text:
    """Make a move as its owner would by hand. Return its events, or why the rules refuse it."""
    try:
        with owner.dice.trial():
            return make_move(owner, BattleMove(move))
    except RulesError as refusal:
        owner.made.clear()
        owner.thrown.clear()
        return refusal.sentence


def _seat_of(now: CommandContext, id: str) -> Any:
    owner = _find_owner(now, id)
    return owner.seat if owner else now.seat


def _find_owner(now: CommandContext, id: str) -> CommandContext | None:
    """Return a context for the person who plays a combatant, or for the series' owner; None if they are no member."""
    character = now.state.battle.get(id).character
    player = Character.objects.filter(pk=int(character)).values_list("owner", flat=True).first() if character else None
    members = Membership.objects.select_related("user", "series")
    member = members.filter(series=now.series, user=player or now.series.owner_id).first()
    if member is None or (player and member.role != Role.PLAYER) or not member.user.is_active:
        return None
    return replace(now, membership=member, seat=seat_of(member, now.scene), made=[], thrown=[], afterwards=[])
