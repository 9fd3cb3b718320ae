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
    """Who looks: the role, and the keys of the characters that the seat acts for. `sheet`: the address of a sheet, with
    {} for the key of its character.
    """

    role: Literal["storyteller", "player", "spectator"]
    characters: list[str]
    sheet: str


class Onward(TypedDict):
    """The scene in which play goes on. `url`: the address of its table."""

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
    is_rehearsal: NotRequired[bool]
    """Whether it is a copy of the fight that is played to its end, of which nothing is kept."""
    notes_html: NotRequired[str]
    secret_notes_html: NotRequired[str]
    onward: NotRequired[Onward]
    part_url: NotRequired[str]
    """The address of the scene's own page, for the Storyteller of a scene that players cannot see."""


class Announcement(TypedDict):
    """What screen readers announce once. `n` is the count of entries: with it, the same sentence is new."""

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


class ExplainedStat(TypedDict):
    """A figure with its sum, as it is fetched."""

    label: str
    value: int | str
    sum: NotRequired[list[SumStep]]


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


class Playing(TypedDict):
    """How somebody plays itself: the mark in words, and the tactic. `may_stop`: the seat may end it."""

    says: str
    tactic: str
    may_stop: NotRequired[bool]


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
    plays: NotRequired[Playing]


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
    """The parts of the picture by their number, and their order (`play.stage.pictures`)."""
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


class CountedTries(TypedDict):
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
    counted: NotRequired[list[CountedTries]]
    side_scene: NotRequired[SideScene]
    is_own: NotRequired[bool]
    by: NotRequired[int]
    by_itself: NotRequired[str]
    """That a seat which plays itself made the move, with its tactic."""


class Head(TypedDict):
    """A move that may be chosen: what it is called and costs, and where it leads. Its form is fetched later.

    `next`: the ticks on which its actor would act next, in words. `aimed`: the label with {} for the target. `lays`:
    it is also laid face down ("also"), or nothing else ("only"). `hidden`: what it sends that nobody chooses.
    """

    move: str
    label: str
    group: str
    rank: str
    hidden: list[tuple[str, str]]
    cost: NotRequired[str]
    hint: NotRequired[str]
    reason: NotRequired[str]
    next: NotRequired[str]
    ticks: NotRequired[list[int]]
    has_preview: NotRequired[bool]
    at_once: NotRequired[bool]
    aimed: NotRequired[str]
    lays: NotRequired[str]


class Answer(TypedDict):
    """An outcome of a prompt as a button: an `offer`, with a choice of the field that decides.

    `share` and `percent`: its chance, which is the foe's where `says` says so. `is_best`: the best that costs nothing.
    """

    offer: str
    label: str
    name: NotRequired[str]
    value: NotRequired[str]
    hint: NotRequired[str]
    cost: NotRequired[str]
    reason: NotRequired[str]
    share: NotRequired[float]
    percent: NotRequired[str]
    says: NotRequired[str]
    is_best: NotRequired[bool]


class Card(TypedDict):
    """What one combatant may do, or one prompt. `who`: the combatant; `theirs`: the Storyteller may answer for them.

    `is_closed`: what it offers is fetched when somebody opens it (`stage/cards/<id>`); what it has already is put
    forward.
    """

    title: str
    offers: dict[str, Head]
    order: list[str]
    who: NotRequired[str]
    detail: NotRequired[str]
    is_due: NotRequired[bool]
    is_prompt: NotRequired[bool]
    theirs: NotRequired[bool]
    is_closed: NotRequired[bool]
    answers: NotRequired[list[Answer]]


class Waiting(TypedDict):
    """Somebody whom the table waits for and the seat cannot answer. `does`: what it waits for, if not for a turn."""

    id: str
    name: str
    does: NotRequired[str]


class Hand(TypedDict):
    """The cards of the seat. `reflex-<id>`: what a combatant of a player may do at any time."""

    cards: dict[str, Card]
    order: list[str]
    waiting: list[Waiting]


class Option(TypedDict):
    """One choice of a field. `says`: whose chance it is, where it is a foe's (`tone` is "other")."""

    value: str
    label: str
    hint: NotRequired[str]
    reason: NotRequired[str]
    share: NotRequired[float]
    percent: NotRequired[str]
    says: NotRequired[str]
    tone: NotRequired[str]
    chosen: NotRequired[bool]
    dots: NotRequired[int]


class Input(TypedDict):
    """One field of a form, in its shape."""

    name: str
    id: str
    label: str
    shape: str
    options: NotRequired[list[Option]]
    places: NotRequired[list[int]]
    low: NotRequired[int]
    high: NotRequired[int]
    value: NotRequired[str]
    required: NotRequired[bool]
    help: NotRequired[str]
    rolled: NotRequired[bool]
    decides: NotRequired[bool]
    words: NotRequired[list[str]]
    """What may follow a comma in a line."""


class Form(TypedDict):
    """The form of a move: fields in sight, in details, and what a player may ask the Storyteller for.

    `aimed`: what its button says, with {} for the target. `weighs`: it can be compared with other ways.
    """

    offer: str
    main: list[Input]
    more: list[Input]
    asks: list[Input]
    aimed: NotRequired[str]
    weighs: NotRequired[bool]


class OpenedCard(TypedDict):
    """A card as it is fetched: whole, with the form of what stands first in it."""

    card: Card
    form: NotRequired[Form]


class Touch(TypedDict):
    """A number of a combatant that the Storyteller changes by touch: harm, a pool, or a condition (`is_chip`)."""

    what: str
    label: str
    now: int
    most: int
    is_chip: NotRequired[bool]


class Person(TypedDict):
    """What is fetched when somebody's row is opened: its figures with their sums, and what may be done to it."""

    stats: list[ExplainedStat]
    offers: dict[str, Head]
    order: list[str]
    touches: list[Touch]


class NamedId(TypedDict):
    """Somebody by the key that a form sends. `note`: what is said beside the name."""

    key: str
    name: str
    note: NotRequired[str]


class Voices(TypedDict):
    """As whom one may speak, and to whom one may whisper. `may_name`: any name may be typed."""

    own: list[NamedId]
    ears: list[NamedId]
    may_name: NotRequired[bool]


class Undo(TypedDict):
    """The newest step that can be taken back, by the seat's count of its oldest line.

    `by`: the seat undoes it, may ask to, or has asked.
    """

    entry: int
    line: str
    by: Literal["undo", "ask", "asked"]


class GoneLine(TypedDict):
    """A line that an undo would take back. `said`: somebody's own words; `by`: who did it."""

    count: int
    line: str
    said: NotRequired[str]
    by: NotRequired[str]
    is_secret: NotRequired[bool]


class UndoPart(TypedDict):
    """Lines that an undo takes back or restores, the newest first. `more`: that older ones are not listed."""

    says: str
    lines: list[GoneLine]
    more: NotRequired[str]


class UndoPreview(TypedDict):
    """What an undo would do, as it is fetched. `note`: that more goes than the entry; `what_if`: an address."""

    parts: list[UndoPart]
    note: NotRequired[str]
    what_if: NotRequired[str]


class UndoRequest(TypedDict):
    """A player's request to undo a step. `more`: the number of newer lines that would go, too."""

    person: str
    name: str
    entry: int
    line: str
    gone: list[GoneLine]
    more: NotRequired[int]


class Proposal(TypedDict):
    """Numbers that a player proposes, and what the Storyteller can change of them (`fields`)."""

    id: str
    name: str
    what: str
    numbers: str
    who: NotRequired[str]
    reason: NotRequired[str]
    fields: NotRequired[list[Input]]
    is_mine: NotRequired[bool]
    is_refused: NotRequired[bool]


class Somebody(TypedDict):
    """Somebody in a result; `id`: that of a combatant."""

    name: str
    id: NotRequired[str]


class OtherResult(TypedDict):
    """What else came of the command of a result."""

    line: str
    verdict: NotRequired[str]


class Death(TypedDict):
    """Somebody who died in this fight: who and how in a few words, and the sentence of it."""

    number: int
    says: str
    line: str


class EndedTask(TypedDict):
    """A fight that is over, while nothing came after it: who fell in it, and how."""

    fallen: list[str]


class Result(TypedDict):
    """The newest result. `home`: the number of its entry in the log. `verdict`: the worst that came of it."""

    number: int
    home: int
    line: str
    verdict: NotRequired[str]
    is_newest: NotRequired[bool]
    is_secret: NotRequired[bool]
    who: NotRequired[list[Somebody]]
    whom: NotRequired[list[Somebody]]
    dice: NotRequired[list[Dice]]
    changes: NotRequired[list[Change]]
    others: NotRequired[list[OtherResult]]
    counted: NotRequired[list[CountedTries]]


class RollForm(TypedDict):
    """The form of a character's roll: fields in sight, in details, and what a player may ask the Storyteller for."""

    character: str
    name: str
    main: list[Input]
    more: list[Input]
    asks: list[Input]


class StandingOrder(TypedDict):
    """A standing order in words. `now`: why it does not answer what is asked."""

    id: str
    words: str
    now: NotRequired[str]


class AheadRow(TypedDict):
    """What the seat planned for one combatant. `laid`: what lies face down; `is_turned`: it has been shown."""

    name: str
    orders: list[StandingOrder]
    laid: NotRequired[str]
    is_turned: NotRequired[bool]
    acts_now: NotRequired[bool]


class GatheredActor(TypedDict):
    """Somebody who acts together with others, and whether its declaration lies face down."""

    id: str
    name: str
    laid: bool


class PlannedMoves(TypedDict):
    """What was planned in a fight by post."""

    rows: dict[str, AheadRow]
    order: list[str]
    gathered: list[GatheredActor]


class PlannedOffer(TypedDict):
    """A move that may be planned. Its form is fetched (`stage/ahead/<actor>/<when>/<offer>`)."""

    offer: str
    label: str
    cost: NotRequired[str]


class Occasion(TypedDict):
    """An occasion for planned moves, as it is fetched: its word, how it is said, and what can be done then."""

    when: str
    says: str
    offers: list[PlannedOffer]


class PlanForm(TypedDict):
    """The form of a planned move. `terms`: against whom, unless, how long; `lays`: it may lie face down for the next
    turn; `ends`: the turn may be ended after it.
    """

    offer: str
    label: str
    says: str
    hidden: list[tuple[str, str]]
    main: list[Input]
    more: list[Input]
    terms: list[Input]
    lays: NotRequired[bool]
    ends: NotRequired[bool]


class Side(TypedDict):
    """One side of a task, as `rules.tasks.view.SideView` tells it.

    `interrupts` and `total_for`: what the Storyteller may do to its work, in words.
    """

    name: str
    target: int
    rolls: int
    character: NotRequired[str]
    mine: NotRequired[bool]
    traits: NotRequired[str]
    difficulty: NotRequired[int]
    total: NotRequired[int]
    max_rolls: NotRequired[int]
    rolled: NotRequired[bool]
    chosen: NotRequired[bool]
    successes: NotRequired[int]
    note: NotRequired[str]
    looked: NotRequired[bool]
    winner: NotRequired[bool]
    interrupts: NotRequired[str]
    total_for: NotRequired[str]


class Task(TypedDict):
    """A task, as `rules.tasks.view.TaskView` tells it. `kind_says`: the book's name of its kind or action.

    `ways`: what may come of an interruption, for the Storyteller.
    """

    title: str
    kind: str
    kind_says: str
    status: str
    sides: list[Side]
    helpers: list[dict[str, Any]]
    listeners: list[dict[str, Any]]
    mine: list[str]
    group: NotRequired[str]
    verdict: NotRequired[str]
    is_hidden: NotRequired[bool]
    is_confided: NotRequired[bool]
    has_pressure: NotRequired[bool]
    is_extended: NotRequired[bool]
    interval: NotRequired[int]
    time: NotRequired[str]
    lead: NotRequired[str]
    action: NotRequired[str]
    ways: NotRequired[list[dict[str, str]]]


class Pad(TypedDict):
    """What the seat may do for a character that a task waits for (`play.seats.board.TaskPad`), with its fields.

    `group`: the request to many in which the seat can roll for all of its characters at once.
    """

    id: str
    task: str
    character: str
    name: str
    owner: NotRequired[str]
    traits: NotRequired[str]
    helps: NotRequired[bool]
    rolls: NotRequired[bool]
    may_look: NotRequired[bool]
    automatic: NotRequired[bool]
    rates: NotRequired[bool]
    may_yield: NotRequired[bool]
    note: NotRequired[str]
    group: NotRequired[str]
    main: NotRequired[list[Input]]
    more: NotRequired[list[Input]]
    asks: NotRequired[list[Input]]


class Ask(TypedDict):
    """What influence asks of the seat: a ruling, or the answer of somebody who was reached."""

    id: str
    task: str
    character: str
    name: str
    move: str
    main: list[Input]
    more: list[Input]
    stand: NotRequired[str]


class Stunt(TypedDict):
    """A stunt that is awarded or claimed, or whose reward is to be chosen. `says`: this in a sentence.

    `choices`: what the seat can choose, a reward or the Storyteller's rating (`move`). `is_asked`: it waits for the
    seat.
    """

    id: str
    character: str
    says: str
    state: str
    move: NotRequired[str]
    choices: NotRequired[list[dict[str, str]]]
    is_asked: NotRequired[bool]


class Tasks(TypedDict):
    """The tasks outside combat, and the stunts. `may_rule`: the seat can end, interrupt and repeat them."""

    items: dict[str, Task]
    order: list[str]
    pads: list[Pad]
    asks: list[Ask]
    stunts: list[Stunt]
    may_rule: NotRequired[bool]


class Handout(TypedDict):
    """A handout. `leads`: it is the picture of the scene."""

    title: str
    key: NotRequired[int]
    text_html: NotRequired[str]
    description: NotRequired[str]
    picture_url: NotRequired[str]
    width: NotRequired[int]
    height: NotRequired[int]
    readers: NotRequired[list[str]]
    leads: NotRequired[bool]


class Handouts(TypedDict):
    """What lies on the table: the picture of the scene, then the others as they were shown."""

    cards: dict[str, Handout]
    order: list[str]


class SideSceneChoice(TypedDict):
    """A side scene of which the seat knows. `is_secret`: only the players of those who take part can read it."""

    id: str
    title: str
    is_open: bool
    is_secret: NotRequired[bool]


class GroupOrder(TypedDict):
    """The order to a group that is being carried out, for the Storyteller: who does what, and how many have acted."""

    says: str
    count: str


class ToolButton(TypedDict):
    """A button of a tool's form. `name` and `value`: what it sends in addition; the name "move" makes it another move.

    `is_main`: it is the one that the tool is opened for. `is_folded`: it stands with the further fields. `skips`: it
    can be sent without the fields that must be filled in.
    """

    label: str
    name: NotRequired[str]
    value: NotRequired[str]
    note: NotRequired[str]
    is_main: NotRequired[bool]
    is_folded: NotRequired[bool]
    skips: NotRequired[bool]


class ToolForm(TypedDict):
    """A form of a tool. `buttons_say`: what stands above its buttons; `more`: further fields, which wait behind the
    words `more_says`; `stays`: the tool stays open when it was heard.
    """

    id: str
    move: str
    hidden: list[tuple[str, str]]
    main: list[Input]
    more: list[Input]
    buttons: list[ToolButton]
    title: NotRequired[str]
    note: NotRequired[str]
    buttons_say: NotRequired[str]
    more_says: NotRequired[str]
    picture_url: NotRequired[str]
    stays: NotRequired[bool]


class Upload(TypedDict):
    """A form that is posted to another page, with a file, and leads back to the table."""

    address: str
    title: str
    label: str
    hidden: list[tuple[str, str]]
    main: list[Input]
    note: NotRequired[str]


class ToolLink(TypedDict):
    """A page to which a tool leads. `hint`: what is there."""

    label: str
    url: str
    hint: NotRequired[str]


class Tool(TypedDict):
    """What a tool asks for, as it is fetched: its forms one after the other, and the pages to which it leads."""

    forms: list[ToolForm]
    note: NotRequired[str]
    upload: NotRequired[Upload]
    links: NotRequired[list[ToolLink]]


class PaletteRow(TypedDict):
    """A row of the palette, as it is fetched: its group, and in words what choosing it does.

    It opens a tool of the hand (`tool`), the row of somebody (`person`) or a page (`url`), writes a line (`fill`), or
    sends a move with its `fields`, after which a tool may open (`after`). `more`: its chance. `reason`: why it cannot.
    """

    group: str
    words: str
    more: NotRequired[str]
    reason: NotRequired[str]
    tool: NotRequired[str]
    person: NotRequired[str]
    url: NotRequired[str]
    fill: NotRequired[str]
    move: NotRequired[str]
    fields: NotRequired[list[tuple[str, str]]]
    after: NotRequired[str]


class Bar(TypedDict):
    """A total of a roll: its chance from 0 to 1, the same in per cent, and whether the total is enough."""

    total: str
    share: float
    percent: NotRequired[str]
    reaches: NotRequired[bool]


class Likely(TypedDict):
    """The chance of a choice. `says`: whose it is, where it is not the person's own."""

    percent: str
    share: float
    says: NotRequired[str]


class Odds(TypedDict):
    """What a form says of its roll as it stands filled in. `says`: the chance in short, or why there is none.

    `then`: what is rolled after it. `rest`: the chance of the worst, and the mean. `note`: what the bars stand for.
    """

    says: str
    then: NotRequired[str]
    rest: NotRequired[str]
    bars: NotRequired[list[Bar]]
    bars_say: NotRequired[str]
    note: NotRequired[str]
    sum: NotRequired[list[SumStep]]
    """How many dice it is, step by step."""
    sum_says: NotRequired[str]
    choices: NotRequired[dict[str, dict[str, Likely]]]
    """The chances beside the form's choices, by field and value; of a list, by place."""


class MatterRow(TypedDict):
    """What a way to act would bring of one thing. `share`: the chance that it is, from 0 to 1."""

    label: str
    value: str
    rule: str
    share: NotRequired[float]
    why: NotRequired[str]


class MatterChoice(TypedDict):
    """A way to act beside others. `is_chosen`: the form as it is filled in. `reason`: why it is not possible now."""

    name: str
    rows: list[MatterRow]
    is_chosen: NotRequired[bool]
    reason: NotRequired[str]


class Outlook(TypedDict):
    """What the ways to act that a form leaves open would bring, and what the numbers leave out."""

    verdicts: list[str]
    ways: list[MatterChoice]
    notes: list[str]


TypedCommand = TypedDict(
    "TypedCommand",
    {"insert": str, "label": str, "hint": str, "also": list[str], "takes": str, "as": str},
)
"""A command of the line: what is put in for it, and its other names.

`takes`: of what it takes names, "traits", "people" or "foes"; `as`: the word after which a character's name stands.
"""


class Completions(TypedDict):
    """What a line may go on with, as it is fetched. `traits`: the names that a roll of each character may have."""

    commands: list[TypedCommand]
    traits: dict[str, list[str]]
    people: list[str]
    characters: list[str]
    foes: list[str]
    names: list[str]


class Player(TypedDict):
    """A player of a new series, and the names of their characters."""

    name: str
    heroes: list[str]


class Start(TypedDict):
    """How a new series begins, for its Storyteller. `invite`: the path of a link for players, or empty.

    `done_url`: where the button posts that ends it.
    """

    invite: str
    players: list[Player]
    members_url: str
    heroes_url: str
    done_url: str


class InviteLink(TypedDict):
    """The link for players as it is sent to them. `path`: which it is; `elsewhere`: for others than this machine.

    `note`: how far it reaches; `qr_html`: its code as SVG.
    """

    path: str
    url: str
    qr_html: str
    elsewhere: NotRequired[str]
    note: NotRequired[str]


class MissedLog(TypedDict):
    """What a person has not read, by the counts of the seat: the lines after `after`, up to `upto`.

    `count`: how many of these are by others; `since`: when they read last.
    """

    after: int
    upto: int
    count: int
    since: NotRequired[str]


class Note(TypedDict):
    """A person's private notes of the scene. `seen`: the fingerprint of this version, which is sent with the next."""

    text: str
    seen: str


class Personal(TypedDict):
    """What is served with the page for one person alone."""

    note: Note
    missed: NotRequired[MissedLog]
    invite: NotRequired[InviteLink]


class Facts(TypedDict):
    """All that a page shows to a seat. `count`: the seat's count of entries, which forms send as their `number`."""

    count: int
    me: Me
    place: Place
    said: Announcement
    state: State
    fight: NotRequired[Fight]
    party: NotRequired[Party]
    hand: Hand
    form: NotRequired[Form]
    result: NotRequired[Result]
    deaths: NotRequired[list[Death]]
    """Those who died in this fight, without extras, oldest first: each is shown until somebody has seen it."""
    ended: NotRequired[EndedTask]
    redo: NotRequired[int]
    """The seat's count of the undo that the newest line tells, if the seat can take it back."""
    undo: NotRequired[Undo]
    requests: NotRequired[list[UndoRequest]]
    proposals: NotRequired[list[Proposal]]
    ahead: NotRequired[PlannedMoves]
    order: NotRequired[GroupOrder]
    plays: NotRequired[str]
    """Who plays by itself, for the Storyteller."""
    away: NotRequired[list["ToolForm"]]
    """The forms by which a player lets the own characters play by themselves while being away."""
    rolls: NotRequired[list[tuple[str, str]]]
    """The keys and names of those for whom the seat may roll; each form is fetched (`stage/rolls/<key>`)."""
    voices: NotRequired[Voices]
    tasks: NotRequired[Tasks]
    handouts: NotRequired[Handouts]
    side_scenes: NotRequired[list[SideSceneChoice]]
    start: NotRequired[Start]
    tools: NotRequired[list[str]]
    """The names of the tools that the seat may open; each is fetched (`stage/tools/<name>`)."""
    log: dict[str, Entry]


class OverlayFacts(TypedDict):
    """All that the overlay of a stream shows. `words`: the labels, by their names.

    `fight` and `result`: chosen keys of `Fight`, with those of its combatants, and of `Result`.
    """

    words: dict[str, str]
    fight: NotRequired[dict[str, Any]]
    result: NotRequired[dict[str, Any]]
