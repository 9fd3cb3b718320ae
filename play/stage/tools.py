"""What the Storyteller's tools ask for. It is fetched when somebody opens one: most of an evening nobody does."""

from collections.abc import Callable, Mapping
from typing import Any

from campaigns.services.downtime import WAYS
from play.commands.foe_line import find_other_side, read_foe_words
from play.offers.cards import form_id
from play.offers.hand import Hand
from play.seats.board import Board, CastMember
from play.stage.forms import make_form
from play.stage.hand import make_offer
from play.stage.shown import make_handout
from play.stage.tasks import make_inputs
from play.stage.words import Language, drop_empty, tell
from rules import get_system
from rules.battle import Field

FOLDED = frozenset({"max_rolls", "by_traits", "botch", "pressure", "apart"})
"""What the Storyteller seldom sets of a task."""

Tool = dict[str, Any]


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
    return {}


def _runs(board: Board) -> bool:
    return board.storyteller and board.place.is_open


def _make_fight(board: Board, language: Language) -> Tool:
    """Return who may be added to a fight, the foes that the game knows, and what begins or ends it."""
    hand, battle = Hand(board), board.battle
    sides = [*dict.fromkeys((who["side"], who["own"]) for who in hand.combatants)]
    starts = [*hand.offers(None, "storyteller", legal=True), *hand.offers(None, "storyteller", legal=False)]
    foes = read_foe_words(board.system)
    return {
        "phase": battle["phase"] if battle else "none",
        "cast": [_name(member) for member in board.cast],
        "sides": [{"name": name, "own": own} for name, own in sides],
        "foe_side": find_other_side(sides),
        "archetypes": [{"value": key, "label": tell(label)} for key, label in foes.archetypes.items()],
        "weapons": [{"value": key, "label": tell(label)} for key, label in foes.weapons.items()],
        "first": foes.first,
        "starts": {form_id(offer): make_offer(offer, hand) for offer in starts},
        "forms": {form_id(offer): make_form(hand, offer, language) for offer in starts if not offer.reason},
        "library": f"{board.place.series_url}library/",
    }


def _name(member: CastMember) -> Tool:
    return {"character": member.character, "name": member.name} | drop_empty(
        owner=member.owner, extra=member.extra, hidden=member.hidden, in_battle=member.in_battle
    )


def _make_next_scene(board: Board, _language: Language) -> Tool:
    """Return the planned scenes, and how whole days until one may be spent."""
    planned = [
        {"scene": one.scene, "title": one.title}
        | drop_empty(when=tell(one.when), is_days_ahead=one.is_days_ahead, is_hidden=one.is_hidden)
        for one in board.planned
    ]
    is_asked = any(one.is_days_ahead for one in board.planned)
    return {"planned": planned, "day_ways": _list_day_ways(board.system) if is_asked else []}


def _make_time(board: Board, _language: Language) -> Tool:
    return {"day_ways": _list_day_ways(board.system)}


def _list_day_ways(system: str) -> list[tuple[str, str]]:
    labels = {way.key: tell(way.label) for way in get_system(system).recovery.ways}
    return [(key, labels[key]) for key in WAYS]


def _make_handouts(board: Board, _language: Language) -> Tool:
    """Return all handouts of the series, and the players' characters to whom one may be shown."""
    rows = [
        {"key": row.key, "title": row.title}
        | drop_empty(picture_url=row.picture_url, shown=row.card and make_handout(row.card))
        for row in board.handout_rows
    ]
    players = [(member.character, member.name) for member in board.cast if member.owner]
    return {"rows": rows, "players": players, "address": f"{board.place.series_url}handouts/"}


def _make_side_scenes(board: Board, _language: Language) -> Tool:
    there = [{"id": one.name.id, "title": one.name.title} for one in board.strands if one.is_open]
    return {"open": there, "cast": [_name(member) for member in board.cast]}


def _make_task(board: Board, language: Language) -> Tool:
    return _make_fields(board.task_board.task_form, "StartTask", language)


def _make_influence(board: Board, language: Language) -> Tool:
    return _make_fields(board.task_board.influence_form, "StartInfluence", language)


def _make_award(board: Board, language: Language) -> Tool:
    return _make_fields(board.task_board.award_form, "AwardStunt", language)


def _make_fields(fields: tuple[Field, ...], move: str, language: Language) -> Tool:
    folded = [field for field in fields if field.name in FOLDED or "." in field.name]
    main = [field for field in fields if field not in folded]
    return {
        "move": move,
        "main": make_inputs(main, f"new-{move}", "", language),
        "more": make_inputs(folded, f"new-{move}", "", language),
    }


TOOLS: Mapping[str, tuple[Callable[[Board], bool], Callable[[Board, Language], Tool]]] = {
    "task": (lambda board: bool(board.task_board.task_form), _make_task),
    "influence": (lambda board: bool(board.task_board.influence_form), _make_influence),
    "award": (lambda board: bool(board.task_board.award_form), _make_award),
    "fight": (_runs, _make_fight),
    "next_scene": (lambda board: _runs(board) and not board.place.is_planned, _make_next_scene),
    "time": (_runs, _make_time),
    "handouts": (_runs, _make_handouts),
    "side_scenes": (_runs, _make_side_scenes),
}
"""The tools by name: who may open each, and what it asks for."""
