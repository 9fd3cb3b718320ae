"""What a person may ask of a table. The system's own moves travel inside `BattleMove`."""

from collections.abc import Mapping
from dataclasses import field
from typing import Annotated

from campaigns.calendar.calendar import UNITS
from campaigns.downtime.living import WAYS
from play.table.by_post import MAX_HOURS
from rules.battle import Json, Kinds, Move
from rules.battle.guards import MAX_NAME, MAX_REASON
from rules.json_schema import Bounds, WordList
from rules.sheets.touch import MAX_TAPS
from rules.tasks import MAX_TITLE, MAX_TRAITS
from rules.tasks import UNITS as TASK_UNITS
from rules.tasks.interruption import MAX_LOST, MAX_PARTS
from rules.tasks.steps import MAX_INTERVAL, MAX_ROLLS, MAX_TARGET
from rules.wounds import HARMS

MAX_VALUE = 4000
"""The most characters in one field; no form of a table but that of a post needs more."""
MAX_NUMBER = 10**9 - 1
MAX_LISTED = 100
"""The most items of a list of characters."""
MAX_SIDE_SCENE_NAME = 60
"""The most characters in the title of a side scene."""
MAX_AMOUNT = 1000
"""The most units of in-world time that pass at once."""
MAX_LETTERS = 100
"""The most characters that are added to the dice at once."""
MAX_RATING = 30
"""The highest rating that is applied in place of a roll."""
MAX_STUNT = 10
"""No game has a higher stunt."""
MAX_TEXT = 2000
"""The most characters in one line of speech."""
MAX_POST = 20_000
"""The most characters in a post."""
EVERYBODY = "*"
MAX_COPIES = 20
"""The most copies of one extra that are brought in at once."""

Word = Annotated[str, Bounds(high=MAX_VALUE)]
"""A key, an id or a name: whether it is known is for the command to say."""
Words = Annotated[tuple[Word, ...], Bounds(high=MAX_LISTED)]
Reason = Annotated[str, Bounds(high=MAX_REASON)]
Title = Annotated[str, Bounds(1, MAX_TITLE)]
Traits = Annotated[str, Bounds(high=MAX_TRAITS)]
Count = Annotated[int, Bounds(0, MAX_NUMBER)]
Number = Annotated[int, Bounds(-MAX_NUMBER, MAX_NUMBER)]
Target = Annotated[int, Bounds(1, MAX_TARGET)]
Hours = Annotated[int, Bounds(1, MAX_HOURS)]
Copies = Annotated[int, Bounds(1, MAX_COPIES)]
Secrecy = Annotated[str, WordList(("", "owner", "storyteller"))]
"""Who sees a roll: all, the Storyteller and the roller's player, or the Storyteller alone."""


class Say(Move):
    """Speak to everyone, or whisper `to` "storyteller" or to the player of the character of this key.

    `speaker`: empty for oneself, the key of a character, or "name" for the `name` that the Storyteller typed. `strand`:
    the id of the side scene in which it is said; empty for the main line.
    """

    text: Annotated[str, Bounds(1, MAX_TEXT)]
    to: Word = ""
    speaker: Word = ""
    name: Word = ""
    strand: Word = ""


class Post(Say):
    """Write longer words in Markdown. All else as in `Say`, but that "/" begins no command."""

    text: Annotated[str, Bounds(1, MAX_POST)]


class EditPost(Move):
    """Change your own post. `entry`: the seat's own count at it; `times`: how often it was edited as the form
    showed it.
    """

    entry: Count
    text: Annotated[str, Bounds(1, MAX_POST)]
    times: Count = 0


class OpenStrand(Move):
    """Open a side scene with these characters. `secret`: only their players and the Storyteller read it."""

    title: Annotated[str, Bounds(1, MAX_SIDE_SCENE_NAME)]
    characters: Words = ()
    secret: bool = False


class CloseStrand(Move):
    """Merge a side scene into the main line."""

    strand: Word


class MakeRoll(Move):
    """Roll for a character. `secret`: "" for all to see, "owner" (and Storyteller), or "storyteller" alone."""

    character: Word
    request: Mapping[str, Json]
    secret: Secrecy = ""


class RollFavorite(Move):
    """Make a roll that a character's player has kept. `favorite`: the character's key, a blank, the roll's id."""

    favorite: Word


class MixDice(Move):
    """Add words to the dice of the scene: all further ones depend on them."""

    words: Annotated[str, Bounds(1, MAX_LETTERS)]


MAX_REGAINED = 10
"""The most points of Willpower that are given back at once."""


class Tap(Move):
    """Change health boxes or points by touch.

    `tap`: who, what and which way, with blanks between: "12 willpower_points -1". Who is the key of a character, or the
    id of a combatant; what is a place of the sheet, a number of the fight, a kind of harm, or "mark" for the `harm`
    that was chosen. `times`: how many taps.
    """

    tap: Word
    times: Annotated[int, Bounds(1, MAX_TAPS)] = 1
    harm: Annotated[str, WordList(HARMS)] = "lethal"
    reason: Reason = ""


class ActNature(Move):
    """Say that a character has acted out its Nature: it gives `points` of Willpower back, as the Storyteller rules."""

    character: Word
    points: Annotated[int, Bounds(0, MAX_REGAINED)] = 1


class SetCondition(Move):
    """Give a character a condition, or take it away, on its sheet.

    `condition`: the character's key, 1 or -1, and the condition, with blanks between: "12 -1 soaked to the bone".
    `word`: the condition that was typed, where none stands there.
    """

    condition: Word
    word: Word = ""


class ShowCharacter(Move):
    """Bring a character into the scene, or let it go."""

    character: Word
    is_here: bool


class OpenBattle(Move):
    """Begin a fight."""


class BringIn(Move):
    """Bring characters into the fight on one side, with `copies` of each that is an extra.

    `anyway`: also those who are dead, dying, unconscious, in torpor or the like.
    """

    characters: Annotated[tuple[Word, ...], Bounds(1, MAX_LISTED)]
    side: Annotated[str, Bounds(1, MAX_NAME)]
    copies: Copies = 1
    hidden: bool = False
    anyway: bool = False


class BringFoes(Move):
    """Make one extra of an archetype of the game, and bring `count` copies of it into the fight.

    `weapon`: one of the game's table; empty for the archetype's own. `line`: how many, name, archetype and weapon in
    one typed line, in place of those fields; then an empty `side` is that of the foes who are there. Without a line,
    `name`, `archetype` and `side` must be given. `anyway`: as in `BringIn`.
    """

    name: Word = ""
    archetype: Word = ""
    side: Word = ""
    weapon: Word = ""
    count: Copies = 1
    hidden: bool = False
    line: Word = ""
    anyway: bool = False


class BattleMove(Move):
    """A move of the system's battle in its JSON form."""

    move: Mapping[str, Json]


class GiveOrder(Move):
    """Let several of the Storyteller's combatants make the same move of the battle: the actor of `deed`, then `others`.

    An item of `others` is the id of a combatant, or "all:" and a name: all called so, but for a number.
    """

    deed: Mapping[str, Json]
    others: Words
    answers: bool = False
    ends: bool = False


class DropOrder(Move):
    """Stop the order that is being carried out."""


class GiveStanding(Move):
    """Leave a standing order for the combatant `actor` in a fight by post: on the occasion `when`, do the `deed`.

    `limit` is a figure: the order does not act while it is below `limit_number` or (`limit_least`) at least that. The
    other fields are those of `rules.battle.standing_orders.StandingOrder`.
    """

    actor: Word
    when: Word
    deed: Mapping[str, Json]
    foe: Word = ""
    attack: Word = ""
    limit: Word = ""
    limit_number: Number = 0
    limit_least: bool = False
    lasts: Word = "always"
    until: Count = 0
    breaks: Words = ()


class EndStanding(Move):
    """Withdraw the standing order of this id."""

    order: Word


class LayMove(Move):
    """Lay the move of one's turn face down. `ends`: the turn is ended after it."""

    deed: Mapping[str, Json]
    ends: bool = False


class TakeBackMove(Move):
    """Take back what lies face down for this combatant."""

    actor: Word


class CloseBattle(Move):
    """End the fight and carry wounds and spent points to the sheets."""


class Pause(Move):
    """Pause the fight for the players, or let it go on."""

    paused: bool


FOES, STEPS = "foes", "steps"
"""In place of ids: all foes of the players' side, and the Storyteller's own part of a fight."""


class LetPlay(Move):
    """Let these combatants play themselves by a `tactic` of the game; an empty one is the usual.

    An item of `actors` is the id of a combatant, "*" for everybody in the fight, "foes" for all who stand against the
    players' side and have no player, or "steps" for questions to the Storyteller and what leads the fight on. A
    player's character plays itself only while its player is away.
    """

    actors: Words
    tactic: Word = ""


class StopPlaying(Move):
    """Let these combatants play themselves no more; without any, all that the person may stop."""

    actors: Words = ()


class SetPost(Move):
    """Play by post from now on. The hours are how long an answer and a turn are awaited."""

    answer_hours: Hours
    turn_hours: Hours


class EndPost(Move):
    """Play live again."""


class ShowCard(Move):
    """Show the safety card, without a name: nothing is played until the Storyteller puts it away."""


class PutCardAway(Move):
    """Put the safety card away, so that the table goes on."""


class PassTime(Move):
    """Let in-world time pass, as a number of a unit of `campaigns.calendar.calendar`.

    `way`: how everybody who is played spends the whole days of it; empty: nothing but the clock moves.
    """

    amount: Annotated[int, Bounds(1, MAX_AMOUNT)]
    unit: Annotated[str, WordList(tuple(UNITS))]
    way: Annotated[str, WordList(("", *WAYS))] = ""


class Rewind(Move):
    """Take back an entry, with the whole command that wrote it, and everything after."""

    entry: Count


class ShowHandout(Move):
    """Show a handout to everybody, or to the players of these characters. `leads`: as the picture of the scene."""

    handout: Count
    characters: Words = ()
    everybody: bool = False
    leads: bool = False


class PutHandoutAway(Move):
    """Take a handout from the table."""

    handout: Count


class AskUndo(Move):
    """Ask the Storyteller to take back your own entry, by its number in your log."""

    entry: Count


class GrantUndo(Move):
    """Take back what the person of this key asks for."""

    person: Word


class RefuseUndo(Move):
    """Let stand what the person of this key asks to take back."""

    person: Word


class AnswerProposal(Move):
    """Answer the numbers that a player proposes: allow them (with other `values` where they are changed), or refuse."""

    proposal: Word
    allow: bool
    values: Mapping[str, Json] = field(default_factory=dict)


class TakeProposalBack(Move):
    """Take back your own proposal."""

    proposal: Word


class GoWithout(Move):
    """Make the move of your own proposal without the numbers that were proposed."""

    proposal: Word


class StrikeNumbers(Move):
    """Strike the numbers that counted at once; the result is worked out again from the same dice."""

    entry: Count


class NextScene(Move):
    """Close this scene and go on in the planned scene of this key, or else in a new one with this title.

    `episode`: the title of a new episode for the new scene; `end_fight`: a running fight is ended first.
    """

    title: Word = ""
    planned: Count | None = None
    episode: Word = ""
    end_fight: bool = False
    way: Annotated[str, WordList(("", *WAYS))] = ""


class StartTask(Move):
    """Set a task outside combat. `action`: its kind (see `rules.tasks`). Missing numbers are the book's.

    `traits`: what is rolled, as "Wits + Awareness"; `against`: who resists, with `other_traits`, `other_difficulty`,
    `other_target`. `by_traits`: at most as many rolls as the dots rolled, where the book has such a limit. `challenge`
    and `pace`: rows of the book's tables (see `TaskRules`), used where `target` and `interval` are missing. `settings`:
    options of the series that are different for this task. `characters`: several who are asked at once, each by a task
    of their own; `EVERYBODY` among them stands for all characters of players. `apart`: it is no part of the fight that
    runs, so a success can be automatic (2E-669). `target_from`: the traits that are the target, of the other side in a
    contest; `edge`: who is better in what the book names gets bonus dice. `spent`: how those who do not work at it
    spend whole days that it takes; empty: nothing but the clock moves.
    """

    title: Title
    action: Word
    character: Word = ""
    traits: Traits = ""
    against: Word = ""
    other_traits: Traits = ""
    difficulty: Number | None = None
    other_difficulty: Number | None = None
    hidden: bool = False
    target: Target | None = None
    other_target: Target | None = None
    max_rolls: Annotated[int, Bounds(1, MAX_ROLLS)] | None = None
    by_traits: bool = False
    interval: Annotated[int, Bounds(0, MAX_INTERVAL)] = 0
    unit: Annotated[str, WordList(tuple(TASK_UNITS))] = "minute"
    botch: Word = ""
    pressure: bool = False
    helpers: Words = ()
    helper_traits: Traits = ""
    helper_limit: Annotated[int, Bounds(0, MAX_ROLLS)] | None = None
    challenge: Word = ""
    pace: Word = ""
    settings: Mapping[str, Json] = field(default_factory=dict)
    characters: Words = ()
    apart: bool = False
    target_from: Traits = ""
    edge: bool = False
    spent: Annotated[str, WordList(("", *WAYS))] = ""


class StartInfluence(Move):
    """Try to influence others. `influence`: one of the game's actions; `listeners`: the keys of those at whom it is
    aimed. A player begins it for a character of her own, and the Storyteller rules on it before anything is rolled.
    """

    title: Title
    influence: Word
    character: Word
    listeners: Annotated[tuple[Word, ...], Bounds(1, MAX_LISTED)]
    traits: Traits = ""


class RuleListener(Move):
    """Say what weighs on one at whom influence is aimed. `ruling`: the game's form."""

    task: Word
    character: Word
    ruling: Mapping[str, Json] = field(default_factory=dict)


class AnswerInfluence(Move):
    """Answer influence that has reached a character. `reply`: the game's form."""

    task: Word
    character: Word
    reply: Mapping[str, Json] = field(default_factory=dict)


class GiveIn(Move):
    """Give in to a contest in place of resisting it by a roll."""

    task: Word
    character: Word


class TryAgain(Move):
    """Set a finished task again. `waive`: earlier failures no longer count."""

    task: Word
    waive: bool = False


class RollForTask(Move):
    """Roll for a character at a task, or take the `automatic` success that the book offers."""

    task: Word
    character: Word
    request: Mapping[str, Json] = field(default_factory=dict)
    automatic: bool = False


class RollForAll(Move):
    """Roll for all own characters for whom the request to many of this `group` waits; the Storyteller's are those that
    no player has.
    """

    group: Word


class HelpTask(Move):
    """Help with a task, or decline to. `rating`: what the Storyteller lets count in place of a roll."""

    task: Word
    character: Word
    request: Mapping[str, Json] = field(default_factory=dict)
    declines: bool = False
    rating: Annotated[int, Bounds(0, MAX_RATING)] | None = None


class LookFirst(Move):
    """Look before the leap, to learn a hidden difficulty."""

    task: Word
    character: Word


class InterruptTask(Move):
    """Interrupt an interval of work. Without a `way` the whole interval passes and brings nothing.

    `way`: what comes of it, one of the book's; `done` of `of` parts of the interval had passed. `penalty`: dice that
    the roll loses; `effect`: parts of the effect that are left; None leaves either to the book.
    """

    task: Word
    character: Word
    way: Word = ""
    done: Annotated[int, Bounds(0, MAX_PARTS - 1)] = 0
    of: Annotated[int, Bounds(1, MAX_PARTS)] = 1
    penalty: Annotated[int, Bounds(0, MAX_LOST)] | None = None
    effect: Annotated[int, Bounds(0, MAX_PARTS)] | None = None


class RevealTask(Move):
    """Tell everybody a hidden difficulty."""

    task: Word


class RuleTask(Move):
    """Set how far a character has come at extended work."""

    task: Word
    character: Word
    total: Number
    reason: Reason = ""


class EndTask(Move):
    """Break a task off."""

    task: Word
    reason: Reason = ""


class AwardStunt(Move):
    """Award a stunt to a character: before its next roll, or `after` the last. `claim`: the stunt that this judges.

    A rating of 0 gives a claimed or awarded stunt nothing.
    """

    character: Word
    rating: Annotated[int, Bounds(0, MAX_STUNT)]
    after: bool = False
    claim: Word = ""


class TakeReward(Move):
    """Choose what a stunt earns."""

    stunt: Word
    choice: Word


MOVES: Kinds[Move] = Kinds(
    Say,
    Post,
    EditPost,
    OpenStrand,
    CloseStrand,
    MakeRoll,
    RollFavorite,
    Tap,
    ActNature,
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
    LetPlay,
    StopPlaying,
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
