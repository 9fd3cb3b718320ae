"""What people leave ahead in a fight by post: standing orders, and declarations that lie face down.

Commands give, withdraw, lay and take back; `play.commands.standing_orders.carry_out` carries out what was left.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from secrets import token_hex
from typing import Any, TypedDict

from campaigns.core.seats import find_served, person_key
from play.commands.context import CommandContext
from play.commands.group_orders import END_TURN, is_of, list_owners, list_played
from play.commands.moves import EndStanding, GiveStanding, LayMove, TakeBackMove
from play.commands.rehearsal import rehearse
from play.table.standing_orders import (
    NOTHING,
    Laid,
    LeftAhead,
    MoveLaid,
    MoveTakenBack,
    StandingEnded,
    StandingGiven,
    without_former,
)
from rules.battle import Audience, Event, Field, Json, Offer
from rules.battle.standing_orders import (
    Limit,
    StandingOrder,
    acts_now,
    check_order,
    find_actor,
    list_replies,
    list_turn_offers,
)
from rules.errors import BadInput, IllegalMove
from rules.text import EMPTY, Text, join, verbatim

MAX_ORDERS = 12
"""The most standing orders of one combatant."""
MAX_DEED = 4000
"""The most letters of a move that is left ahead, in its JSON form."""


class OrderText(TypedDict):
    """What the line of an event needs beside what was left ahead."""

    audience: Audience
    name: str
    person: str


def give_standing(context: CommandContext, move: GiveStanding) -> Sequence[Event]:
    """Give a standing order."""
    order = make_order(context, move)
    if len(_find_planned(context).list_orders(order.actor)) >= MAX_ORDERS:
        raise IllegalMove("too_many", Text("A combatant can have up to {n} standing orders.", n=MAX_ORDERS))
    return [StandingGiven(order, **about(context, order.actor, by_hand=True))]


def make_order(context: CommandContext, move: GiveStanding) -> StandingOrder:
    """Return the standing order that a form asks for. Raises what the rules have against it."""
    actor, battle, state = _find_own(context, move.actor), context.system.battle, context.state.battle
    turn, offers = list_turn_offers(battle, state, context.seat, actor)
    replies = dict(list_replies(battle, state, context.seat, actor))
    known = [*replies.get(move.when, ()), *(offers if turn == move.when else ())]
    offer = _find_offer(known, move.deed)
    deed = {name: value for name, value in _parse_deed(context, offer, move.deed).items() if name != "actor"}
    foe = next((combatant for combatant in state.combatants if combatant.id == move.foe), None)
    order = StandingOrder(
        token_hex(8),
        actor.id,
        move.when,
        deed,
        _say_deed(context, offer, move.deed),
        foe=move.foe,
        foe_name="",
        attack=move.attack,
        lasts=move.lasts,
        until=move.until,
        breaks=move.breaks,
        unless=Limit(move.limit, move.limit_number, below=not move.limit_least) if move.limit else None,
    )
    check_order(battle, state, context.seat, order)
    return replace(order, foe_name=foe.name if foe else "", owner=_find_player(context, actor))


def end_standing(context: CommandContext, move: EndStanding) -> Sequence[Event]:
    """Cancel your own standing order."""
    order = _find_planned(context).find_order(move.order)
    if order is None or not _is_own(context, order.actor):
        raise IllegalMove("no_order", Text("That order no longer exists."))
    return [StandingEnded(order, **about(context, order.actor, by_hand=True))]


def lay_move(context: CommandContext, move: LayMove) -> Sequence[Event]:
    """Lay the move of one's turn face down, in place of what lies there."""
    actor, battle, state = _find_own(context, str(move.deed.get("actor", ""))), context.system.battle, context.state
    _turn, offers = list_turn_offers(battle, state.battle, context.seat, actor)
    offer = _find_offer(offers, move.deed)
    deed = _parse_deed(context, offer, move.deed)
    before = _find_planned(context).find_laid(actor.id)
    if before is not None and before.turned:
        raise IllegalMove("turned", Text("It has already been revealed."))
    ready = state.battle if acts_now(battle, state.battle, actor) else battle.order_rules.rehearse(state.battle, actor)
    _check_legal(context, ready, deed)
    ends = END_TURN in battle.moves.classes and deed["kind"] != END_TURN and move.ends
    words = _say_deed(context, offer, move.deed)
    laid = Laid(actor.id, deed, words, ends=ends, owner=_find_player(context, actor))
    return [MoveLaid(laid, **about(context, actor.id, by_hand=True))]


def take_back_move(context: CommandContext, move: TakeBackMove) -> Sequence[Event]:
    """Take back what one has laid face down."""
    laid = _find_planned(context).find_laid(move.actor)
    if laid is None or laid.turned or not _is_own(context, laid.actor):
        raise IllegalMove("nothing_laid", Text("No move is face down there now."))
    return [MoveTakenBack(laid, **about(context, laid.actor, by_hand=True))]


def audience_of(context: CommandContext, id: str) -> Audience:
    """Return who may read of what a combatant has left ahead: who plays it now, or for the others the Storyteller.

    These are its player and, within an absence, the stand-in. It is the persons and not the character: somebody who
    takes the character over reads nothing of it.
    """
    player = _find_player(context, context.state.battle.get(id))
    if not player:
        return ()
    away = (absence for absence in find_served([context.series.pk]) if person_key(absence.member.user_id) == player)
    return (player, *(person_key(absence.stand_in_id or 0) for absence in away))


def about(context: CommandContext, id: str, *, by_hand: bool = False) -> OrderText:
    """Return for an event of what a combatant has left ahead: who reads it, the combatant's name, and who does it now.

    Not `by_hand`: it happens by itself.
    """
    person = person_key(context.membership.user_id) if by_hand else ""
    return OrderText(audience=audience_of(context, id), name=context.state.battle.get(id).name, person=person)


def _find_planned(context: CommandContext) -> LeftAhead:
    """Return what is left ahead by those who have the characters now."""
    if context.state.battle is None:
        return NOTHING
    return without_former(context.state.ahead, context.state.battle, list_owners(context))


def _find_player(context: CommandContext, actor: Any) -> str:
    """Return the key of the person who plays a combatant; empty if no player does."""
    return list_owners(context).get(actor.character, "")


def _is_own(context: CommandContext, id: str) -> bool:
    """Return whether the seat leaves moves ahead for it: the Storyteller only for combatants without a player."""
    combatant = None if context.state.battle is None else context.state.battle.find(id)
    if combatant is None or not context.seat.controls(combatant.character):
        return False
    return not context.seat.storyteller or combatant.character not in list_played(context)


def _find_own(context: CommandContext, id: str) -> Any:
    """Return the combatant for which something is left ahead. Refused where the fight is not played by post."""
    context.require_battle()
    if context.state.post is None:
        raise IllegalMove("not_by_post", Text("The scene is live. Planned moves are for play by post."))
    actor = find_actor(context.state.battle, context.seat, id)
    if not _is_own(context, id):
        raise IllegalMove("not_yours", Text("Players plan their own moves."))
    return actor


def _find_offer(offers: Iterable[Offer], deed: Mapping[str, Json]) -> Offer:
    """Return the offer that a deed fills in: of several, the one that it fits best."""
    bare = not deed.get("kind")
    fitting = [offer for offer in offers if (not offer.move if bare else is_of(offer, deed))]
    found = max(fitting, key=lambda offer: _fit(offer, deed), default=None)
    if found is None:
        raise IllegalMove("not_offered", Text("That can’t be planned. Choose something from the list."))
    return found


def _fit(offer: Offer, deed: Mapping[str, Json]) -> tuple[int, int]:
    """Return how well a deed fits an offer: how many of its values the offer takes, and how little else it asks for."""
    fields = {field.name: field for field in offer.fields}
    covered = 0
    for name, value in deed.items():
        for place, item in enumerate(value if isinstance(value, list | tuple) else (value,)):
            field = fields.get(name) or fields.get(f"{name}.{place}")
            covered += bool(item) and (name in offer.fixed or (field is not None and _takes(field, item)))
    return covered, -len(fields)


def _takes(field: Field, item: Json) -> bool:
    """Return whether an item is among the choices of a field, if it has any."""
    return not field.choices or any(item == choice.value for choice in field.choices)


def _parse_deed(context: CommandContext, offer: Offer, deed: Mapping[str, Json]) -> dict[str, Json]:
    """Return the move with what the offer fixes. Raises `BadInput` for values that its form does not have."""
    if not offer.move:
        return {}
    for field in offer.fields:
        _check_value(field, deed.get(field.name))
    made = {**deed, **offer.fixed}
    asks = "prompt" in context.system.battle.moves.classes[offer.move].__dataclass_fields__
    context.system.battle.moves.decode({**made, "prompt": "-"} if asks else made)
    if len(repr(made)) > MAX_DEED:
        raise BadInput("long_text", Text("That is too long for a planned move."))
    return made


def _check_value(field: Field, value: Json) -> None:
    known = {choice.value for choice in field.choices}
    if field.kind not in ("choice", "choices") or value in (None, "", []):
        return
    if not known.issuperset(value if isinstance(value, list | tuple) else (value,)):
        raise BadInput("unknown_choice", Text("{label}: choose one from the list.", label=field.label), key=field.name)


def _check_legal(context: CommandContext, state: Any, deed: Mapping[str, Json]) -> None:
    """Raise what the rules have against a move in this state. No die falls."""
    battle = context.system.battle
    rehearse(lambda roller: battle.decide(state, context.seat, battle.moves.decode(deed), roller))


def _say_deed(context: CommandContext, offer: Offer, deed: Mapping[str, Json]) -> Text:
    """Return a move that is left ahead in words: what it is called, and what was chosen for it."""
    chosen = [words for field in offer.fields if (words := _say_value(field, deed.get(field.name)))]
    return Text("{what} ({chosen})", what=offer.label, chosen=join(", ", chosen)) if chosen else offer.label


def _say_value(field: Field, value: Json) -> Text:
    """Return what was chosen in a field, in words; empty for nothing, and for what stands there anyway."""
    labels = {choice.value: choice.label for choice in field.choices}
    match field.kind:
        case "choice" | "choices" | "list":
            values = value if isinstance(value, list | tuple) else (value,)
            return join(", ", (labels[chosen] for chosen in values if chosen in labels and chosen not in ("", "0")))
        case "number" if value and value != field.initial:
            return Text("{label} {n}", label=field.label, n=value)
        case "flag" if value:
            return field.label
        case "text" if value and value != field.initial:
            return Text("“{text}”", text=verbatim(str(value)[:80]))
    return EMPTY
