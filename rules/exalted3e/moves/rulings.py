"""The Storyteller's rulings."""

from dataclasses import dataclass

from rules.battle import Move


@dataclass(frozen=True, slots=True)
class DeclareBeaten(Move):
    """Hold a Crashed foe for beaten (3E-098)."""

    actor: str


@dataclass(frozen=True, slots=True)
class CatchUnready(Move):
    """Who is ambushed has no weapon ready but natural ones (3E-280)."""

    actor: str


@dataclass(frozen=True, slots=True)
class SetCover(Move):
    """What someone stands behind, as the scene changes (3E-229)."""

    actor: str
    level: str


@dataclass(frozen=True, slots=True)
class SetTerrain(Move):
    """Whether the field is difficult terrain (3E-239)."""

    difficult: bool


@dataclass(frozen=True, slots=True)
class InflictHarm(Move):
    """Poison or an environmental hazard (3E-303, 3E-305).

    A poison rolls `dice` (Initiative, or levels of `damage` while Crashed, credited to `by`), again at the end of each
    of `rounds`, and takes `penalty` dice from every roll meanwhile; one without dice and rounds ends it. A hazard asks
    for Stamina + Resistance against `difficulty`, or `dice` levels of `damage` are taken.
    """

    actor: str
    source: str
    dice: int
    damage: str
    difficulty: int = 1
    by: str = ""
    rounds: int = 0
    penalty: int = 0
