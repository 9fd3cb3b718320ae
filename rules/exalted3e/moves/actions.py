"""Moves of a combatant's own turn and Charms."""

from dataclasses import KW_ONLY

from rules.battle import Choice
from rules.battle.declare import UNSAID, OwnMove, Seen, ask, known, powered, ruled
from rules.exalted3e.actions.request import MAX_BONUS, MAX_DIFFICULTY
from rules.exalted3e.actions.social import ACTIONS
from rules.exalted3e.attack.plan import TAG_COSTS
from rules.exalted3e.moves.base import DOWN, MAX_TEXT, UP, Acting, choices
from rules.exalted3e.traits import COVERS, INTENSITIES, TABLES
from rules.text import Text

GAMBITS = ("", *TABLES["gambits"], "other")
WAYS = (Choice(UP, Text("up the field")), Choice(DOWN, Text("down the field")))
SMASHES = (Choice("prone", Text("prone")), Choice("back", Text("back one range band")))
INTIMACIES = choices(("", *INTENSITIES))


class Attack(Acting):
    """Attack, withering or decisive (3E-062). `weapon` "" is the one in hand. `gambit` makes a decisive attack a
    gambit. `then_end`: the turn ends with it, though a Move is left.

    `tag` uses a tag of the weapon (`smash`: prone or back), `motes` buys dice by excellency, `hold` is savage or throw
    in a clinch. The last fields are the Storyteller's: `bonus` dice, surprise or ambush, `magic` that waives aim
    (spell) or needs neither turn nor action (reflexive), `staged` "no" to let an attack on an ally count, `forced` for
    an unaimed shot or an attack through full cover, `area` for a supernatural attack on an area.
    """

    target: Seen = ask("Target")
    attack: str = ask("Attack", choices=choices(("withering", "decisive")))
    weapon: str = ""
    _: KW_ONLY
    specialty: bool = ask("Specialty", default=False, required=False, help="+1 die")
    motes: int = ask("Motes", 0, MAX_BONUS, default=0, required=False, source="power", help="One die each.")
    tag: str = ask("Weapon tag", default="", choices=choices(("", *TAG_COSTS)))
    smash: str = ask("Smashing knocks the target", default="prone", choices=SMASHES)
    gambit: str = ask("Gambit", default="", choices=choices(GAMBITS))
    difficulty: int = known("Difficulty", 0, 10, worse="more")
    ally: Seen = ask("Ally who benefits", default="")
    hold: str = ask("Hold", default="", choices=choices(("", "savage", "throw")))
    rounds: int = ask("Control rounds spent", 0, MAX_BONUS, default=0, required=False)
    bonus: int = ruled(
        "Bonus dice", -10, 10, worse="less", small="dice", help="The Storyteller’s ruling; darkness is −3."
    )
    surprise: str = ruled("Surprise", default="", choices=choices(("", "surprise", "ambush")))
    magic: str = powered("Magic", default="", choices=choices(("", "spell", "reflexive")))
    unblockable: bool = powered("Unblockable", default=False)
    undodgeable: bool = powered("Undodgeable", default=False)
    staged: str = ruled("Staged attack", default="", choices=choices(("", "yes", "no"), "automatic"))
    forced: bool = ruled("Forced", default=False)
    area: bool = powered("Supernatural, affecting an area", default=False, help="Rout checks are harder (3E-318).")
    then_end: bool = ask("Then end the turn", default=False, required=False, help="Without a Move afterwards.")


class DeclareFlurry(OwnMove, rank="sometimes"):
    """Announce two combat actions for this turn (3E-155)."""

    first: str
    second: str = ask("Second action")


class Aim(OwnMove):
    """Aim at a target (3E-164)."""

    target: Seen = ask("Target")


class DefendOther(OwnMove):
    """Stand before an ally (3E-171)."""

    ward: Seen = ask("Ward")


class DrawWeapon(OwnMove, rank="sometimes"):
    """Draw, ready or swap a weapon (3E-180)."""

    weapon: str = ask("Weapon")


class FullDefense(OwnMove):
    """+2 Defense for 1 Initiative (3E-181)."""


class Miscellaneous(OwnMove, rank="sometimes"):
    """Take an action of a few seconds without a roll (3E-183)."""

    note: str = ask("Description of the action", high=MAX_TEXT, default="", required=False)


class TakeAction(Acting, rank="sometimes"):
    """Take a miscellaneous action with a roll of Attribute + Ability against the Storyteller's difficulty (3E-183).

    `motes` buys dice by excellency; `bonus` are dice that the Storyteller gives or takes.
    """

    attribute: str = ask("Attribute")
    ability: str = ask("Ability")
    specialty: bool = False
    difficulty: int = ruled(
        "Difficulty",
        0,
        MAX_DIFFICULTY,
        default=1,
        worse="more",
        small="difficulty",
        help="As the Storyteller sets it.",
    )
    _: KW_ONLY
    motes: int = ask("Motes", 0, MAX_BONUS, default=0, required=False, source="power", help="One die each.")
    bonus: int = ruled(
        "Bonus dice", -10, 10, worse="less", small="dice", help="The Storyteller’s ruling; darkness is −3."
    )
    note: str = ask("Description of the action", high=MAX_TEXT, default="", required=False)


class Influence(Acting, rank="sometimes"):
    """Take a social influence action in the fight (3E-184), rolled against the target's Resolve.

    `action`: instill and inspire change a feeling, persuade, bargain and threaten ask for a task (3E-329 to 3E-332).
    `opposing` and `supporting` are the strongest Intimacies in play: minor, major, defining or "" (3E-324 to 3E-326).
    `gestures`: without words (3E-338).
    """

    target: Seen = ask("Target")
    note: str = ask("Description of the action", high=MAX_TEXT, default="", required=False)
    _: KW_ONLY
    opposing: str = ask("Strongest opposing Intimacy", default="", choices=INTIMACIES)
    supporting: str = ruled("Strongest supporting Intimacy", default="", choices=INTIMACIES)
    action: str = ask("Action", default=ACTIONS[0], choices=choices(ACTIONS))
    gestures: bool = ask("Gestures only", default=False, required=False, help="Resolve +2")


class OrderGroup(Acting, rank="sometimes"):
    """Give a battle group an order (3E-320)."""

    target: Seen = ask("Battle group")


class RallyGroup(Acting, rank="sometimes"):
    """Bring a battle group that routed back into the fight (3E-307)."""

    target: Seen = ask("Battle group")


class Restrain(OwnMove, rank="sometimes"):
    """Spend two rounds of control: the victim loses its turn (3E-294)."""


class RegainSurprise(Acting, rank="sometimes"):
    """Slip out of sight: Dexterity + Stealth against everyone's Perception + Awareness (3E-275, 3E-278)."""


class UseCharm(OwnMove, rank="sometimes"):
    """Use magic in the player's own words: its cost, and what it changes until the next turn (3E-095, 3E-105, 3E-342).

    `counter`: it answers the next attack with a counterattack (3E-297).
    """

    charm: str = ask("Charm", high=60, default="", required=False)
    motes: int = ask("Motes", 0, 100, default=0, required=False)
    muted: bool = ask("Muted", default=False, required=False)
    willpower: bool = ask("Spend Willpower", default=False, required=False)
    initiative: int = ask("Initiative", 0, 20, default=0, required=False)
    perilous: bool = ask("Perilous", default=False, required=False)
    simple: bool = ask("Simple", default=False, required=False)
    changes: str = powered(
        "Changes until next turn",
        default="",
        choices=choices(("", "defense", "parry", "evasion", "soak", "hardness"), "nothing"),
    )
    amount: int = powered("Change by", -5, 5)
    counter: bool = powered("Counterattack", default=False, help="Answers the next attack before its damage.")


class MoveBand(OwnMove):
    """Move one range band toward someone, or "@up" or "@down" the field (3E-209).

    `open_ground` makes it harder to stay in hiding on the way (3E-279); `powers` aid that roll.
    """

    toward: str = ask("Direction")
    open_ground: bool = ask(
        "Open ground", default=False, required=False, source="ruling", help="−3 dice to stay hidden"
    )
    powers: tuple[str, ...] = ()


class Circle(OwnMove, rank="sometimes"):
    """Spend the Move on getting behind someone's cover (3E-230)."""

    target: Seen = ask("Target")


class Rush(Acting, rank="sometimes"):
    """Chase an opponent (3E-211)."""

    target: Seen = ask("Opponent")


class Disengage(Acting, rank="sometimes"):
    """Get away from close range (3E-218): "@up" or "@down" the field."""

    toward: str = ask("Toward", default=UP, choices=WAYS)


class Rise(Acting):
    """Rise from prone (3E-225)."""


class TakeCover(Acting, rank="sometimes"):
    """Take cover, against the Storyteller's difficulty (3E-226)."""

    level: str = ruled("Cover", default="light", usual=UNSAID, worse="less", choices=choices(COVERS[1:]))
    difficulty: int = ruled(
        "Difficulty", 0, 10, default=1, worse="more", small="difficulty", help="As the Storyteller sets it."
    )


class Withdraw(Acting, rank="rare"):
    """Leave the battlefield, a band at a time (3E-232)."""


class Delay(OwnMove, rank="sometimes"):
    """Delay the turn (3E-198). `tick` None keeps the tick open."""

    tick: int | None = ask("Tick", -1000, 1000, default=None, required=False, help="Or leave it empty.")


class TakeDelayedTurn(OwnMove):
    """Take an open delayed turn now, on the running tick (3E-199)."""


class EndTurn(OwnMove):
    """End the turn."""


ACTION_OF = {
    "Attack": "attack",
    "FullDefense": "full_defense",
    "DefendOther": "defend_other",
    "DrawWeapon": "draw",
    "Miscellaneous": "misc",
    "TakeAction": "misc",
    "Influence": "social",
    "OrderGroup": "order",
    "RallyGroup": "rally",
    "Rush": "rush",
    "Disengage": "disengage",
    "Rise": "rise",
    "TakeCover": "cover",
    "Withdraw": "withdraw",
}
"""By the move: the combat action that it takes, if that may be in a flurry."""
