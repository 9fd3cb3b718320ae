"""Vectors of kind dv: base values, a DV with everything that changes it, mental ones."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from rules.battle import Json
from rules.dice import Roller
from rules.exalted2e.conformance.given import Result, dispatch, one_of, read
from rules.exalted2e.defense import (
    COVERS,
    HEIGHTS,
    Mode,
    Situation,
    compute_defense,
    compute_dodge_dv,
    compute_mdv,
    compute_parry_dv,
)
from rules.exalted2e.health.track import Damage
from rules.exalted2e.sheet.equipment import shields
from rules.exalted2e.traits import Being


@dataclass(frozen=True, slots=True)
class Base:
    """Keys of ops dodge and parry, which share a row: a parry has no use for Essence, a dodge none for Defense."""

    dexterity: int = 0
    ability: int = 0
    essence: int = 1
    defense: int = 0
    being: Being = "exalt"
    specialty: int = 0


@dataclass(frozen=True, slots=True)
class Final:
    """Keys of op final; penalties are positive numbers."""

    base_dodge: int = 0
    base_parry: int = 0
    dodge_ok: bool = True
    parry_ok: bool = True
    attack: Literal["close", "ranged"] = "close"
    damage_type: Damage = "L"
    armed: bool = True
    enabled: bool = False
    unaware: bool = False
    shield: str | None = None
    cover: str | None = None
    height: str | None = None
    lower: str | None = None
    mounted: bool = False
    attacker_reach: bool = False
    stunt_mode: Mode | None = None
    stunt_dice: int = 0
    actions: int = 0
    wound: int = 0
    onslaught: int = 0
    mobility: int = 0
    terrain: int = 0
    coordination: int = 0
    botched: bool = False
    exc_mode: Mode | None = None
    exc1_successes: int = 0
    exc2_successes: int = 0
    exc3_ability: int = 0


_NAMED = frozenset({"shield", "cover", "height", "lower"})
"""Keys that name a row of a table."""


@dataclass(frozen=True, slots=True)
class Mental:
    """Keys of op mdv."""

    traits: tuple[int, ...]
    kind: Mode = "dodge"
    being: Being = "exalt"


def dodge(given: Mapping[str, Json], roller: Roller) -> Result:
    """Dodge DV before any situation."""
    asked = read(Base, given)
    dv = compute_dodge_dv(asked.dexterity, asked.ability, asked.essence, asked.being, asked.specialty)
    return {"dv": dv.total}


def parry(given: Mapping[str, Json], roller: Roller) -> Result:
    """Parry DV before any situation."""
    asked = read(Base, given)
    dv = compute_parry_dv(asked.dexterity, asked.ability, asked.defense, asked.being, asked.specialty)
    return {"dv": dv.total}


def final(given: Mapping[str, Json], roller: Roller) -> Result:
    """Both DVs against one attack."""
    asked = read(Final, given)
    found = compute_defense(asked.base_dodge, asked.base_parry, _read_situation(asked))
    return {
        "dodge": found.dodge.total,
        "parry": found.parry.total,
        "used": found.used,
        "dv_true": found.true,
        "dv": max(0, found.true),
    }


def _read_situation(asked: Final) -> Situation:
    shield = _known("shield", asked.shield, tuple(shields()))
    row = shields()[shield] if shield else None
    bonus = 0 if row is None else row.ranged if asked.attack == "ranged" else row.close
    alike = {name: getattr(asked, name) for name in _ALIKE}
    return Situation(
        **alike,
        shield=bonus,
        cover=_known("cover", asked.cover, tuple(COVERS)),
        height=_known("height", asked.height, tuple(HEIGHTS)),
        lower=_known("lower", asked.lower, tuple(HEIGHTS)),
        excellency=asked.exc_mode,
        first=asked.exc1_successes,
        second=asked.exc2_successes,
        third=asked.exc3_ability,
    )


_ALIKE = (Final.__dataclass_fields__.keys() & Situation.__dataclass_fields__.keys()) - _NAMED
"""Keys that mean the same in a situation."""


def _known(key: str, value: str | None, known: tuple[str, ...]) -> str:
    if value in (None, "", "none"):
        return ""
    name: str = one_of(key, value, (*known, "none"))
    return name


def mdv(given: Mapping[str, Json], roller: Roller) -> Result:
    """A Mental Defense Value."""
    asked = read(Mental, given)
    return {"dv": compute_mdv(asked.kind, asked.traits, asked.being)}


KINDS = {"dv": dispatch({"dodge": dodge, "parry": parry, "final": final, "mdv": mdv})}
