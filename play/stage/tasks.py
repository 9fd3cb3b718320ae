"""Facts of the tasks outside combat: how far each has come, who is awaited, and what the seat may do."""

from collections.abc import Sequence
from typing import cast

from play.offers.fields import make_input as shape_input
from play.offers.fields import split, split_asks
from play.seats.board import AskPad, Board, StuntLine, TaskBoard, TaskPad
from play.stage.forms import make_input
from play.stage.shape import Ask, Input, Pad, Side, Stunt, Task, Tasks
from play.stage.words import Language, drop_empty, tell
from rules import get_system
from rules.battle import Field
from rules.lru_cache import cached_by_identity
from rules.tasks import EXTENDED, TaskView
from rules.tasks.view import HelperView, ListenerView, SideView

SELDOM = frozenset({"gestures", "written", "overturns", "resolve"})
"""What seldom weighs on influence."""


def make_tasks(board: Board, language: Language) -> Tasks | None:
    """Return the tasks, the newest last; None where there are none and no stunts."""
    tasks = board.task_board
    if not (tasks.tasks or tasks.stunts):
        return None
    return _make_tasks(tasks, board.storyteller, get_system(board.system).tasks.spoken.traits, language)


@cached_by_identity(256)
def _make_tasks(board: TaskBoard, storyteller: bool, traits: Sequence[str], language: Language) -> Tasks:
    rolls = {task["id"]: sum(side["rolls"] for side in task["sides"]) for task in board.tasks}
    made = {
        "items": {task["id"]: _make_task(task, board) for task in board.tasks},
        "order": [task["id"] for task in board.tasks],
        "pads": [_make_pad(pad, rolls.get(pad.task, 0), storyteller, traits, language) for pad in board.pads],
        "asks": [_make_ask(ask, language) for ask in board.asks],
        "stunts": [*map(_make_stunt, board.stunts)],
        "ratings": [*board.ratings],
        "ways": [{"value": way.value, "label": tell(way.label)} for way in board.interruptions],
    }
    return cast(Tasks, made)


def _make_task(task: TaskView, board: TaskBoard) -> Task:
    made = {
        "title": task["title"],
        "kind": task["kind"],
        "kind_says": tell(board.kinds.get(task["action"] or task["kind"], task["kind"])),
        "status": task["status"],
        "sides": [*map(_make_side, task["sides"])],
        "helpers": [*map(_make_helper, task["helpers"])],
        "listeners": [*map(_make_listener, task["listeners"])],
        "mine": [*task["mine"]],
    }
    more = drop_empty(
        group=task["group"],
        verdict=tell(task["verdict"]),
        is_hidden=task["hidden"],
        is_confided=task["confided"],
        has_pressure=task["pressure"],
        is_extended=task["kind"] in EXTENDED,
        interval=task["interval"] or None,
        time=tell(task["time"]),
        lead=tell(task["lead"]),
        action=task["action"],
    )
    return cast(Task, made | more)


def _make_side(side: SideView) -> Side:
    made = {"name": side["name"], "target": side["target"], "rolls": side["rolls"]}
    more = drop_empty(
        character=side["character"],
        mine=side["mine"],
        traits=tell(side["traits"]),
        difficulty=side["difficulty"],
        total=side["total"],
        max_rolls=side["max_rolls"],
        rolled=side["rolled"],
        chosen=side["chosen"],
        successes=side["successes"],
        note=tell(side["note"]),
        looked=side["looked"],
        winner=side["winner"],
    )
    return cast(Side, made | more)


def _make_helper(helper: HelperView) -> dict[str, object]:
    return {"name": helper["name"]} | drop_empty(
        mine=helper["mine"], gain=helper["gain"], outcome=tell(helper["outcome"])
    )


def _make_listener(listener: ListenerView) -> dict[str, object]:
    return {"name": listener["name"]} | drop_empty(
        character=listener["character"], mine=listener["mine"], unruled=listener["unruled"], said=tell(listener["said"])
    )


def _make_pad(pad: TaskPad, rolls: int, storyteller: bool, traits: Sequence[str], language: Language) -> Pad:
    """Return what one character may do for a task. After each roll its fields have new ids: nothing stays ticked.

    `traits`: the fields that say what is rolled. They stay in sight, also one that begins with nothing.
    """
    id = f"task-{pad.task}-{pad.character}-{rolls}"
    inputs = tuple(shape_input(field, f"r.{field.name}", id) for field in pad.fields)
    fields, asked = tuple(pad.fields), inputs[:0]
    if not storyteller:
        fields, inputs, asked = split_asks(fields, inputs, ("stunt",))
    # Where the traits are given, one tap rolls: there is nothing to choose.
    main, more = ((), inputs) if pad.traits else split(fields, inputs, traits)
    made = {"id": id, "task": pad.task, "character": pad.character, "name": pad.name}
    told = drop_empty(
        owner=pad.owner,
        traits=tell(pad.traits),
        helps=pad.helps,
        rolls=pad.rolls,
        may_look=pad.may_look,
        automatic=pad.automatic,
        rates=pad.rates,
        may_yield=pad.may_yield,
        note=tell(pad.note),
        main=[make_input(one, language) for one in main],
        more=[make_input(one, language) for one in more],
        asks=[make_input(one, language) for one in asked],
    )
    return cast(Pad, made | told)


def _make_ask(ask: AskPad, language: Language) -> Ask:
    id = f"ask-{ask.task}-{ask.character}-{ask.move}"
    made = {"id": id, "task": ask.task, "character": ask.character, "name": ask.name, "move": ask.move}
    seldom = [field for field in ask.fields if field.name in SELDOM]
    often = [field for field in ask.fields if field.name not in SELDOM]
    fields = {
        "main": make_inputs(often, id, "i.", language),
        "more": make_inputs(seldom, id, "i.", language),
    }
    return cast(Ask, {**made, **fields, **drop_empty(stand=tell(ask.stand))})


def make_inputs(fields: Sequence[Field], id: str, prefix: str, language: Language) -> list[Input]:
    """Return the fields of a form of this id; `prefix`: what the names begin with that it sends."""
    return [make_input(shape_input(field, f"{prefix}{field.name}", id), language) for field in fields]


def _make_stunt(stunt: StuntLine) -> Stunt:
    made = {"id": stunt.id, "character": stunt.character, "name": stunt.name, "rating": stunt.rating}
    choices = [{"value": value, "label": tell(label)} for value, label in stunt.choices]
    return cast(Stunt, {**made, "state": stunt.state, **drop_empty(choices=choices)})
