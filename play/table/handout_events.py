"""Handouts at a table: what was shown to whom, as events of the log, and what of it lies on the table now."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from campaigns.handouts.services import copy_readers
from campaigns.models import Scene
from play.table.lines import make_line
from rules.battle import Audience, Event, Seat
from rules.text import Text
from rules.view import EventView

PREFIX = "handout:"


@dataclass(frozen=True, slots=True)
class HandoutEvent(Event):
    """Something about one handout, which `handout` names. `who` is the Storyteller's name."""

    handout: str
    who: str
    title: str


@dataclass(frozen=True, slots=True)
class HandoutShown(HandoutEvent):
    """The Storyteller showed a handout to everybody, or to the players of the characters in `audience`.

    It holds all that is shown, so that the log tells it for ever, and a push needs no question to the database.
    `names`: those of the characters. `leads`: it is the picture of the scene.
    """

    text: str = ""
    description: str = ""
    picture: str = ""
    width: int = 0
    height: int = 0
    names: tuple[str, ...] = ()
    leads: bool = False


@dataclass(frozen=True, slots=True)
class HandoutPutAway(HandoutEvent):
    """The Storyteller took a handout from the table: nobody sees it now."""


Shown = tuple[HandoutShown, ...]
"""What lies on the table: the picture of the scene first, then in the order in which it was shown."""


def handout_key(pk: int) -> str:
    """Return the name of a handout in the log."""
    return f"{PREFIX}{pk}"


def find_pk(key: str) -> int | None:
    """Return the primary key of a handout by its name in the log; None for one that was left behind elsewhere."""
    digits = key.removeprefix(PREFIX)
    return int(digits) if key.startswith(PREFIX) and digits.isdecimal() else None


def apply_handout(shown: Shown, event: HandoutEvent) -> Shown:
    """Return what lies on the table after an event. A scene has one picture: the next one takes its place."""
    rest = tuple(showing for showing in shown if showing.handout != event.handout)
    if not isinstance(event, HandoutShown):
        return rest
    return (event, *(showing for showing in rest if not showing.leads)) if event.leads else (*rest, event)


def list_readers(shown: Shown) -> Mapping[int, Audience]:
    """Return who may see what lies on the table, by the primary keys of the handouts."""
    return {pk: showing.audience for showing in shown if (pk := find_pk(showing.handout)) is not None}


def copy_shown(scene: Scene, before: Sequence[HandoutShown], after: Shown) -> None:
    """Copy to the record who may see what, where that has changed."""
    if before is not after and before != after:
        copy_readers(scene, list_readers(after))


def view_handout_event(event: HandoutEvent, seat: Seat) -> EventView:
    """Return the line of an event that the seat may see. To whom else it was shown is for the Storyteller."""
    values: dict[str, object] = {"who": event.who, "what": event.title}
    line = Text("{who} hides the handout {what}.", **values)
    if isinstance(event, HandoutShown):
        line = Text("{who} shows {what}.", **values)
        if event.leads:
            line = Text("The scene’s picture is {what}.", what=event.title)
        elif event.names and seat.storyteller:
            line = Text("{who} shows {what} to {whom}.", whom=", ".join(event.names), **values)
    return make_line(type(event).__name__, line, secret=event.audience is not None)
