"""Moves of the Storyteller."""

from rules.battle import Move
from rules.battle.declare import RulingMove, Seen, ask
from rules.exalted3e.moves.base import choices
from rules.exalted3e.traits import COVERS
from rules.wounds import HARMS

MAX_OPEN = 40
"""The most combatants against whom cover does not help."""


class DeclareBeaten(RulingMove, rank="rare"):
    """Hold a Crashed foe for beaten (3E-098)."""


class NameLeader(RulingMove, in_setup=True, anytime=True, rank="rare"):
    """Say who leads a battle group, or that no one does: "". The leader's fall makes rout likelier (3E-318)."""

    leader: Seen = ask("Leader", default="")


class CatchUnready(RulingMove, in_setup=True, anytime=True, rank="rare"):
    """Ambush a combatant: only its natural weapons are ready (3E-280)."""


class SetCover(RulingMove, in_setup=True, anytime=True, rank="sometimes"):
    """Set what a combatant stands behind, as the scene changes, and against whom that does not help (3E-229)."""

    level: str = ask("Cover", choices=choices(COVERS))
    open_to: tuple[Seen, ...] = ask("Not against", high=MAX_OPEN, default=(), required=False)


class SetPlaceCover(RulingMove, in_setup=True, anytime=True, rank="rare"):
    """Rule what cover there is where a combatant stands, and how hard it is to reach (3E-226)."""

    level: str = ask("Cover", default="light", choices=choices(COVERS[1:]))
    difficulty: int = ask("Difficulty", 0, 10, default=1)


class SetGround(RulingMove, in_setup=True, anytime=True, rank="rare"):
    """Set whether a way from a combatant is difficult terrain (3E-239): "@up" or "@down" a band, or toward someone."""

    toward: str = ask("Direction")
    difficult: bool = ask("Difficult terrain", default=True, required=False)


class SetTerrain(Move, storyteller=True, in_setup=True, anytime=True, rank="rare"):
    """Set whether the field is difficult terrain (3E-239)."""

    difficult: bool


class InflictHarm(RulingMove, rank="sometimes"):
    """Inflict poison or an environmental hazard (3E-303, 3E-305).

    A poison rolls `dice` (Initiative, or levels of `damage` while Crashed, credited to `by`), again at the end of each
    of `rounds`, and takes `penalty` dice from every roll until then; one without dice and rounds ends it. A hazard asks
    for Stamina + Resistance against `difficulty`, or it does `dice` levels of `damage`.
    """

    source: str = ask("Source", choices=choices(("poison", "hazard")))
    dice: int = ask("Dice or levels", 0, 20, default=1)
    damage: str = ask("Damage", default="lethal", choices=choices(HARMS))
    difficulty: int = ask("Difficulty", 0, 10, default=1)
    by: Seen = ask("Poisoned by", default="")
    rounds: int = ask("More rounds", 0, 20, default=0, required=False)
    penalty: int = ask("Dice lost meanwhile", 0, 10, default=0, required=False)
