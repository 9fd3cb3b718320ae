"""Moves that answer prompts."""

from dataclasses import KW_ONLY

from rules.battle import Choice
from rules.battle.declare import AnswerMove, Seen, ask, powered, rated
from rules.exalted3e.actions.request import MAX_BONUS
from rules.exalted3e.moves.base import MAX_STUNT, Effort
from rules.text import Text

ANSWERS = (
    Choice("accept", Text("Give in")),
    Choice("refuse", Text("Refuse (1 Willpower)")),
    Choice("unacceptable", Text("Unacceptable: refuse at no cost")),
)


class AnswerTie(AnswerMove):
    """Act first on the tick, or yield (3E-051)."""

    first: bool = ask("Act first", default=True)


class ChooseOrder(AnswerMove, storyteller=True):
    """Say which of the Storyteller's own acts first on the tick (3E-583)."""

    first: str = ask("First", decides=True)


class AnswerClash(Effort, anytime=True):
    """Clash with a withering or decisive attack, or do not: "" (3E-295)."""

    prompt: str
    attack: str = ask("Response", default="", decides=True)


class AnswerDefense(Effort, anytime=True):
    """Add to the Defense against this attack (3E-014, 3E-018, 3E-345).

    `counter`: magic declared now will answer the attack roll with a counterattack (3E-297).
    """

    prompt: str
    _: KW_ONLY
    stunt: int = rated("Stunt rating", 0, MAX_STUNT, help="The Storyteller rates it. Adds its points to Defense.")
    willpower: bool = ask("Spend Willpower", default=False, required=False, help="+1 Defense")
    motes: int = ask("Motes", 0, MAX_BONUS, default=0, required=False, source="power", help="Two motes for +1 Defense.")
    counter: bool = powered("Counterattack", default=False, help="By magic, before damage is rolled.")


class AnswerCounter(Effort, anytime=True):
    """Counterattack, withering or decisive, before the attack's damage, or do not: "" (3E-297)."""

    prompt: str
    attack: str = ask("Response", default="", decides=True)


class AnswerGuard(AnswerMove):
    """Strike the guardian, or try for the ward (3E-173, 3E-174)."""

    strike: str = ask("Strike", decides=True)


class AnswerContest(AnswerMove):
    """Contest an opponent's disengage, or let it go (3E-218)."""

    contest: bool = ask("Contest", default=True, help="Dexterity + Athletics against the disengage.")
    powers: tuple[str, ...] = ()


class AnswerInfluence(AnswerMove):
    """Give in to influence (accept), refuse it for a point of Willpower, or call it unacceptable (the Storyteller).

    Refusing a task needs another Intimacy, as strong as `intimacy` (3E-334, 3E-335).
    """

    answer: str = ask("Response", default="accept", choices=ANSWERS, decides=True)
    intimacy: str = ask("The opposing Intimacy", default="")


class AnswerShift(AnswerMove):
    """Act again at once after a Shift out of turn, or let it go (3E-125)."""

    act: bool = ask("Act now", default=True)


class AwardBreak(AnswerMove):
    """Name who gains the Break of a self-crash, or no one: "" (3E-113)."""

    to: Seen = ask("To", default="", decides=True)


class RateStunt(AnswerMove, storyteller=True):
    """Rate a stunt; 0 is none (3E-014 to 3E-016)."""

    rating: int = ask("Rating", 0, MAX_STUNT, decides=True)


class AnswerBeaten(AnswerMove):
    """Say whether a Crashed foe has no hope left (3E-098)."""

    beaten: bool = ask("Beyond recovery", default=False, required=False)
