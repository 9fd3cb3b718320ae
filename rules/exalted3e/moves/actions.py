"""The actions of one's turn, besides movement."""

from dataclasses import dataclass

from rules.battle import Move


@dataclass(frozen=True, slots=True)
class Attack(Move):
    """Attack, withering or decisive (3E-062). `weapon` "" is the one in hand. `gambit` makes a decisive attack one.

    `tag` uses a tag of the weapon (`smash`: prone or back), `motes` buys dice by excellency, `hold` is savage or throw
    in a clinch. The last fields are the Storyteller's: `bonus` dice, surprise or ambush, `magic` that waives aim
    (spell) or needs neither turn nor action (reflexive), `staged` "no" to let an attack on an ally count, `forced` for
    an unaimed shot or a blow through full cover. `powers`: keys of those of the sheet that are switched on.
    """

    actor: str
    target: str
    attack: str
    weapon: str = ""
    stunt: int = 0
    willpower: bool = False
    specialty: bool = False
    motes: int = 0
    tag: str = ""
    smash: str = "prone"
    gambit: str = ""
    difficulty: int = 0
    ally: str = ""
    hold: str = ""
    rounds: int = 0
    bonus: int = 0
    surprise: str = ""
    magic: str = ""
    unblockable: bool = False
    undodgeable: bool = False
    staged: str = ""
    forced: bool = False
    powers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DeclareFlurry(Move):
    """Announce two combat actions for this turn (3E-155)."""

    actor: str
    first: str
    second: str


@dataclass(frozen=True, slots=True)
class Aim(Move):
    """Aim at a target (3E-164)."""

    actor: str
    target: str


@dataclass(frozen=True, slots=True)
class DefendOther(Move):
    """Stand before an ally (3E-171)."""

    actor: str
    ward: str


@dataclass(frozen=True, slots=True)
class DrawWeapon(Move):
    """Draw, ready or swap a weapon (3E-180)."""

    actor: str
    weapon: str


@dataclass(frozen=True, slots=True)
class FullDefense(Move):
    """+2 Defense for 1 Initiative (3E-181)."""

    actor: str


@dataclass(frozen=True, slots=True)
class Miscellaneous(Move):
    """Anything else that takes seconds, and for which nothing is rolled (3E-183)."""

    actor: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class TakeAction(Move):
    """A miscellaneous action with a roll of Attribute + Ability, against the Storyteller's difficulty (3E-183).

    `motes` buys dice by excellency; `bonus` are dice that the Storyteller gives or takes.
    """

    actor: str
    attribute: str
    ability: str
    specialty: bool = False
    difficulty: int = 1
    stunt: int = 0
    willpower: bool = False
    motes: int = 0
    bonus: int = 0
    note: str = ""
    powers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Influence(Move):
    """A social influence action in the fight (3E-184), rolled against the target's Resolve.

    `action`: instill and inspire change a feeling, persuade, bargain and threaten ask for a task (3E-329 to 3E-332).
    `opposing` and `supporting` are the strongest Intimacies in play: minor, major, defining or "" (3E-324 to 3E-326).
    """

    actor: str
    target: str
    note: str = ""
    stunt: int = 0
    willpower: bool = False
    opposing: str = ""
    supporting: str = ""
    action: str = "instill"
    powers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class OrderGroup(Move):
    """A commander's order to a battle group (3E-320)."""

    actor: str
    target: str
    stunt: int = 0
    willpower: bool = False
    powers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RallyGroup(Move):
    """Bring a battle group that routed back into the fight (3E-307)."""

    actor: str
    target: str
    stunt: int = 0
    willpower: bool = False
    powers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Restrain(Move):
    """Spend two rounds of control: the victim loses its turn (3E-294)."""

    actor: str


@dataclass(frozen=True, slots=True)
class RegainSurprise(Move):
    """Slip out of sight again: Dexterity + Stealth against everyone's Perception + Awareness (3E-275, 3E-278)."""

    actor: str
    stunt: int = 0
    willpower: bool = False
    powers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class UseCharm(Move):
    """Magic in its owner's words: what it costs, and what it changes until the next turn (3E-095, 3E-105, 3E-342).

    `counter`: it answers the next attack with a counterattack (3E-297).
    """

    actor: str
    charm: str
    motes: int = 0
    muted: bool = False
    willpower: bool = False
    initiative: int = 0
    perilous: bool = False
    simple: bool = False
    changes: str = ""
    amount: int = 0
    counter: bool = False
