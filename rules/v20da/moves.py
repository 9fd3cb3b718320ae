"""The moves of a battle."""

from rules.battle import Choice, Move
from rules.battle.declare import AnswerMove, OwnMove, Seen, ask, ruled
from rules.text import Text
from rules.v20da.actions.difficulty import DEFAULT, HIGHEST, LOWEST
from rules.v20da.health.levels import BOXES
from rules.v20da.traits import PHYSICAL, label_of

AIMS = (
    Choice("", Text("Body")),
    Choice("limb", Text("Limb")),
    Choice("hand", Text("Hand")),
    Choice("head", Text("Head")),
    Choice("eye", Text("Eye")),
    Choice("heart", Text("Heart")),
)
"""Where an attack may be aimed (V20-161)."""
MAX_EXTRA = 20
"""The highest number of an extra action of powers in one turn."""
ABORT_DIFFICULTY = 6
"""The difficulty of the Willpower roll to abort (V20-145)."""
ABORTS = (
    Choice("roll", Text("Willpower roll, difficulty {n}", n=ABORT_DIFFICULTY)),
    Choice("point", Text("A Willpower point")),
)


class DeclareActions(OwnMove):
    """Lay cards face down: at most one attack with its target, and other actions (V20-050, 055).

    `others`: dodge, block, parry, other, stand in their order (empty ones are skipped); or one of full_defense, heal,
    wait. `difficulties`: the base difficulty of each plain action ("other") in `others`, 6 for 0 or none (V20-058).
    `attack_place`: the number of the attack among all actions, from 1. `extra`: the number of the extra action of a
    power that is declared, from 1; 0 for own actions.
    """

    attack: str | None = None
    target: Seen | None = None
    others: tuple[str, ...] = ()
    attack_place: int = 1
    difficulties: tuple[int, ...] = ruled("Difficulties", default=(), worse="more", small="difficulty")
    extra: int = ask("Extra action", 0, MAX_EXTRA, default=0, required=False, source="power")


class RevealDeclarations(Move, storyteller=True):
    """Turn all cards, once everyone has declared."""


class MakeAttack(OwnMove):
    """Take the declared attack. `aim`: limb, hand, head, eye, heart or nothing (V20-161).

    `difficulty`: what the Storyteller says in place of 6; aim and circumstances are added to it (V20-038).
    """

    target: Seen
    aim: str = ask("Aimed at", choices=AIMS, default="", required=False)
    difficulty: int = ruled("Difficulty", LOWEST, HIGHEST, default=DEFAULT, worse="more", small="difficulty")
    specialty: bool = False
    willpower: bool = False
    powers: tuple[str, ...] = ()


class AnswerDefense(AnswerMove):
    """Answer an attack with a declared defense, or with none."""

    defense: str
    specialty: bool = False
    willpower: bool = False
    powers: tuple[str, ...] = ()


class AbortToDefense(AnswerMove):
    """Give up what was declared for full defense. `by`: a Willpower roll or a point (V20-145)."""

    defense: str = ask("Defense", decides=True)
    by: str = ask("Method", choices=ABORTS)


class TakeAction(OwnMove):
    """Take a declared plain action: a roll of one trait or two (V20-020, 021).

    `attribute`: an Attribute, Willpower, Road or a Virtue; `ability`: an Ability, another Attribute or nothing.
    `difficulty`: None for the declared one. A lower one is the Storyteller's to give.
    """

    attribute: str
    ability: str = ""
    difficulty: int | None = ruled("Difficulty", LOWEST, HIGHEST, default=None, worse="more", small="difficulty")
    specialty: bool = False
    willpower: bool = False
    powers: tuple[str, ...] = ()


class GiveDifficulty(OwnMove, storyteller=True, rank="sometimes"):
    """Give a declared plain action another base difficulty. `card`: its number among all cards, from 1."""

    card: int
    difficulty: int = ask("Difficulty", LOWEST, HIGHEST)


class EscapeClinch(OwnMove):
    """Try to get out of a clinch, in place of what was declared: Strength + Brawl against the other's (V20-168)."""

    specialty: bool = False
    willpower: bool = False


class ReleaseClinch(OwnMove, rank="sometimes"):
    """Let someone out of a clinch (V20-168)."""


class HoldAction(OwnMove, rank="sometimes"):
    """Wait with what was declared for a later moment of the turn."""


class StandUp(OwnMove):
    """Stand up from the ground, as declared."""


class HealWounds(OwnMove):
    """Heal levels with blood, having declared nothing else (V20-201)."""

    levels: int = ask("Levels", 1, BOXES)


class HealInStride(OwnMove, rank="sometimes"):
    """Heal along with other actions: Stamina + Survival, difficulty 8 (V20-201)."""

    levels: int = ask("Levels", 1, BOXES, default=1)


class ForgoAction(OwnMove, rank="rare"):
    """Let the next declared action go."""


class IgnoreWounds(OwnMove, rank="sometimes"):
    """Spend a Willpower point to be free of wound penalties for this turn (V20-091)."""


class RaiseAttribute(OwnMove, rank="sometimes"):
    """Spend a blood point on Strength, Dexterity or Stamina for the scene (V20-205)."""

    attribute: str = ask("Attribute", choices=[Choice(key, label_of(key)) for key in PHYSICAL])


class NextTurn(Move, storyteller=True):
    """Begin the next turn: initiative is rolled again (V20-140)."""


class EndCondition(OwnMove, storyteller=True, rank="sometimes"):
    """End what holds a combatant: prone, clinched, held, disarmed, staked."""

    condition: str = ask("Condition")
