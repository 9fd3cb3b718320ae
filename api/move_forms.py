"""From the JSON of a move to the form in which a page would send it, so that both are read and checked alike."""

from collections.abc import Mapping

from django.http import QueryDict

from play.commands.forms import form_values
from rules.battle import Json
from rules.errors import BadInput
from rules.text import Text

PREFIXES = {"move": "m.", "deed": "m.", "request": "r.", "settings": "s.", "values": "n."}
"""The parts of a move that are forms of their own, and what stands before the names of their fields."""
MOST_FIELDS = 500
"""As many as a page may send."""


def to_form(move: Mapping[str, Json]) -> QueryDict:
    """Return the form of a move such as {"kind": "BattleMove", "move": {"kind": "Attack", "actor": "a1"}}."""
    form = QueryDict(mutable=True)
    for name, value in move.items():
        if name == "kind":
            form["move"] = str(value)
        elif name in PREFIXES and isinstance(value, Mapping):
            for inner, item in value.items():
                _put(form, "kind" if inner == "kind" else PREFIXES[name] + inner, item)
        else:
            _put(form, name, value)
    if len(form) > MOST_FIELDS:
        raise BadInput("many_fields", Text("That is more than can be sent at once. Make it shorter."))
    return form


def _put(form: QueryDict, name: str, value: Json) -> None:
    items = value if isinstance(value, list) else [value]
    if any(isinstance(item, list | Mapping) for item in items):
        sentence = Text("{name} must be a text, a number, yes or no, or a list of these.", name=repr(name[:40]))
        raise BadInput("wrong_type", sentence, key=name)
    if name != "move":  # the kind of the table's move stands there
        form.setlist(name, list(form_values(value)))
