"""What standing orders may name in the Storytelling System."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from rules.battle import Event, Offer
from rules.battle.board import Sight
from rules.battle.order_rules import Incoming, OrderRules, make_reply, pick_gauges
from rules.text import Text
from rules.wod2004 import moves as mv
from rules.wod2004.decide.powers import USE
from rules.wod2004.events import AttackDeclared
from rules.wod2004.legal.forms import willpower_field
from rules.wod2004.state.battle import Prompt, State
from rules.wod2004.state.combatant import Combatant
from rules.wod2004.state.numbers import NUMBERS, POOLS


def list_replies(sight: Sight[State], actor: Combatant) -> Mapping[str, Sequence[Offer]]:
    """Return the answers that an order may give."""
    awake = willpower_field(mv.StayConscious, actor)
    return {
        "defense": [_defend(actor, stance, label) for stance, label in mv.STANCES.items()],
        "consciousness": [make_reply(mv.StayConscious, Text("Stay conscious"), actor, awake)],
    }


def _defend(actor: Combatant, stance: str, label: Text) -> Offer:
    more = willpower_field(mv.AnswerDefense, actor, Text("+2 Defense")) if stance != "none" else ()
    return make_reply(mv.AnswerDefense, label, actor, (*USE.field(actor, "defense"), *more), stance=stance)


def rehearse(state: State, actor: Combatant) -> State | None:
    """Return the battle as in the combatant's next turn; None if it is out of it."""
    if actor.out or actor.initiative is None:
        return None
    ready = replace(actor, done=False, acted=False, moved=False)
    return replace(state.put(ready), acting=actor.id, prompt=None, exchange=None)


def find_incoming(state: State, prompt: Prompt) -> Incoming | None:
    """Return the attack that is being resolved, with whether it comes from afar."""
    running = state.exchange
    return None if running is None else Incoming(running.actor, "close" if running.close else "ranged")


def find_attacked(event: Event) -> tuple[str, ...]:
    """Return the targets of a declared attack."""
    return tuple(attack_line.target for attack_line in event.attack.blows) if isinstance(event, AttackDeclared) else ()


ORDER_RULES = OrderRules(
    asked={"defense": Text("I am attacked"), "consciousness": Text("I might lose consciousness")},
    attacks={"close": Text("close combat"), "ranged": Text("ranged")},
    gauges=pick_gauges(NUMBERS, POOLS),
    list_replies=list_replies,
    rehearse=rehearse,
    find_incoming=find_incoming,
    find_attacked=find_attacked,
)
