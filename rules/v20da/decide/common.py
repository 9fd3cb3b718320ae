"""Helpers that several deciders share."""

from rules.battle import Event
from rules.battle.play import about, in_private
from rules.errors import IllegalMove
from rules.text import Text
from rules.v20da.actions.automatic import Request, spend_willpower
from rules.v20da.events import ActionDone, BloodSpent, Harmed, WillpowerSpent
from rules.v20da.health.levels import harm, settle
from rules.v20da.state.model import Card, Combatant, State
from rules.v20da.state.order import can_act, is_able, may_act, next_card
from rules.wounds import Harm


def check_able(actor: Combatant) -> None:
    """Raise `IllegalMove` for a combatant who can no longer act."""
    if not is_able(actor):
        raise IllegalMove("unable", Text("{who} can’t take an action.", who=actor.name))


def check_turn(state: State, actor: Combatant, *keys: str) -> Card:
    """Return the action that the actor takes now, which must be one of `keys`. Raises `IllegalMove`."""
    card = next_card(actor)
    if card is None or not can_act(actor):
        raise IllegalMove("not_your_turn", Text("{who} has no actions left.", who=actor.name))
    if not may_act(state, actor):
        raise IllegalMove("not_your_turn", Text("{who} must wait their turn in the order.", who=actor.name))
    if card.key not in keys:
        sentence = Text("{who} declared something else; take that action, or skip it.", who=actor.name)
        raise IllegalMove("not_declared", sentence)
    return card


def spend_point(actor: Combatant, use: Request, exchange: str = "") -> WillpowerSpent:
    """Spend a Willpower point on "success", "ignore_wounds" or "abort". Raises `IllegalMove` (V20-084 to 091)."""
    spent = spend_willpower(actor.willpower, use, int(actor.willpower_used))
    return WillpowerSpent(**in_private(actor), exchange=exchange, use=use, left=spent.points)


def spend_points(actor: Combatant, points: int, use: str) -> BloodSpent:
    """Spend blood, whether it helped or not, but never more than there is (V20-207)."""
    spent = min(points, actor.blood)
    return BloodSpent(**in_private(actor), points=spent, left=actor.blood - spent, use=use)


def harmed(target: Combatant, levels: int, kind: Harm, exchange: str = "", grace: int | None = None) -> Harmed:
    """Mark levels of harm. A vampire without blood falls into torpor at Incapacitated (V20-189)."""
    after = settle(harm(target.health, levels, kind), target.blood)
    return Harmed(
        **about(target),
        exchange=exchange,
        levels=levels,
        harm=kind,
        before=target.health.track,
        health=after,
        grace=grace,
    )


def done(actor: Combatant, label: Text, forgone: bool = False) -> Event:
    """Return the event that the next declared action is taken, or let go."""
    return ActionDone(**about(actor), label=label, forgone=forgone)
