"""Moves of mass combat, and the choice of what kind of battle it is (2E-500 to 2E-516)."""

from rules.battle import Choice, Move
from rules.battle.declare import OwnMove, RulingMove, ask, ruled
from rules.battle.guards import MAX_NAME
from rules.exalted2e.sheet.unit import MAX_DRILL, MAX_MAGNITUDE, MAX_MIGHT, MAX_MORALE, MAX_RATING
from rules.text import Text

KINDS = (
    Choice("battle", Text("A fight between individuals")),
    Choice("war", Text("Mass combat")),
    Choice("debate", Text("Social combat")),
)


class SetKind(Move, storyteller=True, in_setup=True, rank="sometimes"):
    """Say before it begins whether this is a fight, a war of units or a debate (2E-500, 2E-510)."""

    battle: str = ask("Type of battle", choices=KINDS)


class FormUnit(RulingMove, in_setup=True, anytime=True, rank="sometimes"):
    """Put a unit under a combatant's command, or with Magnitude 0 dismiss it (2E-500 to 2E-502)."""

    name: str = ask("Name of the unit", high=MAX_NAME, default="", required=False)
    magnitude: int = ask(
        "Magnitude",
        0,
        MAX_MAGNITUDE,
        default=1,
        required=False,
        help="1: up to 10 bodies, 2: 75, 3: 150, 4: 300, 5: 650, 6: 1,250, 7: 2,500, 8: 5,000, 9: 10,000",
    )
    drill: int = ask("Drill", 0, MAX_DRILL, default=0, required=False)
    might: int = ask("Might", 0, MAX_MIGHT, default=0, required=False)
    close_attack: int = ask("Close attack", 0, MAX_RATING, default=0, required=False)
    close_damage: int = ask("Close damage", 0, MAX_RATING, default=0, required=False)
    ranged_attack: int = ask("Ranged attack", 0, MAX_RATING, default=0, required=False)
    ranged_damage: int = ask("Ranged damage", 0, MAX_RATING, default=0, required=False)
    armor: int = ask("Armor of the unit", 0, MAX_RATING, default=0, required=False)
    morale: int = ask("Morale", 0, MAX_MORALE, default=0, required=False)
    formation: str = ask("Formation", high=MAX_NAME, default="", required=False)


class ChangeFormation(OwnMove, rank="sometimes"):
    """Order the unit into another formation (2E-505)."""

    formation: str = ask("Formation", high=MAX_NAME)
    bonus: int = ruled("Bonus dice", 0, 10, small="dice")
    penalty: int = ask("Penalty dice", 0, 10, default=0, required=False)


class RallyUnit(OwnMove, rank="sometimes"):
    """Rally a unit that will not stand (2E-485, 2E-505)."""

    bonus: int = ruled("Bonus dice", 0, 10, small="dice")
    penalty: int = ask("Penalty dice", 0, 10, default=0, required=False)
