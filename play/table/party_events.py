"""The events of the table between fights: who is in the scene, and points of a sheet that were changed by touch."""

from dataclasses import dataclass, field

from campaigns.sheets.battle_results import Changes
from play.table.lines import make_line
from rules.battle import Event
from rules.text import Text
from rules.view import EventView


@dataclass(frozen=True, slots=True)
class PointsChanged(Event):
    """Somebody changed health boxes or points of a character by touch, outside a running fight.

    `person`: the name of who did it; `what`, `was` and `now` in words; `nature`: the Nature that was acted out, if that
    is why; `changes`: as in `BattleClosed`.
    """

    person: str
    character: str
    name: str
    what: Text
    was: Text
    now: Text
    reason: str = ""
    nature: str = ""
    changes: Changes = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ConditionSet(Event):
    """Somebody gave a character a condition (`is_on`) or took it away.

    `person`: the name of who did it; `changes`: as in `BattleClosed`.
    """

    person: str
    character: str
    name: str
    condition: Text
    is_on: bool
    changes: Changes = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class CharacterShown(Event):
    """The Storyteller brought a character into the scene, or let it go."""

    character: str
    name: str
    is_here: bool


PARTY_EVENTS: tuple[type[Event], ...] = (PointsChanged, ConditionSet, CharacterShown)


def view_party_event(event: PointsChanged | ConditionSet | CharacterShown) -> EventView:
    """Return what a seat that may know of the event sees of it."""
    secret = event.audience is not None
    if isinstance(event, CharacterShown):
        line = Text("{who} joins.", who=event.name) if event.is_here else Text("{who} leaves.", who=event.name)
        return make_line("CharacterShown", line, secret=secret)
    if isinstance(event, ConditionSet):
        values = {"person": event.person, "who": event.name, "what": event.condition}
        line = Text("{person} removes a condition from {who}: {what}.", **values)
        if event.is_on:
            line = Text("{person} adds a condition to {who}: {what}.", **values)
        return make_line("ConditionSet", line, secret=secret)
    values = {"person": event.person, "who": event.name, "what": event.what, "was": event.was, "now": event.now}
    line = Text("{person} changes {who}: {what} {was} to {now}.", **values)
    if event.nature:
        line = Text("{who} acts out the Nature “{nature}”: {what} from {was} to {now}.", nature=event.nature, **values)
    elif event.reason:
        line = Text("{person} changes {who}: {what} {was} to {now} ({text}).", text=event.reason, **values)
    return make_line("PointsChanged", line, secret=secret)
