"""Which flurry: what one attack, two, three ... would bring, as far as the seat may know it (2E-305 to 2E-312)."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from itertools import product
from typing import Any, cast

from rules.battle.play import Foreseers, Play
from rules.dice import SystemRoller
from rules.errors import IllegalMove
from rules.exalted2e.attack.chances import spread_levels
from rules.exalted2e.attack.defenses import get_weapon
from rules.exalted2e.attack.steps import add_raw, add_soak
from rules.exalted2e.decide.attacks import declare_attack, declare_flurry
from rules.exalted2e.defense import compute_final_damage
from rules.exalted2e.legal.chances import list_declared
from rules.exalted2e.legal.openings import Opening, list_cases, may_tell
from rules.exalted2e.legal.usual import USUAL_SOAK
from rules.exalted2e.moves.strikes import DeclareAttack, DeclareFlurry, StrikingMove
from rules.exalted2e.sheet.equipment import Weapon
from rules.exalted2e.state import Combatant, Declared, State
from rules.outlook import Goal, Outlook, Prospect, Way, tell_chance, tell_mean
from rules.spread import NOTHING, Spread, at_least, average, convolve, find_mean, mix
from rules.text import EMPTY, Text, join

MOST = 4
"""The most attacks of a flurry that are looked at; no weapon of the tables has a higher Rate."""
NOTES = (
    Text("Counted with the DV as it stands: without what the target adds to it, and as if nobody struck in between."),
    Text("DV and soak are not told: these chances are the average over what is usual."),
    Text("A stunt, Willpower and the dice of an Excellency aid the attacks that the form gives them to."),
)
COMMON = tuple(field.name for field in fields(cast(type, StrikingMove)) if field.name != "actor")
"""What a single attack and a flurry have in common."""

OWN = ("abilities", "maneuvers", "hands")
"""What each attack of a flurry has for itself (2E-668)."""


@dataclass(frozen=True, slots=True)
class _Blow:
    """One attack of a flurry. `cases`: its hits (0 or 1) and levels of damage, each as likely; one if all is known."""

    target: str
    weapon: Weapon
    cases: Sequence[tuple[Spread, Spread]]
    is_known: bool
    why: Text


def _foresee_attack(play: Play[State], move: DeclareAttack) -> Outlook | None:
    weapon = get_weapon(play.state.get(move.actor).sheet, move.weapon)
    most = 1 if weapon is None or "C" in weapon.tags else min(weapon.rate, MOST)
    return _compare(play, move, [move, *(_as_flurry(move, count) for count in range(2, most + 1))])


def _foresee_flurry(play: Play[State], move: DeclareFlurry) -> Outlook | None:
    """Return the flurry beside those with fewer attacks, and beside those with more on the last of its targets."""
    attacks = (*move.parts, *move.then)
    ways = [_cut(move, attacks, count) for count in range(1, len(attacks))]
    found = [way for way in ways if way is not None]
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
        move, parts=move.parts[:first], then=move.then[: count - first],
        excellencies=move.excellencies[:count], stunts=move.stunts[: len(move.also) + count],
    )  # fmt: skip
    if count + len(move.also) > 1:
        return shorter
    kind, _, rest = attacks[0].partition(":")
    weapon, _, target = rest.partition(":")
    if kind != "attack":
        return None
    common = {name: getattr(move, name) for name in COMMON}
    stunt = int(move.stunts[0]) if move.stunts else 0
    dice = move.excellencies[0] if move.excellencies else 0
    ability, maneuver, hand = (told[0] if told else "" for told in (move.abilities, move.maneuvers, move.hands))
    own: dict[str, Any] = {"ability": ability, "maneuver": maneuver, "off_hand": hand == "off"}
    return DeclareAttack(
        actor=move.actor, weapon=weapon, target=target, stunt=stunt, excellency=dice, **own, **common
    )  # fmt: skip


def _lengthen(state: State, move: DeclareFlurry) -> Iterator[DeclareFlurry]:
    """Yield the flurry with more attacks like its last one, up to the Rate of the weapon (2E-308)."""
    kind, _, rest = move.parts[-1].partition(":") if move.parts else ("", "", "")
    weapon = get_weapon(state.get(move.actor).sheet, rest.partition(":")[0])
    if move.then or kind != "attack" or weapon is None:
        return
    here = len(move.parts)
    for count in range(here + 1, min(weapon.rate, MOST) + 1):
        own: dict[str, Any] = {name: _lengthen_list(getattr(move, name), here, count) for name in OWN}
        yield replace(move, parts=(*move.parts, *(move.parts[-1],) * (count - here)), **own)


def _lengthen_list(told: tuple[str, ...], here: int, count: int) -> tuple[str, ...]:
    """Return what each of `count` attacks has; of those after the first `here`, what the last of these has."""
    if not told:
        return ()
    known = (*told, *("",) * here)[:here]
    return (*known, *(known[-1],) * (count - here))


def _compare(play: Play[State], move: StrikingMove, moves: Sequence[DeclareAttack | DeclareFlurry]) -> Outlook | None:
    ways, seen = list[Way](), list[_Blow]()
    for other in moves:
        try:
            told = _foresee(play, other)
        except IllegalMove as refusal:
            if other == move:
                raise
            ways.append(Way(_name(_count(other)), reason=refusal.sentence))
            continue
        if told is None:
            return None
        way, blows = told
        seen += blows
        ways.append(replace(way, is_chosen=other == move))
    notes = [
        NOTES[0],
        *([] if all(blow.is_known for blow in seen) else [NOTES[1]]),
        *(NOTES[2:] if len(ways) > 1 else ()),
    ]
    return Outlook(tuple(ways), tuple(notes))


def _count(move: DeclareAttack | DeclareFlurry) -> int:
    return 1 if isinstance(move, DeclareAttack) else len(move.parts) + len(move.then)


def _name(count: int) -> Text:
    return Text("{n} attack", "{n} attacks", n=count)


def _foresee(play: Play[State], move: DeclareAttack | DeclareFlurry) -> tuple[Way, list[_Blow]] | None:
    """Return what these attacks would bring; None where the seat is told nothing of one of them."""
    play.battle.check(play.state, play.seat, move)
    fresh = Play(play.battle, play.state, play.seat, SystemRoller())
    declare = declare_attack if isinstance(move, DeclareAttack) else declare_flurry
    declared = [one for one in list_declared(declare, fresh, move) if isinstance(one, Declared)]
    blows = [blow for one in declared if (blow := _strike(fresh, one)) is not None]
    if not blows or len(blows) < len(declared):
        return None
    return _tell(fresh, move.actor, blows), blows


def _strike(play: Play[State], declared: Declared) -> _Blow | None:
    state, attacker, target = play.state, play.state.get(declared.actor), play.state.get(declared.target)
    weapon = get_weapon(attacker.sheet, declared.weapon)
    if weapon is None or target.side == attacker.side:
        return None
    is_known, told = may_tell(play.seat, attacker, target), list_cases(play.seat, state, declared)
    soaks = None if is_known else USUAL_SOAK[target.sheet.being == "extra"]
    different = {id(openings): openings for openings in told}  # the unaware meet a blow alike in all cases
    found = {key: [_resolve(weapon, one, soak) for soak in soaks or (None,)] for key, one in different.items()}
    cases = [case for openings in told for case in found[id(openings)]]
    return _Blow(declared.target, weapon, cases, is_known, _say_why(told[0], target, is_known=is_known))


def _resolve(weapon: Weapon, openings: Sequence[Opening], soak: int | None) -> tuple[Spread, Spread]:
    """Return hits and levels of one case. What a hold does is chosen once it holds (2E-392)."""
    hit = float(sum(one.chance * one.odds.success for one in openings))
    levels = NOTHING
    if "C" not in weapon.tags:
        levels = mix((float(one.chance), _hurt(one, soak)) for one in openings)
    return {0: 1 - hit, 1: hit}, levels


def _hurt(opening: Opening, usual: int | None) -> Spread:
    """Return the levels of damage, with those of a miss; `usual`: a soak in place of the target's own (2E-369)."""
    now = opening.numbers
    soak = add_soak(now) if usual is None else usual

    def count(net: int) -> int:
        raw = add_raw(now, net)
        return compute_final_damage(raw, soak, now.weapon_min, now.essence, now.hardness, now.post_mod)

    return spread_levels(opening.odds, now.effective_dv, count, is_extra=now.defender_being == "extra")


def _say_why(openings: Sequence[Opening], target: Combatant, *, is_known: bool) -> Text:
    """Return the dice and, for a seat that may know it, the DV; and that the target is unaware, if so (2E-665)."""
    dice, dvs = openings[0].pool.dice, [one.numbers.effective_dv for one in openings]
    unaware = Text("{who} is unaware", who=target.name)
    if len(openings) > 1:
        if is_known:
            return Text("{n} dice against DV {n2}, or {n3} if unnoticed", n=dice, n2=dvs[1], n3=dvs[0])
        return Text("{n} dice, from hiding", n=dice)
    why = Text("{n} die", "{n} dice", n=dice)
    if is_known or openings[0].unaware:
        why = Text("{n} die against DV {n2}", "{n} dice against DV {n2}", n=dice, n2=dvs[0])
    return join(", ", (why, unaware)) if openings[0].unaware else why


def _tell(play: Play[State], id: str, blows: Sequence[_Blow]) -> Way:
    about, count = not all(blow.is_known for blow in blows), len(blows)
    hits, levels = _sum(blows)
    hit = at_least(hits, 1)
    each = [sum(case[0][1] for case in blow.cases) / len(blow.cases) for blow in blows]
    told = [
        tell_chance(_say_place(place, count), chance, "2E-365", blow.why, about=not blow.is_known)
        for place, (chance, blow) in enumerate(zip(each, blows, strict=True), 1)
    ]
    if count > 1:
        why = Text("each later attack has fewer dice and meets more onslaught")
        told.append(tell_chance(Text("at least one hit"), hit, "2E-230", why, about=about))
        told.append(tell_mean(Text("Hits"), hits, "2E-305", about=about))
    if not all("C" in blow.weapon.tags for blow in blows):
        told.append(tell_mean(Text("Levels of damage"), levels, "2E-380", about=about))
    goals = [Goal(Text("a hit with {n} attack", "a hit with {n} attacks", n=count), hit, about)]
    if find_mean(levels):
        hurt = Text("damage with {n} attack", "damage with {n} attacks", n=count)
        goals.append(Goal(hurt, at_least(levels, 1), about))
    return Way(_name(count), (*told, *_tell_after(play.state, id)), tuple(goals))


def _say_place(place: int, count: int) -> Text:
    return Text("attack {n} to hit", n=place) if count > 1 else Text("to hit")


def _sum(blows: Sequence[_Blow]) -> tuple[Spread, Spread]:
    """Return hits and levels of all attacks. Those on one target meet the same DV and soak, whatever these are: a case
    of one is the same case of all.
    """
    by_target = defaultdict[str, list[_Blow]](list)
    for blow in blows:
        by_target[blow.target].append(blow)
    if any("C" in blow.weapon.tags for blow in blows[:-1]):
        return _sum_until_held(blows, {target: len(group[0].cases) for target, group in by_target.items()})
    cases = [
        [
            (convolve(one[0] for one in case), convolve(one[1] for one in case))
            for case in zip(*(b.cases for b in group), strict=True)
        ]
        for group in by_target.values()
    ]
    hits = convolve(average(hit for hit, _levels in group) for group in cases)
    return hits, convolve(average(levels for _hit, levels in group) for group in cases)


def _sum_until_held(blows: Sequence[_Blow], counts: Mapping[str, int]) -> tuple[Spread, Spread]:
    """Return hits and levels where a clinch that holds ends the flurry (2E-312). `counts`: the cases of each target."""
    found = list[tuple[Spread, Spread]]()
    for places in product(*map(range, counts.values())):
        case = dict(zip(counts, places, strict=True))
        hits, levels = NOTHING, NOTHING
        for blow in reversed(blows):
            hit, hurt = blow.cases[case[blow.target]]
            if "C" in blow.weapon.tags:
                hits = mix(((hit[1], {1: 1.0}), (hit[0], hits)))
                levels = mix(((hit[1], NOTHING), (hit[0], levels)))
            else:
                hits, levels = convolve((hit, hits)), convolve((hurt, levels))
        found.append((hits, levels))
    return average(hits for hits, _levels in found), average(levels for _hits, levels in found)


def _tell_after(state: State, id: str) -> Iterator[Prospect]:
    """Yield the DV penalty until the next action (2E-275)."""
    clock = state.get(id).clock
    if clock is not None:
        until = Text("−{n} until tick {n2}", n=clock.penalty, n2=clock.next)
        yield Prospect(Text("DV after it"), until, "2E-275", EMPTY)


OUTLOOKS: Foreseers = {DeclareAttack: _foresee_attack, DeclareFlurry: _foresee_flurry}
