"""The region of the page with the tasks outside combat: how far each has come, who is awaited, and what one may do."""

import json
from collections.abc import Iterable, Sequence
from typing import Any

from django.utils.safestring import SafeString

from campaigns.language import tell
from play.html.form_keys import field_key
from play.html.markup.offers import draw_asks
from play.html.regions import Draw
from play.offers.fields import Input, make_input, split, split_asks
from play.seats.board import AskPad, Board, StuntLine, TaskPad
from play.templatetags.inputs import EMPTY
from rules.battle import Field
from rules.tasks import EXTENDED, TaskView
from rules.text import Text

FOLDED = frozenset({"max_rolls", "by_traits", "botch", "pressure", "apart"})
"""What the Storyteller seldom sets. The style sheet hides what a kind of action does not have."""
SELDOM = frozenset({"gestures", "written", "overturns", "resolve"})
"""What seldom weighs on influence."""


class TaskRegion:
    """One board's tasks, and how to draw their rows."""

    def __init__(self, board: Board, draw: Draw) -> None:
        self.board, self.task_board, self.draw = board, board.task_board, draw
        self.url = board.command_url

    def draw_region(self) -> SafeString:
        """Draw the whole region; an empty element where there is nothing to show."""
        task_board = self.task_board
        # What is under way comes first, the newest of it at the top.
        by_turn = sorted(_gather(task_board.tasks), key=lambda tasks: all(task["status"] != "open" for task in tasks))
        tasks = [self._asked(many) if len(many) > 1 else self._task(many[0]) for many in by_turn]
        stunts = [self._stunt(stunt) for stunt in task_board.stunts]
        forms = [form for form in (self._task_form(), self._influence_form(), self._award_form()) if form]
        return self.draw(
            "_tasks", (tuple(tasks), tuple(stunts), tuple(forms)), {"tasks": tasks, "stunts": stunts, "forms": forms}
        )

    def _task(self, task: TaskView) -> SafeString:
        # After each roll the pad is a new one: nobody spends Willpower twice because a box was still ticked.
        rolls = sum(side["rolls"] for side in task["sides"])
        pads = [self._pad(pad, rolls) for pad in self.task_board.pads if pad.task == task["id"]]
        pads += [self._ask(ask) for ask in self.task_board.asks if ask.task == task["id"]]
        kind = self.task_board.kinds.get(task["action"] or task["kind"], task["kind"])
        rules = self.board.storyteller and self.board.place.is_open
        key = (json.dumps(task), tuple(pads), kind, self.url, rules)
        extended = task["kind"] in EXTENDED
        context = {"task": task, "pads": pads, "kind": kind, "url": self.url, "rules": rules, "extended": extended}
        return self.draw("_task", key, {**context, **self._interruptions(task)})

    def _asked(self, tasks: Sequence[TaskView]) -> SafeString:
        """Draw a request to many: a line for each who is asked, with the result or with what one may do."""
        first, ids = tasks[0], {task["id"] for task in tasks}
        traits = next((task["sides"][0]["traits"] for task in tasks if task["sides"][0]["traits"]), "")
        # All at once are rolled for those that the Storyteller, or this player, plays.
        own = [pad for pad in self.task_board.pads if pad.task in ids and not (self.board.storyteller and pad.owner)]
        rows = [self._row(task) for task in sorted(tasks, key=lambda task: not task["sides"][0]["mine"])]
        context = {
            "id": first["group"],
            "title": first["title"],
            "kind": self.task_board.kinds.get(first["kind"], first["kind"]),
            "traits": traits,
            "is_hidden": first["hidden"] or first["confided"],
            "has_pressure": first["pressure"],
            "is_done": all(task["status"] != "open" for task in tasks),
            "may_roll": bool(traits) and len(own) > 1,
            "url": self.url,
        }
        return self.draw("_asked", (*context.values(), *rows), {**context, "rows": rows})

    def _row(self, task: TaskView) -> SafeString:
        pads = [self._pad(pad, 0, in_row=True) for pad in self.task_board.pads if pad.task == task["id"]]
        rules = self.board.storyteller and self.board.place.is_open
        context = {"task": task, "side": task["sides"][0], "pads": pads, "url": self.url, "rules": rules}
        key = (json.dumps(task), tuple(pads), self.url, rules)
        return self.draw("_asked_row", key, {**context, "extended": False, **self._interruptions(task)})

    def _interruptions(self, task: TaskView) -> dict[str, Any]:
        """Return what may come of an interruption, and the parts that an interval begins with in the form."""
        parts = max(2, task["interval"])
        return {"ways": self.task_board.list_interruptions(task), "parts": parts, "done": parts // 2}

    def _pad(self, pad: TaskPad, rolls: int, *, in_row: bool = False) -> SafeString:
        """Draw a pad. `in_row`: it stands behind the name, in a request to many."""
        key = (
            rolls, in_row,
            pad.task, pad.character, pad.name, pad.owner, pad.traits, pad.helps, pad.rolls, pad.may_look,
            pad.automatic, pad.rates, pad.may_yield, pad.note, tuple(map(field_key, pad.fields)), self.url,
            self.board.storyteller, len(self.task_board.pads) > 1,
        )  # fmt: skip
        return self.draw("_task_pad", key, lambda: self._pad_context(pad, rolls, in_row))

    def _pad_context(self, pad: TaskPad, rolls: int, in_row: bool) -> dict[str, Any]:
        id = f"task-{pad.task}-{pad.character}-{rolls}"
        fields, inputs, asks = tuple(pad.fields), _inputs(pad.fields, id, "r."), EMPTY
        if not self.board.storyteller:
            fields, inputs, asked = split_asks(fields, inputs, ("stunt",))
            asks = draw_asks(id, asked)
        # Where the traits are given, one tap rolls: there is nothing to choose.
        main, more = ((), inputs) if pad.traits else split(fields, inputs)
        verb = tell(Text("Help with") if pad.helps else Text("Roll"))
        label = f"{verb} {pad.traits}".strip() if pad.rolls else tell(Text("Help"))
        is_one_of_many = self.board.storyteller or len(self.task_board.pads) > 1
        named = is_one_of_many and not in_row
        # The one pad of a player shows its odds at once; where there are several they are asked for.
        shows = bool(pad.traits) and not is_one_of_many
        return {
            "pad": pad, "id": id, "main": main, "more": more, "asks": asks, "label": label, "named": named,
            "shows": shows, "url": self.url, "stunts": any(field.name == "stunt" for field in pad.fields),
        }  # fmt: skip

    def _ask(self, ask: AskPad) -> SafeString:
        """Draw what influence asks: the Storyteller's ruling, or the answer of one who was reached."""
        id = f"ask-{ask.task}-{ask.character}-{ask.move}"
        key = (ask.task, ask.character, ask.name, ask.move, ask.stand, tuple(map(field_key, ask.fields)), self.url)
        return self.draw("_task_ask", key, lambda: self._ask_context(ask, id))

    def _ask_context(self, ask: AskPad, id: str) -> dict[str, Any]:
        main = _inputs([field for field in ask.fields if field.name not in SELDOM], id, "i.")
        more = _inputs([field for field in ask.fields if field.name in SELDOM], id, "i.")
        return {"ask": ask, "id": id, "url": self.url, "main": main, "more": more}

    def _stunt(self, stunt: StuntLine) -> SafeString:
        key = (stunt, self.task_board.ratings, self.url)
        context = {"stunt": stunt, "ratings": self.task_board.ratings, "url": self.url}
        return self.draw("_task_stunt", key, context)

    def _task_form(self) -> SafeString | None:
        newest = _newest(task["id"] for task in self.task_board.tasks)
        return self._form(self.task_board.task_form, "StartTask", tell(Text("Set a task")), f"new-task-{newest}")

    def _influence_form(self) -> SafeString | None:
        newest = _newest(task["id"] for task in self.task_board.tasks if task["action"])
        label = tell(Text("Influence someone"))
        return self._form(self.task_board.influence_form, "StartInfluence", label, f"influence-{newest}")

    def _award_form(self) -> SafeString | None:
        newest = _newest(stunt.id for stunt in self.task_board.stunts)
        return self._form(self.task_board.award_form, "AwardStunt", tell(Text("Award stunt")), f"award-{newest}")

    def _form(self, fields: Sequence[Field], move: str, label: str, id: str) -> SafeString | None:
        if not fields:
            return None
        key = (move, id, tuple(map(field_key, fields)), self.url)
        return self.draw("_task_form", key, lambda: self._form_context(fields, move, label, id))

    def _form_context(self, fields: Sequence[Field], move: str, label: str, id: str) -> dict[str, Any]:
        inputs = _inputs(fields, id, "")
        first = [one for one, field in zip(inputs, fields, strict=True) if not _is_folded(field)]
        more = [one for one, field in zip(inputs, fields, strict=True) if _is_folded(field)]
        has_preview, form = move == "StartTask", {"move": move, "label": label, "id": id, "main": first, "more": more}
        return {**form, "url": self.url, "has_preview": has_preview}


def _gather(tasks: Sequence[TaskView]) -> list[list[TaskView]]:
    """Return the tasks, newest first: those of a request to many together, in the order in which they were asked.

    Only single rolls are told in a line each; other tasks of a request stand alone.
    """
    found: dict[str, list[TaskView]] = {}
    for task in tasks:
        is_shared = task["group"] and task["kind"] == "simple"
        found.setdefault(task["group"] if is_shared else task["id"], []).append(task)
    return list(found.values())[::-1]


def _is_folded(field: Field) -> bool:
    """Return whether a field is hidden until somebody asks for it: limits, botches, options of the series."""
    return field.name in FOLDED or "." in field.name


def _newest(ids: Iterable[str]) -> str:
    """Return the id that was made last: with it a form that was sent comes back empty."""
    return next(reversed([*ids]), "none")


def _inputs(fields: Sequence[Field], id: str, prefix: str) -> tuple[Input, ...]:
    return tuple(make_input(field, f"{prefix}{field.name}", id) for field in fields)


def draw_tasks(board: Board, draw: Draw) -> SafeString:
    """Draw the region of a board."""
    return TaskRegion(board, draw).draw_region()
