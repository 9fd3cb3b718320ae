"""Standing orders: what a combatant does by itself when it is asked, or when its turn comes.

An order is made of a move of the game and of conditions that the rules can answer. It never does what its owner could
not do by hand: the move that `find_move` returns is decided with the owner's own seat, and may be refused.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from rules.battle.board import make_sight
from rules.battle.engine import Battle
from rules.battle.fields import Field
from rules.battle.guards import check_choice, check_number
from rules.battle.kinds import Event
from rules.battle.offers import Offer
from rules.battle.order_rules import Incoming, OrderRules
from rules.battle.prompts import Prompt, may_answer
from rules.battle.roster import can_see
from rules.battle.seats import Json, Seat
from rules.battle.sources import list_said, needs_ruling
from rules.defaults import fill_form
from rules.errors import BadInput, IllegalMove
from rules.text import EMPTY, Text, join, small, verbatim
from rules.wounds import HARMS

HIGHEST: Final = 999
"""The highest number that a limit may name."""
LATEST: Final = 100_000
BREAKS: Final[Mapping[str, Text]] = {
    "wounded": Text("I am wounded"),
    "newcomer": Text("someone new appears"),
    "attacked": Text("I am attacked"),
}
"""What may withdraw an order in every game, as its owner would say it."""
ALWAYS, ONCE, UNTIL = "always", "once", "until"
LASTS: Final[Mapping[str, Text]] = {
    ALWAYS: Text("Until I cancel it"),
    ONCE: Text("Once"),
    UNTIL: Text("Until a turn or tick"),
}


@dataclass(frozen=True, slots=True)
class Limit:
    """A condition on one of the combatant's own figures: `what` is below `number`, or at least that."""

    what: str
    number: int
    below: bool = True


@dataclass(frozen=True, slots=True)
class StandingOrder:
    """`actor` makes `move` on the occasion `when`: a kind of prompt, or one of the game's turns.

    `move` is in its JSON form, without its actor and prompt; one without a kind takes what is offered first. `what` are
    its words. `foe`: only against an attack of this combatant (`foe_name`), `attack`: only against one of this kind.
    The order does not act while `unless` holds. `until` is the last turn or tick of one that `lasts` "until".
    Each of `breaks` withdraws it. `used`: the turn or tick in which it acted last. `owner`: who had the character
    when it was given, as the key of the person; empty if no player, None where that is not known.
    """

    id: str
    actor: str
    when: str
    move: Mapping[str, Json]
    what: Text
    foe: str = ""
    foe_name: str = ""
    attack: str = ""
    unless: Limit | None = None
    lasts: str = ALWAYS
    until: int = 0
    breaks: tuple[str, ...] = ()
    used: int = -1
    owner: str | None = None


def check_order(battle: Battle[Any, Any], state: Any, seat: Seat, order: StandingOrder) -> None:
    """Raise `BadInput` or `IllegalMove` for an order that names what the game, or the seat, does not know."""
    rules, actor = battle.order_rules, find_actor(state, seat, order.actor)
    check_choice(Text("When"), order.when, (*rules.asked, *rules.turns))
    check_choice(Text("Duration"), order.lasts, LASTS)
    if order.attack:
        check_choice(Text("Kind of attack"), order.attack, rules.attacks)
    for name in order.breaks:
        check_choice(Text("Canceled when"), name, list_breaks(rules))
    if order.lasts == UNTIL:
        check_number(Text("Last turn or tick"), order.until, 0, LATEST)
    if order.unless:
        gauges = list_gauges(rules, actor)
        check_choice(Text("Unless"), order.unless.what, gauges)
        check_number(gauges[order.unless.what], order.unless.number, 0, HIGHEST)
    if order.foe and not any(combatant.id == order.foe for combatant in make_sight(state, seat).seen):
        raise IllegalMove("unknown_combatant", Text("No one here has that ID. Choose from the list."))
    if order.when in rules.turns and (order.foe or order.attack):
        raise BadInput("no_attack", Text("Only an answer to an attack can depend on who attacks and how."), key="foe")


def find_actor(state: Any, seat: Seat, id: str) -> Any:
    """Return the seat's own combatant of this id. Raises `IllegalMove` for any other."""
    combatant = state.find(id)
    if combatant is None or not can_see(seat, combatant) or not seat.controls(combatant.character):
        raise IllegalMove("not_yours", Text("You can’t act for that combatant here."))
    return combatant


def list_gauges(rules: OrderRules, actor: Any) -> Mapping[str, Text]:
    """Return the figures of this combatant that a limit may name, with their labels."""
    return {what: number.label for what, number in rules.gauges.items() if number.has(actor)}


def list_breaks(rules: OrderRules) -> Mapping[str, Text]:
    """Return what may withdraw an order in this game, as its owner would say it."""
    return {**BREAKS, **{name: label for name, (label, _test) in rules.breaks.items()}}


def list_turn_offers(battle: Battle[Any, Any], state: Any, seat: Seat, actor: Any) -> tuple[str, list[Offer]]:
    """Return which turn the combatant could have next, and what it could do then, as far as the state allows it.

    Odds are left out, and what would wait for the Storyteller: an order never asks.
    """
    rehearsed = None if state.phase != "running" else battle.order_rules.rehearse(state, actor)
    if rehearsed is None:
        return "", []
    acts = battle.offer(rehearsed, seat).acts.get(actor.id, ())
    offers = [_quiet(offer, seat) for offer in acts if offer.group == "act" and not offer.reason]
    return battle.order_rules.find_turn(rehearsed), [
        offer for offer in offers if not _waits(battle, rehearsed, seat, offer)
    ]


def _waits(battle: Battle[Any, Any], state: Any, seat: Seat, offer: Offer) -> bool:
    """Return whether a move waits for the Storyteller whatever else is chosen, as one for cover does."""
    if seat.storyteller:
        return False
    try:
        move = battle.moves.decode(fill_form(offer))
    except BadInput:  # something must be chosen first
        return False
    return needs_ruling(list_said(move, seat, battle.known(state, move)))


def _quiet(offer: Offer, seat: Seat) -> Offer:
    """Return the offer without odds and ticks: those of today need not be those of its turn."""
    asked = (field for field in offer.fields if seat.storyteller or not field.waits)
    fields = tuple(map(_without_odds, asked))
    return replace(offer, fields=fields, has_preview=False, next_ticks=(), at_once=False)


def _without_odds(field: Field) -> Field:
    if all(choice.odds is None for choice in field.choices):
        return field
    return replace(field, choices=tuple(replace(choice, odds=None) for choice in field.choices))


def list_replies(battle: Battle[Any, Any], state: Any, seat: Seat, actor: Any) -> Mapping[str, Sequence[Offer]]:
    """Return the forms of the answers that an order may give, by the occasion."""
    return battle.order_rules.list_replies(make_sight(state, seat), actor)


def find_move(battle: Battle[Any, Any], state: Any, seat: Seat, order: StandingOrder) -> dict[str, Json] | None:
    """Return the move that the order makes now in its JSON form; None if it is not its time, or it may not act."""
    if why_not(battle, state, seat, order):
        return None
    if order.when in battle.order_rules.turns:
        return _make_turn(battle, state, seat, order)
    prompt = find_asked(battle, state, seat, order)
    offers = battle.offer(state, seat).whole if prompt else ()
    fitting = (o for o in offers if prompt and o.prompt == prompt.id and not o.reason and o.move == order.move["kind"])
    return next((made for offer in fitting if (made := _fill(offer, order.move)) is not None), None)


def why_not(battle: Battle[Any, Any], state: Any, seat: Seat, order: StandingOrder) -> Text:
    """Return why the order does not act now, or an empty text. The rules may still refuse its move."""
    actor = state.find(order.actor)
    if actor is None or not seat.controls(actor.character) or state.phase != "running":
        return Text("It is not time for it yet.")
    if order.when in battle.order_rules.turns:
        if not acts_now(battle, state, actor) or battle.order_rules.find_turn(state) != order.when:
            return Text("That turn has not come yet.")
        if order.when == next(iter(battle.order_rules.turns)) and order.used == battle.count_time(state):
            return Text("They have already acted this turn.")
    elif not find_asked(battle, state, seat, order):
        return Text("No question is open that it could answer.")
    if order.unless and _holds(battle.order_rules, actor, order.unless):
        return Text("Now {what}.", what=small(_say_limit(battle.order_rules, order.unless)))
    return EMPTY


def acts_now(battle: Battle[Any, Any], state: Any, actor: Any) -> bool:
    """Return whether the combatant's turn has come; one that may only break something off does not act."""
    return actor.id in battle.in_turn(state) and battle.may_act(state, actor)


def find_asked(battle: Battle[Any, Any], state: Any, seat: Seat, order: StandingOrder) -> Prompt | None:
    """Return the open prompt that the order answers, or None."""
    for prompt in battle.prompts(state):
        if prompt.kind == order.when and prompt.who == order.actor and may_answer(state, seat, prompt):
            incoming = battle.order_rules.find_incoming(state, prompt)
            if _is_against(state, seat, order, incoming):
                found: Prompt = prompt
                return found
    return None


def _is_against(state: Any, seat: Seat, order: StandingOrder, incoming: Incoming | None) -> bool:
    """Return whether the order is meant for this attack. An attacker whom its owner does not see is no one it names."""
    if not (order.foe or order.attack):
        return True
    if incoming is None or (order.attack and incoming.kind != order.attack):
        return False
    attacker = state.find(incoming.attacker)
    return not order.foe or (attacker is not None and attacker.id == order.foe and can_see(seat, attacker))


def _holds(rules: OrderRules, actor: Any, limit: Limit) -> bool:
    number = rules.gauges.get(limit.what)
    if number is None or not number.has(actor):
        return False
    now = number.read(actor)
    return now < limit.number if limit.below else now >= limit.number


def _make_turn(battle: Battle[Any, Any], state: Any, seat: Seat, order: StandingOrder) -> dict[str, Json] | None:
    if order.move.get("kind"):
        return {**order.move, "actor": order.actor}
    acts = battle.offer(state, seat).acts.get(order.actor, ())
    first = next((offer for offer in acts if offer.group == "act" and not offer.reason), None)
    return None if first is None else fill_form(first)


def _fill(offer: Offer, wanted: Mapping[str, Json]) -> dict[str, Json] | None:
    """Return the offer filled in as wanted, the rest by its initial values; None if it does not offer what is wanted.

    What is wanted as empty and not offered so is left to the offer.
    """
    fields = {field.name: field for field in offer.fields}
    filled = fill_form(offer)
    for name, value in wanted.items():
        if name == "kind":
            continue
        if name in offer.fixed:
            if offer.fixed[name] != value:
                return None
        elif name in fields and _is_open(fields[name], value):
            filled[name] = value
        elif value:
            return None
    return filled


def _is_open(field: Field, value: Json) -> bool:
    """Return whether a form takes this value now."""
    if field.kind == "flag":
        return isinstance(value, bool)
    if field.kind == "number":
        return isinstance(value, int) and field.low <= value <= field.high
    if field.choices:
        free = {choice.value for choice in field.choices if not choice.reason}
        return free.issuperset(value if isinstance(value, list | tuple) else (value,))
    return True


def is_over(battle: Battle[Any, Any], state: Any, order: StandingOrder) -> bool:
    """Return whether the order has come to its own end: its last turn has passed, or its combatant is gone."""
    actor = state.find(order.actor)
    late = order.lasts == UNTIL and battle.count_time(state) > order.until
    return late or actor is None or battle.has_left(actor)


def find_break(
    battle: Battle[Any, Any], seat: Seat, order: StandingOrder, before: Any, after: Any, events: Iterable[Event]
) -> Text:
    """Return what withdraws the order, as its owner named it, between two states of the battle; empty if nothing does.

    Only what its owner's seat may know of counts.
    """
    known = [event for event in events if seat.may_see(event.audience)]
    labels = list_breaks(battle.order_rules)
    found = (name for name in order.breaks if _broke(battle, seat, order, name, before, after, known))
    return next((labels[name] for name in found), EMPTY)


def _broke(
    battle: Battle[Any, Any], seat: Seat, order: StandingOrder, name: str, before: Any, after: Any, known: list[Event]
) -> bool:
    was, now = before.find(order.actor), after.find(order.actor)
    if was is None or now is None:
        return False
    match name:
        case "wounded":
            return _count_wounds(battle, now) > _count_wounds(battle, was)
        case "newcomer":
            return bool(_list_others(after, seat) - _list_others(before, seat))
        case "attacked":
            return any(order.actor in battle.order_rules.find_attacked(event) for event in known)
    own = battle.order_rules.breaks.get(name)
    return own is not None and own[1](was, now)


def _count_wounds(battle: Battle[Any, Any], actor: Any) -> int:
    numbers = (battle.numbers[harm] for harm in HARMS if harm in battle.numbers)
    return sum(number.read(actor) for number in numbers if number.has(actor))


def _list_others(state: Any, seat: Seat) -> frozenset[str]:
    return frozenset(combatant.id for combatant in state.combatants if can_see(seat, combatant))


def say(battle: Battle[Any, Any], order: StandingOrder) -> Text:
    """Return the order in words: "When I am attacked: dodge, unless Motes is below 5. Until I withdraw it." """
    rules = battle.order_rules
    when = {**rules.asked, **rules.turns}.get(order.when, EMPTY)
    against = [*([verbatim(order.foe_name)] if order.foe_name else []), *_list_words(rules.attacks, order.attack)]
    head = Text("When {when}", when=when)
    if against:
        head = Text("When {when} ({against})", when=when, against=join(", ", against))
    parts = [Text("{when}: {what}", when=head, what=small(order.what))]
    if order.unless:
        parts.append(Text("unless {what}", what=small(_say_limit(rules, order.unless))))
    sentences = [Text("{what}.", what=join(", ", parts)), Text("{what}.", what=_say_end(order))]
    if order.breaks:
        names = list_breaks(rules)
        broken = join(", ", (names[name] for name in order.breaks if name in names))
        sentences.append(Text("Canceled when: {what}.", what=broken))
    return join(" ", sentences)


def _list_words(words: Mapping[str, Text], name: str) -> Iterator[Text]:
    if name in words:
        yield words[name]


def _say_end(order: StandingOrder) -> Text:
    return Text("Until turn or tick {n}", n=order.until) if order.lasts == UNTIL else LASTS.get(order.lasts, EMPTY)


def _say_limit(rules: OrderRules, limit: Limit) -> Text:
    number = rules.gauges.get(limit.what)
    label = number.label if number else verbatim(limit.what)
    if limit.below:
        return Text("{label} below {n}", label=label, n=limit.number)
    return Text("{label} at least {n}", label=label, n=limit.number)
