"""What a person may ask of a table. The system's own moves travel inside `BattleMove`."""

from collections.abc import Mapping
from dataclasses import field

from rules.battle import Json, Kinds, Move

MAX_TEXT = 2000
"""The most characters in one line of speech."""
MAX_POST = 20_000
"""The most characters in a post."""
EVERYBODY = "*"
MAX_COPIES = 20
"""The most copies of one extra that are brought in at once."""


class Say(Move):
    """Speak to everyone, or whisper `to` "storyteller" or to the player of the character of this key.

    `speaker`: empty for oneself, the key of a character, or "name" for the `name` that the Storyteller typed. `strand`:
    the id of the strand in which it is said; empty for the main line.
    """

    text: str
    to: str = ""
    speaker: str = ""
    name: str = ""
    strand: str = ""


class Post(Say):
    """Write longer words in Markdown. All else as in `Say`, but that "/" begins no command."""


class EditPost(Move):
    """Change a post of one's own. `entry`: the seat's own count at it; `times`: how often it was edited as the form
    showed it.
    """

    entry: int
    text: str
    times: int = 0


class OpenStrand(Move):
    """Open a strand with these characters. `secret`: only their players and the Storyteller read it."""

    title: str
    characters: tuple[str, ...] = ()
    secret: bool = False


class CloseStrand(Move):
    """Let a strand join the main line again."""

    strand: str


class MakeRoll(Move):
    """Roll for a character. `secret`: "" for all to see, "owner" (and Storyteller), or "storyteller" alone."""

    character: str
    request: Mapping[str, Json]
    secret: str = ""


class RollFavorite(Move):
    """Make a roll that a character's player has kept. `favorite`: the character's key, a blank, the roll's id."""

    favorite: str


class MixDice(Move):
    """Add words to the dice of the scene: all further ones depend on them."""

    words: str


class Tap(Move):
    """Change health boxes or points by touch.

    `tap`: who, what and which way, with blanks between: "12 willpower_points -1". Who is the key of a character, or the
    id of a combatant; what is a place of the sheet, a number of the fight, a kind of harm, or "mark" for the `harm`
    that was chosen. `times`: how many taps.
    """

    tap: str
    times: int = 1
    harm: str = "lethal"
    reason: str = ""


class SetCondition(Move):
    """Give a character a condition, or take it away, on its sheet.

    `condition`: the character's key, 1 or -1, and the condition, with blanks between: "12 -1 soaked to the bone".
    `word`: the condition that was typed, where none stands there.
    """

    condition: str
    word: str = ""


class ShowCharacter(Move):
    """Bring a character into the scene, or let it go."""

    character: str
    is_here: bool


class OpenBattle(Move):
    """Begin a fight."""


class BringIn(Move):
    """Bring characters into the fight on one side, with `copies` of each that is an extra.

    `anyway`: also those who are dead, dying, unconscious, in torpor or the like.
    """

    characters: tuple[str, ...]
    side: str
    copies: int = 1
    hidden: bool = False
    anyway: bool = False


class BringFoes(Move):
    """Make one extra of an archetype of the game, and bring `count` copies of it into the fight.

    `weapon`: one of the game's table; empty for the archetype's own. `line`: how many, name, archetype and weapon in
    one typed line, in place of those fields; then an empty `side` is that of the foes who are there. Without a line,
    `name`, `archetype` and `side` must be given. `anyway`: as in `BringIn`.
    """

    name: str = ""
    archetype: str = ""
    side: str = ""
    weapon: str = ""
    count: int = 1
    hidden: bool = False
    line: str = ""
    anyway: bool = False


class BattleMove(Move):
    """A move of the system's battle in its JSON form."""

    move: Mapping[str, Json]


class GiveOrder(Move):
    """Let several of the Storyteller's combatants make the same move of the battle: the actor of `deed`, then `others`.

    An item of `others` is the id of a combatant, or "all:" and a name: all called so, but for a number.
    """

    deed: Mapping[str, Json]
    others: tuple[str, ...]
    answers: bool = False
    ends: bool = False


class DropOrder(Move):
    """Stop the order that is being carried out."""


class GiveStanding(Move):
    """Leave a standing order for the combatant `actor` in a fight by post: on the occasion `when`, do the `deed`.

    `limit` is a figure: the order does not act while it is below `limit_number` or (`limit_least`) at least that. The
    other fields are those of `rules.battle.standing.StandingOrder`.
    """

    actor: str
    when: str
    deed: Mapping[str, Json]
    foe: str = ""
    attack: str = ""
    limit: str = ""
    limit_number: int = 0
    limit_least: bool = False
    lasts: str = "always"
    until: int = 0
    breaks: tuple[str, ...] = ()


class EndStanding(Move):
    """Withdraw the standing order of this id."""

    order: str


class LayMove(Move):
    """Lay the move of one's turn face down. `ends`: the turn is ended after it."""

    deed: Mapping[str, Json]
    ends: bool = False


class TakeBackMove(Move):
    """Take back what lies face down for this combatant."""

    actor: str


class CloseBattle(Move):
    """End the fight and carry wounds and spent points to the sheets."""


class Pause(Move):
    """Pause the fight for the players, or let it go on."""

    paused: bool


class SetPost(Move):
    """Play by post from now on. The hours are how long an answer and a turn are awaited."""

    answer_hours: int
    turn_hours: int


class EndPost(Move):
    """Play live again."""


class ShowCard(Move):
    """Show the safety card, without a name: nothing is played until the Storyteller puts it away."""


class PutCardAway(Move):
    """Put the safety card away, so that the table goes on."""


class PassTime(Move):
    """Let in-world time pass, as a number of a unit of `campaigns.calendar`."""

    amount: int
    unit: str


class Rewind(Move):
    """Take back an entry, with the whole command that wrote it, and everything after."""

    entry: int


class ShowHandout(Move):
    """Show a handout to everybody, or to the players of these characters. `leads`: as the picture of the scene."""

    handout: int
    characters: tuple[str, ...] = ()
    everybody: bool = False
    leads: bool = False


class PutHandoutAway(Move):
    """Take a handout from the table."""

    handout: int


class AskUndo(Move):
    """Ask the Storyteller to take back an entry of one's own, as one's own log counts it."""

    entry: int


class GrantUndo(Move):
    """Take back what the person of this key asks for."""

    person: str


class RefuseUndo(Move):
    """Let stand what the person of this key asks to take back."""

    person: str


class AnswerProposal(Move):
    """Answer the numbers that a player proposes: allow them (with other `values` where they are changed), or refuse."""

    proposal: str
    allow: bool
    values: Mapping[str, Json] = field(default_factory=dict)


class TakeProposalBack(Move):
    """Take back one's own proposal."""

    proposal: str


class GoWithout(Move):
    """Make the move of one's own proposal without the numbers that were proposed."""

    proposal: str


class StrikeNumbers(Move):
    """Strike the numbers that counted at once; the result is worked out again from the same dice."""

    entry: int


class NextScene(Move):
    """Close this scene and go on in the planned scene of this key, or else in a new one with this title.

    `episode`: the title of a new episode for the new scene; `end_fight`: a running fight is ended first.
    """

    title: str = ""
    planned: int | None = None
    episode: str = ""
    end_fight: bool = False


class StartTask(Move):
    """Set a task outside combat. `action`: its kind (see `rules.tasks`). Missing numbers are the book's.

    `traits`: what is rolled, as "Wits + Awareness"; `against`: who resists, with `other_traits`, `other_difficulty`,
    `other_target`. `by_traits`: at most as many rolls as the dots rolled, where the book has such a limit. `challenge`
    and `pace`: rows of the book's tables (see `TaskRules`), used where `target` and `interval` are missing. `settings`:
    options of the series that are different for this task. `characters`: several who are asked at once, each by a task
    of their own; `EVERYBODY` among them stands for all characters of players. `apart`: it is no part of the fight that
    runs, so a success can be automatic (2E-669). `target_from`: the traits that are the target, of the other side in a
    contest; `edge`: who is better in what the book names gets bonus dice.
    """

    title: str
    action: str
    character: str = ""
    traits: str = ""
    against: str = ""
    other_traits: str = ""
    difficulty: int | None = None
    other_difficulty: int | None = None
    hidden: bool = False
    target: int | None = None
    other_target: int | None = None
    max_rolls: int | None = None
    by_traits: bool = False
    interval: int = 0
    unit: str = "minute"
    botch: str = ""
    pressure: bool = False
    helpers: tuple[str, ...] = ()
    helper_traits: str = ""
    helper_limit: int | None = None
    challenge: str = ""
    pace: str = ""
    settings: Mapping[str, Json] = field(default_factory=dict)
    characters: tuple[str, ...] = ()
    apart: bool = False
    target_from: str = ""
    edge: bool = False


class StartInfluence(Move):
    """Try to influence others. `influence`: one of the game's actions; `listeners`: the keys of those at whom it is
    aimed. A player begins it for a character of her own, and the Storyteller rules on it before anything is rolled.
    """

    title: str
    influence: str
    character: str
    listeners: tuple[str, ...]
    traits: str = ""


class RuleListener(Move):
    """Say what weighs on one at whom influence is aimed. `ruling`: the game's form."""

    task: str
    character: str
    ruling: Mapping[str, Json] = field(default_factory=dict)


class AnswerInfluence(Move):
    """Answer influence that has reached a character. `reply`: the game's form."""

    task: str
    character: str
    reply: Mapping[str, Json] = field(default_factory=dict)


class GiveIn(Move):
    """Give in to a contest in place of resisting it by a roll."""

    task: str
    character: str


class TryAgain(Move):
    """Set a finished task again. `waive`: earlier failures do not count any more."""

    task: str
    waive: bool = False


class RollForTask(Move):
    """Roll for a character at a task, or take the `automatic` success that the book offers."""

    task: str
    character: str
    request: Mapping[str, Json] = field(default_factory=dict)
    automatic: bool = False


class RollForAll(Move):
    """Roll for all own characters for whom the request to many of this `group` waits; the Storyteller's are those that
    no player has.
    """

    group: str


class HelpTask(Move):
    """Help with a task, or decline to. `rating`: what the Storyteller lets count in place of a roll."""

    task: str
    character: str
    request: Mapping[str, Json] = field(default_factory=dict)
    declines: bool = False
    rating: int | None = None


class LookFirst(Move):
    """Look before the leap, to learn a hidden difficulty."""

    task: str
    character: str


class InterruptTask(Move):
    """Interrupt an interval of work. Without a `way` the whole interval passes and brings nothing.

    `way`: what comes of it, one of the book's; `done` of `of` parts of the interval had passed. `penalty`: dice that
    the roll loses; `effect`: parts of the effect that are left; None leaves either to the book.
    """

    task: str
    character: str
    way: str = ""
    done: int = 0
    of: int = 1
    penalty: int | None = None
    effect: int | None = None


class RevealTask(Move):
    """Tell everybody a hidden difficulty."""

    task: str


class RuleTask(Move):
    """Set how far a character has come at extended work."""

    task: str
    character: str
    total: int
    reason: str = ""


class EndTask(Move):
    """Break a task off."""

    task: str
    reason: str = ""


class AwardStunt(Move):
    """Award a stunt to a character: before its next roll, or `after` the last. `claim`: the stunt that this judges.

    A rating of 0 gives a claimed or awarded stunt nothing.
    """

    character: str
    rating: int
    after: bool = False
    claim: str = ""


class TakeReward(Move):
    """Choose what a stunt earns."""

    stunt: str
    choice: str


MOVES: Kinds[Move] = Kinds(
    Say,
    Post,
    EditPost,
    OpenStrand,
    CloseStrand,
    MakeRoll,
    RollFavorite,
    Tap,
    SetCondition,
    ShowCharacter,
    OpenBattle,
    BringIn,
    BringFoes,
    BattleMove,
    GiveOrder,
    DropOrder,
    GiveStanding,
    EndStanding,
    LayMove,
    TakeBackMove,
    CloseBattle,
    Pause,
    SetPost,
    EndPost,
    ShowCard,
    PutCardAway,
    PassTime,
    Rewind,
    ShowHandout,
    PutHandoutAway,
    AskUndo,
    GrantUndo,
    RefuseUndo,
    AnswerProposal,
    TakeProposalBack,
    GoWithout,
    StrikeNumbers,
    NextScene,
    StartTask,
    StartInfluence,
    RuleListener,
    AnswerInfluence,
    GiveIn,
    TryAgain,
    RollForTask,
    RollForAll,
    HelpTask,
    LookFirst,
    InterruptTask,
    RevealTask,
    RuleTask,
    EndTask,
    AwardStunt,
    TakeReward,
)
