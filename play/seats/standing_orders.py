"""What a seat left ahead in a fight by post, what it may leave, and who of those who act together has laid theirs."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from campaigns.core.seats import person_key
from play.commands.standing_orders.carry_out import list_awaited
from play.seats.board import AheadBoard, AheadRow, OrderLine
from play.seats.facts import TableFacts
from play.table.standing_orders import LeftAhead, Owners, without_former
from rules.battle import Choice, Field, LazySequence, Offer, Seat
from rules.battle.standing_orders import (
    ALWAYS,
    HIGHEST,
    LASTS,
    LATEST,
    acts_now,
    list_breaks,
    list_gauges,
    list_replies,
    list_turn_offers,
    say,
    why_not,
)
from rules.text import EMPTY, Text, verbatim

NONE = Choice("", Text("Nothing"))
ANYBODY = Choice("", Text("Anyone"))
ANY_WAY = Choice("", Text("Any attack"))


def gather_planned(facts: TableFacts, seat: Seat) -> AheadBoard | None:
    """Return what the seat sees of what was left ahead; None in a scene that is played live, or without a fight."""
    state = facts.state
    if state.post is None or state.battle is None or state.battle.phase != "running":
        return None
    awaited = list_awaited(facts.system, state)
    names = {combatant.id: combatant.name for combatant in state.battle.combatants}
    owners = {str(character.pk): person_key(character.owner_id) for character in facts.characters if character.owner_id}
    ahead = without_former(state.ahead, state.battle, owners)
    gathered = tuple((id, names[id], ahead.find_laid(id) is not None) for id in awaited)
    return AheadBoard(tuple(_list_rows(facts, seat, ahead, owners)), gathered if len(gathered) > 1 else ())


def _list_rows(facts: TableFacts, seat: Seat, ahead: LeftAhead, owners: Owners) -> Iterator[AheadRow]:
    """Yield a row for each combatant that the seat leaves moves ahead for: the Storyteller's are those of no player."""
    for combatant in facts.state.battle.combatants:
        is_theirs = seat.storyteller and combatant.character in owners
        if seat.controls(combatant.character) and not is_theirs and not facts.system.battle.has_left(combatant):
            yield _make_row(facts, seat, combatant, ahead)


def _make_row(facts: TableFacts, seat: Seat, actor: Any, ahead: LeftAhead) -> AheadRow:
    battle, state = facts.system.battle, facts.state.battle
    laid = ahead.find_laid(actor.id)
    orders = tuple(
        OrderLine(order.id, say(battle, order), _say_now(facts, seat, order)) for order in ahead.list_orders(actor.id)
    )
    return AheadRow(
        actor=actor.id,
        name=actor.name,
        orders=orders,
        laid=laid.what if laid else EMPTY,
        is_turned=bool(laid and laid.turned),
        acts_now=acts_now(battle, state, actor),
        occasions=LazySequence(partial(_list_occasions, facts, seat, actor)),
        terms=LazySequence(partial(_list_terms, facts, seat, actor)),
    )


def _say_now(facts: TableFacts, seat: Seat, order: Any) -> Text:
    """Return why an order that is asked for does not act; empty while it only waits for its occasion."""
    battle, state = facts.system.battle, facts.state.battle
    is_asked = any(prompt.kind == order.when and prompt.who == order.actor for prompt in battle.prompts(state))
    return why_not(battle, state, seat, order) if is_asked else EMPTY


def _list_occasions(facts: TableFacts, seat: Seat, actor: Any) -> Iterator[tuple[str, Text, tuple[Offer, ...]]]:
    """Yield the occasions of orders: the word, how its owner says it, and what can be done then."""
    battle, state = facts.system.battle, facts.state.battle
    words = {**battle.order_rules.asked, **battle.order_rules.turns}
    turn, offers = list_turn_offers(battle, state, seat, actor)
    found: dict[str, list[Offer]] = {turn: list(offers)} if offers else {}
    for when, replies in list_replies(battle, state, seat, actor).items():
        found[when] = [*replies, *found.get(when, ())]
    for when in sorted(found, key=list(words).index):
        yield when, words[when], tuple(found[when])


def _list_terms(facts: TableFacts, seat: Seat, actor: Any) -> Iterator[Field]:
    """Yield what a form asks about an order beside its move: against whom, unless, how long, withdrawn by what."""
    battle = facts.system.battle
    there = facts.system.battle.view(facts.state.battle, seat)["combatants"]
    foes = [Choice(who["id"], verbatim(who["name"])) for who in there if who["side"] != actor.side and not who["out"]]
    yield _choose("foe", Text("Only against"), ANYBODY, foes)
    yield _choose("attack", Text("Only against an attack"), ANY_WAY, _list_choices(battle.order_rules.attacks))
    yield _choose("limit", Text("Unless"), NONE, _list_choices(list_gauges(battle.order_rules, actor)))
    yield _choose("limit_least", Text("Comparison"), Choice("", Text("below")), [Choice("true", Text("at least"))])
    yield Field("limit_number", Text("Value"), "number", low=0, high=HIGHEST, initial=1, required=False)
    lasts = tuple(_list_choices(LASTS))
    yield Field("lasts", Text("Duration"), "choice", lasts, initial=ALWAYS)
    now = battle.view(facts.state.battle, seat)["time"]
    yield Field("until", Text("Last turn or tick"), "number", low=0, high=LATEST, initial=now + 5, required=False)
    breaks = tuple(_list_choices(list_breaks(battle.order_rules)))
    yield Field("breaks", Text("Canceled when"), "choices", breaks, required=False)


def _choose(name: str, label: Text, first: Choice, others: Sequence[Choice]) -> Field:
    return Field(name, label, "choice", (first, *others), initial="", required=False)


def _list_choices(words: Mapping[str, Text]) -> list[Choice]:
    return [Choice(value, label) for value, label in words.items()]
