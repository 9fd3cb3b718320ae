"""Which flurry: what one attack, two, three ... would bring, as far as the seat may know it (2E-305 to 2E-312)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, cast

from rules.battle.play import Foreseers, Play
from rules.dice import SystemRoller
from rules.errors import IllegalMove
from rules.exalted2e.attack.defenses import get_weapon
from rules.exalted2e.decide.attacks import declare_attack
from rules.exalted2e.decide.flurries import declare_flurry
from rules.exalted2e.legal.chances import list_declared
from rules.exalted2e.legal.flurries import Course, follow_flurry
from rules.exalted2e.legal.openings import Opening, list_cases, may_show_chance
from rules.exalted2e.moves.strikes import DeclareAttack, DeclareFlurry, StrikingMove
from rules.exalted2e.sheet.equipment import Weapon
from rules.exalted2e.state import Combatant, DeclaredAttack, State
from rules.outlook import Alternative, Goal, Outlook, Prospect, describe_chance, describe_mean
from rules.spread import at_least, find_mean
from rules.text import EMPTY, Text, join

MAX_COMPARED = 4
"""The most attacks of a flurry that are looked at; no weapon of the tables has a higher Rate."""
NOTES = (
    Text("Assumes the current DV, without the target’s additions, and no one acting in between."),
    Text("DV and soak are secret: these are averages over usual values."),
    Text("A stunt, Willpower and Excellency dice apply to the attacks the form assigns them to."),
)
COMMON = tuple(field.name for field in fields(cast(type, StrikingMove)) if field.name != "actor")
"""What a single attack and a flurry have in common."""

OWN = ("abilities", "maneuvers", "hands")
"""What each attack of a flurry has for itself (2E-668)."""


@dataclass(frozen=True, slots=True)
class _AttackLine:
    """One attack of a flurry. `why`: its dice, and what they must reach as far as the seat may know it."""

    weapon: Weapon
    is_known: bool
    why: Text


def _foresee_attack(play: Play[State], move: DeclareAttack) -> Outlook | None:
    weapon = get_weapon(play.state.get(move.actor).sheet, move.weapon)
    most = 1 if weapon is None or "C" in weapon.tags else min(weapon.rate, MAX_COMPARED)
    return _compare(play, move, [move, *(_as_flurry(move, count) for count in range(2, most + 1))])


def _foresee_flurry(play: Play[State], move: DeclareFlurry) -> Outlook | None:
    """Compare the flurry with those with fewer attacks, and with those with more on the last of its targets."""
    attacks = (*move.parts, *move.then)
    candidates = [_cut(move, attacks, count) for count in range(1, len(attacks))]
    found = [candidate for candidate in candidates if candidate is not None]
    return _compare(play, move, [*found, move, *_lengthen(play.state, move)])


def _as_flurry(move: DeclareAttack, count: int) -> DeclareFlurry:
    """Return as many attacks like this one; each has its Ability, its maneuver and its hand (2E-668)."""
    part = f"attack:{move.weapon}:{move.target}"
    common = {name: getattr(move, name) for name in COMMON}
    stunts, dice = (str(move.stunt),) if move.stunt else (), (move.excellency,) if move.excellency else ()
    own = {"abilities": move.ability, "maneuvers": move.maneuver, "hands": "off" if move.off_hand else ""}
    each: dict[str, Any] = {name: (value,) * count for name, value in own.items() if value}
    return DeclareFlurry(actor=move.actor, parts=(part,) * count, stunts=stunts, excellencies=dice, **each, **common)


def _cut(move: DeclareFlurry, attacks: Sequence[str], count: int) -> DeclareAttack | DeclareFlurry | None:
    """Return the flurry with its first attacks only; a single attack if nothing else is done."""
    first = min(count, len(move.parts))
    shorter = replace(
        move,
        parts=move.parts[:first],
        then=move.then[: count - first],
        excellencies=move.excellencies[:count],
        stunts=move.stunts[: len(move.also) + count],
    )
    if count + len(move.also) > 1:
        return shorter
    kind, _, rest = attacks[0].partition(":")
    weapon, _, target = rest.partition(":")
    if kind != "attack":
        return None
    common = {name: getattr(move, name) for name in COMMON}
    stunt = int(move.stunts[0]) if move.stunts else 0
    dice = move.excellencies[0] if move.excellencies else 0
    ability, maneuver, hand = (values[0] if values else "" for values in (move.abilities, move.maneuvers, move.hands))
    own: dict[str, Any] = {"ability": ability, "maneuver": maneuver, "off_hand": hand == "off"}
    return DeclareAttack(actor=move.actor, weapon=weapon, target=target, stunt=stunt, excellency=dice, **own, **common)


def _lengthen(state: State, move: DeclareFlurry) -> Iterator[DeclareFlurry]:
    """Yield the flurry with more attacks like its last one, up to the Rate of the weapon (2E-308)."""
    kind, _, rest = move.parts[-1].partition(":") if move.parts else ("", "", "")
    weapon = get_weapon(state.get(move.actor).sheet, rest.partition(":")[0])
    if move.then or kind != "attack" or weapon is None:
        return
    here = len(move.parts)
    for count in range(here + 1, min(weapon.rate, MAX_COMPARED) + 1):
        own: dict[str, Any] = {name: _lengthen_list(getattr(move, name), here, count) for name in OWN}
        yield replace(move, parts=(*move.parts, *(move.parts[-1],) * (count - here)), **own)


def _lengthen_list(values: tuple[str, ...], here: int, count: int) -> tuple[str, ...]:
    """Return what each of `count` attacks has; of those after the first `here`, what the last of these has."""
    if not values:
        return ()
    known = (*values, *("",) * here)[:here]
    return (*known, *(known[-1],) * (count - here))


def _compare(play: Play[State], move: StrikingMove, moves: Sequence[DeclareAttack | DeclareFlurry]) -> Outlook | None:
    alternatives, seen, uncounted = list[Alternative](), list[_AttackLine](), dict[Text, None]()
    for other in moves:
        try:
            foreseen = _foresee(play, other)
        except IllegalMove as refusal:
            if other == move:
                raise
            alternatives.append(Alternative(_name(_count(other)), reason=refusal.sentence))
            continue
        if foreseen is None:
            return None
        alternative, lines, course = foreseen
        seen += lines
        uncounted |= dict.fromkeys(course.uncounted)
        alternatives.append(replace(alternative, is_chosen=other == move))
    notes = [
        NOTES[0],
        *([] if all(line.is_known for line in seen) else [NOTES[1]]),
        *uncounted,
        *(NOTES[2:] if len(alternatives) > 1 else ()),
    ]
    return Outlook(tuple(alternatives), tuple(notes))


def _count(move: DeclareAttack | DeclareFlurry) -> int:
    return 1 if isinstance(move, DeclareAttack) else len(move.parts) + len(move.then)


def _name(count: int) -> Text:
    return Text("{n} attack", "{n} attacks", n=count)


def _foresee(
    play: Play[State], move: DeclareAttack | DeclareFlurry
) -> tuple[Alternative, list[_AttackLine], Course] | None:
    """Return what these attacks would bring; None where the seat may know nothing of one of them."""
    play.battle.check(play.state, play.seat, move)
    fresh = Play(play.battle, play.state, play.seat, SystemRoller())
    declare = declare_attack if isinstance(move, DeclareAttack) else declare_flurry
    declared = [attack for attack in list_declared(declare, fresh, move) if isinstance(attack, DeclaredAttack)]
    lines = [line for attack in declared if (line := _strike(fresh, attack)) is not None]
    if not lines or len(lines) < len(declared):
        return None
    course = follow_flurry(play.seat, fresh.state, declared)
    return _make_alternative(fresh, move.actor, lines, course), lines, course


def _strike(play: Play[State], declared: DeclaredAttack) -> _AttackLine | None:
    state, attacker, target = play.state, play.state.get(declared.actor), play.state.get(declared.target)
    weapon = get_weapon(attacker.sheet, declared.weapon)
    if weapon is None or target.side == attacker.side:
        return None
    is_known, cases = may_show_chance(play.seat, attacker, target), list_cases(play.seat, state, declared)
    return _AttackLine(weapon, is_known, _say_why(cases[0], target, is_known=is_known))


def _say_why(openings: Sequence[Opening], target: Combatant, *, is_known: bool) -> Text:
    """Return the dice and, for a seat that may know it, the DV; and that the target is unaware, if so (2E-665)."""
    dice, dvs = openings[0].pool.dice, [opening.numbers.effective_dv for opening in openings]
    unaware = Text("{who} is unaware", who=target.name)
    if len(openings) > 1:
        if is_known:
            return Text("{n} dice against DV {n2}, or {n3} if unnoticed", n=dice, n2=dvs[1], n3=dvs[0])
        return Text("{n} dice, from hiding", n=dice)
    why = Text("{n} die", "{n} dice", n=dice)
    if is_known or openings[0].unaware:
        why = Text("{n} die against DV {n2}", "{n} dice against DV {n2}", n=dice, n2=dvs[0])
    return join(", ", (why, unaware)) if openings[0].unaware else why


def _make_alternative(play: Play[State], id: str, lines: Sequence[_AttackLine], course: Course) -> Alternative:
    about, count = not all(line.is_known for line in lines), len(lines)
    hits, levels = course.hits, course.levels
    hit = at_least(hits, 1)
    prospects = [
        describe_chance(_say_place(place, count), chance, "2E-365", line.why, about=not line.is_known)
        for place, (chance, line) in enumerate(zip(course.each, lines, strict=True), 1)
    ]
    if count > 1:
        why = Text("each later attack has fewer dice, but the target’s onslaught penalty grows")
        prospects.append(describe_chance(Text("at least one hit"), hit, "2E-230", why, about=about))
        prospects.append(describe_mean(Text("Hits"), hits, "2E-305", about=about))
    if not all("C" in line.weapon.tags for line in lines):
        prospects.append(describe_mean(Text("Levels of damage"), levels, "2E-380", about=about))
    goals = [Goal(Text("a hit with {n} attack", "a hit with {n} attacks", n=count), hit, about)]
    if find_mean(levels):
        hurt = Text("damage with {n} attack", "damage with {n} attacks", n=count)
        goals.append(Goal(hurt, at_least(levels, 1), about))
    return Alternative(_name(count), (*prospects, *_describe_after(play.state, id)), tuple(goals))


def _say_place(place: int, count: int) -> Text:
    return Text("attack {n} to hit", n=place) if count > 1 else Text("to hit")


def _describe_after(state: State, id: str) -> Iterator[Prospect]:
    """Yield the DV penalty until the next action (2E-275)."""
    clock = state.get(id).clock
    if clock is not None:
        until = Text("−{n} until tick {n2}", n=clock.penalty, n2=clock.next)
        yield Prospect(Text("DV after it"), until, "2E-275", EMPTY)


OUTLOOKS: Foreseers = {DeclareAttack: _foresee_attack, DeclareFlurry: _foresee_flurry}
