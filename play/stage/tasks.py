"""Facts of the tasks outside combat: how far each has come, who is awaited, and what the seat may do."""

from collections.abc import Mapping, Sequence
from typing import cast

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from play.offers.fields import make_input as shape_input
from play.offers.fields import split, split_asks
from play.seats.board import AskPad, Board, StuntLine, TaskBoard, TaskPad
from play.stage.forms import make_input
from play.stage.shape import Ask, Input, Pad, Side, Stunt, Task, Tasks
from play.stage.words import Language, drop_empty, translate
from play.table.lines import count_dice, count_successes
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
    traits = get_system(board.system).tasks.spoken.traits
    return _make_tasks(tasks, board.storyteller, board.place.is_open, traits, language)


@cached_by_identity(256)
def _make_tasks(board: TaskBoard, storyteller: bool, is_open: bool, traits: Sequence[str], language: Language) -> Tasks:
    shared = _find_shared(board, storyteller)
    rolls = {task["id"]: sum(side["rolls"] for side in task["sides"]) for task in board.tasks}
    awarded = {stunt.character: _describe_stunt(stunt) for stunt in board.stunts if stunt.state == "awarded"}
    made = {
        "items": {task["id"]: _make_task(task, board, storyteller and is_open) for task in board.tasks},
        "order": [task["id"] for task in board.tasks],
        "pads": [
            _make_pad(pad, rolls.get(pad.task, 0), storyteller, traits, awarded, language)
            | drop_empty(group=shared.get((pad.task, pad.character)))
            for pad in board.pads
        ],
        "asks": [_make_ask(ask, language) for ask in board.asks],
        "stunts": [_make_stunt(stunt, board.ratings) for stunt in board.stunts],
    }
    return cast(Tasks, made | drop_empty(may_rule=storyteller and is_open))


def _find_shared(board: TaskBoard, storyteller: bool) -> Mapping[tuple[str, str], str]:
    """Return the requests to many by the task and character of those pads that one tap can roll together.

    The Storyteller rolls for those that no player has.
    """
    tasks = {task["id"]: task for task in board.tasks}
    own: dict[str, list[tuple[str, str]]] = {}
    for pad in board.pads:
        task = tasks.get(pad.task)
        if task and task["group"] and task["kind"] == "simple" and pad.traits and not (storyteller and pad.owner):
            own.setdefault(task["group"], []).append((pad.task, pad.character))
    return {pad: group for group, pads in own.items() if len(pads) > 1 for pad in pads}


def _make_task(task: TaskView, board: TaskBoard, may_rule: bool) -> Task:
    is_extended, is_ruled = task["kind"] in EXTENDED, may_rule and task["status"] == "open"
    losses = board.list_interruptions(task) if is_ruled else ()
    made = {
        "title": task["title"],
        "kind": task["kind"],
        "kind_says": translate(board.kinds.get(task["action"] or task["kind"], task["kind"])),
        "status": task["status"],
        "sides": [
            _make_side(side) | _make_rulings(side, bool(losses) or is_extended, is_extended)
            if is_ruled
            else _make_side(side)
            for side in task["sides"]
        ],
        "helpers": [_make_helper(helper, task) for helper in task["helpers"]],
        "listeners": [*map(_make_listener, task["listeners"])],
        "mine": [*task["mine"]],
    }
    more = drop_empty(
        group=task["group"],
        verdict=translate(task["verdict"]),
        is_hidden=task["hidden"],
        is_confided=task["confided"],
        has_pressure=task["pressure"],
        is_extended=is_extended,
        interval=task["interval"] or None,
        time=_("%(time)s so far") % {"time": translate(task["time"])} if task["time"] else "",
        lead=translate(task["lead"]),
        action=task["action"],
        ways=[{"value": loss.value, "label": translate(loss.label)} for loss in losses],
    )
    return cast(Task, made | more)


def _make_rulings(side: SideView, may_interrupt: bool, is_extended: bool) -> dict[str, object]:
    """Return what the Storyteller may do to the work of this side, in words."""
    name = {"name": side["name"]}
    return drop_empty(
        interrupts=_("Interrupt %(name)s") % name if may_interrupt else "",
        total_for=_("Total for %(name)s") % name if is_extended else "",
    )


def _make_side(side: SideView) -> Side:
    made = {"name": side["name"], "target": side["target"], "rolls": side["rolls"]}
    more = drop_empty(
        character=side["character"],
        mine=side["mine"],
        traits=translate(side["traits"]),
        difficulty=side["difficulty"],
        total=side["total"],
        max_rolls=side["max_rolls"],
        rolled=side["rolled"],
        chosen=side["chosen"],
        successes=side["successes"],
        note=translate(side["note"]),
        looked=side["looked"],
        winner=side["winner"],
    )
    return cast(Side, made | more)


def _make_helper(helper: HelperView, task: TaskView) -> dict[str, object]:
    return {"name": helper["name"]} | drop_empty(mine=helper["mine"], says=_say_help(helper, task))


def _say_help(helper: HelperView, task: TaskView) -> str:
    """Return what came of the help; "" if the task ended before it came."""
    if helper["outcome"] == "declined":
        return _("does not help")
    if helper["gain"] is None:
        return _("has not rolled") if task["status"] == "open" else ""
    return translate((count_successes if task["kind"] == "pooled" else count_dice)(helper["gain"]))


def _make_listener(listener: ListenerView) -> dict[str, object]:
    return {"name": listener["name"]} | drop_empty(
        character=listener["character"],
        mine=listener["mine"],
        unruled=listener["unruled"],
        said=translate(listener["said"]),
    )


def _make_pad(
    pad: TaskPad, rolls: int, storyteller: bool, traits: Sequence[str], awarded: Mapping[str, str], language: Language
) -> Pad:
    """Return what one character may do for a task. After each roll its fields have new ids: nothing stays ticked.

    `traits`: the fields that say what is rolled. They stay in sight, also one that begins with nothing. `awarded`:
    sentences on the stunts that wait for a roll, by character.
    """
    id = f"task-{pad.task}-{pad.character}-{rolls}"
    inputs = tuple(shape_input(field, f"r.{field.name}", id) for field in pad.fields)
    fields, asked = tuple(pad.fields), inputs[:0]
    if not storyteller:
        fields, inputs, asked = split_asks(fields, inputs, ("stunt",))
    # Where the traits are given, one tap rolls: there is nothing to choose.
    main, more = ((), inputs) if pad.traits else split(fields, inputs, traits)
    made = {"id": id, "task": pad.task, "character": pad.character, "name": pad.name}
    parts = drop_empty(
        owner=pad.owner,
        traits=translate(pad.traits),
        helps=pad.helps,
        rolls=pad.rolls,
        may_look=pad.may_look,
        automatic=pad.automatic,
        rates=pad.rates,
        may_yield=pad.may_yield,
        note=" ".join(filter(None, [translate(pad.note), awarded.get(pad.character, "") if pad.rolls else ""])),
        main=[make_input(field, language) for field in main],
        more=[make_input(field, language) for field in more],
        asks=[make_input(field, language) for field in asked],
    )
    return cast(Pad, made | parts)


def _make_ask(ask: AskPad, language: Language) -> Ask:
    id = f"ask-{ask.task}-{ask.character}-{ask.move}"
    made = {"id": id, "task": ask.task, "character": ask.character, "name": ask.name, "move": ask.move}
    seldom = [field for field in ask.fields if field.name in SELDOM]
    often = [field for field in ask.fields if field.name not in SELDOM]
    fields = {
        "main": make_inputs(often, id, "i.", language),
        "more": make_inputs(seldom, id, "i.", language),
    }
    return cast(Ask, {**made, **fields, **drop_empty(stand=translate(ask.stand))})


def make_inputs(fields: Sequence[Field], id: str, prefix: str, language: Language) -> list[Input]:
    """Return the fields of a form of this id; `prefix`: what the names begin with that it sends."""
    return [make_input(shape_input(field, f"{prefix}{field.name}", id), language) for field in fields]


def _make_stunt(stunt: StuntLine, ratings: Sequence[int]) -> Stunt:
    """Return a stunt and what may be done with it. `ratings`: those that the seat can award."""
    move, choices = "TakeReward", [{"value": value, "label": translate(label)} for value, label in stunt.choices]
    if stunt.state != "earned":
        move, choices = "AwardStunt", _list_awards(stunt, ratings)
    # A player chooses the own reward; the Storyteller judges what is claimed, and chooses for those whom nobody plays.
    is_asked = bool(choices) and (
        stunt.state == "claimed" or (stunt.state == "earned" and not (ratings and stunt.is_played))
    )
    made = {"id": stunt.id, "character": stunt.character, "says": _describe_stunt(stunt), "state": stunt.state}
    return cast(Stunt, made | drop_empty(move=move if choices else "", choices=choices, is_asked=is_asked))


def _list_awards(stunt: StuntLine, ratings: Sequence[int]) -> list[dict[str, str]]:
    if not ratings:
        return []
    if stunt.state != "claimed":
        return [{"value": "0", "label": _("Take back")}]
    points = [
        {"value": str(rating), "label": ngettext("%(n)s point", "%(n)s points", rating) % {"n": rating}}
        for rating in ratings
    ]
    return [*points, {"value": "0", "label": _("No reward")}]


def _describe_stunt(stunt: StuntLine) -> str:
    said = {"name": stunt.name, "rating": stunt.rating}
    if stunt.state == "awarded":
        return _("%(name)s has a stunt rated %(rating)s for the next roll.") % said
    if stunt.state == "claimed":
        return _("%(name)s rolled a stunt rated %(rating)s.") % said
    return _("%(name)s: the reward of a stunt rated %(rating)s.") % said
