"""What the Storyteller's tools ask for. It is fetched when somebody opens one: most of an evening nobody does."""

from collections.abc import Callable, Mapping
from typing import cast

from django.urls import reverse
from django.utils.translation import gettext as _

from play.seats.board import Board
from play.stage.fight_tool import make_fight
from play.stage.scene_tools import make_handouts, make_next_scene, make_side_scenes, make_time
from play.stage.shape import Tool, ToolLink
from play.stage.tool_forms import make_button, make_tool_form, make_tool_inputs
from play.stage.words import Language, drop_empty
from rules.battle import Field

FOLDED = frozenset({"max_rolls", "by_traits", "botch", "pressure", "apart"})
"""What the Storyteller seldom sets of a task."""


def list_tools(board: Board) -> list[str]:
    """Return the names of the tools that the seat may open now."""
    return [name for name, (may_open, _make) in TOOLS.items() if may_open(board)]


def make_tool(board: Board, name: str, language: Language) -> Tool | None:
    """Return what a tool asks for; None where the seat may not open it."""
    may_open, make = TOOLS.get(name, (_never, _make_nothing))
    return make(board, language) if may_open(board) else None


def _never(_board: Board) -> bool:
    return False


def _make_nothing(_board: Board, _language: Language) -> Tool:
    return {"forms": []}


def _runs(board: Board) -> bool:
    return board.storyteller and board.place.is_open


def _may_read(_board: Board) -> bool:
    return True


def _make_scene(board: Board, _language: Language) -> Tool:
    """Return what there is to read and to take home of the scene, each with its address."""
    place, base = board.place, reverse("table", args=[board.place.scene])
    links = [
        (_("Forecast"), "", f"{base}forecast/" if board.may_forecast else ""),
        (_("Recap"), "", f"{base}recap/"),
        (_("Dice"), _("Seals and proofs of this scene’s dice"), f"{base}dice/"),
        (_("Statistics"), _("Dice of the whole series"), f"{place.series_url}statistics/"),
        (_("Transcript"), _("A text file of the log"), f"{base}log.txt"),
        (_("Pace"), _("How long answers and turns took"), f"{base}pace/" if board.post else ""),
        (_("Search"), _("The whole series"), f"{place.series_url}search/"),
    ]
    found = [{"label": label, "url": url} | drop_empty(hint=hint) for label, hint, url in links if url]
    return {"forms": [], "links": cast(list[ToolLink], found)}


def _make_task(board: Board, language: Language) -> Tool:
    return _make_fields(board.task_board.task_form, "StartTask", _("Start"), language)


def _make_influence(board: Board, language: Language) -> Tool:
    return _make_fields(board.task_board.influence_form, "StartInfluence", _("Start"), language)


def _make_award(board: Board, language: Language) -> Tool:
    return _make_fields(board.task_board.award_form, "AwardStunt", _("Award"), language)


def _make_fields(fields: tuple[Field, ...], move: str, label: str, language: Language) -> Tool:
    """Return a tool of one form. What is seldom set waits behind a tap."""
    id = f"new-{move}"
    folded = [field for field in fields if field.name in FOLDED or "." in field.name]
    main = [field for field in fields if field not in folded]
    form = make_tool_form(
        id,
        move,
        make_tool_inputs(id, main, language),
        [make_button(label, is_main=True)],
        more=make_tool_inputs(id, folded, language),
        more_says=_("More options") if folded else "",
    )
    return {"forms": [form]}


TOOLS: Mapping[str, tuple[Callable[[Board], bool], Callable[[Board, Language], Tool]]] = {
    "task": (lambda board: bool(board.task_board.task_form), _make_task),
    "influence": (lambda board: bool(board.task_board.influence_form), _make_influence),
    "award": (lambda board: bool(board.task_board.award_form), _make_award),
    "fight": (_runs, make_fight),
    "next_scene": (lambda board: _runs(board) and not board.place.is_planned, make_next_scene),
    "time": (_runs, make_time),
    "handouts": (_runs, make_handouts),
    "side_scenes": (_runs, make_side_scenes),
    "scene": (_may_read, _make_scene),
}
"""The tools by name: who may open each, and what it asks for."""
