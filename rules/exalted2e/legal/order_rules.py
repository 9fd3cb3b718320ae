"""What standing orders may name in the Second Edition."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from rules.battle import Choice, Event, Offer
from rules.battle.board import Sight
from rules.battle.declare import list_fields
from rules.battle.order_rules import TURN, Incoming, OrderRules, make_reply, pick_gauges
from rules.exalted2e.attack.defenses import get_weapon, list_defense_abilities
from rules.exalted2e.decide.debate import find_plain
from rules.exalted2e.decide.ticks import has_pool
from rules.exalted2e.events.table import ActionTaken
from rules.exalted2e.legal.fields import excellency_field, get_most_dice, power_fields, willpower_field
from rules.exalted2e.moves import debate, replies
from rules.exalted2e.moves.aids import DEFENSES
from rules.exalted2e.state import Combatant, Pending, State
from rules.exalted2e.state.numbers import NUMBERS, POOLS
from rules.text import Text

BEST = Choice("", Text("The best defense"))
"""The defense with the highest DV, which the form of an answer begins with."""
BEST_MIND = Choice("", Text("The best Mental Defense"))
REWARDS = (Choice("motes", Text("Motes")), Choice("willpower", Text("Willpower")))


def list_replies(sight: Sight[State], actor: Combatant) -> Mapping[str, Sequence[Offer]]:
    """Return the answers that an order may give: to words in a debate, to attacks elsewhere."""
    rewards = list_fields(replies.TakeReward, {"reward": {"choices": REWARDS, "initial": "motes"}})
    reward = {"reward": [make_reply(replies.TakeReward, Text("Stunt reward"), actor, rewards)]}
    if sight.state.kind == "debate":
        return {**_list_words(actor), **reward}
    found = {
        "defense": [_defend(actor)],
        "counter": [make_reply(replies.AnswerCounter, Text("Don’t counterattack"), actor, weapon="")],
        **reward,
    }
    if has_pool(actor):
        found["late_magic"] = [make_reply(replies.AnswerMagic, Text("No more magic"), actor)]
        found["late_ward"] = [make_reply(replies.AnswerWard, Text("Prevent no damage"), actor)]
    return found


def _list_words(actor: Combatant) -> Mapping[str, Sequence[Offer]]:
    """Return the answers to words: what meets them, and what is done once they have hit home (2E-512, 2E-515)."""
    form = list_fields(debate.MeetInfluence, {"stance": {"choices": (BEST_MIND, *debate.STANCES), "initial": ""}})
    resist = make_reply(debate.AnswerInfluence, Text("Resist with Willpower"), actor, resist=True)
    return {
        "influence": [make_reply(debate.MeetInfluence, Text("Respond to social attack"), actor, form)],
        "resist": [resist, make_reply(debate.AnswerInfluence, Text("Give in"), actor, resist=False)],
    }


def _defend(actor: Combatant) -> Offer:
    move, abilities = replies.AnswerDefense, list_defense_abilities(actor)
    mode = list_fields(move, {"mode": {"choices": (BEST, *DEFENSES), "initial": ""}}, "mode")
    slider = excellency_field(actor, move, get_most_dice(actor, *abilities)) if has_pool(actor) else ()
    powers = power_fields(actor, "defense", *abilities)
    return make_reply(move, Text("Defend"), actor, (*mode, *slider, *willpower_field(actor, move), *powers))


def rehearse(state: State, actor: Combatant) -> State | None:
    """Return the battle as on the tick of the combatant's next action; None while it takes no actions."""
    if not actor.is_standing or actor.clock is None:
        return None
    ready = replace(state, due=(actor.id,), queue=(), plain=(), attack=None, pending=())
    return replace(ready, tick=max(actor.clock.next, state.shown_tick))


def find_incoming(state: State, pending: Pending) -> Incoming | None:
    """Return the words that a prompt is about, with their purpose, or the attack, with whether it comes from afar."""
    if pending.kind in ("influence", "resist"):
        plain, influence = find_plain(state, pending)
        return Incoming(plain.actor, influence.purpose)
    if state.attack is None:
        return None
    declared = state.attack.declared
    weapon = get_weapon(state.get(declared.actor).sheet, declared.weapon)
    return Incoming(declared.actor, "ranged" if weapon and weapon.is_ranged else "close")


def find_attacked(event: Event) -> tuple[str, ...]:
    """Return those at whom an action's attacks and words are aimed."""
    if not isinstance(event, ActionTaken):
        return ()
    words = (plain.influence.target for plain in event.plain if plain.influence)
    return (*(declared.target for declared in event.attacks), *words)


ORDER_RULES = OrderRules(
    asked={
        "defense": Text("I am attacked"),
        "counter": Text("I can counterattack"),
        "reward": Text("my stunt is rewarded"),
        "late_magic": Text("my attack hits and can get more magic"),
        "late_ward": Text("I can prevent damage"),
        "influence": Text("someone makes a social attack on me"),
        "resist": Text("a social attack succeeds"),
    },
    turns={TURN: Text("my action comes")},
    attacks={
        "close": Text("close combat"),
        "ranged": Text("ranged"),
        "act": Text("social attacks that request an action"),
        "build": Text("social attacks that build an Intimacy"),
        "erode": Text("social attacks that erode an Intimacy"),
    },
    gauges=pick_gauges(NUMBERS, POOLS, motes=(Text("Motes"), ("personal", "peripheral"))),
    gathers=True,
    list_replies=list_replies,
    rehearse=rehearse,
    find_incoming=find_incoming,
    find_attacked=find_attacked,
)
