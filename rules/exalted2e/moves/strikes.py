"""Moves that declare attacks, coordinated attacks and contests of a clinch."""

from rules.battle.declare import OwnMove, Seen, ask, known, powered, rated, ruled
from rules.exalted2e.actions.requests import MAX_DIFFICULTY
from rules.exalted2e.actions.stunts import MAX_STUNT
from rules.exalted2e.moves.aids import (
    AS_STANDS,
    HANDS,
    MANEUVERS,
    MAX_CONTESTS,
    MAX_DAMAGE,
    MAX_DICE,
    MAX_NAMED,
    MAX_PARTS,
    MAX_YARDS,
    RATINGS,
    SURPRISES,
    RuledMove,
)


class StrikingMove(RuledMove, kw_only=True):
    """The fields of one or more attacks. `distance` in yards; 0 for the one that is known (2E-667).

    `specialties` are the keys of those of the sheet that apply; `specialty`: dice in their place, in older moves.
    `magic_late`: the player may add magic once the attack has hit (2E-331). `surprise`, of the first attack of several:
    "as_stands" (from hiding if the attacker is hidden), "" (in the open), "roll" (from hiding) or "unaware"; the last
    two are the Storyteller's, but for someone hidden (2E-666).
    """

    specialties: tuple[str, ...] = ask("Specialties", high=MAX_NAMED, default=(), required=False)
    specialty: int = ask("Specialty dice", 0, 3, default=0, required=False)
    distance: int = known("Distance in yards", 0, MAX_YARDS, worse="more", help="0: as it is known.")
    magic_damage: int = powered("Raw damage", 0, MAX_DAMAGE)
    magic_post_damage: int = powered("Damage after soak", 0, MAX_DAMAGE)
    magic_reroll: bool = powered("Can reroll", default=False)
    magic_late: bool = powered(
        "Activate after a hit", default=False, help="Only for Charms that can be used after the defense."
    )
    unblockable: bool = powered("Unblockable", default=False)
    undodgeable: bool = powered("Undodgeable", default=False)
    surprise: str = ruled("Surprise", default=AS_STANDS, choices=SURPRISES, worse=("",))


class DeclareAttack(StrikingMove):
    """Step 1: attack a target with a weapon at hand (2E-330).

    `stunt` is proposed by a player and rated by the Storyteller. `maneuver`: "", "sweep" or "tackle" (2E-389).
    `excellency` are dice that the rules price (2E-176).
    """

    weapon: str
    target: Seen = ask("Target")
    ability: str = ask("Ability", default="", required=False)
    stunt: int = rated("Stunt rating", 0, MAX_STUNT)
    off_hand: bool = ask("In off hand", default=False, required=False)
    maneuver: str = ask("Maneuver", default="", choices=MANEUVERS, required=False)
    excellency: int = ask("Excellency", 0, MAX_DICE, default=0, required=False, source="power")


class DeclareFlurry(StrikingMove, rank="sometimes"):
    """Several actions on one tick, in order (2E-305).

    Each part is "attack:weapon:target", "ready:weapon" or one of dash, jump, rise, misc, act, act2; those of `also`
    come first, those of `then` last. "act" and "act2" are plain actions with a roll, described by the fields whose
    names begin so; their `failures` are those that the table has counted. `specialties` aid every attack with their
    Ability. `stunts` are the ratings of attacks and rolls in order; missing ones are 0. `willpower` aids the first of
    them, for an action allows one point (2E-163); the magic aids all attacks and is paid once.

    For each attack in order (2E-668): `excellencies` are dice that the rules price (2E-176), `abilities` what it is
    made with, empty for the better one, `maneuvers` as of a single attack, `hands` "off" for the off hand. Missing ones
    are 0 or empty, and those beyond the attacks count for nothing.
    """

    parts: tuple[str, ...] = ask("Attacks, in order", high=MAX_PARTS)
    also: tuple[str, ...] = ()
    then: tuple[str, ...] = ask("Off-hand attacks", high=MAX_PARTS, default=())
    stunts: tuple[str, ...] = rated("Stunt ratings, in order", 0, MAX_PARTS, default=(), choices=RATINGS)
    act_text: str = ask("Description of the action", high=500, default="", required=False, lines=True)
    act_attribute: str = ""
    act_ability: str = ""
    act_specialties: tuple[str, ...] = ask("Specialties", high=MAX_NAMED, default=(), required=False)
    act_specialty: int = ask("Specialty dice", 0, 3, default=0, required=False)
    act_difficulty: int = ruled("Difficulty", 1, MAX_DIFFICULTY, default=1, worse="more", small="difficulty")
    act2_text: str = ask("Description, second action", high=500, default="", required=False, lines=True)
    act2_attribute: str = ""
    act2_ability: str = ""
    act2_specialties: tuple[str, ...] = ask("Specialties, second action", high=MAX_NAMED, default=(), required=False)
    act2_specialty: int = ask("Specialty dice, second action", 0, 3, default=0, required=False)
    act2_difficulty: int = ruled(
        "Difficulty, second action", 1, MAX_DIFFICULTY, default=1, worse="more", small="difficulty"
    )
    act_failures: int = ask("Earlier failed attempts", 0, 10, default=0, required=False)
    act2_failures: int = ask("Earlier failed attempts", 0, 10, default=0, required=False)
    excellencies: tuple[int, ...] = ()
    abilities: tuple[str, ...] = ask("Abilities, in order", high=MAX_PARTS, default=(), required=False)
    maneuvers: tuple[str, ...] = ask(
        "Maneuvers, in order", high=MAX_PARTS, default=(), choices=MANEUVERS, required=False
    )
    hands: tuple[str, ...] = ask("Hands, in order", high=MAX_PARTS, default=(), choices=HANDS, required=False)
    act_retry: bool = ask(
        "Trying again", default=False, required=False, help="−1 success for each failed attempt; the table counts them."
    )
    act2_retry: bool = ask(
        "Trying again, second action",
        default=False,
        required=False,
        help="−1 success for each failed attempt; the table counts them.",
    )


class CoordinateAttack(OwnMove, rank="sometimes"):
    """Lead others against one target on the next action tick (2E-300)."""

    target: Seen = ask("Target")
    attackers: tuple[str, ...] = ask("Allies attacking with you", high=40)
    bonus: int = ruled("Bonus dice", 0, 10, small="dice")
    penalty: int = ask("Penalty dice", 0, 10, default=0, required=False)


class ContestClinch(OwnMove):
    """Contest a clinch as its controller: both roll, the winner chooses (2E-392); `times` in a flurry (2E-393).

    `bonus` and `penalty` are for the controller's first contest.
    """

    times: int = ask("Contests in a flurry", 1, MAX_CONTESTS, default=1, required=False)
    bonus: int = ruled("Bonus dice", 0, 10, small="dice")
    penalty: int = ask("Penalty dice", 0, 10, default=0, required=False)
