"""Answers to prompts."""

from dataclasses import dataclass

from rules.battle import Move


@dataclass(frozen=True, slots=True)
class AnswerDefense(Move):
    """Step 2: how to meet the attack (2E-332).

    `mode`: dodge, parry, lent (a guardian's parry) or none. `willpower` as for an attack: the success adds 1 DV; a
    Virtue's and the magic's dice are rolled in step 5, a success adding 1 DV; `third` is a Third Excellency's Ability.
    `enables`: a stunt or magic lifts a mundane bar to this mode (2E-341). `counter` pays for a counterattack, and
    `magic_late` holds magic back until the damage has been rolled (2E-380).
    """

    prompt: str
    mode: str
    stunt: int = 0
    stunt_text: str = ""
    willpower: str = ""
    magic: str = ""
    magic_dice: int = 0
    magic_successes: int = 0
    third: int = 0
    soak: int = 0
    hardness: int = 0
    enables: bool = False
    counter: bool = False
    magic_late: bool = False
    motes: int = 0
    magic_willpower: int = 0
    powers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RateStunt(Move):
    """The Storyteller rates a stunt, 0 to 3 (2E-180); furthering the Motivation raises a 1 or 2 (2E-182).

    `difficulty`: that of a plain action whose stunt it is; None leaves what was told.
    """

    prompt: str
    rating: int
    motivation: bool = False
    difficulty: int | None = None


@dataclass(frozen=True, slots=True)
class AnswerReroll(Move):
    """Use the reroll that was declared, or keep what there is (steps 4 and 6)."""

    prompt: str
    reroll: bool


@dataclass(frozen=True, slots=True)
class AnswerMagic(Move):
    """Step 7: activate what could wait until the blow has hit, with its cost; or, all left empty, nothing (2E-331)."""

    prompt: str
    magic: str = ""
    magic_damage: int = 0
    magic_post_damage: int = 0
    motes: int = 0
    magic_willpower: int = 0


@dataclass(frozen=True, slots=True)
class AnswerWard(Move):
    """Step 8: take health levels off the damage that was rolled, before it is applied; or none (2E-380)."""

    prompt: str
    magic: str = ""
    levels: int = 0
    motes: int = 0
    magic_willpower: int = 0


@dataclass(frozen=True, slots=True)
class AnswerCounter(Move):
    """Step 9: strike back with a weapon at hand, or with an empty key not at all (2E-383)."""

    prompt: str
    weapon: str


@dataclass(frozen=True, slots=True)
class AnswerBystander(Move):
    """The Storyteller says whom a botched attack hits instead, if anybody, and whether she saw it coming (2E-363)."""

    prompt: str
    target: str
    aware: bool = False


@dataclass(frozen=True, slots=True)
class AnswerClinch(Move):
    """Who controls a clinch chooses: crush, hold, release, throw_away or throw_down (2E-391)."""

    prompt: str
    choice: str


@dataclass(frozen=True, slots=True)
class TakeReward(Move):
    """Take a stunt's reward as motes, willpower or experience (2E-183..186)."""

    prompt: str
    reward: str
