"""From the JSON of a move to the move, strictly: no other keys than its class has, and each value of its type.

What a page sends is read by `play.commands.forms`; what was stored, by `rules.battle.kinds`, which knows older forms.
"""

from collections.abc import Iterable, Mapping
from typing import Any, get_origin, get_type_hints

from play.commands.forms import MAX_DIGITS, POST_FORMS, check_text, get_influence_rules
from play.commands.moves import (
    MAX_POST,
    MAX_VALUE,
    MOVES,
    AnswerInfluence,
    BattleMove,
    GiveOrder,
    GiveStanding,
    HelpTask,
    LayMove,
    MakeRoll,
    RollForTask,
    RuleListener,
    StartTask,
)
from rules.battle import Json, Move
from rules.battle.declare import check_form
from rules.codec import decode, make_unknown
from rules.errors import BadInput
from rules.json_schema import check_within
from rules.names import clean_values
from rules.system import System
from rules.text import Text

MAX_VALUES = 500
"""The most values of a move. A page sends no more."""
SCALARS = (str, int, bool, type(None))
PARTS = frozenset({"move", "deed", "request", "settings", "ruling", "reply", "values"})
"""The parts of a move that are objects of their own."""


def parse_json_move(system: System, data: Mapping[str, Json]) -> Move:
    """Return the move such as {"kind": "BattleMove", "move": {"kind": "Attack", "actor": "a1"}}.

    Raises `BadInput` that names the key.
    """
    kind = data.get("kind")
    cls = MOVES.classes.get(kind) if isinstance(kind, str) else None
    if cls is None or cls is GiveOrder:  # an order comes with the form of its move, from a page
        raise BadInput("unknown_move", Text("The table has no move {kind}.", kind=_shorten(kind)))
    values = {name: clean_values(value) for name, value in data.items() if name != "kind"}
    _check_sizes(values, MAX_POST if cls in POST_FORMS else MAX_VALUE)
    made = decode(cls, values)
    check_within(made)
    _check_parts(system, made)
    return made


def _shorten(kind: object) -> str:
    return repr(kind)[:42]


def _check_sizes(values: Mapping[str, Json], most: int) -> None:
    """Refuse what no form could send: nested objects, long texts, huge numbers, very many values."""
    for count, (path, value) in enumerate(_walk(values)):
        if count >= MAX_VALUES:
            raise BadInput("many_fields", Text("That is too long to send at once. Shorten it."))
        if isinstance(value, str):
            check_text(value, path)
            if len(value) > most:
                sentence = Text("{name} is longer than {n} characters.", name=repr(path), n=most)
                raise BadInput("long_text", sentence, key=path)
        elif isinstance(value, int) and abs(value) >= 10**MAX_DIGITS:
            raise BadInput("wrong_type", Text("{name} must be a whole number.", name=repr(path)), key=path)


def _walk(values: Mapping[str, Json]) -> Iterable[tuple[str, Json]]:
    """Yield each single value with the names that lead to it. Raises `BadInput` for what is nested deeper."""
    for name, value in values.items():
        if name in PARTS and isinstance(value, Mapping):
            for inner, item in value.items():
                yield from _walk_value(f"{name}.{inner}", item)
        else:
            yield from _walk_value(name, value)


def _walk_value(path: str, value: Json) -> Iterable[tuple[str, Json]]:
    yield path[:80], None
    for item in value if isinstance(value, list) else [value]:
        if not isinstance(item, SCALARS) and not isinstance(item, float):
            name = repr(path.rpartition(".")[2][:40])
            sentence = Text("{name} must be text, a number, yes or no, or a list of these.", name=name)
            raise BadInput("wrong_type", sentence, key=path)
        yield path[:80], item


def _check_parts(system: System, made: Move) -> None:
    """Read the parts of a move that are objects of their own, each by the class that the game has for it."""
    match made:
        case BattleMove(move=part):
            _check_battle_move(system, "move", part)
        case LayMove(deed=part):
            _check_battle_move(system, "deed", part)
        case GiveStanding(deed=part) if part:
            _check_battle_move(system, "deed", part)
        case MakeRoll(request=part) | RollForTask(request=part) | HelpTask(request=part):
            check_form(decode(system.rolls.request, part, "request"))
        case StartTask(action=action, settings=part):
            known = [field.name for field in system.tasks.settings.get(action, ())]
            _check_known("settings", part, known)
            decode(system.options, part, "settings")
        case RuleListener(ruling=part):
            check_form(decode(get_influence_rules(system).ruling, part, "ruling"))
        case AnswerInfluence(reply=part):
            _check_reply(system, part)


def _check_reply(system: System, part: Mapping[str, Json]) -> None:
    reply = get_influence_rules(system).reply
    if reply is None:
        _check_known("reply", part, ())
    else:
        check_form(decode(reply, part, "reply"))


def _check_known(path: str, part: Mapping[str, Json], known: Iterable[str]) -> None:
    for name in part:
        if name not in known:
            raise make_unknown(f"{path}.{name[:40]}", known)


def _check_battle_move(system: System, path: str, part: Mapping[str, Json]) -> None:
    kind = part.get("kind")
    cls = system.battle.moves.classes.get(kind) if isinstance(kind, str) else None
    if cls is None or is_made_by_table(cls):
        raise BadInput("unknown_move", Text("{name} has no move {kind}.", name=system.name, kind=_shorten(kind)))
    decode(cls, {name: value for name, value in part.items() if name != "kind"}, path)


def is_made_by_table(cls: type[Any]) -> bool:
    """Return whether a move holds a sheet or figures: the table itself makes these moves, and nobody sends them."""
    return any(get_origin(hint) is Mapping for hint in get_type_hints(cls).values())
