"""Moves that answer prompts."""

from rules.battle.declare import AnswerMove, ask, powered, rated
from rules.exalted2e.actions.requests import MAX_DIFFICULTY
from rules.exalted2e.actions.stunts import MAX_STUNT
from rules.exalted2e.moves.aids import CLINCHES, DEFENSES, MAX_DAMAGE, MAX_DICE, AidedMove, MagicMove


class AnswerDefense(AidedMove, anytime=True):
    """Answer step 2: how to meet the attack (2E-332).

    `mode`: dodge, parry, lent (a guardian's parry) or none. The success of Willpower adds 1 DV; a Virtue's and the
    magic's dice are rolled in step 5, and a success adds 1 DV; `third` is a Third Excellency's Ability. `enables`: a
    stunt or magic lifts a mundane bar to this mode (2E-341). `counter`: the magic pays for a counterattack.
    `magic_late`: the player may add magic once the damage has been rolled (2E-380). `excellency`: dice for step 5 that
    the rules price (2E-176).
    """

    prompt: str
    mode: str = ask("Defense", choices=DEFENSES, decides=True)
    stunt: int = rated("Stunt rating", 0, MAX_STUNT)
    third: int = powered("Ability of the Third Excellency", 0, 10)
    soak: int = powered("Soak", 0, MAX_DAMAGE)
    hardness: int = powered("Hardness", 0, MAX_DAMAGE)
    enables: bool = powered("Overrides the inapplicable defense", default=False)
    counter: bool = powered("Can counterattack", default=False)
    magic_late: bool = powered("Activate after damage is rolled", default=False)
    excellency: int = ask("Excellency", 0, MAX_DICE, default=0, required=False, source="power")


class RateStunt(AnswerMove, storyteller=True):
    """Rate a stunt, 0 to 3 (2E-180); furthering the Motivation raises a 1 or 2 (2E-182).

    `difficulty`: a new difficulty of the plain action with this stunt; None does not change it.
    """

    rating: int = ask("Rating", 0, MAX_STUNT, decides=True)
    motivation: bool = ask(
        "Advances the Motivation at risk", default=False, help="Raises 1 and 2 by one.", required=False
    )
    difficulty: int | None = ask("Difficulty", 1, MAX_DIFFICULTY, default=None, required=False)


class AnswerReroll(AnswerMove):
    """Answer steps 4 and 6: use the declared reroll, or do not."""

    reroll: bool


class AnswerMagic(MagicMove, anytime=True):
    """Answer step 7: activate magic once the attack has hit, or, with all fields empty, none (2E-331)."""

    prompt: str
    magic_damage: int = powered("Raw damage", 0, MAX_DAMAGE)
    magic_post_damage: int = powered("Damage after soak", 0, MAX_DAMAGE)


class AnswerWard(MagicMove, anytime=True):
    """Answer step 8: take health levels off the rolled damage before it is applied, or none (2E-380)."""

    prompt: str
    levels: int = powered("Damage levels prevented", 0, 30)


class AnswerCounter(AnswerMove):
    """Answer step 9: strike back with this weapon, or with an empty key do not (2E-383)."""

    weapon: str = ask("Counterattack with", default="", required=False, decides=True)


class AnswerBystander(AnswerMove, storyteller=True):
    """Choose whom a botched attack hits instead, if anyone; `aware`: the bystander saw it coming (2E-363)."""

    target: str = ask("Bystander", default="", required=False, decides=True)
    aware: bool = ask("Expected the attack", default=False, required=False)


class AnswerClinch(AnswerMove):
    """Choose as the controller of a clinch what to do with it (2E-391)."""

    choice: str = ask("Choice", choices=CLINCHES, decides=True)


class TakeReward(AnswerMove):
    """Choose a stunt's reward: motes, willpower or experience (2E-183..186)."""

    reward: str = ask("Reward", decides=True)
