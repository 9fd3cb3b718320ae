"""What every fact says of those whom it is about."""

from typing import TypedDict

from rules.battle import Audience
from rules.wod2004.state import Combatant, audience_of


class Named(TypedDict):
    """Who acts, or has something happen to them."""

    actor: str
    actor_name: str


class About(Named):
    """The same, and who may hear of it."""

    audience: Audience


class To(TypedDict):
    """Whom it is done to."""

    target: str
    target_name: str


def named(actor: Combatant) -> Named:
    """Say who acts, where somebody else says who may hear of it."""
    return {"actor": actor.id, "actor_name": actor.name}


def about(actor: Combatant, *others: Combatant) -> About:
    """Say who acts; all hear of it who may know of everyone in it."""
    return {"actor": actor.id, "actor_name": actor.name, "audience": audience_of(actor, *others)}


def to(target: Combatant) -> To:
    """Say whom it is done to."""
    return {"target": target.id, "target_name": target.name}
