"""What standing orders may name in the Third Edition."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from rules.battle import Choice, Event, Offer
from rules.battle.order_rules import Incoming, OrderRules, make_reply, pick_gauges
from rules.exalted3e import events as ev
from rules.exalted3e import moves as mv
from rules.exalted3e.actions.request import MAX_BONUS
from rules.exalted3e.legal.answers import defense_motes
from rules.exalted3e.legal.common import View, declared, pick, power_fields, willpower
from rules.exalted3e.state.board import State
from rules.exalted3e.state.combatant import Combatant
from rules.exalted3e.state.exchange import Pending
from rules.exalted3e.state.numbers import NUMBERS, POOLS
from rules.exalted3e.traits import INTENSITIES
from rules.text import Text, word

LET_COME, LET_BE = Choice("", Text("Don’t clash")), Choice("", Text("Don’t counterattack"))
LEAST = Choice("", Text("Weakest sufficient"))
NAMED = Text("Only a task needs one. An order that names one answers nothing else.")
KINDS = tuple(Choice(kind, word(kind)) for kind in ("withering", "decisive"))


def list_replies(sight: View, actor: Combatant) -> Mapping[str, Sequence[Offer]]:
    """Return the answers that an order may give."""
    most = min(MAX_BONUS, 2 * actor.defense_cap, actor.personal + actor.peripheral)
    defense = (*defense_motes(most), *willpower(actor, mv.AnswerDefense), *power_fields(actor, "defense"))
    clash = pick(mv.AnswerClash, "attack", (LET_COME, *KINDS), initial="")
    counter = pick(mv.AnswerCounter, "attack", (LET_BE, *KINDS), initial="")
    accept, refuse, _free = mv.ANSWERS
    answer = pick(mv.AnswerInfluence, "answer", (accept, refuse), initial="refuse")
    named = (LEAST, *mv.choices(INTENSITIES))
    speaks = pick(mv.AnswerInfluence, "intimacy", named, initial="", help=NAMED, required=False)
    return {
        "defense": [make_reply(mv.AnswerDefense, Text("Defend"), actor, defense)],
        "clash": [make_reply(mv.AnswerClash, Text("Defend"), actor, (clash,))],
        "counter": [make_reply(mv.AnswerCounter, Text("Defend"), actor, (counter,))],
        "contest": [make_reply(mv.AnswerContest, Text("Respond to the disengage"), actor, declared(mv.AnswerContest))],
        "shift": [make_reply(mv.AnswerShift, Text("Respond to the Initiative Shift"), actor, declared(mv.AnswerShift))],
        "influence": [make_reply(mv.AnswerInfluence, Text("Respond to influence"), actor, (answer, speaks))],
        "tie": [make_reply(mv.AnswerTie, Text("Confirm who acts first"), actor, declared(mv.AnswerTie))],
    }


def rehearse(state: State, actor: Combatant) -> State | None:
    """Return the battle as in the combatant's next turn; None if it is out of it."""
    if not actor.is_in_play or actor.initiative is None:
        return None
    ready = replace(actor, acted=False, turn_open=True, action_used=False, movement_used="", flurry=())
    calm = replace(state.put(ready), current=actor.id, exchange=None, interrupted=None, departure=None, pending=())
    return replace(calm, told=None)


def find_incoming(state: State, prompt: Pending) -> Incoming | None:
    """Return the attack that is being resolved; in none, the combatant whom the prompt is about."""
    running = state.exchange
    return Incoming(prompt.about, "") if running is None else Incoming(running.attacker, running.kind)


def find_attacked(event: Event) -> tuple[str, ...]:
    """Return the target of a declared attack."""
    return (event.attack.target,) if isinstance(event, ev.AttackDeclared) else ()


def _crashes(was: Combatant, now: Combatant) -> bool:
    return now.is_crashed and not was.is_crashed


ORDER_RULES = OrderRules(
    asked={
        "defense": Text("I am attacked"),
        "clash": Text("I can clash with an attack"),
        "counter": Text("I can counterattack"),
        "contest": Text("an opponent disengages"),
        "shift": Text("I win an Initiative Shift"),
        "influence": Text("influence beats my Resolve"),
        "tie": Text("I act on the same tick as someone else"),
    },
    attacks={"withering": Text("withering"), "decisive": Text("decisive")},
    gauges=pick_gauges(NUMBERS, (*POOLS, "initiative"), motes=(Text("Motes"), ("personal", "peripheral"))),
    breaks={"crash": (Text("I am in Initiative Crash"), _crashes)},
    list_replies=list_replies,
    rehearse=rehearse,
    find_incoming=find_incoming,
    find_attacked=find_attacked,
)
