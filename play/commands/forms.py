"""From the fields of a posted form to a move. Sizes and types are checked here, the meaning by the rules."""

import re
import types
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, fields
from functools import cache
from typing import Any, Union, get_args, get_origin, get_type_hints

from django.http import QueryDict

from play.commands import roll_command
from play.commands.moves import (
    MAX_POST,
    MAX_VALUE,
    MOVES,
    AnswerInfluence,
    AnswerProposal,
    BattleMove,
    EditPost,
    GiveOrder,
    GiveStanding,
    HelpTask,
    LayMove,
    MakeRoll,
    Post,
    RollForTask,
    RuleListener,
    Say,
    StartTask,
)
from rules.battle import Json, Move
from rules.codec import decode
from rules.errors import BadInput
from rules.names import clean_text
from rules.system import System
from rules.tasks import InfluenceRules
from rules.text import Text

POST_FORMS = (Post, EditPost)
MAX_ITEMS = 10
"""The most items of a list that a form may ask for one by one."""
MAX_DIGITS = 9
MAX_OTHERS = 60
"""The most combatants that one order names."""
RULED = "n."
"""What stands before the names of numbers in the Storyteller's answer to a proposal."""
_NO_TEXT = re.compile("[\\x00\\ud800-\\udfff]")
_FLAGS = {"": False, "0": False, "false": False, "1": True, "true": True, "on": True}


def parse_command(data: QueryDict) -> tuple[uuid.UUID, int]:
    """Return the command's id and the count of entries that the form's page showed. Raises `BadInput`."""
    try:
        key = uuid.UUID(data.get("command", ""))
    except ValueError:
        raise BadInput("bad_command", Text("This form is incomplete. Reload the page and try again.")) from None
    shown = data.get("number", "")
    if not (shown.isascii() and shown.isdecimal() and len(shown) <= MAX_DIGITS):
        raise BadInput("bad_number", Text("This form is incomplete. Reload the page and try again."))
    return key, int(shown)


def parse_move(system: System, data: QueryDict) -> Move:
    """Return the move that a form asks for. Raises `BadInput` that names the field."""
    kind = data.get("move", "")
    cls = MOVES.classes.get(kind)
    if cls is None or cls is GiveOrder:  # an order comes with the form of its move
        raise BadInput("unknown_move", Text("The table has no move {kind}.", kind=repr(kind[:40])))
    if cls is BattleMove:
        made = _parse_battle_move(system, data)
        return LayMove(made) if data.get("lay") else _parse_order(data, made)
    if cls is MakeRoll:
        request = parse_fields(system.rolls.request, data, "r.")
        return MakeRoll(_text(data, "character"), request, _text(data, "secret"))
    values = parse_fields(cls, data, "")
    if cls in (RollForTask, HelpTask):
        values["request"] = parse_fields(system.rolls.request, data, "r.")
    if cls in (GiveStanding, LayMove):
        is_bare = cls is GiveStanding and not data.get("kind")  # what is offered first
        values["deed"] = {} if is_bare else _parse_battle_move(system, data)
    if cls in (RuleListener, AnswerInfluence):
        values |= _parse_influence(system, cls, data)
    if cls is AnswerProposal:
        values["values"] = _parse_ruled(data)
    if cls is StartTask:
        values["settings"] = parse_fields(system.options, data, "s.")
    return decode(cls, values)


def _parse_ruled(data: QueryDict) -> dict[str, Json]:
    """Return the numbers that the Storyteller gives in answer to a proposal, as they were typed."""
    names = [name for name in data if name.startswith(RULED)][:MAX_OTHERS]
    return {name.removeprefix(RULED): check_text(data.get(name, "")[:MAX_VALUE], name) for name in names}


def parse_ruled(form: type, values: Mapping[str, Json]) -> dict[str, Json]:
    """Return these values as the fields of a form take them. Raises `BadInput`."""
    data = QueryDict(mutable=True)
    for name, value in values.items():
        data.setlist(name, list(form_values(value)))
    return {name: value for name, value in parse_fields(form, data, "").items() if name in values}


def _parse_influence(system: System, cls: type, data: QueryDict) -> dict[str, Json]:
    """Return the game's own form of a ruling on influence, or of an answer to it."""
    rules = get_influence_rules(system)
    if cls is RuleListener:
        return {"ruling": parse_fields(rules.ruling, data, "i.")}
    return {"reply": parse_fields(rules.reply, data, "i.") if rules.reply else {}}


def get_influence_rules(system: System) -> InfluenceRules:
    """Return what the game says of influence. Raises `BadInput` if it says nothing."""
    rules = system.tasks.influence
    if rules is None:
        raise BadInput("no_influence", Text("{name} has no rules for influence.", name=system.name))
    return rules


def _parse_order(data: QueryDict, move: dict[str, Json]) -> Move:
    """Return the move, or the order of it to all that the form names."""
    flags = {name: data.get(f"m.order_{name}", "") in ("true", "on") for name in ("answers", "ends")}
    others = tuple(check_text(value[:MAX_VALUE], "others") for value in data.getlist("m.order_others") if value)
    return GiveOrder(move, others[:MAX_OTHERS], **flags) if others else BattleMove(move)


def is_blind(data: QueryDict) -> bool:
    """Return whether a form asks for a roll that only the Storyteller sees, by the roll pad or by a word in the log's
    input.
    """
    if data.get("move") == Say.__name__:
        return roll_command.is_blind(data.get("text", ""))
    return data.get("move") == MakeRoll.__name__ and data.get("secret") == "storyteller"


def _parse_battle_move(system: System, data: QueryDict) -> dict[str, Json]:
    kind = data.get("kind", "")
    cls = system.battle.moves.classes.get(kind)
    if cls is None:
        raise BadInput("unknown_move", Text("{name} has no move {kind}.", name=system.name, kind=repr(kind[:40])))
    return {"kind": kind, **parse_fields(cls, data, "m.")}


def parse_fields(cls: type, data: QueryDict, prefix: str) -> dict[str, Json]:
    """Return the posted values of a dataclass' fields, each read as its type says. Missing fields keep their defaults.

    A browser sends nothing for checkboxes if none is ticked: a required list is then empty.
    """
    values: dict[str, Json] = {name: [] for name in _lists_asked_by(cls)}
    most = 2 * MAX_POST if cls in POST_FORMS else MAX_VALUE  # a browser sends two characters for the end of a line
    for name, hint in _hints_of(cls).items():
        posted = data.getlist(prefix + name)
        items = () if posted or get_origin(hint) is not tuple else _find_items(data, prefix + name)
        if any(len(value) > most for value in (*posted, *items)):
            raise BadInput(
                "long_text",
                Text("{name} is longer than {n} characters.", name=repr(name), n=most),
                key=name,
            )
        if items:
            values[name] = [_parse_item(get_args(hint)[0], value, name) for value in items]
        if posted:
            value = _parse(hint, posted, name)
            if value is not _LEFT_OUT:
                values[name] = value
    return values


def _find_items(data: QueryDict, name: str) -> list[str]:
    """Return a list that was asked for item by item, as "name.0", "name.1". A missing item is empty."""
    items = [data.get(f"{name}.{place}", "") for place in range(MAX_ITEMS)]
    while items and not items[-1]:
        items.pop()
    return items


def _parse_item(hint: Any, value: str, name: str) -> Any:
    return _number(value or "0", name) if hint is int else check_text(value, name)


_hints_of = cache(get_type_hints)


@cache
def _lists_asked_by(cls: Any) -> tuple[str, ...]:
    lists = (field for field in fields(cls) if get_origin(_hints_of(cls)[field.name]) is tuple)
    return tuple(field.name for field in lists if field.default is MISSING and field.default_factory is MISSING)


_LEFT_OUT = object()


def _parse(hint: Any, posted: list[str], name: str) -> Any:
    if get_origin(hint) is tuple:
        return [check_text(value, name) for value in posted if value != ""]
    if get_origin(hint) in (Union, types.UnionType):
        if posted[-1] == "":
            return None
        hint = next(arg for arg in get_args(hint) if arg is not type(None))
    if hint is int:
        return _number(posted[-1], name) if posted[-1] != "" else _LEFT_OUT
    if hint is bool:
        if posted[-1] not in _FLAGS:
            raise BadInput("wrong_type", Text("{name} must be yes or no.", name=repr(name)), key=name)
        return _FLAGS[posted[-1]]
    return check_text(posted[-1], name)


def check_text(value: str, name: str) -> str:
    """Return the text. Raises `BadInput` for a NUL, which neither PostgreSQL nor a file of a series takes, and for half
    a character, which no page can show.
    """
    if _NO_TEXT.search(value):
        raise BadInput(
            "wrong_type", Text("{name} contains a character that is not allowed.", name=repr(name)), key=name
        )
    return clean_text(value)


def _number(value: str, name: str) -> int:
    digits = value.removeprefix("-").removeprefix("−")
    if not (digits.isascii() and digits.isdecimal() and len(digits) <= MAX_DIGITS):
        raise BadInput("wrong_type", Text("{name} must be a whole number.", name=repr(name)), key=name)
    return -int(digits) if digits != value else int(digits)


def _text(data: QueryDict, name: str) -> str:
    return str(_parse(str, [data.get(name, "")[:MAX_VALUE]], name))


def form_values(value: Json) -> Sequence[str]:
    """Return a value as the inputs of a form carry it."""
    if value is None:
        return ()
    if isinstance(value, (list, tuple)):
        return [str(item) for item in value]
    return [str(value).lower() if isinstance(value, bool) else str(value)]
