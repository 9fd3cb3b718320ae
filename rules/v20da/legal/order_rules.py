"""What standing orders may name in the Dark Ages."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from rules.battle import Choice, Event, Field, Offer
from rules.battle.board import Sight
from rules.battle.order_rules import TURN, Incoming, OrderRules, make_reply, pick_gauges
from rules.battle.prompts import Question
from rules.text import Text
from rules.v20da.attack import ATTACKS
from rules.v20da.decide.powers import USE
from rules.v20da.defense import NAMES
from rules.v20da.events import AttackMade
from rules.v20da.legal.answers import NO_DEFENSE
from rules.v20da.legal.plain import flags
from rules.v20da.moves import AnswerDefense
from rules.v20da.state.model import Combatant, State
from rules.v20da.state.numbers import NUMBERS, POOLS
from rules.v20da.state.order import can_act, can_only_heal, is_able

CARD: Final = "card"
"""The occasion of an order that carries out what was declared."""
FIRST: Final = -99
"""An initiative that declares before all others."""
BEST = Choice("", Text("Best of the declared ones"))


def list_replies(sight: Sight[State], actor: Combatant) -> Mapping[str, Sequence[Offer]]:
    """Return the answers that an order may give, and the way to carry out what was declared."""
    choices = (BEST, *(Choice(key, name) for key, name in NAMES.items()), Choice("none", NO_DEFENSE))
    asked = Field("defense", Text("Defense"), "choice", choices, initial="")
    fields = (asked, *USE.field(actor, "defense"), *flags(actor, "dexterity"))
    as_declared = Offer("", Text("As declared"), "act", actor.id)
    return {"defense": [make_reply(AnswerDefense, Text("Defend"), actor, fields)], CARD: [as_declared]}


def rehearse(state: State, actor: Combatant) -> State | None:
    """Return the battle as when the combatant acts in this turn, or else as when it declares in the next.

    None if it can do neither.
    """
    if state.stage == "act" and can_act(actor):
        return replace(state.put(replace(actor, held=True)), exchange=None)
    if actor.initiative is None or not (is_able(actor) or can_only_heal(actor)):
        return None
    fresh = replace(actor, initiative=FIRST, cards=(), held=False, grace=None)
    return replace(state.put(fresh), stage="declare", exchange=None)


def find_incoming(state: State, question: Question) -> Incoming | None:
    """Return the attack that waits for an answer, with whether it comes from afar."""
    if state.exchange is None:
        return None
    return Incoming(state.exchange.actor, "ranged" if ATTACKS[state.exchange.attack].range else "close")


def find_attacked(event: Event) -> tuple[str, ...]:
    """Return the target of an attack."""
    return (event.attack.target,) if isinstance(event, AttackMade) else ()


def find_turn(state: State) -> str:
    """Return whether the turn is declared or acted out."""
    return TURN if state.stage == "declare" else CARD


ORDER_RULES = OrderRules(
    asked={"defense": Text("I am attacked")},
    turns={TURN: Text("I declare"), CARD: Text("my declared action comes")},
    attacks={"close": Text("close combat"), "ranged": Text("ranged")},
    gauges=pick_gauges(NUMBERS, POOLS),
    find_turn=find_turn,
    list_replies=list_replies,
    rehearse=rehearse,
    find_incoming=find_incoming,
    find_attacked=find_attacked,
)
