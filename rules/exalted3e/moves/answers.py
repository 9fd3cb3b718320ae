"""Moves that answer prompts."""

from dataclasses import KW_ONLY

from rules.battle import Choice, Move
from rules.battle.declare import Seen, ask, move
from rules.exalted3e.actions.request import MAX_BONUS
from rules.exalted3e.moves.base import MAX_STUNT, Effort
from rules.text import Text

ANSWERS = (
    Choice("accept", Text("Give in")),
    Choice("refuse", Text("Refuse, for 1 Willpower")),
    Choice("unacceptable", Text("Unacceptable: refuse freely")),
)


@move(anytime=True)
class AnswerTie(Move):
    """Act first on the tick, or yield (3E-051)."""

    prompt: str
    first: bool = ask("Act first", default=True)


@move(anytime=True)
class AnswerClash(Effort):
    """Clash with a withering or decisive attack, or do not: "" (3E-295)."""

    prompt: str
    attack: str = ask("Answer", default="")


@move(anytime=True)
class AnswerDefense(Effort):
    """Add to the Defense against this attack (3E-014, 3E-018, 3E-345).

    `counter`: magic declared now will answer the attack roll with a counterattack (3E-297).
    """

    prompt: str
    _: KW_ONLY
    stunt: int = ask("Stunt", 0, MAX_STUNT, default=0, required=False, help="Adds its points to Defense.")
    willpower: bool = ask("Spend Willpower", default=False, required=False, help="+1 Defense")
    motes: int = ask("Motes", 0, MAX_BONUS, default=0, required=False, help="Two motes for +1 Defense.")
    counter: bool = ask("Counterattack", default=False, required=False, help="By magic, before the damage is rolled.")


@move(anytime=True)
class AnswerCounter(Effort):
    """Counterattack, withering or decisive, before the attack's damage, or do not: "" (3E-297)."""

    prompt: str
    attack: str = ask("Answer", default="")


@move(anytime=True)
class AnswerGuard(Move):
    """Strike the guardian, or try for the ward (3E-173, 3E-174)."""

    prompt: str
    strike: str = ask("Strike")


@move(anytime=True)
class AnswerContest(Move):
    """Contest an opponent's disengage, or let it go (3E-218)."""

    prompt: str
    contest: bool = ask("Contest it", default=True, help="Dexterity + Athletics against the disengage.")
    powers: tuple[str, ...] = ()


@move(anytime=True)
class AnswerInfluence(Move):
    """Give in to influence (accept), refuse it for a point of Willpower, or call it unacceptable (the Storyteller).

    Refusing a task needs another Intimacy, as strong as `intimacy` (3E-334, 3E-335).
    """

    prompt: str
    answer: str = ask("Answer", default="accept", choices=ANSWERS)
    intimacy: str = ask("The Intimacy that speaks against it", default="")


@move(anytime=True)
class AnswerShift(Move):
    """Act again at once after a Shift out of turn, or let it go (3E-125)."""

    prompt: str
    act: bool = ask("Act now", default=True)


@move(anytime=True)
class AwardBreak(Move):
    """Name who gains the Break of a self-crash, or nobody: "" (3E-113)."""

    prompt: str
    to: Seen = ask("To", default="")


@move(anytime=True)
class AnswerBeaten(Move):
    """Say whether a Crashed foe has no hope left (3E-098)."""

    prompt: str
    beaten: bool = ask("No hope is left", default=False, required=False)


ANSWER_MOVES = (
    AnswerTie, AnswerClash, AnswerDefense, AnswerCounter, AnswerGuard, AnswerContest, AnswerInfluence, AnswerShift,
    AwardBreak, AnswerBeaten,
)  # fmt: skip
