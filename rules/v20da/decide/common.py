"""What several deciders share."""

from typing import TypedDict

from rules.battle import Audience, Event, Seat
from rules.errors import BadInput, IllegalMove
from rules.v20da.actions.automatic import Request, spend_willpower
from rules.v20da.events import ActionDone, BloodSpent, CombatantRevealed, Harmed, WillpowerSpent
from rules.v20da.health.levels import Harm, harm, settle
from rules.v20da.state.model import Card, Combatant, State
from rules.v20da.state.order import audience_of, can_act, get_own, is_able, may_act, next_card


class About(TypedDict):
    """The fields that every event about one combatant has."""

    actor: str
    actor_name: str
    owner: str | None
    audience: Audience


def about(combatant: Combatant) -> About:
    """Say whom an event is about; everyone hears of it, unless the combatant is in hiding."""
    return {**in_the_open(combatant), "audience": audience_of(combatant)}


def in_the_open(combatant: Combatant) -> About:
    """The same for what everyone hears."""
    return {"actor": combatant.id, "actor_name": combatant.name, "owner": combatant.character, "audience": None}


def in_private(combatant: Combatant) -> About:
    """The same for what only the Storyteller and the owner hear: cards face down, blood, Willpower."""
    return {**in_the_open(combatant), "audience": () if combatant.character is None else (combatant.character,)}


def reveal_actor(combatant: Combatant) -> Event:
    """Bring it into the open."""
    return CombatantRevealed(**in_the_open(combatant))


def check_text(key: str, text: str, most: int) -> str:
    """The text. Raises `BadInput` for one too long, for none, or with characters that no page can show."""
    if not 1 <= len(text) <= most or not text.isprintable():
        raise BadInput("bad_text", f"{key!r} has 1 to {most} plain characters.", key=key)
    return text


def get_able(state: State, seat: Seat, id: str) -> Combatant:
    """The combatant, if the seat may act for it and it can act. Raises `IllegalMove`."""
    actor = get_own(state, seat, id)
    if not is_able(actor):
        raise IllegalMove("unable", f"{actor.name} can take no action.")
    return actor


def check_turn(state: State, actor: Combatant, *keys: str) -> Card:
    """The action that the actor takes now, which must be one of these. Raises `IllegalMove`."""
    card = next_card(actor)
    if not may_act(state, actor) or card is None:
        why = "has no action left" if not can_act(actor) else "must wait for its place in the order"
        raise IllegalMove("not_your_turn", f"{actor.name} {why}.")
    if card.key not in keys:
        raise IllegalMove("not_declared", f"{actor.name} declared something else; take that, or let it go.")
    return card


def spend_point(actor: Combatant, use: Request, exchange: str = "") -> WillpowerSpent:
    """Spend a Willpower point on "success", "ignore_wounds" or "abort". Raises `IllegalMove` (V20-084 to 091)."""
    spent = spend_willpower(actor.willpower, use, int(actor.willpower_used))
    return WillpowerSpent(**in_private(actor), exchange=exchange, use=use, left=spent.points)


def spend_points(actor: Combatant, points: int, use: str) -> BloodSpent:
    """Blood gone, whether it helped or not; never below 0 (V20-207)."""
    spent = min(points, actor.blood)
    return BloodSpent(**in_private(actor), points=spent, left=actor.blood - spent, use=use)


def harmed(target: Combatant, levels: int, kind: Harm, exchange: str = "", grace: int | None = None) -> Harmed:
    """Mark so many levels; a vampire without blood falls into torpor at Incapacitated (V20-189)."""
    after = settle(harm(target.health, levels, kind), target.blood)
    return Harmed(**about(target), exchange=exchange, levels=levels, harm=kind, before=target.health.track,
                  health=after, grace=grace)  # fmt: skip


def done(actor: Combatant, label: str, forgone: bool = False) -> Event:
    """The next declared action is taken, or let go."""
    return ActionDone(**about(actor), label=label, forgone=forgone)
