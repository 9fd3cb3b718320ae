"""The attacks of a flurry one after the other, each on what the earlier ones leave of its target (2E-305 to 2E-323).

An earlier attack may wound, fell, stun or hold its target, or take the attacker off her feet: all of it is followed by
the functions that resolve it. Attacks on several targets meet usual ones independently of each other.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import NamedTuple

from rules.battle import Seat
from rules.exalted2e.attack.steps import Exchange
from rules.exalted2e.legal.aftermath import Outcome, is_clinch, list_after, spread_attack
from rules.exalted2e.legal.openings import Opening, list_cases, may_show_chance
from rules.exalted2e.legal.usual import USUAL_SOAK
from rules.exalted2e.state import DeclaredAttack, State
from rules.spread import Spread
from rules.text import Text

STUNS = Text("The odds leave out whether the target is stunned between attacks: you can’t see what it resists with.")
MIXED = Text(
    "The odds treat each target separately: they leave out what a tackle or clinch on one changes for the others."
)


@dataclass(frozen=True, slots=True)
class Course:
    """What a flurry brings: the chance of each attack to hit, and the spread of hits and of levels of damage.

    `uncounted`: what the numbers leave out, in sentences.
    """

    each: tuple[float, ...]
    hits: Spread
    levels: Spread
    uncounted: tuple[Text, ...] = ()


class Case(NamedTuple):
    """What someone is taken for: the place among the usual targets, the soak if it is not known, and the weight."""

    place: int
    soak: int | None
    weight: int


Branch = tuple[int, int, int]
"""The situation after some attacks, by its number, with the hits and levels until then."""
Step = tuple[float, bool, int, int]
"""What an attack may do: its chance, whether it hits, levels, and the number of the situation after it."""
End = tuple[bool, bool, int, int]
"""What attacks on others leave: whether the flurry is over, the attacker prone, hits, and levels."""
Ends = dict[End, float]


class _Fight:
    """Attacks that are followed. What is worked out for one case serves all that open alike.

    The situation after some of them has a number, by which it is found again. `is_final`: nothing comes after them.
    """

    def __init__(self, seat: Seat, state: State, attacks: Sequence[DeclaredAttack], *, is_final: bool) -> None:
        self.seat, self.attacks, self.is_final = seat, attacks, is_final
        self.ids = tuple(dict.fromkeys((attacks[0].actor, *(attack.target for attack in attacks))))
        self.numbers, self.states, self.over = dict[object, int](), list[State](), list[bool]()
        self.start = self.remember(state)
        self.openings = dict[tuple[int, int], list[tuple[Opening, ...]]]()
        self.steps = dict[tuple[int, int, int, int | None], list[Step]]()
        self.after = dict[tuple[int, int, Outcome], list[tuple[float, int]]]()

    def remember(self, state: State, *, is_over: bool = False) -> int:
        """Keep a state, and return its number. Nothing can make it worse for who is out."""
        people = [state.get(id) for id in self.ids]
        now = (
            None if combatant.out else (combatant.health, combatant.prone, combatant.stunned_by, combatant.unit)
            for combatant in people
        )
        key = (is_over, *now)
        if key not in self.numbers:
            self.numbers[key] = len(self.states)
            self.states.append(state)
            self.over.append(is_over)
        return self.numbers[key]

    def open(self, place: int, number: int) -> list[tuple[Opening, ...]]:
        """Return how the attack at this place opens in each case."""
        if (place, number) not in self.openings:
            self.openings[place, number] = list_cases(self.seat, self.states[number], self.attacks[place])
        return self.openings[place, number]

    def list_cases(self, target: str) -> list[Case]:
        """Return what the target may be taken for. Those that meet all attacks alike now do so with the same wounds."""
        on_it = [self.open(place, self.start) for place, attack in enumerate(self.attacks) if attack.target == target]
        alike = defaultdict[tuple[int, ...], list[int]](list)
        for place, openings in enumerate(zip(*on_it, strict=True)):
            alike[tuple(map(id, openings))].append(place)
        state = self.states[self.start]
        actor, defender = state.get(self.attacks[0].actor), state.get(target)
        soaks = (None,) if may_show_chance(self.seat, actor, defender) else USUAL_SOAK[defender.sheet.being == "extra"]
        return [Case(places[0], soak, len(places)) for places in alike.values() for soak in soaks]

    def step(self, place: int, number: int, case: Case) -> list[Step]:
        """Return what the attack at this place may do."""
        openings = self.open(place, number)[case.place]
        known = (place, number, id(openings), case.soak)
        if known not in self.steps:
            found = defaultdict[tuple[bool, int, int], float](float)
            for chance, hit, levels, after in self._list_steps(place, number, openings, case.soak):
                found[hit, levels, after] += chance
            self.steps[known] = [(chance, *how) for how, chance in found.items()]
        return self.steps[known]

    def is_prone(self, number: int) -> bool:
        """Return whether the attacker lies on the ground."""
        return self.states[number].get(self.attacks[0].actor).prone

    def _list_steps(self, place: int, number: int, openings: Sequence[Opening], soak: int | None) -> Iterator[Step]:
        state, attack = self.states[number], self.attacks[place]
        is_last, holds = self.is_final and place == len(self.attacks) - 1, is_clinch(state, attack)
        is_detailed = soak is None and state.options.internal_to_dv and not is_last
        for opening in openings:
            now, chance = opening.numbers, float(opening.chance)
            for result in spread_attack(now, soak, is_clinch=holds, is_detailed=is_detailed):
                share = chance * result.chance
                if not result.hit or is_last:
                    yield share, result.hit, result.levels, number
                elif holds:
                    yield share, True, 0, self.remember(state, is_over=True)
                else:
                    for part, after in self._list_after(place, number, now, result, is_known=soak is None):
                        yield share * part, True, result.levels, after

    def _list_after(
        self, place: int, number: int, now: Exchange, found: Outcome, *, is_known: bool
    ) -> list[tuple[float, int]]:
        known = (place, number, found._replace(chance=0.0))
        if known not in self.after:
            parts = list_after(self.states[number], self.attacks[place], now, found, is_known=is_known)
            self.after[known] = [(part, self.remember(state)) for part, state in parts]
        return self.after[known]


def follow_flurry(seat: Seat, state: State, attacks: Sequence[DeclaredAttack]) -> Course:
    """Return what these attacks bring, as far as the seat may know."""
    each = [0.0] * len(attacks)
    now: Ends = {(False, state.get(attacks[0].actor).prone, 0, 0): 1.0}
    uncounted = tuple(_list_uncounted(seat, state, attacks))
    groups = _split(state, attacks, keeps_order=MIXED not in uncounted)
    for places in groups:
        group, starts = [attacks[place] for place in places], defaultdict[bool, Ends](dict)
        then = defaultdict[End, float](float)
        for end, chance in now.items():
            (then if end[0] else starts[end[1]])[end] = chance
        for prone, before in starts.items():
            here, is_final = state.change(attacks[0].actor, prone=prone), places is groups[-1]
            found, after = _follow(_Fight(seat, here, group, is_final=is_final))
            share = sum(before.values())
            for place, chance in zip(places, found, strict=True):
                each[place] += share * chance
            for (_, _, hits, levels), chance in before.items():
                for (over, fallen, more, hurt), part in after.items():
                    then[over, fallen, hits + more, levels + hurt] += chance * part
        now = then
    return Course(tuple(each), _gather(now, 2), _gather(now, 3), uncounted)


def _list_uncounted(seat: Seat, state: State, attacks: Sequence[DeclaredAttack]) -> Iterator[Text]:
    """Yield what is not counted of usual targets. Those of three attacks in turn would be some 30,000 cases."""
    actor = state.get(attacks[0].actor)
    unknown = {attack.target for attack in attacks if not may_show_chance(seat, actor, state.get(attack.target))}
    if unknown and len(attacks) > 1 and state.options.internal_to_dv:
        yield STUNS
    if len(unknown) > 2 and _is_bound(state, attacks) and _is_mixed(attacks):
        yield MIXED


def _gather(ends: Ends, place: int) -> Spread:
    found = defaultdict[int, float](float)
    for end, chance in ends.items():
        found[end[place]] += chance
    return found


def _split(state: State, attacks: Sequence[DeclaredAttack], *, keeps_order: bool) -> list[list[int]]:
    """Return the places of attacks that hang together: those on one target. Where one may end the flurry or take the
    attacker off her feet they keep their order, and hang together if it goes back to a target.
    """
    if keeps_order and _is_bound(state, attacks) and _is_mixed(attacks):
        return [list(range(len(attacks)))]
    return list(_group(attacks).values())


def _group(attacks: Sequence[DeclaredAttack]) -> dict[str, list[int]]:
    groups = defaultdict[str, list[int]](list)
    for place, attack in enumerate(attacks):
        groups[attack.target].append(place)
    return groups


def _is_mixed(attacks: Sequence[DeclaredAttack]) -> bool:
    """Return whether the attacks go back to an earlier target."""
    return [place for group in _group(attacks).values() for place in group] != list(range(len(attacks)))


def _is_bound(state: State, attacks: Sequence[DeclaredAttack]) -> bool:
    """Return whether an attack on one target may change those on another."""
    return any(is_clinch(state, attack) or attack.maneuver == "tackle" for attack in attacks[:-1])


def _follow(fight: _Fight) -> tuple[list[float], Ends]:
    """Return the chance of each attack and what all may leave, averaged over all cases."""
    each, ends, whole = [0.0] * len(fight.attacks), defaultdict[End, float](float), 0
    targets = dict.fromkeys(attack.target for attack in fight.attacks)
    for chosen in product(*(fight.list_cases(target) for target in targets)):
        weight = prod(case.weight for case in chosen)
        found, after = _follow_case(fight, dict(zip(targets, chosen, strict=True)))
        whole += weight
        each = [before + weight * chance for before, chance in zip(each, found, strict=True)]
        for (number, hits, levels), chance in after.items():
            ends[fight.over[number], fight.is_prone(number), hits, levels] += weight * chance
    return [chance / whole for chance in each], {end: chance / whole for end, chance in ends.items()}


def _follow_case(fight: _Fight, cases: Mapping[str, Case]) -> tuple[list[float], dict[Branch, float]]:
    now: dict[Branch, float] = {(fight.start, 0, 0): 1.0}
    each = list[float]()
    for place, attack in enumerate(fight.attacks):
        then, struck = defaultdict[Branch, float](float), 0.0
        for (number, hits, levels), chance in now.items():
            if fight.over[number]:
                then[number, hits, levels] += chance
                continue
            for share, hit, more, after in fight.step(place, number, cases[attack.target]):
                then[after, hits + hit, levels + more] += chance * share
                struck += chance * share * hit
        now = then
        each.append(struck)
    return each, now
