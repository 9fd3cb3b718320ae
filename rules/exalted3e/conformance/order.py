"""Vectors of kind `order`: one round of the scheduler, and what happens at each turn."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from rules.battle import STORYTELLER
from rules.battle.play import about
from rules.conformance import Kinds, Result
from rules.dice import Roller
from rules.exalted3e import events as ev
from rules.exalted3e.attack.harm import fell
from rules.exalted3e.battle import BATTLE
from rules.exalted3e.conformance.script import find
from rules.exalted3e.decide.ties import order_own
from rules.exalted3e.state.board import DEFAULTS, State, is_falling
from rules.exalted3e.state.combatant import Combatant
from rules.exalted3e.timing.initiative import Cause, change_initiative
from rules.exalted3e.timing.play import Play
from rules.exalted3e.timing.ticks import begin_round, next_tick, open_delays, reach_tick
from rules.exalted3e.timing.turns import begin_turn, delay_turn, end_turn, resume_turn
from rules.text import Text

kind = Kinds()
MANY = 1000


@dataclass(frozen=True, slots=True)
class Fighter:
    """A combatant. A late joiner comes `when` the combatant of that name has acted. `seat`: who plays it."""

    name: str = ""
    initiative: int = 0
    when: str = ""
    seat: Literal["player", "storyteller"] = "player"

    def make_combatant(self) -> Combatant:
        """Return the combatant for the battle."""
        character = self.name if self.seat == "player" else None
        return Combatant(id=self.name, name=self.name, side=self.name, initiative=self.initiative, character=character)


@dataclass(frozen=True, slots=True)
class Act:
    """What happens at a turn: Initiative changes, removed combatants, or a delay (to null: no set tick)."""

    change: Mapping[str, int] = field(default_factory=dict)
    removes: str | tuple[str, ...] = ()
    delay_to: int | Literal["never"] | None = "never"

    def happen(self, play: Play) -> None:
        """Apply the changes of this turn."""
        for other, amount in self.change.items():
            change_initiative(play, find(play, other).id, amount, Cause("other", Text("the action"), "3E-043"))
        for other in (self.removes,) if isinstance(self.removes, str) else self.removes:
            fell(play, find(play, other), "defeated")


@kind("order")
def _order(
    roller: Roller,
    *,
    combatants: tuple[Fighter, ...] = (),
    on_act: Mapping[str, Act] = {},
    joins: tuple[Fighter, ...] = (),
    tie_order: tuple[str, ...] = (),
    round: int = 1,
    felled_takes_its_turn: bool = True,
    own_ties: Literal["die", "choose", "added"] = "die",
) -> Result:
    """Play one round. `tie_order`: the order of turns of those who act on one tick; without it, ties of the
    Storyteller's own are settled as the table plays.
    """
    options = replace(DEFAULTS, felled_takes_its_turn=felled_takes_its_turn, own_ties=own_ties)
    start = State(
        options=options, phase="running", combatants=tuple(combatant.make_combatant() for combatant in combatants)
    )
    play, turns = Play(BATTLE, start, STORYTELLER, roller, asks=False), list[dict[str, object]]()
    begin_round(play, round)
    while (found := next_tick(play.state)) and len(turns) < MANY:
        tick, due = found
        names = sorted(due, key=lambda name: tie_order.index(name) if name in tie_order else len(tie_order))
        order = tuple(names) if tie_order else order_own(play, tuple(names))[0]
        reach_tick(play, tick, order)
        acted = [name for name in order if _take_turn(play, name, on_act.get(name, Act()), joins)]
        for fallen in filter(is_falling, play.state.combatants):
            play.emit(ev.WentOut(**about(fallen), why=fallen.falls))
        if acted:
            turns.append({"tick": tick, "actors": sorted(acted)})
    crashed = [e.actor for e in play.events if isinstance(e, ev.InitiativeChanged) and e.crashed and e.cause == "own"]
    return {
        "turns": turns,
        "initiative": {c.name: c.initiative for c in play.state.combatants},
        "pending": list(open_delays(play.state)),
        "self_crash": crashed,
    }


def _take_turn(play: Play, name: str, act: Act, joins: tuple[Fighter, ...]) -> bool:
    """Take or delay the turn of a combatant that is still in play. Return whether it was taken."""
    actor = play.state.get(name)
    if not actor.is_in_play:
        return False
    if actor.is_delaying:
        resume_turn(play, name)
    else:
        begin_turn(play, name)
        if act.delay_to != "never":
            delay_turn(play, name, act.delay_to)
            return False
    act.happen(play)
    for joiner in joins:
        if joiner.when == name:
            play.emit(ev.CombatantAdded(combatant=joiner.make_combatant()))
    if play.state.get(name).is_in_play:
        end_turn(play, name)
    return True
