"""Powers on a sheet, checked strictly."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from rules.errors import BadInput
from rules.powers.model import (
    HARMS,
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

KEY: Final = re.compile(r"[a-z0-9][a-z0-9-]*")


def check_powers(rules: PowerRules, powers: Sequence[Power]) -> tuple[Power, ...]:
    """The powers as a sheet keeps them: blank rows gone, each with a key. Raises `BadInput` naming the place."""
    written = [(number, power) for number, power in enumerate(powers) if not power.is_blank]
    if len(written) > MAX_POWERS:
        raise BadInput("too_many_powers", f"A sheet holds at most {MAX_POWERS} powers.", key="powers")
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
    """The keys of powers that the scene has used up, as far as the sheet has them and they are there once."""
    return tuple(power.key for power in powers if power.once and power.key in spent)


def _check_key(key: str, taken: set[str], where: str) -> None:
    if key and (len(key) > MAX_KEY or not KEY.fullmatch(key) or key in taken):
        raise BadInput("bad_power_key", f"{where!r} is a short name of its own, in small letters.", key=where)


def _make_key(name: str, taken: set[str]) -> str:
    """A key after the name, that no other power of the sheet has."""
    plain = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[: MAX_KEY - 4].strip("-") or "power"
    numbered = (f"{plain}-{number}" for number in range(2, MAX_POWERS + 3))
    return next(key for key in (plain, *numbered) if key not in taken)


def _check_power(rules: PowerRules, power: Power, where: str) -> Power:
    name = " ".join(power.name.split())
    if not 1 <= len(name) <= MAX_NAME or not name.isprintable():
        raise BadInput("bad_power_name", f"A power has a name of 1 to {MAX_NAME} characters.", key=f"{where}.name")
    if len(power.text) > MAX_TEXT or not all(char.isprintable() or char == "\n" for char in power.text):
        raise BadInput("bad_power_text", f"A power's own words are at most {MAX_TEXT}.", key=f"{where}.text")
    use = _one_of(rules.uses, power.use or rules.uses[0].key, f"{where}.use")
    timing = _one_of(rules.timings, power.timing or rules.timings[0].key, f"{where}.timing")
    if use.covers <= timing.bars.keys():  # there is no moment left to switch it on
        raise BadInput("bad_power_timing", timing.bars[min(use.covers)], key=f"{where}.timing")
    return Power(
        power.key,
        name,
        use.key,
        timing.key,
        _check_cost(rules, power.cost, where),
        _check_effects(rules, use, power.spoken, where),
        power.text,
        _check_lasts(use, power.lasts, where),
        _check_harm(power, where),
        power.once,
    )


def _check_lasts(use: Use, lasts: int, where: str) -> int:
    """How long it lasts, where that is counted; nothing elsewhere."""
    if use.span != "count":
        return 0
    if not 1 <= lasts <= MAX_LASTS:
        sentence = f"{use.label}: say how many, 1 to {MAX_LASTS}."
        raise BadInput("out_of_range", sentence, key=f"{where}.lasts")
    return lasts


def _check_harm(power: Power, where: str) -> str:
    """The wounds that its price in health levels leaves; nothing where it costs none."""
    if power.harm and power.harm not in HARMS:
        sentence = f"{where + '.harm'!r} is one of {', '.join(HARMS)}, not {power.harm[:40]!r}."
        raise BadInput("unknown_power_part", sentence, key=f"{where}.harm")
    return (power.harm or "lethal") if power.cost.get(HEALTH) else ""


def _check_cost(rules: PowerRules, cost: Mapping[str, int], where: str) -> dict[str, int]:
    for key, points in cost.items():
        track = _one_of(rules.tracks, key, f"{where}.cost.{key[:40]}")
        if not 0 <= points <= track.high:
            sentence = f"A power costs 0 to {track.high} {track.many}."
            raise BadInput("out_of_range", sentence, key=f"{where}.cost.{key}")
    return {track.key: cost[track.key] for track in rules.tracks if cost.get(track.key)}


def _check_effects(rules: PowerRules, use: Use, effects: Sequence[Effect], where: str) -> tuple[Effect, ...]:
    if len(effects) > MAX_EFFECTS:
        raise BadInput("too_many_effects", f"A power has at most {MAX_EFFECTS} effects.", key=f"{where}.effects")
    kept: list[Effect] = []
    for number, effect in enumerate(effects):
        place = f"{where}.effects.{number}"
        kind = _one_of(rules.kinds, effect.kind, f"{place}.kind")
        if not kind.uses & use.covers:
            sentence = f"{kind.label} does nothing {use.label.lower()}."
            raise BadInput("idle_effect", sentence, key=f"{place}.kind")
        if any(other.kind == effect.kind for other in kept):
            raise BadInput("effect_twice", f"{kind.label} stands there twice: add both up.", key=f"{place}.kind")
        amount = 1 if kind.is_flag else effect.amount
        if not kind.low <= amount <= kind.high or not amount:
            sentence = f"{kind.label} is {kind.low} to {kind.high}{', not 0' if kind.low < 0 else ''}."
            raise BadInput("out_of_range", sentence, key=f"{place}.amount")
        kept.append(Effect(kind.key, amount))
    return tuple(kept)


def _one_of(known: tuple[Part, ...], key: str, where: str) -> Part:
    for one in known:
        if one.key == key:
            return one
    listed = ", ".join(one.key for one in known)
    raise BadInput("unknown_power_part", f"{where!r} is one of {listed}, not {key[:40]!r}.", key=where)
