"""The facts of a table as one seat may know them: the shape of the JSON that a page is drawn from.

No fact is null: what is not there is left out. A list is replaced as a whole; whatever changes in parts is a map by id,
with the `order` of its ids beside it. Sentences are in the language of the seat, names are plain text. A key that ends
in `_html` holds HTML that the server made of Markdown.
"""

from typing import Any, Literal, NotRequired, TypedDict

VERSION = 1
"""Grows when the shape changes so that an older page would misread it: such a page loads itself again."""

Box = tuple[str, str]
"""A health box: its mark ("" or b, l, a), and the penalty as it is printed under it."""
Die = tuple[int, int, str] | tuple[int, int, str, Literal["again"]]
"""A die: its face, the successes that it counted for, and why (hit, miss, double, one, reroll); "again" where another
die brought it.
"""


class Me(TypedDict):
    """Who looks: the role, and the keys of the characters that the seat acts for."""

    role: Literal["storyteller", "player", "spectator"]
    characters: list[str]


class Onward(TypedDict):
    """The scene in which play goes on."""

    title: str
    url: str
    is_open: bool


class Place(TypedDict):
    """Where the scene stands in the series."""

    scene: int
    title: str
    series: str
    series_url: str
    episode: str
    time: str
    is_open: bool
    is_planned: NotRequired[bool]
    is_hidden: NotRequired[bool]
    notes_html: NotRequired[str]
    secret_notes_html: NotRequired[str]
    onward: NotRequired[Onward]


class Said(TypedDict):
    """What those who listen are told once. `n` is the count of entries: with it, the same sentence is new."""

    n: int
    text: str


class Wait(TypedDict):
    """Whom a scene by post waits for. `kind`: answer, turn or roll."""

    id: str
    name: str
    kind: str
    is_mine: NotRequired[bool]
    due_at: NotRequired[str]


class Post(TypedDict):
    """The terms of a scene by post, in hours, and whom it waits for."""

    answer_hours: int
    turn_hours: int
    waits: list[Wait]


class State(TypedDict):
    """How play stands. `due_at`: when the book's default answer is taken for those who are awaited."""

    is_running: bool
    is_paused: NotRequired[bool]
    is_card_up: NotRequired[bool]
    due_at: NotRequired[str]
    post: NotRequired[Post]
    may_forecast: NotRequired[bool]


class Term(TypedDict):
    """A part of a sum."""

    name: str
    amount: int
    rule: NotRequired[str]


class SumStep(TypedDict):
    """A step of a sum: what it adds, and the total after it."""

    name: str
    after: int
    terms: list[Term]
    note: NotRequired[str]
    rule: NotRequired[str]


class LogStep(TypedDict):
    """A step of an exchange: its dice, its sum, its result in a few words. `number`: its place in the book's list."""

    name: str
    text: NotRequired[str]
    rule: NotRequired[str]
    number: NotRequired[int]
    dice: NotRequired[list[Die]]
    says: NotRequired[str]
    """The dice in words."""
    sum: NotRequired[list[SumStep]]


class Stat(TypedDict):
    """A figure. `why`: its sum can be asked for (`stage/people/<id>`). `large`: it counts most."""

    label: str
    value: int | str
    why: NotRequired[bool]
    large: NotRequired[bool]


class Track(TypedDict):
    """Points that are spent and refilled."""

    label: str
    current: int
    maximum: int


class Unit(TypedDict):
    """A unit by its ranks: `size` are left of `most`; of the first, `lost` of its `each` parts. `says`: in words."""

    name: str
    size: int
    most: int
    lost: int
    each: int
    formation: str
    says: str


class Combatant(TypedDict):
    """Somebody in a fight. `own`: on the seat's side; `mine`: the seat acts for it; `out`: why it no longer acts."""

    name: str
    initials: str
    side: str
    own: bool
    mine: NotRequired[bool]
    hidden: NotRequired[bool]
    extra: NotRequired[bool]
    being: NotRequired[str]
    acts_now: NotRequired[bool]
    acts_at: NotRequired[int]
    out: NotRequired[str]
    conditions: list[str]
    health: NotRequired[list[Box]]
    health_says: NotRequired[str]
    stats: NotRequired[list[Stat]]
    tracks: NotRequired[list[Track]]
    ranks: NotRequired[int]
    unit: NotRequired[Unit]
    portrait: NotRequired[str]
    character: NotRequired[str]


class OrderPlace(TypedDict):
    """A place in the order of action: a tick, an Initiative, a turn. `note`: in a word, or how far off it is."""

    at: NotRequired[int]
    label: str
    note: str
    now: bool
    ids: list[str]


class Exchange(TypedDict):
    """The attack that is being resolved. `step`: how far the book's steps have come."""

    title: str
    step: int | str
    steps: list[LogStep]
    actor: NotRequired[str]
    target: NotRequired[str]


class Fight(TypedDict):
    """The fight. `rest`: the ids of those without a place in the order, and why they have none (`rest_note`)."""

    system: str
    phase: str
    headline: str
    subline: str
    time: int
    combatants: dict[str, Combatant]
    order: list[OrderPlace]
    rest: list[str]
    rest_note: NotRequired[str]
    picture: dict[str, Any]
    """The game's own drawing, by `kind` (`play.stage.pictures`)."""
    exchange: NotRequired[Exchange]


class Points(TypedDict):
    """A pool or a small number of a sheet, to be changed by touch. `word`: the book's word for the value."""

    key: str
    label: str
    now: int
    full: int
    most: int
    word: NotRequired[str]


class Favorite(TypedDict):
    """A saved roll. `dice` and `percent` are left out where the sheet no longer has what it rolls."""

    id: str
    title: str
    detail: NotRequired[str]
    dice: NotRequired[int]
    percent: NotRequired[str]


class Chip(TypedDict):
    """A condition that can be given and taken by touch."""

    word: str
    label: str
    on: bool


class Member(Combatant):
    """A character in the scene. `says`: how it is, in one line."""

    owner: NotRequired[str]
    is_own: NotRequired[bool]
    may_touch: NotRequired[bool]
    has_boxes: NotRequired[bool]
    nature: NotRequired[str]
    says: NotRequired[str]
    pools: NotRequired[list[Points]]
    others: NotRequired[list[Points]]
    favorites: NotRequired[list[Favorite]]
    chips: NotRequired[list[Chip]]


class Party(TypedDict):
    """Those in the scene. `absent`: keys and names of those whom the Storyteller may add."""

    members: dict[str, Member]
    order: list[str]
    absent: list[tuple[str, str]]


class Speech(TypedDict):
    """Somebody's own words. `to`: who hears a whisper. `by`: the account, where it is another's name."""

    who: str
    by: NotRequired[str]
    kind: Literal["said", "done", "post"]
    text_html: str
    to: NotRequired[str]
    initials: str
    has_rest: NotRequired[bool]
    is_edited: NotRequired[bool]


class Figure(TypedDict):
    """A figure before and after."""

    label: str
    was: int
    now: int


class Change(TypedDict):
    """What an entry changed for somebody; `id`: that of a combatant. `boxes_before`: the marks of the boxes before."""

    id: NotRequired[str]
    name: str
    figures: list[Figure]
    states: list[str]
    boxes: NotRequired[list[Box]]
    boxes_before: NotRequired[list[str]]
    health_says: NotRequired[str]


class Counted(TypedDict):
    """Numbers that a player proposed and that counted at once; the Storyteller can strike them by their `count`."""

    count: int
    line: str


class SideScene(TypedDict):
    """The side scene to which an entry belongs."""

    id: str
    title: str


class Dice(TypedDict):
    """A throw, by its name. `result`: what it gave; `says`: the dice in words."""

    name: str
    dice: list[Die]
    says: str
    result: NotRequired[str]


class Entry(TypedDict):
    """An entry of the log, by the seat's own counts: at its first line (`number`), its newest (`count`), and the one
    that stands beside it (`shown`).

    `more`: its steps can be asked for (`stage/entries/<n>`). `by`: the person who alone may edit it, where several
    share the seat.
    """

    number: int
    count: int
    shown: int
    at: str
    when: NotRequired[str]
    line: NotRequired[str]
    verdict: NotRequired[str]
    is_secret: NotRequired[bool]
    is_undone: NotRequired[bool]
    is_exchange: NotRequired[bool]
    bounds_fight: NotRequired[bool]
    speech: NotRequired[Speech]
    portrait: NotRequired[str]
    continues: NotRequired[bool]
    dice: NotRequired[list[Dice]]
    more: NotRequired[bool]
    changes: NotRequired[list[Change]]
    counted: NotRequired[list[Counted]]
    side_scene: NotRequired[SideScene]
    is_own: NotRequired[bool]
    by: NotRequired[int]


class Facts(TypedDict):
    """All that a page shows to a seat. `count`: the seat's count of entries, which forms send as their `number`."""

    count: int
    me: Me
    place: Place
    said: Said
    state: State
    fight: NotRequired[Fight]
    party: NotRequired[Party]
    log: dict[str, Entry]
