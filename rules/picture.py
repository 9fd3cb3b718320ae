"""The picture of a fight as data: parts that every browser can draw, so that a game brings a picture without a script.

`Battle.picture` of a game returns `PictureParts`. What a combatant looks like is known from the view: parts name it by
its id. A part that a browser does not know is shown by its `label` and `says`. `rules.picture_law` checks parts.
"""

from typing import Any, Final, Literal, NotRequired, TypedDict

from rules.text import Text

Tone = Literal["plain", "own", "other", "hidden", "mild", "grave", "dire"]
"""The colours of a part: ink, the two sides, what is hidden, and three of harm."""


class Part(TypedDict):
    """What every part has: its heading, and all of it in a sentence, for listeners and where it is not drawn."""

    label: Text
    says: Text
    tone: NotRequired[Tone]


class Pips(TypedDict):
    """A few things counted: `on` of them are there, of `of`. `says`: that in words."""

    on: int
    of: int
    says: Text


class Mark(TypedDict):
    """A combatant at a number. `now`: it acts; `done`: it has acted; `words`, `pips`, `badge`: shown next to it."""

    id: str
    at: int
    now: NotRequired[bool]
    done: NotRequired[bool]
    words: NotRequired[list[Text]]
    pips: NotRequired[Pips]
    badge: NotRequired[Text]


class Span(TypedDict):
    """A stretch of a ring from one number to the mark of a combatant, in a lane (0 is the outermost)."""

    id: str
    start: int
    lane: int


class FormerPlace(TypedDict):
    """Where a combatant stood before, drawn as an outline."""

    id: str
    at: int


class RingPart(Part):
    """A wheel of numbers: `now` stands at the top, what comes follows clockwise, `past` sectors lie before it.

    `word` stands in the middle over `now`; `lanes` are the labels of the rings on which spans run; `hint` says in the
    legend how to read them.
    """

    kind: Literal["ring"]
    word: Text
    now: int
    sectors: int
    past: int
    marks: list[Mark]
    spans: list[Span]
    lanes: list[str]
    gone: list[FormerPlace]
    hint: Text


class Zone(TypedDict):
    """The ground of a column at and below a number, with its name."""

    upto: int
    label: Text
    tone: Tone


class Link(TypedDict):
    """An arrow from one combatant's mark to another's."""

    id: str
    to: str


class ColumnPart(Part):
    """A ladder of numbers, the highest on top, the own side left. `word` stands over the numbers."""

    kind: Literal["column"]
    word: Text
    marks: list[Mark]
    zones: list[Zone]
    links: list[Link]


class Stop(TypedDict):
    """A place on a line with those who are there. `here`: distances are counted from it; `note`: the way onwards."""

    label: Text
    ids: list[str]
    here: NotRequired[bool]
    note: NotRequired[Text]


class LinePart(Part):
    """Places one after the other, such as range bands."""

    kind: Literal["line"]
    stops: list[Stop]


class Deed(TypedDict):
    """An action on a card."""

    label: Text
    target: NotRequired[Text]
    cost: NotRequired[Text]
    done: NotRequired[bool]


class Card(TypedDict):
    """The card of a combatant at its place in the order.

    `face`: `up` (its deeds show), `own` (they show to this seat alone), `down` (its back shows), `choosing` or `empty`.
    """

    id: str
    at: NotRequired[int]
    face: Literal["up", "own", "down", "choosing", "empty"]
    now: NotRequired[bool]
    over: NotRequired[bool]
    words: NotRequired[Text]
    deeds: NotRequired[list[Deed]]


class CardsPart(Part):
    """Cards in the order of action. `played`: what is declared lies on the table, face up or down."""

    kind: Literal["cards"]
    note: Text
    played: bool
    cards: list[Card]


class ClockPart(Part):
    """A clock of `of` segments."""

    kind: Literal["clock"]
    of: int
    filled: int


class BoxesPart(Part):
    """A row of boxes: stress, strain, ammunition."""

    kind: Literal["boxes"]
    of: int
    filled: int


class Room(TypedDict):
    """A place with those who are there."""

    label: Text
    ids: list[str]
    note: NotRequired[Text]


class ZonesPart(Part):
    """Places side by side."""

    kind: Literal["zones"]
    rooms: list[Room]


class WordsPart(Part):
    """Lines of text."""

    kind: Literal["words"]
    lines: list[Text]


class Unit(TypedDict):
    """A unit of many who fight as one: `size` ranks are left of `most`. `id` is that of its commander."""

    id: str
    name: Text
    size: int
    most: int
    words: Text


class UnitsPart(Part):
    """Units by their ranks."""

    kind: Literal["units"]
    units: list[Unit]


PicturePart = RingPart | ColumnPart | LinePart | CardsPart | ClockPart | BoxesPart | ZonesPart | WordsPart | UnitsPart
KINDS: Final[dict[str, Any]] = {
    "ring": RingPart,
    "column": ColumnPart,
    "line": LinePart,
    "cards": CardsPart,
    "clock": ClockPart,
    "boxes": BoxesPart,
    "zones": ZonesPart,
    "words": WordsPart,
    "units": UnitsPart,
}


class PictureParts(TypedDict):
    """A picture in parts, in the order in which they are drawn."""

    kind: Literal["parts"]
    parts: list[PicturePart]
