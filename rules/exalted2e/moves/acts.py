"""Moves for all actions but attacks, and those of the Storyteller."""

from rules.battle import Move
from rules.battle.declare import OwnMove, RulingMove, Seen, ask, powered, rated, ruled
from rules.exalted2e.actions.morale import FOES
from rules.exalted2e.actions.requests import MAX_DIFFICULTY
from rules.exalted2e.actions.stunts import MAX_STUNT
from rules.exalted2e.moves.aids import MAX_COST, MAX_DICE, MAX_NAMED, MAX_TICKS, MAX_YARDS, RuledMove
from rules.exalted2e.timing import ACTIONS


class TellStunt(OwnMove, rank="sometimes"):
    """Describe a stunt on an action without dice; it counts for the reward (2E-193)."""

    stunt: int = rated("Stunt rating", 1, MAX_STUNT, default=1)
    stunt_text: str = ask("Stunt", high=500, default="", required=False, lines=True)


class TakeGuard(OwnMove):
    """Guard; the player is asked again after `ticks` (2E-295)."""

    ticks: int = ask("Ask again after (ticks)", 1, MAX_TICKS, default=MAX_TICKS, required=False)


class TakeAim(OwnMove):
    """Aim at a target; the player is asked again after `ticks` (2E-296)."""

    target: Seen = ask("Target")
    ticks: int = ask("Ask again after (ticks)", 1, MAX_TICKS, default=MAX_TICKS, required=False)


class KeepOn(OwnMove):
    """Go on with an Aim or Guard that could be broken off now."""


class TakeDash(OwnMove, rank="sometimes"):
    """Dash (2E-298); climbing or swimming is slower (2E-299).

    `target`, if any: the distance to that combatant grows or shrinks by `yards`, 0 for all that the Dash covers.
    """

    climbing: bool = ask("Climbing or swimming", default=False, required=False)
    target: Seen = ask("Toward or away from", default="", required=False)
    away: bool = ask("Away", default=False, required=False)
    yards: int = ask("Yards", 0, MAX_YARDS, default=0, required=False, help="0: as far as the Dash goes.")


class TakeMove(OwnMove):
    """Move some yards, reflexively; half as far when climbing or swimming (2E-299).

    `target`, if any: the distance to that combatant grows or shrinks by them (2E-667). The stunt is described and
    rated as one of an action without dice (2E-193).
    """

    yards: int = ask("Yards", 1, MAX_YARDS, default=1, required=False)
    climbing: bool = False
    target: Seen = ask("Toward or away from", default="", required=False)
    away: bool = ask("Away", default=False, required=False)
    stunt: int = ask("Stunt rating", 0, MAX_STUNT, default=0, required=False)
    stunt_text: str = ask("Stunt", high=500, default="", required=False, lines=True)


class ReadyWeapon(OwnMove, rank="sometimes"):
    """Take a weapon in hand, or with an empty key put all away (2E-281). `keep`: keep what is in hand."""

    weapon: str
    keep: bool = ask("Keep what is in hand", default=False, required=False)


class Rise(OwnMove):
    """Rise from prone (2E-289)."""


class Jump(OwnMove, rank="rare"):
    """Jump (2E-288)."""


class TakeMisc(OwnMove, rank="sometimes"):
    """Take any other action, with the Speed and the DV penalty that the Storyteller gives it (2E-290).

    `is_long`: the Speed is in long ticks (2E-017).
    """

    text: str = ask("Description of the action", high=500, default="", required=False, lines=True)
    speed: int = ruled("Speed", 1, 20, default=ACTIONS["misc"].speed, worse="more")
    penalty: int = ruled("DV penalty", 0, 10, default=ACTIONS["misc"].penalty, worse="more")
    is_long: bool = ask("Speed in long ticks", default=False, help="One minute each.", required=False)


class TakeAction(RuledMove, rank="sometimes"):
    """Take a plain action with a roll: leap, search, shout, climb (2E-290).

    `attribute` may be a Virtue, which is rolled alone. With `retry` it tries again what failed in this battle
    with the same traits, and the failed tries are counted (2E-088); `failures`: their number, as older moves say it.
    `is_long`: the Speed is in long ticks (2E-017).
    """

    attribute: str = ""
    ability: str = ""
    text: str = ask("Description of the action", high=500, default="", required=False, lines=True)
    specialties: tuple[str, ...] = ask("Specialties", high=MAX_NAMED, default=(), required=False)
    specialty: int = ask("Specialty dice", 0, 3, default=0, required=False)
    difficulty: int = ruled("Difficulty", 1, MAX_DIFFICULTY, default=1, worse="more", small="difficulty")
    stunt: int = rated("Stunt rating", 0, MAX_STUNT)
    failures: int = ask("Earlier failed attempts", 0, 10, default=0, required=False)
    speed: int = ruled("Speed", 1, 20, default=ACTIONS["misc"].speed, worse="more")
    dv_penalty: int = ruled("DV penalty", 0, 10, default=ACTIONS["misc"].penalty, worse="more")
    is_long: bool = ask("Speed in long ticks", default=False, help="One minute each.", required=False)
    excellency: int = ask("Excellency", 0, MAX_DICE, default=0, required=False, source="power")
    retry: bool = ask(
        "Trying again", default=False, required=False, help="−1 success for each failed attempt; the table counts them."
    )


class SetDifficulty(RulingMove, anytime=True, rank="sometimes"):
    """Set the difficulty of the plain action that waits to be rolled, or else of the next one (2E-060, 2E-066)."""

    difficulty: int = ask("Difficulty", 0, MAX_DIFFICULTY, help="0: none is set.")
    hidden: bool = ask(
        "Hidden from the players",
        default=False,
        help="Players see the successes. You describe the result.",
        required=False,
    )


class UseCharm(OwnMove, rank="sometimes"):
    """Use a Simple Charm by name and cost, or one of the sheet by `powers` (2E-291).

    `is_long`: the Speed is in long ticks (2E-017).
    """

    text: str = powered("The Charm", high=500, default="", lines=True)
    speed: int = ruled("Speed", 1, 20, default=ACTIONS["charm"].speed, worse="more")
    penalty: int = ruled("DV penalty", 0, 10, default=ACTIONS["charm"].penalty, worse="more")
    motes: int = ask("Motes", 0, MAX_COST, default=0, required=False, source="power")
    willpower: int = ask("Willpower for the magic", 0, MAX_COST, default=0, required=False, source="power")
    powers: tuple[str, ...] = ()
    is_long: bool = ask("Speed in long ticks", default=False, help="One minute each.", required=False)


class SetScale(Move, storyteller=True, in_setup=True, rank="rare"):
    """Change to long ticks, or back to ticks (2E-018)."""

    is_long: bool


class Stabilize(OwnMove, rank="sometimes"):
    """Stabilize a dying combatant: by magic with its cost, or by care if the series' options allow it (2E-409)."""

    target: Seen = ask("Dying character")
    text: str = ask("Healing", high=500, default="", required=False, lines=True)
    magical: bool = powered("By magic", default=True, usual=False)
    motes: int = ask("Motes", 0, MAX_COST, default=0, required=False)
    willpower: int = ask("Willpower for the magic", 0, MAX_COST, default=0, required=False)


class CheckValor(OwnMove, storyteller=True, rank="rare"):
    """Call for a Valor check against this foe; `improved`: the situation has become better (2E-485)."""

    difficulty: int = ask("Difficulty", min(FOES), max(FOES), default=min(FOES), required=False)
    improved: bool = ask("The situation has improved", default=False, help="The better result counts.", required=False)


class DefendOther(OwnMove):
    """Lend the Parry DV to an adjacent ward until the next action (2E-303)."""

    ward: Seen = ask("Ward")
