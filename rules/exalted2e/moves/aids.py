"""What moves ask for: bounds, choices, and the fields that many of them share."""

from dataclasses import KW_ONLY

from rules.battle import Choice, Move
from rules.battle.declare import Own, ask, powered, ruled
from rules.exalted2e.actions.stunts import MAX_STUNT
from rules.exalted2e.timing import ACTIONS
from rules.exalted2e.traits import VIRTUES, label
from rules.text import Text, word

MAX_DICE = 10
"""The most dice or successes of magic given in figures."""
EXCELLENCY_MOTES = 1
"""What each die of an Excellency costs (2E-176)."""
MAX_DAMAGE = 20
MAX_COST = 100
MAX_PARTS = 10
MAX_YARDS = 10_000
MAX_NAMED = 10
"""The most specialties that one roll names; three dots count."""
MAX_TICKS = ACTIONS["aim"].speed
MAX_CONTESTS = 5
"""The most contests in one flurry; no source gives a number."""
WILLPOWER = (
    Choice("", Text("None")),
    Choice("success", Text("1 success")),
    *(Choice(virtue, label(virtue)) for virtue in VIRTUES),
)
RATINGS = tuple(Choice(str(rating), word(str(rating))) for rating in range(MAX_STUNT + 1))
MANEUVERS = (
    Choice("", Text("Normal attack")),
    Choice("sweep", Text("Sweep"), Text("−2 dice, a hit requires a knockdown check")),
    Choice("tackle", Text("Tackle"), Text("a hit requires knockdown checks from both")),
)
AS_STANDS = "as_stands"
"""From hiding if the attacker is hidden, else in the open (2E-666)."""
HANDS = (Choice("", Text("In the main hand")), Choice("off", Text("In off hand"), Text("−1 die")))
SURPRISES = (
    Choice(AS_STANDS, Text("If the attacker is hidden")),
    Choice("", Text("In the open")),
    Choice("roll", Text("From hiding")),
    Choice("unaware", Text("On an unaware target")),
)
"""A form that knows whether the attacker is hidden asks less: see `decide.surprise.list_surprises`."""
DEFENSES = (
    Choice("dodge", Text("Dodge")),
    Choice("parry", Text("Parry")),
    Choice("lent", Text("Guardian parries")),
    Choice("none", Text("No defense")),
)
CLINCHES = (
    Choice("crush", Text("Crush")),
    Choice("hold", Text("Hold")),
    Choice("release", Text("Release")),
    Choice("throw_away", Text("Throw away")),
    Choice("throw_down", Text("Throw down")),
)


class MagicMove(Move, kw_only=True):
    """Magic in figures: one named effect and its cost."""

    magic: str = ask("Magic", high=80, default="", required=False, lines=True)
    motes: int = ask("Motes", 0, MAX_COST, default=0, required=False)
    magic_willpower: int = ask("Willpower for the magic", 0, MAX_COST, default=0, required=False)


class AidedMove(MagicMove, kw_only=True):
    """What may aid a roll: the description of a stunt, a point of Willpower, magic.

    `willpower` is "success" to buy one, or the Virtue to channel instead (2E-160..162). `powers` are the keys of the
    powers of the sheet that are switched on.
    """

    stunt_text: str = ask("Stunt", high=500, default="", required=False, lines=True)
    willpower: str = ask("Willpower", default="", choices=WILLPOWER, required=False)
    magic_dice: int = powered("Magic dice", 0, MAX_DICE)
    magic_successes: int = powered("Magic successes", 0, MAX_DICE)
    powers: tuple[str, ...] = ()


class RuledMove(AidedMove):
    """What changes a roll: dice, and successes (`external`). What helps is the Storyteller's to give (2E-671)."""

    actor: Own
    _: KW_ONLY
    bonus: int = ruled("Bonus dice", 0, 10, small="dice")
    penalty: int = ask("Penalty dice", 0, 10, default=0, required=False)
    magic_penalty: int = ask("Dice removed by magic", 0, 10, default=0, required=False)
    external: int = ask("External penalty", 0, 10, default=0, required=False)
