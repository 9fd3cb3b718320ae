"""How long the rules take to say what a seat may do, in a fight of forty.

    python -m benchmarks.offers
    python -m benchmarks.offers --profile exalted3e

Each state is one that a move has just made, so that what follows from a state is worked out for the first seat that
asks. **page**: what a page asks for, **all**: every legal move with the Storyteller's rulings, both without the forms;
CPU ms a seat; only figures of runs in turns can be compared. The player has half of the fighters.
"""

import argparse
import pstats
import sys
from collections import defaultdict
from collections.abc import Iterator
from contextlib import suppress
from itertools import chain, islice
from random import Random
from typing import Any

from benchmarks.tick import Clock
from rules import SYSTEMS, get_system
from rules.battle import STORYTELLER, Seat, fold
from rules.battle.moves import AddCombatant, StartBattle
from rules.defaults import fill_form
from rules.errors import RulesError
from rules.system import System

FIGHTERS, WARM, MOVES = 40, 200, 160
GROUPS = ("answer", "act", "storyteller", "reflex")
SEATS = {"Storyteller": STORYTELLER, "player": Seat(characters=frozenset({"0"})), "spectator": Seat()}


class Dice:
    """Faces from a seeded generator."""

    random = Random(17)

    def roll(self, count: int) -> tuple[int, ...]:
        """Return this many faces."""
        return tuple(self.random.randint(1, 10) for _ in range(count))


def play(system: System) -> Iterator[Any]:
    """Yield the states of a fight, one after each move: a random turn as its form stands, or the answer to a prompt."""
    rules, dice, sheets = system.battle, Dice(), [system.sheets.blank(key) for key in system.sheets.archetypes]
    state = rules.start(system.options())
    for i in range(FIGHTERS):
        side, owner = (("red", None), ("blue", "0"))[i % 2]
        added = AddCombatant(f"c{i}", f"Fighter {i}", side, owner, sheets[i % len(sheets)])
        state = fold(rules.apply, state, rules.decide(state, STORYTELLER, added, dice))
    state = fold(rules.apply, state, rules.decide(state, STORYTELLER, StartBattle(), dice))
    while True:
        offered = rules.offer(state, STORYTELLER)
        offers = [offer for offer in chain(offered.whole, *offered.acts.values()) if not offer.reason]
        first = min((GROUPS.index(offer.group) for offer in offers), default=0)
        asked = [offer for offer in offers if offer.group == GROUPS[first] and offer.move != "EndBattle"]
        for offer in dice.random.sample(asked, len(asked)):
            with suppress(RulesError):
                made = rules.decide(state, STORYTELLER, rules.moves.decode(fill_form(offer)), dice)
                state = fold(rules.apply, state, made)
                yield state
                break
        else:
            return


def ask(system: System, clock: Clock) -> dict[str, int]:
    """Let each kind of seat ask in each state; return how many states were calm, and in how many somebody was asked."""
    rules, seen = system.battle, defaultdict[str, int](int)
    for state in islice(play(system), WARM, WARM + MOVES):
        moment = "asked" if rules.prompts(state) else "calm"
        seen[moment] += 1
        for name, seat in SEATS.items():
            with clock.part(f"{moment} {name} page"):
                list_for_page(rules, state, seat)
            with clock.part(f"{moment} {name} all"):
                rules.legal_moves(state, seat)
    return seen


def list_for_page(rules: Any, state: Any, seat: Seat) -> None:
    """Make what a page shows: what is asked, the turn of the first who acts, and the first form."""
    offered = rules.offer(state, seat)
    acts = chain.from_iterable(made for actor, made in offered.acts.items() if actor in offered.able)
    usable = (offer for offer in chain(offered.whole, acts) if not offer.reason)
    first = next((offer for offer in usable if offer.group in GROUPS[:2]), None)
    _ = first and tuple(first.fields)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="benchmarks.offers", description=__doc__.partition("\n")[0])
    parser.add_argument("--system", choices=tuple(SYSTEMS), action="append")
    parser.add_argument("--profile", default="")
    options = parser.parse_args()
    for key in options.system or SYSTEMS:
        clock = Clock(options.profile)
        seen = ask(get_system(key), clock)
        print(f"\n{key}: " + ", ".join(f"{count} states {moment}" for moment, count in seen.items()))
        for part in filter(clock.spent.get, sorted(clock.spent)):
            print(f"{part:24} {clock.spent[part] * 1000 / seen[part.split()[0]]:6.2f} ms")
        if options.profile:
            pstats.Stats(clock.profile, stream=sys.stdout).sort_stats("tottime").print_stats(35)


if __name__ == "__main__":
    main()
