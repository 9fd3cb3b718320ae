"""Social influence as a task: the Storyteller rules what weighs on it, one rolls, and those who are reached answer."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from rules.battle import Choice, Field, Json
from rules.battle.declare import ask, list_fields
from rules.errors import BadInput, IllegalMove
from rules.pool import Breakdown
from rules.tasks.model import SOMEBODY, Influence, Listener, Side, Status, Task
from rules.text import EMPTY, Text, join

MAX_LISTENERS = 10
MAX_TRAITS = 120
HELD, UNHEARD = "held", "unheard"
"""Answers that no listener gives: the roll did not reach it, and the Storyteller let nothing be rolled for it."""
READ = "read"
"""The answer of one who was reached and does not know."""


class ListenerState(NamedTuple):
    """A listener as the rules see it: the sheet, the sheet with the figures that count now, and the ruling.

    `again`: whether the listener has resisted the same before. `resisted`: the rulings under which that was in this
    scene.
    """

    sheet: Any
    now: Any
    ruling: Any
    again: bool = False
    resisted: tuple[Any, ...] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """What an answer does: whether the listener is swayed, the price and what is written, by sheet path.

    `note` says it in a few words, and `own` what only the listener's seat may read of it. `rule` is behind it.
    """

    swayed: bool
    note: Text
    rule: str
    price: Mapping[str, Json]
    written: Mapping[str, Json]
    own: Text = EMPTY


class InfluenceRules:
    """What a game says of social influence outside a fight.

    `actions`: what may be tried. `private`: the actions that their target does not notice. `ruling` and `reply`: the
    dataclasses of the Storyteller's form and of the listener's, whose fields declare them (`rules.battle.declare`).
    """

    actions: tuple[Choice, ...]
    private: frozenset[str] = frozenset()
    once: Mapping[str, Text] = {}
    """The actions that are not tried again in a scene in which the target has resisted them, with why."""
    retry: str = ""
    """The rule by which another try depends on how the one before has ended."""
    most: int = MAX_LISTENERS
    """The most whom one influence is aimed at."""
    ruling: type
    reply: type | None = None
    """None where a listener resists by a roll, and answers nothing."""

    def goes_by_title(self, action: str) -> bool:
        """Return whether a try of another title is another matter, as it is of all that is not tried `once` a scene."""
        return action not in self.once

    def oppose(self, heard: ListenerState) -> str:
        """Return the traits that a listener rolls against it, as a contest; empty where the roll meets a value."""
        return ""

    def traits(self, action: str) -> str:
        """Return what is rolled for an action, as "Perception + Socialize"; empty where the roller chooses."""
        return ""

    def rule_traits(self, traits: str, ruling: Any) -> str:
        """Return what is rolled under a ruling. `traits`: what was said when it began."""
        return traits

    def fit(self, action: str, sheet: Any, fields: Sequence[Field]) -> tuple[Field, ...]:
        """Return the fields of the roll's form that an action leaves to the one who rolls."""
        return tuple(fields)

    def ask_ruling(self, action: str, heard: ListenerState) -> tuple[Field, ...]:
        """Return the Storyteller's form about a listener."""
        raise NotImplementedError

    def check_ruling(self, action: str, heard: ListenerState) -> Text:
        """Return why nothing is rolled for this listener; empty if it is. Raises `BadInput` for what cannot be."""
        raise NotImplementedError

    def resist(self, action: str, heard: ListenerState) -> Breakdown:
        """Return what the roll must reach."""
        raise NotImplementedError

    def prepare(
        self, action: str, sheet: Any, request: Any, heard: Sequence[ListenerState], *, blind: bool = False
    ) -> Any:
        """Return the request with what those who listen change of it. Raises for traits that do not fit.

        `blind`: without what would reveal their figures.
        """
        raise NotImplementedError

    def ask_reply(self, action: str, heard: ListenerState, *, title: str, storyteller: bool) -> tuple[Field, ...]:
        """Return the form of a listener who was reached. `title`: what the influence is about."""
        raise NotImplementedError

    def answer(self, action: str, heard: ListenerState, reply: Any, *, storyteller: bool) -> Outcome:
        """Return what an answer does. Raises for one that cannot be given."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Resistance:
    """The Storyteller's ruling in games where the target resists by a roll: the traits of that roll."""

    traits: str = ask("The target resists with", high=MAX_TRAITS, default="")
    unacceptable: bool = ask("Unacceptable: nothing is rolled", default=False, required=False)


class ResistedInfluence(InfluenceRules):
    """Influence of games without a value for it: the target resists in a contest.

    The Storyteller names the traits of its roll; `resists` are those that the form proposes. `retry`: see there.
    """

    actions = (
        Choice("persuade", Text("Persuade")),
        Choice("intimidate", Text("Intimidate")),
        Choice("deceive", Text("Deceive")),
        Choice("other", Text("Other influence")),
    )
    most = 1
    ruling = Resistance

    def __init__(self, resists: str, retry: str = "") -> None:
        self.resists, self.retry = resists, retry

    def ask_ruling(self, action: str, heard: ListenerState) -> tuple[Field, ...]:
        """Return the form, with the traits that resist as a proposal."""
        return list_fields(Resistance, {"traits": {"initial": self.resists}}, "traits", "unacceptable")

    def check_ruling(self, action: str, heard: ListenerState) -> Text:
        """Return why nothing is rolled. Raises `BadInput` without traits."""
        if heard.ruling.unacceptable:
            return Text("unacceptable")
        if not heard.ruling.traits.strip():
            raise BadInput("no_traits", Text("Choose the traits that resist it."), key="traits")
        return EMPTY

    def oppose(self, heard: ListenerState) -> str:
        """Return the traits of the ruling."""
        return str(heard.ruling.traits).strip()


def find_listener(task: Task, character: str) -> int:
    """Return the place of a listener. Raises `IllegalMove` if it is none."""
    for place, listener in enumerate(task.listeners):
        if listener.character == character:
            return place
    raise IllegalMove("no_listener", Text("That influence does not target this character."))


def list_unruled(task: Task) -> tuple[Listener, ...]:
    """Return the listeners of whom the Storyteller has not said yet what weighs on them."""
    return tuple(
        listener for listener in task.listeners if task.is_open and listener.ruling is None and not listener.answer
    )


def list_rollers(task: Task) -> tuple[str, ...]:
    """Return who must act next: no one before the ruling, then who rolls, then those who are reached."""
    first = task.sides[0]
    if list_unruled(task):
        return ()
    if first.made is None:
        return (first.character,)
    return tuple(listener.character for listener in task.listeners if listener.reached and not listener.answer)


def rule_listener(task: Task, place: int, ruling: Mapping[str, Json], unheard: Text) -> Task:
    """Return the task with the ruling on one listener. `unheard`: why nothing is rolled for it."""
    ruled = with_listener(task, place, ruling=ruling, answer=UNHEARD if unheard else "")
    return _close(ruled, unheard) if all(listener.answer for listener in ruled.listeners) else ruled


def begin_contest(task: Task, place: int, traits: str) -> Task:
    """Return the task as a contest: the listener resists by a roll of these traits."""
    listener = task.listeners[place]
    other = Side(listener.character, listener.name, traits, veiled=listener.veiled)
    return replace(task, kind="contested", hidden=False, sides=(*task.sides, other), influence=None)


def give_in(task: Task, index: int) -> Task:
    """Return the contest after its other side has given in without a roll. Raises `IllegalMove` for any other side."""
    if task.kind != "contested" or index != 1:
        raise IllegalMove("no_yielding", Text("Only the side that resists can give in."))
    opened = tuple(replace(side, sealed=None, chosen=None) for side in task.sides)
    return replace(task, sides=opened, status="success", winner=0, verdict=Text("gives in"), rule="")


def hear_roll(task: Task, total: int, stands: Sequence[int]) -> Task:
    """Return the task after the roll: who is reached, and the answers of those who have nothing to say.

    `stands` is what the roll must reach for each listener.
    """
    for place, (listener, least) in enumerate(zip(task.listeners, stands, strict=True)):
        if listener.answer:
            continue
        reached = total >= least
        silent = READ if reached and task.influence and task.influence.private else "" if reached else HELD
        task = with_listener(task, place, reached=reached, answer=silent)
    sides = (replace(task.sides[0], made=total),)
    return _close_if_answered(replace(task, sides=sides))


def hear_answer(task: Task, place: int, answer: str) -> Task:
    """Return the task after the answer of one listener."""
    return _close_if_answered(with_listener(task, place, answer=answer))


def with_listener(task: Task, place: int, **changes: Any) -> Task:
    """Return the task with one listener changed."""
    listeners = list(task.listeners)
    listeners[place] = replace(listeners[place], **changes)
    influence = replace(task.influence or Influence("", ()), listeners=tuple(listeners))
    return replace(task, influence=influence)


def begin_again(task: Task) -> Task:
    """Return the task as if nothing had been ruled, rolled or answered."""
    for place in range(len(task.listeners)):
        task = with_listener(task, place, ruling=None, reached=None, answer="")
    return task


WON = ("accept", READ)
SAID: Mapping[str, Text] = {
    "accept": Text("swayed"),
    "refuse": Text("refused"),
    "unacceptable": Text("unacceptable"),
    UNHEARD: Text("unacceptable"),
    HELD: Text("resisted"),
    READ: Text("read"),
}
"""What an answer is called."""


def _close_if_answered(task: Task) -> Task:
    return _close(task) if all(listener.answer for listener in task.listeners) else task


def _close(task: Task, why: Text = EMPTY) -> Task:
    """Return the task with its result: a success if anyone was swayed."""
    status: Status = "success" if any(listener.answer in WON for listener in task.listeners) else "failure"
    if len(task.listeners) == 1:
        verdict = why or SAID[task.listeners[0].answer]
    else:
        named = (
            Text("{who}: {what}", who=SOMEBODY if listener.veiled else listener.name, what=SAID[listener.answer])
            for listener in task.listeners
        )
        verdict = join(", ", named)
    return replace(task, status=status, verdict=verdict, rule="")
