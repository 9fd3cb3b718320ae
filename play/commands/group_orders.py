"""Orders to a group: several of the Storyteller's combatants make one move, one by one, each by the rules.

An order stands until all have acted. Where somebody must answer first, or another acts in between, it waits in the
table's state, and goes on with the command after which it can. One that cannot act ends it, with the reason.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from secrets import token_hex

from campaigns.core.numbered_names import split_number
from campaigns.core.seats import person_key
from campaigns.models import Character
from play.commands import fight
from play.commands.context import CommandContext
from play.commands.moves import MAX_COPIES, BattleMove, DropOrder, GiveOrder
from play.table.events import Fought
from play.table.group_orders import Order, OrderEnded, OrderGiven, OrderTaken
from play.table.standing_orders import Owners
from play.table.state import fold
from rules.battle import STORYTELLER, Audience, Event, Json, Offer, Seat, SeatOffers
from rules.defaults import default_answer
from rules.errors import BadInput, IllegalMove, RulesError
from rules.text import EMPTY, Text, join, list_texts, verbatim
from rules.view import BattleView, CombatantView

ALL = "all:"
"""What stands before a name that means all who are called so, but for a number."""
MAX_ORDERED = MAX_COPIES + 1
"""The most who act on one order: somebody, and all copies of a foe that were brought in at once."""
MAX_STEPS = 400
END_TURN = "EndTurn"
"""The move that ends a turn, in the games that have one."""


def give_order(context: CommandContext, move: GiveOrder) -> Sequence[Event]:
    """Begin an order and carry it out as far as it goes. Refused if the first of the group may not do it."""
    context.require_storyteller()
    context.require_battle()
    if context.state.order is not None:
        raise IllegalMove("order_stands", Text("An order is in progress. Stop it first."))
    order = _make_order(context, move)
    steps = _Steps(context)
    steps.emit(OrderGiven(order, audience=()))
    steps.take(order.actors[0])
    return steps.go_on()


def drop_order(context: CommandContext, move: DropOrder) -> Sequence[Event]:
    """Stop the order that stands."""
    context.require_storyteller()
    if context.state.order is None:
        raise IllegalMove("no_order", Text("No order is in progress."))
    steps = _Steps(context)
    steps.end(Text("The Storyteller stops it."))
    return steps.events


def make_move(context: CommandContext, move: BattleMove) -> Sequence[Event]:
    """Make a move of the fight; then the order that stands goes on, if it can."""
    fought = fight.battle_move(context, move)
    order = context.state.order
    if order is None:
        return fought
    steps = _Steps(context)
    steps.emit(*_mark(context, order, fought, eager=False))
    return steps.go_on()


class _Steps:
    """The events of a command so far, and the table after them. The order's moves are the Storyteller's."""

    def __init__(self, context: CommandContext) -> None:
        self.context = replace(context, seat=STORYTELLER)
        self.events: list[Event] = []
        self._open = {prompt["id"] for prompt in _view(context)["pending"]}

    def emit(self, *events: Event) -> None:
        """Add events, and move on to the table after them."""
        self.events += events
        state = fold(self.context.system, self.context.state, events)
        self.context = replace(self.context, state=state)

    def go_on(self) -> Sequence[Event]:
        """Carry the order on until it is over or must wait. Return all events of the command."""
        for _ in range(MAX_STEPS):
            order = self.context.state.order
            if order is None or not self._step(order):
                break
        return self.events

    def take(self, actor: str) -> None:
        """Let the next of the group act. Raises what the rules have against it."""
        order = _standing(self.context)
        fought = fight.run_moves(self.context, [{**order.move, "actor": actor}])
        self.emit(OrderTaken(actor))
        self.emit(*_mark(self.context, _standing(self.context), fought))

    def end(self, why: Text = EMPTY) -> None:
        """End the order. Others read of it if they have read of all that it tells."""
        order = _standing(self.context)
        self.emit(OrderEnded(order.id, order.who, order.what, why, audience=_find_audience(self.context, order, why)))

    def _step(self, order: Order) -> bool:
        """Take the next step. Return False where the order waits."""
        battle, state, view = self.context.system.battle, self.context.state.battle, _view(self.context)
        if view["phase"] != "running":
            self.end()
        elif answer := self._find_answer(order, view):
            self._run(answer)
        elif battle.blocking(state):
            return False
        elif self._must_end_turn(order, view):
            self._run({"kind": END_TURN, "actor": order.taken[-1]})
        elif order.left:
            return self._take_next(order, view)
        elif battle.is_resolving(state, order.actors):
            return False
        else:
            self.end()
        return True

    def _take_next(self, order: Order, view: BattleView) -> bool:
        acting = next((id for id in order.left if _acts_now(view, id)), None)
        if why := _why_not(order, view):
            self.end(why)
        elif acting is not None:
            try:
                self.take(acting)
            except RulesError as refusal:
                self.end(refusal.sentence)
        elif set(order.left) <= set(self.context.system.battle.in_turn(self.context.state.battle)):
            return False
        else:
            self.end(Text("Not all of them can act now."))
        return True

    def _run(self, move: Mapping[str, Json]) -> None:
        try:
            fought = fight.run_moves(self.context, [move])
        except RulesError as refusal:
            self.end(refusal.sentence)
        else:
            self.emit(*_mark(self.context, _standing(self.context), fought))

    def _must_end_turn(self, order: Order, view: BattleView) -> bool:
        has_turns = order.ends and bool(order.taken) and END_TURN in self.context.system.battle.moves.classes
        return has_turns and view["time"] == order.time and _acts_now(view, order.taken[-1])

    def _find_answer(self, order: Order, view: BattleView) -> Mapping[str, Json] | None:
        """Return the default answer to a question that the order has put to one of the Storyteller's combatants."""
        if not order.answers:
            return None
        played = list_played(self.context)
        for prompt in view["pending"]:
            who = _find(view, prompt["who"])
            if prompt["id"] not in self._open and who is not None and who["character"] not in played:
                offered = self.context.system.battle.offer(self.context.state.battle, STORYTELLER)
                return default_answer(offered.whole, prompt["id"])
        return None


def list_played(context: CommandContext) -> frozenset[str]:
    """Return the characters of the series that have players, by key."""
    return frozenset(list_owners(context))


def list_owners(context: CommandContext) -> Owners:
    """Return who has each of those characters."""
    owned = Character.objects.filter(series=context.series, owner__isnull=False).values_list("pk", "owner")
    return {str(key): person_key(owner) for key, owner in owned}


def _make_order(context: CommandContext, move: GiveOrder) -> Order:
    view = _view(context)
    first = _find(view, str(move.deed.get("actor", "")))
    played = list_played(context)
    free = [who for who in view["combatants"] if who["character"] not in played]
    if first is None or first not in free:
        raise IllegalMove("not_yours", Text("Orders are only for combatants without a player."))
    in_turn = context.system.battle.in_turn(context.state.battle)
    offered = context.system.battle.offer(context.state.battle, STORYTELLER)
    waiting = [who for who in free if who is not first and who["id"] in in_turn and not who["out"]]
    actors = [first, *(who for who in waiting if _is_named(who, first, move, offered))]
    if len(actors) < 2:
        sentence = Text("None of the others you chose can do that now. Choose others, or no one.")
        raise BadInput("nobody_else", sentence)
    if len(actors) > MAX_ORDERED:
        raise BadInput("bad_group", Text("An order can go to at most {n} combatants. Choose fewer.", n=MAX_ORDERED))
    made = {key: value for key, value in move.deed.items() if key != "actor"}
    ids = tuple(who["id"] for who in actors)
    what = _say_what(offered.of(first["id"]), view, move.deed)
    at_fallen = any(who["out"] for who in _list_aimed(view, move.deed))
    return Order(token_hex(8), say_names(actors), what, ids, made, view["time"], move.answers, move.ends, at_fallen)


def _is_named(who: CombatantView, first: CombatantView, move: GiveOrder, offered: SeatOffers) -> bool:
    """Return whether the order names somebody: alone, or with all of a name who, if they act now, have this move."""
    if who["id"] in move.others:
        return True
    if f"{ALL}{split_number(who['name'])[0]}" not in move.others or who["side"] != first["side"]:
        return False
    theirs = {**move.deed, "actor": who["id"]}
    return not who["acts_now"] or any(is_of(o, theirs) and not o.reason for o in offered.of(who["id"]))


def say_names(group: Iterable[CombatantView]) -> Text:
    """Return the names of a group: those that differ by a number alone once, with how many there are."""
    return name_group(who["name"] for who in group)


def name_group(names: Iterable[str]) -> Text:
    """Return these names in words, as `say_names` does."""
    counts: dict[str, list[str]] = {}
    for name in names:
        counts.setdefault(split_number(name)[0], []).append(name)
    return list_texts(
        Text("{name} × {n}", name=stem, n=len(names)) if len(names) > 1 else verbatim(names[0])
        for stem, names in counts.items()
    )


def _say_what(offers: Iterable[Offer], view: BattleView, move: Mapping[str, Json]) -> Text:
    """Return what is ordered: the words of its offer, and at whom."""
    fitting = [offer for offer in offers if is_of(offer, move)]
    what = max(fitting, key=lambda offer: len(offer.fixed)).label if fitting else verbatim(str(move.get("kind")))
    whom = [verbatim(who["name"]) for who in _list_aimed(view, move)]
    named = [name for name in whom if name not in what]  # a declared attack says at whom it goes
    return Text("{what} → {whom}", what=what, whom=join(", ", named)) if named else what


def is_of(offer: Offer, move: Mapping[str, Json]) -> bool:
    """Return whether a move fills in the form of this offer."""
    return offer.move == move.get("kind") and all(_same(move.get(key), value) for key, value in offer.fixed.items())


def _same(value: Json, fixed: Json) -> bool:
    return list(value or ()) == list(fixed) if isinstance(fixed, (tuple, list)) else bool(value == fixed)


def _list_aimed(view: BattleView, move: Mapping[str, Json]) -> list[CombatantView]:
    """Return the combatants whom a move names beside its actor."""
    values = (value for key, value in move.items() if key not in ("actor", "kind"))
    named = {choice for value in values for choice in (value if isinstance(value, (list, tuple)) else (value,))}
    return [who for who in view["combatants"] if who["id"] in named]


def _mark(context: CommandContext, order: Order, fought: Iterable[Fought], *, eager: bool = True) -> list[Fought]:
    """Return the events of a move with the id of the order that they came of.

    `eager`: the order made the move. What the passing of time brings after the last of the group is not of the order.
    """
    exchanges, is_last, marked = set(order.exchanges), not order.left, list[Fought]()
    for event in fought:
        entry, actor = context.system.battle.entry_of(event.event), getattr(event.event, "actor", "")
        if is_last and not (entry or actor):
            eager = False
        if entry in exchanges or (eager and (actor in order.actors or not (entry or actor))):
            exchanges |= {entry} if entry else set()
            marked.append(replace(event, order=order.id))
        else:
            marked.append(event)
    return marked


def _find_audience(context: CommandContext, order: Order, why: Text) -> Audience:
    """Return who may read that an order is over: everybody, or the Storyteller alone."""
    if why or not order.is_told or context.state.battle is None:
        return ()
    view = _view(context)
    there = {who["id"] for who in context.system.battle.view(context.state.battle, Seat())["combatants"]}
    named = {*order.actors, *(who["id"] for who in _list_aimed(view, order.move))}
    return None if named <= there else ()


def _why_not(order: Order, view: BattleView) -> Text:
    """Return why the rest of the group no longer acts, or an empty text."""
    if view["time"] != order.time:
        return Text("Time passed before everyone acted.")
    there = {who["id"]: who for who in view["combatants"]}
    if any(id not in there for id in order.left):
        return Text("Not all of them can act now.")
    fallen = [] if order.at_fallen else _list_aimed(view, order.move)
    out = next((who for who in (*fallen, *(there[id] for id in order.left)) if who["out"]), None)
    return Text("{who} is out: {why}.", who=out["name"], why=out["out"]) if out else EMPTY


def _standing(context: CommandContext) -> Order:
    order = context.state.order
    if order is None:
        raise RuntimeError("no order stands")
    return order


def _view(context: CommandContext) -> BattleView:
    view: BattleView = context.system.battle.view(context.state.battle, STORYTELLER)
    return view


def _find(view: BattleView, id: str) -> CombatantView | None:
    return next((who for who in view["combatants"] if who["id"] == id), None)


def _acts_now(view: BattleView, id: str) -> bool:
    who = _find(view, id)
    return who is not None and who["acts_now"] and not who["out"]
