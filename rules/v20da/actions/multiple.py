"""Multiple actions in one turn: each later one has fewer dice and a higher difficulty."""

from collections.abc import Sequence
from dataclasses import dataclass

from rules.errors import IllegalMove
from rules.text import EMPTY, Text, join
from rules.v20da.actions.difficulty import DEFAULT, HIGHEST, MULTIPLE_LIMIT, check_base, is_allowed


@dataclass(frozen=True, slots=True)
class PlannedAction:
    """One action as it would be alone. `pool`: its dice; `difficulty`: None for 6; `label`: its name."""

    pool: int
    difficulty: int | None = None
    attack: bool = False
    label: Text = EMPTY


@dataclass(frozen=True, slots=True)
class AllottedAction:
    """One action of the set as it is rolled."""

    dice: int
    difficulty: int


@dataclass(frozen=True, slots=True)
class Offender:
    """An action that cannot be declared. `index` counts from 1; `code`: difficulty, second_attack or no_dice."""

    index: int
    code: str


RULE_OF = {"difficulty": "V20-053", "second_attack": "V20-055", "no_dice": "V20-056"}


def allot(actions: Sequence[PlannedAction]) -> tuple[AllottedAction, ...]:
    """Return dice and difficulty of each action.

    Action k has -k dice and +k difficulty (V20-051); one alone has neither (V20-052).
    """
    places = range(1, len(actions) + 1) if len(actions) > 1 else (0,) * len(actions)
    return tuple(
        AllottedAction(action.pool - place, _base(action) + place)
        for place, action in zip(places, actions, strict=True)
    )


def _base(action: PlannedAction) -> int:
    """Return the difficulty of an action alone. `find_offenders` reports one above 10. Raises `IllegalMove` below 2."""
    base = DEFAULT if action.difficulty is None else action.difficulty
    return base if base > HIGHEST else check_base(base)


def find_offenders(actions: Sequence[PlannedAction]) -> tuple[Offender, ...]:
    """Return all that forbids the declaration, in order (V20-053, 055, 056). The first attack is never at fault."""
    found, attacks = list[Offender](), 0
    for index, (action, allotted) in enumerate(zip(actions, allot(actions), strict=True), 1):
        attacks += action.attack
        if not is_allowed(allotted.difficulty, place=index if len(actions) > 1 else 0):
            found.append(Offender(index, "difficulty"))
        if action.attack and attacks > 1:
            found.append(Offender(index, "second_attack"))
        if allotted.dice <= 0:
            found.append(Offender(index, "no_dice"))
    return tuple(found)


def check_set(actions: Sequence[PlannedAction]) -> tuple[AllottedAction, ...]:
    """Return the set as it is rolled. Raises `IllegalMove` that names every offender (V20-057)."""
    offenders = find_offenders(actions)
    if offenders:
        said = [_say_offender(actions, offender) for offender in offenders]
        raise IllegalMove(
            offenders[0].code,
            join(" ", (*said, Text("Declare fewer actions, or different ones."))),
            rule=RULE_OF[offenders[0].code],
            offenders=[{"index": offender.index, "code": offender.code} for offender in offenders],
        )
    return allot(actions)


def _say_offender(actions: Sequence[PlannedAction], offender: Offender) -> Text:
    """Say why an action is refused, with the sum: "Action 3, Kick: difficulty 7 + 3 = 10, and 9 is the most"."""
    action, place = actions[offender.index - 1], offender.index if len(actions) > 1 else 0
    name = Text("Action {n}", n=offender.index)
    if action.label:
        name = Text("Action {n}, {name}", n=offender.index, name=action.label)
    if offender.code == "second_attack":
        return Text("{action}: only one action per turn can be an attack (V20-055).", action=name)
    if offender.code == "no_dice":
        if not place:
            return Text("{action}: no dice are left (V20-056).", action=name)
        dice = max(0, action.pool)
        return Text("{action}: {n} − {place} dice, so none are left (V20-056).", action=name, n=dice, place=place)
    base = _base(action)
    if not place:
        return Text("{action}: difficulty {n}, and {most} is the most (V20-039).", action=name, n=base, most=HIGHEST)
    return Text(
        "{action}: difficulty {n} + {place} = {total}, and {most} is the most (V20-053).",
        action=name,
        n=base,
        place=place,
        total=base + place,
        most=MULTIPLE_LIMIT - 1,
    )
