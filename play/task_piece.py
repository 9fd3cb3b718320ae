"""The piece of the page with the tasks outside combat: how far each has come, who is awaited, and what one may do."""

import json
from collections.abc import Sequence
from typing import Any

from django.utils.safestring import SafeString

from play.board import Board, StuntLine, TaskPad
from play.cards import field_key
from play.fields import Input, make_input, split
from play.pieces import Draw
from rules.battle import Field
from rules.tasks import TaskView

IN_SIGHT = frozenset({"title", "action", "character", "traits", "difficulty", "hidden", "target", "rating", "after"})
"""What a form of the Storyteller's asks at once; the rest lies in a fold."""


class TaskPiece:
    """One board's tasks, and the shelf that its rows are drawn from."""

    def __init__(self, board: Board, draw: Draw) -> None:
        self.board, self.bench, self.draw = board, board.workbench, draw
        self.url = board.command_url

    def draw_piece(self) -> SafeString:
        """The whole piece; an empty element where there is nothing to show."""
        bench = self.bench
        tasks = [self._task(task) for task in reversed(bench.tasks)]
        stunts = [self._stunt(stunt) for stunt in bench.stunts]
        forms = [form for form in (self._task_form(), self._award_form()) if form]
        return self.draw(
            "_tasks", (tuple(tasks), tuple(stunts), tuple(forms)), {"tasks": tasks, "stunts": stunts, "forms": forms}
        )

    def _task(self, task: TaskView) -> SafeString:
        pads = [self._pad(pad) for pad in self.bench.pads if pad.task == task["id"]]
        kind = self.bench.kinds.get(task["kind"], task["kind"])
        rules = self.board.storyteller and self.board.place.is_open
        key = (json.dumps(task), tuple(pads), kind, self.url, rules)
        extended = task["kind"] in ("extended", "extended_contested")
        context = {"task": task, "pads": pads, "kind": kind, "url": self.url, "rules": rules, "extended": extended}
        return self.draw("_task", key, context)

    def _pad(self, pad: TaskPad) -> SafeString:
        key = (
            pad.task, pad.character, pad.name, pad.owner, pad.traits, pad.helps, pad.rolls, pad.may_look,
            pad.automatic, tuple(map(field_key, pad.fields)), self.url, self.board.storyteller,
        )  # fmt: skip
        return self.draw("_task_pad", key, lambda: self._pad_context(pad))

    def _pad_context(self, pad: TaskPad) -> dict[str, Any]:
        id = f"{pad.task}-{pad.character}"
        inputs = _inputs(pad.fields, f"task-{id}", "r.")
        # Where the traits are given nothing has to be looked at: one tap rolls.
        main, more = ((), inputs) if pad.traits else split(pad.fields, inputs)
        verb = "Help with" if pad.helps else "Roll"
        label = f"{verb} {pad.traits}".strip() if pad.rolls else "Help"
        return {"pad": pad, "id": id, "main": main, "more": more, "label": label, "url": self.url}

    def _stunt(self, stunt: StuntLine) -> SafeString:
        key = (stunt, self.bench.ratings, self.url)
        context = {"stunt": stunt, "ratings": self.bench.ratings, "url": self.url}
        return self.draw("_task_stunt", key, context)

    def _task_form(self) -> SafeString | None:
        return self._form(self.bench.task_form, "StartTask", "Set a task", "new-task")

    def _award_form(self) -> SafeString | None:
        return self._form(self.bench.award_form, "AwardStunt", "Award a stunt", "award")

    def _form(self, fields: Sequence[Field], move: str, label: str, id: str) -> SafeString | None:
        if not fields:
            return None
        key = (move, tuple(map(field_key, fields)), self.url)
        return self.draw("_task_form", key, lambda: self._form_context(fields, move, label, id))

    def _form_context(self, fields: Sequence[Field], move: str, label: str, id: str) -> dict[str, Any]:
        inputs = _inputs(fields, id, "")
        first = [one for one, field in zip(inputs, fields, strict=True) if field.name in IN_SIGHT]
        more = [one for one, field in zip(inputs, fields, strict=True) if field.name not in IN_SIGHT]
        return {"move": move, "label": label, "id": id, "main": first, "more": more, "url": self.url}


def _inputs(fields: Sequence[Field], id: str, prefix: str) -> tuple[Input, ...]:
    return tuple(make_input(field, f"{prefix}{field.name}", id) for field in fields)


def draw_tasks(board: Board, draw: Draw) -> SafeString:
    """The piece of a board."""
    return TaskPiece(board, draw).draw_piece()
