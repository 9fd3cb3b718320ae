"""Events of proved dice: that they are sealed, and what people add to them. See `rules.fair`."""

from dataclasses import dataclass

from play.table.lines import make_line
from rules.battle import Audience, Event
from rules.text import Text
from rules.view import EventView

MARK = 16
"""How many digits of a hash the log tells. The page of the scene's dice has all 64."""


@dataclass(frozen=True, slots=True)
class Sealed:
    """The hash of the seed from which the dice of this audience fall, and the number of its stream."""

    audience: Audience
    hash: str
    stream: int


@dataclass(frozen=True, slots=True)
class DiceSealed(Event):
    """From now on dice fall from these seeds.

    With the first die that everybody sees, one event seals it and all others: each seat reads of its own. Before that,
    and for those of whom nobody had thought, a secret die is sealed by an event for its own audience: one for everybody
    would tell that it fell.
    """

    seals: tuple[Sealed, ...]


@dataclass(frozen=True, slots=True)
class DiceMixed(Event):
    """A member added words of their own, on which all further dice depend."""

    name: str
    text: str


DICE_EVENTS = (DiceSealed, DiceMixed)


def view_dice_event(event: DiceSealed | DiceMixed) -> EventView:
    """Return the line of an event for those who may read it."""
    secret = event.audience is not None
    if isinstance(event, DiceMixed):
        sentence = Text("{who} adds to the dice: “{text}”", who=event.name, text=event.text)
        return make_line("DiceMixed", sentence, secret=secret)
    mark = event.seals[0].hash[:MARK]
    sentence = Text("Dice not everyone sees are sealed: {mark}", mark=mark)
    if not secret:
        sentence = Text("This scene’s dice are sealed: {mark}", mark=mark)
    return make_line("DiceSealed", sentence, secret=secret)
