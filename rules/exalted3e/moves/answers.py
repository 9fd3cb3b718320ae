"""Answers to prompts."""

from dataclasses import dataclass

from rules.battle import Move


@dataclass(frozen=True, slots=True)
class AnswerTie(Move):
    """Act first on the tick, or yield (3E-051)."""

    prompt: str
    first: bool = True


@dataclass(frozen=True, slots=True)
class AnswerClash(Move):
    """Clash with a withering or decisive attack, or "" for not (3E-295)."""

    prompt: str
    attack: str = ""
    stunt: int = 0
    willpower: bool = False
    powers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class AnswerDefense(Move):
    """What helps the Defense against this attack (3E-014, 3E-018, 3E-345).

    `counter`: magic declared now will answer the attack roll with a counterattack (3E-297).
    """

    prompt: str
    stunt: int = 0
    willpower: bool = False
    motes: int = 0
    counter: bool = False
    powers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class AnswerCounter(Move):
    """Counterattack, withering or decisive, before the attack's damage; or "" for not (3E-297)."""

    prompt: str
    attack: str = ""
    stunt: int = 0
    willpower: bool = False
    powers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class AnswerGuard(Move):
    """Strike the guardian, or try for the ward (3E-173, 3E-174)."""

    prompt: str
    strike: str


@dataclass(frozen=True, slots=True)
class AnswerContest(Move):
    """Contest an opponent's disengage, or let it go (3E-218)."""

    prompt: str
    contest: bool = True
    powers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class AnswerInfluence(Move):
    """Give in to influence (accept), refuse it for a point of Willpower, or (the Storyteller's word) find it
    unacceptable. A task is refused by another Intimacy, as strong as `intimacy` (3E-334, 3E-335)."""

    prompt: str
    answer: str = "accept"
    intimacy: str = ""


@dataclass(frozen=True, slots=True)
class AnswerShift(Move):
    """Act again at once after a Shift out of turn, or let it go (3E-125)."""

    prompt: str
    act: bool = True


@dataclass(frozen=True, slots=True)
class AwardBreak(Move):
    """Name who gains the Break of a self-crash; "" for nobody (3E-113)."""

    prompt: str
    to: str = ""


@dataclass(frozen=True, slots=True)
class AnswerBeaten(Move):
    """Whether a Crashed foe has no hope left (3E-098)."""

    prompt: str
    beaten: bool = False
