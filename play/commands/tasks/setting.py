"""Setting a task, and setting it again."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from campaigns.models import Character
from play.commands import moves
from play.commands.context import CommandContext
from play.commands.days import check_days
from play.commands.figures import compute_sheet, open_figures
from play.commands.roll_meaning import parse_traits
from play.commands.rolls import new_id
from play.commands.tasks.finding import find_task, lock_clock
from play.commands.tasks.memory import recall
from play.table.state import series_options
from play.table.task_events import TasksAsked, TaskStarted, share_audience
from rules.battle import Choice, Event, Json
from rules.codec import decode
from rules.errors import BadInput, IllegalMove
from rules.names import clean_line
from rules.pool import Pool
from rules.tasks import EXTENDED, SHARED, Helper, Side, Task, TaskRules, begin_again, check_task, task_audience
from rules.text import EMPTY, Text

MAX_OPEN = 12
"""The most open tasks; a request to many counts as one."""
MAX_ASKED = 20
CONTESTS = ("contested", "extended_contested")


def start_task(context: CommandContext, move: moves.StartTask) -> Sequence[Event]:
    """Set a task for somebody."""
    context.require_storyteller()
    check_room(context)
    move = arrange(context, move)
    asked = _list_asked(context, move)
    group = new_id() if len(asked) > 1 else ""
    plans = [plan_task(context, replace(move, character=key, characters=())) for key in asked]
    tasks = tuple(replace(recall(context, plan), began=lock_clock(context), group=group) for plan in plans)
    if not group:
        return [TaskStarted(tasks[0], audience=task_audience(tasks[0]))]
    return [TasksAsked(tasks, audience=share_audience(tasks))]


def arrange(context: CommandContext, move: moves.StartTask) -> moves.StartTask:
    """Return the move with its people in their places, where several are named under “Who” alone.

    In a contest the first leads and the second resists; in teamwork the first leads and the others help.
    Everybody at once has no first, so nothing is arranged.
    """
    asked = _list_named(context, move)
    if len(asked) < 2 or moves.EVERYBODY in move.characters:
        return move
    if move.action in CONTESTS and not move.against:
        if len(asked) > 2:
            raise BadInput(
                "two_sides",
                Text("A contest has two sides: choose two characters, or one and an opponent."),
                key="characters",
            )
        return replace(move, character=asked[0], characters=(), against=asked[1])
    if move.action in SHARED and not move.helpers:
        return replace(move, character=asked[0], characters=(), helpers=asked[1:])
    return move


def _list_named(context: CommandContext, move: moves.StartTask) -> tuple[str, ...]:
    """Return the keys of those who are named under “Who”, each once."""
    named = [key for key in (move.character, *move.characters) if key]
    if moves.EVERYBODY in named:
        played = Character.objects.filter(series=context.series, hidden=False).exclude(owner=None).order_by("name")
        able = [key for key in map(str, played.values_list("pk", flat=True)) if not _is_idle(context, key)]
        named = [*able, *(key for key in named if key != moves.EVERYBODY)]
    return tuple(dict.fromkeys(named))


def _is_idle(context: CommandContext, key: str) -> bool:
    return bool(context.system.battle.why_no_roll(context.state.battle, key))


def _list_asked(context: CommandContext, move: moves.StartTask) -> tuple[str, ...]:
    """Return the keys of those who are asked. Raises `BadInput` for none or too many."""
    asked = _list_named(context, move)
    if not asked:
        raise BadInput("nobody", Text("Choose who acts."), key="characters")
    if len(asked) > MAX_ASKED:
        raise BadInput("too_many", Text("You can ask at most {n} characters at once.", n=MAX_ASKED), key="characters")
    if len(asked) > 1 and move.action in SHARED:
        raise BadInput("one_leads", Text("Choose one leader, and the others under “Helpers”."), key="characters")
    return asked


def plan_task(context: CommandContext, move: moves.StartTask) -> Task:
    """Return the task that a move would set, without its time. Raises `BadInput` that says what is wrong with it."""
    rules = context.system.tasks
    if move.action not in {kind.value for kind in rules.kinds}:
        labels = ", ".join(kind.label for kind in rules.kinds)
        raise BadInput("unknown_action", Text("Tasks here must be one of: {labels}.", labels=labels), key="action")
    wanted = _target(rules, move)
    interval, unit = _time(rules, move)
    sides = [_side(context, move, move.character, move.traits, move.difficulty, wanted)]
    if move.action in CONTESTS:
        if not move.against:
            sentence = Text("Choose the opponent. Against something that has no dice, use one roll with a difficulty.")
            raise BadInput("no_opponent", sentence, key="against")
        target = wanted if move.other_target is None else move.other_target
        sides.append(_side(context, move, move.against, move.other_traits, move.other_difficulty, target))
    for side in sides:
        if why := context.system.battle.why_no_roll(context.state.battle, side.character):
            raise BadInput("idle", why, key="characters")
    sides = _measure_sides(context, move, sides)
    helping = move.helpers if move.action in SHARED else ()
    helper_traits = move.helper_traits or (move.traits if move.action in rules.same_help else "")
    action: Any = move.action
    task = Task(
        id=new_id(),
        title=clean_line(move.title),
        kind=action,
        sides=tuple(sides),
        hidden=move.hidden,
        pressure=move.pressure,
        apart=move.apart,
        interval=interval,
        unit=unit,
        botch=move.botch or (rules.botches[0].value if rules.botches else ""),
        helpers=tuple(_helper(context, key, helper_traits) for key in dict.fromkeys(helping)),
        helper_limit=move.helper_limit if helping else None,
        settings=_settings(context, move),
        spent=move.spent,
    )
    if task.spent:
        check_days(task.interval_seconds)
    return _with_lead(context, check_task(task, rules))


def _measure_sides(context: CommandContext, move: moves.StartTask, sides: Sequence[Side]) -> list[Side]:
    """Return the sides with the targets and the bonus dice that their traits give."""
    rules = context.system.tasks
    takes_target = bool(move.target_from) and move.action in EXTENDED and rules.count_target is not None
    takes_edge = move.edge and len(sides) > 1 and rules.count_edge is not None
    if not (takes_target or takes_edge):
        return [*sides]
    if move.target_from and move.target_from not in {choice.value for choice in rules.targets}:
        raise BadInput("unknown_row", Text("Choose from the list what sets the target."), key="target_from")
    sheets = [compute_sheet(context.system, context.state, context.get_character(side.character)) for side in sides]
    measured = []
    for index, side in enumerate(sides):
        whose = len(sides) - 1 - index  # in a contest the traits of the other side are the target
        found: dict[str, Any] = {}
        if takes_target and rules.count_target is not None:
            asked = _parse_measured(context, sheets[whose], sides[whose].traits, move.target_from)
            found["target"] = rules.count_target(sheets[whose], asked, move.target_from)
        if takes_edge and rules.count_edge is not None:
            found["edge"] = rules.count_edge(sheets[index], sheets[whose])
        measured.append(replace(side, **found))
    return measured


def _parse_measured(context: CommandContext, sheet: Any, traits: str, source: str) -> Any:
    """Return the request of the traits that are the target. Raises `BadInput` if none are named and they count."""
    asked = parse_traits(context.system, sheet, traits)
    if not asked and source != "speed":
        raise BadInput("no_traits", Text("Enter the traits to roll: the target comes from them."), key="traits")
    return decode(context.system.rolls.request, asked)


def _with_lead(context: CommandContext, task: Task) -> Task:
    """Return the task with the leader of the group in the first place, and why the book lets this one roll for the
    group.

    A character that not everybody may know of leads only others of that kind.
    """
    rules, first = context.system.tasks, task.sides[0]
    if task.kind != "teamwork" or rules.lead is None or not first.traits:
        return task
    group = [side for side in task.everybody if first.veiled or not side.veiled]
    found = rules.lead([_preview_member(context, member.character, first.traits) for member in group])
    best = group[found.index]
    led = replace(task, lead=found.why, lead_rule=found.rule)
    if isinstance(best, Side):
        return led
    leader = replace(first, character=best.character, name=best.name, veiled=best.veiled)
    helper = replace(best, character=first.character, name=first.name, veiled=first.veiled)
    helpers = tuple(helper if other is best else other for other in task.helpers)
    return replace(led, sides=(leader,), helpers=helpers)


def _preview_member(context: CommandContext, key: str, traits: str) -> tuple[Any, Any, Pool]:
    """Return the sheet of one of a group, what this one would roll, and the pool of that."""
    figures = open_figures(context, context.get_character(key))
    sheet = figures.sheet
    request = figures.suffer(decode(context.system.rolls.request, parse_traits(context.system, sheet, traits)))
    return sheet, request, context.system.rolls.pool(sheet, request, series_options(context.system, context.series))


def _target(rules: TaskRules, move: moves.StartTask) -> int | None:
    """Return the Storyteller's own number, or that of the row chosen in the book's table."""
    if not move.challenge or move.target is not None:
        return move.target
    return int(_row("challenge", move.challenge, rules.challenges))


def _time(rules: TaskRules, move: moves.StartTask) -> tuple[int, str]:
    """Return the time of one roll and its unit: the Storyteller's own, or those of the row chosen in the table."""
    if not move.pace or move.interval:
        return move.interval, move.unit or "minute"
    number, unit = _row("pace", move.pace, rules.paces).split()
    return int(number), unit


def _row(key: str, value: str, table: Sequence[Choice]) -> str:
    if value not in [choice.value for choice in table]:
        raise BadInput("unknown_row", Text("The book’s table has no such row. Choose another."), key=key)
    return value


def _settings(context: CommandContext, move: moves.StartTask) -> Mapping[str, Json]:
    """Return what the Storyteller sets for this task alone; the rest is as the series has it now."""
    series = series_options(context.system, context.series)
    known = context.system.tasks.settings.get(move.action, ())
    return {setting.name: move.settings.get(setting.name) or getattr(series, setting.name) for setting in known}


def check_room(context: CommandContext) -> None:
    """Refuse another task where too many are open."""
    if len({task.group or task.id for task in context.state.work.tasks if task.is_open}) >= MAX_OPEN:
        raise IllegalMove("too_many", Text("{n} tasks are open. End one first.", n=MAX_OPEN))


def _side(
    context: CommandContext, move: moves.StartTask, key: str, traits: str, difficulty: int | None, target: int | None
) -> Side:
    character = context.get_character(key)
    sheet = compute_sheet(context.system, context.state, character)
    asked = parse_traits(context.system, sheet, traits)
    is_extended = move.action in EXTENDED
    return Side(
        character=str(character.pk),
        name=character.name,
        traits=traits.strip(),
        difficulty=difficulty,
        target=(target or 0) if is_extended else 0,
        max_rolls=_limit(context, move, sheet, asked) if is_extended else None,
        veiled=character.hidden,
    )


def _limit(context: CommandContext, move: moves.StartTask, sheet: Any, asked: Mapping[str, Json]) -> int | None:
    """Return the most rolls: the Storyteller's number, the dots rolled where the book limits by them, or the smaller
    one.
    """
    by_traits = context.system.tasks.roll_limit
    if not move.by_traits or by_traits is None:
        return move.max_rolls
    if not asked:
        raise BadInput("no_traits", Text("Choose the traits to roll: they limit the number of rolls."), key="traits")
    dots = by_traits(sheet, decode(context.system.rolls.request, asked))
    return dots if move.max_rolls is None else min(dots, move.max_rolls)


def _helper(context: CommandContext, key: str, traits: str) -> Helper:
    character = context.get_character(key)
    parse_traits(context.system, compute_sheet(context.system, context.state, character), traits)
    return Helper(str(character.pk), character.name, traits.strip(), character.hidden)


def try_again(context: CommandContext, move: moves.TryAgain) -> Sequence[Event]:
    """Set a finished task again. Earlier failures are remembered, unless they are waived."""
    context.require_storyteller()
    check_room(context)
    done = find_task(context, move.task)
    if done.is_open:
        raise IllegalMove("still_open", Text("“{title}” is still in progress.", title=done.title))
    fresh: dict[str, Any] = {"total": 0, "gains": (), "looked": False, "ruined": False, "sealed": None}
    fresh |= {"begun": 0, "spared": 0, "cut": None, "made": None, "chosen": None}
    sides = tuple(replace(side, **fresh) for side in done.sides)
    helpers = tuple(replace(helper, gain=None, outcome="") for helper in done.helpers)
    task = replace(
        begin_again(done),
        id=new_id(),
        group="",
        began=lock_clock(context),
        sides=sides,
        helpers=helpers,
        status="open",
        winner=None,
        verdict=EMPTY,
        rule="",
    )
    task = recall(context, _with_lead(context, task), waived=move.waive)
    return [TaskStarted(task, waived=move.waive, audience=task_audience(task))]
