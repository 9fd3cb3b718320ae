"""The steps of a task: who must act, what a roll or help does, how contests are settled."""

from collections.abc import Collection
from dataclasses import replace
from typing import Any

from rules.codec import decode, encode
from rules.errors import BadInput, IllegalMove, check_range
from rules.roll import Roll
from rules.tasks.influence import MAX_TRAITS, list_rollers
from rules.tasks.model import SHARED, SOMEBODY, UNITS, Side, Status, Task
from rules.tasks.rules import TaskRules
from rules.text import Text, join, word

MAX_TITLE = 80
MAX_TARGET, MAX_ROLLS, MAX_INTERVAL = 500, 100, 1000
SUCCESSES = ("success", "exceptional")
"""The outcomes of a roll that are successes."""
FELL = Text("Can’t go on")
OTHER_FELL = Text("The other side can’t go on")
NOBODY_LEFT = Text("No side can continue")


def check_task(task: Task, rules: TaskRules) -> Task:
    """Return the task. Raises `BadInput` that says what is wrong if this book does not allow it."""
    if task.influence is None and task.kind not in [kind.value for kind in rules.kinds]:
        known = join(", ", (kind.label for kind in rules.kinds))
        raise BadInput("unknown_kind", Text("Tasks here must be one of: {known}.", known=known))
    _check_length("title", task.title.strip(), MAX_TITLE, least=1)
    if task.botch not in {choice.value for choice in rules.botches} | {""}:
        raise BadInput("unknown_botch", Text("A botch can’t cost that here."), key="botch")
    if task.unit not in UNITS:
        sentence = Text("Count the time of a roll in {known}.", known=join(", ", map(word, UNITS)))
        raise BadInput("unknown_unit", sentence, key="unit")
    _check_range("interval", task.interval, 0, MAX_INTERVAL)
    if task.helper_limit is not None:
        _check_range("helper_limit", task.helper_limit, 0, MAX_ROLLS)
    _check_who(task)
    if not rules.two_targets and len({side.target for side in task.sides}) > 1:
        raise BadInput("two_targets", Text("Both sides need the same number of successes."), key="other_target")
    if task.influence is not None:
        _check_influence(task, rules)
    elif task.hidden:
        _check_hiding(task, rules)
    for side in task.sides:
        _check_side(side, task, rules)
    _check_settings(task, rules)
    return task


def _check_who(task: Task) -> None:
    """Raise `BadInput` if the sides and helpers are not as many as the kind of task needs, or anyone is in it twice."""
    wanted = 2 if task.kind in ("contested", "extended_contested") else 1
    if len(task.sides) != wanted:
        missing, extra = Text("A contest has two sides; choose the opponent."), Text("Only a contest has two sides.")
        raise BadInput("wrong_sides", missing if wanted == 2 else extra)
    if bool(task.helpers) != (task.kind in SHARED):
        raise BadInput("no_helpers", Text("Only teamwork has helpers, and it needs at least one. Choose who helps."))
    if len({person.character for person in task.everybody}) < len(task.everybody):
        raise BadInput("twice", Text("No one can take part twice in one task."))


def _check_hiding(task: Task, rules: TaskRules) -> None:
    if rules.conceal is None:
        raise BadInput(
            "no_hiding", Text("Don’t hide the difficulty: this game has no hidden difficulties."), key="hidden"
        )
    if task.is_contest:
        raise BadInput("no_hiding", Text("Don’t hide the difficulty: contests have no hidden numbers."), key="hidden")
    if task.sides[0].difficulty is None:
        raise BadInput("no_hiding", Text("To hide the difficulty, enter it as a number."), key="difficulty")


def _check_influence(task: Task, rules: TaskRules) -> None:
    known = rules.influence.actions if rules.influence else ()
    if task.influence is None or task.influence.action not in [choice.value for choice in known]:
        sentence = Text("Influence here must be one of: {known}.", known=join(", ", (choice.label for choice in known)))
        raise BadInput("unknown_influence", sentence, key="influence")
    most = rules.influence.most if rules.influence else 0
    if not 1 <= len(task.listeners) <= most:
        sentence = Text("Choose at most {n} targets.", n=most)
        raise BadInput("no_listeners", sentence, key="listeners")
    aimed = [listener.character for listener in task.listeners]
    if len({*aimed, task.sides[0].character}) < 1 + len(aimed):
        raise BadInput("twice", Text("No one can take part twice in one task."), key="listeners")


def _check_settings(task: Task, rules: TaskRules) -> None:
    known = {setting.name: setting for setting in rules.settings.get(task.kind, ())}
    for name, value in task.settings.items():
        if name not in known:
            sentence = Text("{name} can’t be set for a single task of this kind.", name=repr(name[:40]))
            raise BadInput("unknown_setting", sentence, key=name[:40])
        if value not in [choice.value for choice in known[name].choices]:
            labels = join(", ", (choice.label for choice in known[name].choices))
            sentence = Text("{label}: choose one of {labels}.", label=known[name].label, labels=labels)
            raise BadInput("unknown_choice", sentence, key=name)


def _check_side(side: Side, task: Task, rules: TaskRules) -> None:
    _check_length("traits", side.traits, MAX_TRAITS)
    if task.is_extended and not side.target:
        sentence = Text("Enter the successes needed: 1 to {n}.", n=MAX_TARGET)
        raise BadInput("no_target", sentence, key="target")
    if task.is_extended:
        _check_range("successes needed", side.target, 1, MAX_TARGET)
    if side.max_rolls is not None:
        _check_range("max_rolls", side.max_rolls, 1, MAX_ROLLS)
    if side.difficulty is not None:
        if rules.difficulty is None:
            raise BadInput("no_difficulty", Text("Rolls have no difficulty here."), key="difficulty")
        _check_range("difficulty", side.difficulty, rules.difficulty.low, rules.difficulty.high)


def _check_range(key: str, value: int, low: int, high: int) -> None:
    check_range(word(key.replace("_", " ").capitalize()), value, low, high, key)


def _check_length(key: str, text: str, most: int, least: int = 0) -> None:
    if not least <= len(text) <= most:
        sentence = Text("{key} must be {least} to {most} characters.", key=word(key), least=least, most=most)
        raise BadInput("bad_text", sentence, key=key)


def awaited(task: Task) -> tuple[str, ...]:
    """Return the characters that must act next: helpers first, in contests every side without a roll.

    Of influence it is who rolls, then those who answer.
    """
    if not task.is_open:
        return ()
    if task.influence is not None:
        return list_rollers(task)
    helping = tuple(helper.character for helper in task.helpers if helper.gain is None)
    if helping:
        return helping
    return tuple(side.character for side in task.sides if side.sealed is None and side.chosen is None and side.may_roll)


def check_turn(task: Task, character: str) -> None:
    """Raise `IllegalMove` if the task does not wait for this character."""
    if not task.is_open:
        raise IllegalMove("task_closed", Text("“{title}” is done.", title=task.title))
    if character not in awaited(task):
        names = {person.character: person.name for person in task.everybody if not person.veiled}
        waits = join(", ", (names.get(key, SOMEBODY) for key in awaited(task)))
        raise IllegalMove("not_awaited", Text("“{title}” is waiting for {waits}.", title=task.title, waits=waits))


def add_roll(task: Task, index: int, roll: Roll, rules: TaskRules, options: Any) -> Task:
    """Return the task after the roll of one side. In a contest the roll is sealed until `is_ready`."""
    if task.is_contest:
        return with_side(task, index, sealed=encode(roll))
    if task.kind != "extended":
        status: Status = "success" if roll.outcome in SUCCESSES else "failure"
        rolled = with_side(_end_interval(task, index), index, made=roll.total)
        return replace(rolled, status=status, verdict=_judge(task.sides[index], roll))
    found = rules.extend(task, roll, options)
    side = task.sides[index]
    after = with_side(_end_interval(task, index), index, total=found.total, gains=(*side.gains, found.gained))
    return run_out(replace(after, status=found.status, verdict=found.verdict, rule=found.rule))


def _end_interval(task: Task, index: int) -> Task:
    """Return the task with one interval over. The time that an interruption cut off was not spent."""
    side = task.sides[index]
    cut_off = task.interval_seconds - side.begun if side.cut else 0
    return with_side(task, index, begun=0, cut=None, spared=side.spared + cut_off)


def _judge(side: Side, roll: Roll) -> Text:
    """Return the verdict of a roll. After an interruption, a success has only a part of its effect."""
    if side.cut is None or roll.outcome not in SUCCESSES:
        return roll.verdict
    return Text(
        "{verdict}, for {n} of {of} parts of the effect", verdict=roll.verdict, n=side.cut.parts, of=side.cut.of
    )


def run_out(task: Task) -> Task:
    """Return the task; it is over if no side has a roll left."""
    if not task.is_open or any(side.may_roll or side.sealed for side in task.sides):
        return task
    return replace(task, status="tie" if task.is_contest else "failure", verdict=Text("Out of time"))


def takes_choices(task: Task, rules: TaskRules) -> bool:
    """Return whether both sides choose what they roll before any die falls: each one's dice are the other's difficulty.

    True unless the Storyteller has set the difficulties.
    """
    return rules.oppose is not None and task.is_contest and any(side.difficulty is None for side in task.sides)


def is_ready(task: Task) -> bool:
    """Return whether a contest has all the rolls to be settled."""
    return task.is_open and task.is_contest and any(side.sealed for side in task.sides) and not awaited(task)


def settle(task: Task, rules: TaskRules, options: Any) -> Task:
    """Compare the rolls of a contest that `is_ready`, and unseal them. A side without rolls left has none."""
    first, second = (None if side.sealed is None else decode(Roll, side.sealed) for side in task.sides)
    opened = replace(task, sides=tuple(replace(side, sealed=None) for side in task.sides))
    if rules.contest and first and second and task.kind == "contested":
        found = rules.contest(first, second, options)
        return _decide(opened, found.winner, found.verdict, found.rule)
    if rules.race is None:
        raise IllegalMove("no_contest", Text("This game has no such contest."))
    race = rules.race(task, (first, second), options)
    for index, side in enumerate(task.sides):
        if side.sealed is not None:
            gains = (*side.gains, race.gains[index])
            opened = _end_interval(opened, index)
            opened = with_side(opened, index, total=race.totals[index], gains=gains, ruined=race.ruined[index])
    if not race.is_over:
        return run_out(replace(opened, verdict=race.verdict, rule=race.rule))
    return _decide(opened, race.winner, race.verdict, race.rule)


def _decide(task: Task, winner: int | None, verdict: Text, rule: str) -> Task:
    status: Status = "tie" if winner is None else "success" if winner == 0 else "failure"
    return replace(task, status=status, winner=winner, verdict=verdict, rule=rule)


def add_help(task: Task, index: int, gain: int, outcome: str) -> Task:
    """Return the task after a helper has helped or declined."""
    helpers = list(task.helpers)
    helpers[index] = replace(helpers[index], gain=gain, outcome=outcome)
    return replace(task, helpers=tuple(helpers))


def end_task(task: Task) -> Task:
    """Break the task off. No side wins or loses, not even one that is behind."""
    if not task.is_open:
        raise IllegalMove("task_closed", Text("“{title}” is done.", title=task.title))
    opened = tuple(replace(side, sealed=None, chosen=None) for side in task.sides)
    return replace(task, sides=opened, status="ended", verdict=Text("Broken off"), rule="")


def reveal_task(task: Task) -> Task:
    """Show a hidden difficulty to everyone."""
    if not task.hidden or task.influence is not None:
        raise IllegalMove("not_hidden", Text("This task’s difficulty is already known."))
    return replace(task, hidden=False)


def rule_total(task: Task, index: int, total: int) -> Task:
    """Set the total of one side. Only its next roll can reach the target with it."""
    if not task.is_open or not task.is_extended:
        raise IllegalMove("not_extended", Text("Only the total of an extended action in progress can be set."))
    _check_range("total", total, 0, MAX_TARGET)
    return with_side(task, index, total=total)


def with_side(task: Task, index: int, **changes: Any) -> Task:
    """Return the task with one side changed."""
    sides = list(task.sides)
    sides[index] = replace(sides[index], **changes)
    return replace(task, sides=tuple(sides))


def is_race(task: Task) -> bool:
    """Return whether several gather successes against each other, in one contest or side by side in one request."""
    return task.is_open and (task.kind == "extended_contested" or (task.kind == "extended" and bool(task.group)))


def lose_race(task: Task, fallen: Collection[int]) -> Task:
    """Return the race after these sides have fallen: they lose it, and nothing that is still sealed counts."""
    opened = replace(task, sides=tuple(replace(side, sealed=None, chosen=None) for side in task.sides), rule="")
    if not task.is_contest:
        return replace(opened, status="failure", verdict=FELL)
    if len(fallen) > 1:
        return replace(opened, status="tie", winner=None, verdict=NOBODY_LEFT)
    won = 0 not in fallen
    return replace(opened, status="success" if won else "failure", winner=0 if won else 1, verdict=OTHER_FELL)
