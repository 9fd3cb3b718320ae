"""Strict checks for the powers of a sheet."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from rules.errors import BadInput
from rules.names import is_line, is_prose
from rules.powers.model import (
    HEALTH,
    MAX_EFFECTS,
    MAX_KEY,
    MAX_LASTS,
    MAX_NAME,
    MAX_POWERS,
    MAX_TEXT,
    Effect,
    Part,
    Power,
    PowerRules,
    Use,
)
from rules.text import Text, small
from rules.wounds import HARMS

KEY: Final = re.compile(r"[a-z0-9][a-z0-9-]*")


def check_powers(rules: PowerRules, powers: Sequence[Power]) -> tuple[Power, ...]:
    """Return the powers without blank rows, each with a key. Raises `BadInput` that names the wrong place."""
    written = [(number, power) for number, power in enumerate(powers) if not power.is_blank]
    if len(written) > MAX_POWERS:
        raise BadInput("too_many_powers", Text("A sheet can have up to {n} powers.", n=MAX_POWERS), key="powers")
    taken: set[str] = set()
    for number, power in written:
        _check_key(power.key, taken, f"powers.{number}.key")
        taken.add(power.key)
    kept: list[Power] = []
    for number, power in written:
        checked = _check_power(rules, power, f"powers.{number}")
        if not checked.key:
            checked = replace(checked, key=_make_key(checked.name, taken))
            taken.add(checked.key)
        kept.append(checked)
    return tuple(kept)


def keep_spent(powers: Sequence[Power], spent: Sequence[str]) -> tuple[str, ...]:
    """Return the keys of powers used up in this scene, without those that the sheet does not have once in a scene."""
    return tuple(power.key for power in powers if power.once and power.key in spent)


def _check_key(key: str, taken: set[str], where: str) -> None:
    if key and (len(key) > MAX_KEY or not KEY.fullmatch(key) or key in taken):
        raise BadInput(
            "bad_power_key", Text("{where} must be a short, unique name in lowercase.", where=repr(where)), key=where
        )


def _make_key(name: str, taken: set[str]) -> str:
    """Return a key that is made from the name, and that no other power of the sheet has."""
    plain = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[: MAX_KEY - 4].strip("-") or "power"
    numbered = (f"{plain}-{number}" for number in range(2, MAX_POWERS + 3))
    return next(key for key in (plain, *numbered) if key not in taken)


def _check_power(rules: PowerRules, power: Power, where: str) -> Power:
    name = " ".join(power.name.split())
    if not 1 <= len(name) <= MAX_NAME or not is_line(name):
        sentence = Text("A power needs a name of 1 to {n} characters.", n=MAX_NAME)
        raise BadInput("bad_power_name", sentence, key=f"{where}.name")
    if len(power.text) > MAX_TEXT or not is_prose(power.text):
        sentence = Text("A power’s description can be up to {n} characters.", n=MAX_TEXT)
        raise BadInput("bad_power_text", sentence, key=f"{where}.text")
    use = _one_of(rules.uses, power.use or rules.uses[0].key, f"{where}.use")
    timing = _one_of(rules.timings, power.timing or rules.timings[0].key, f"{where}.timing")
    if use.covers <= timing.bars.keys():  # no moment is left to switch it on
        raise BadInput("bad_power_timing", timing.bars[min(use.covers)], key=f"{where}.timing")
    return replace(
        power,
        name=name,
        use=use.key,
        timing=timing.key,
        cost=_check_cost(rules, power.cost, where),
        effects=_check_effects(rules, use, power.spoken, where),
        lasts=_check_lasts(use, power.lasts, where),
        harm=_check_harm(power, where),
    )


def _check_lasts(use: Use, lasts: int, where: str) -> int:
    """Return how long it lasts if its use counts that, else 0."""
    if use.span != "count":
        return 0
    if not 1 <= lasts <= MAX_LASTS:
        sentence = Text("{label}: enter how many, 1 to {n}.", label=use.label, n=MAX_LASTS)
        raise BadInput("out_of_range", sentence, key=f"{where}.lasts")
    return lasts


def _check_harm(power: Power, where: str) -> str:
    """Return the wounds that its cost in health levels leaves; empty if it costs none."""
    if power.harm and power.harm not in HARMS:
        raise _unknown(f"{where}.harm", HARMS, power.harm)
    return (power.harm or "lethal") if power.cost.get(HEALTH) else ""


def _check_cost(rules: PowerRules, cost: Mapping[str, int], where: str) -> dict[str, int]:
    for key, points in cost.items():
        track = _one_of(rules.tracks, key, f"{where}.cost.{key[:40]}")
        if not 0 <= points <= track.high:
            sentence = Text("A power can cost 0 to {points}.", points=track.count(track.high))
            raise BadInput("out_of_range", sentence, key=f"{where}.cost.{key}")
    return {track.key: cost[track.key] for track in rules.tracks if cost.get(track.key)}


def _check_effects(rules: PowerRules, use: Use, effects: Sequence[Effect], where: str) -> tuple[Effect, ...]:
    if len(effects) > MAX_EFFECTS:
        sentence = Text("A power can have up to {n} effects.", n=MAX_EFFECTS)
        raise BadInput("too_many_effects", sentence, key=f"{where}.effects")
    kept: list[Effect] = []
    for number, effect in enumerate(effects):
        place = f"{where}.effects.{number}"
        kind = _one_of(rules.kinds, effect.kind, f"{place}.kind")
        if not kind.uses & use.covers:
            sentence = Text("{effect} has no effect {use}.", effect=kind.label, use=small(use.label))
            raise BadInput("idle_effect", sentence, key=f"{place}.kind")
        if kind.marks and all(other.kind != kind.marks for other in effects):
            sentence = Text(
                "{effect} needs {other} in the same power.", effect=kind.label, other=rules.kind(kind.marks).label
            )
            raise BadInput("idle_effect", sentence, key=f"{place}.kind")
        if any(other.kind == effect.kind for other in kept):
            raise BadInput(
                "effect_twice", Text("{label} is listed twice: combine both.", label=kind.label), key=f"{place}.kind"
            )
        amount = 1 if kind.is_flag else effect.amount
        if not kind.low <= amount <= kind.high or not amount:
            values = {"label": kind.label, "low": kind.low, "high": kind.high}
            sentence = Text("{label} must be {low} to {high}.", **values)
            if kind.low < 0:
                sentence = Text("{label} must be {low} to {high}, not 0.", **values)
            raise BadInput("out_of_range", sentence, key=f"{place}.amount")
        kept.append(Effect(kind.key, amount))
    return tuple(kept)


def _one_of(known: tuple[Part, ...], key: str, where: str) -> Part:
    for item in known:
        if item.key == key:
            return item
    raise _unknown(where, (item.key for item in known), key)


def _unknown(where: str, known: Iterable[str], key: str) -> BadInput:
    """Return the error for an unknown word, with a list of the known ones."""
    values = {"where": repr(where), "known": ", ".join(known), "key": repr(key[:40])}
    return BadInput("unknown_power_part", Text("{where} must be one of {known}, not {key}.", **values), key=where)
