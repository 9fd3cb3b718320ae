"""From a vector's `given` to a typed request, and from a refusal to its `error`."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar, get_type_hints

from rules.battle import Json
from rules.codec import decode
from rules.conformance import drop_nulls
from rules.dice import Roller, ScriptedRoller
from rules.errors import BadInput, IllegalMove

MOST = 10_000
"""No figure of the book comes near it; hostile input does."""

G = TypeVar("G")

Check = Callable[[Mapping[str, Json], Roller], Mapping[str, Json]]


def adapt(check: Callable[[G, Roller], Mapping[str, Json]]) -> Check:
    """Read `given` into the type of the check's first parameter; a refusal becomes `{error, rule}`.

    Raises `BadInput` that names an unknown key, a wrong type, a missing key or a figure out of all bounds.
    """
    kind: type[G] = get_type_hints(check)["given"]

    def run(given: Mapping[str, Json], roller: Roller) -> Mapping[str, Json]:
        _check_size(given, "given")
        named = {f"{key}_" if key == "from" else key: value for key, value in drop_nulls(given).items()}
        request = decode(kind, named)
        try:
            return check(request, roller)
        except IllegalMove as refusal:
            return {"error": refusal.code, "rule": refusal.data.get("rule")}

    return run


def has_faces(roller: Roller) -> bool:
    """Whether a scripted roller has faces left: at the boundary of two rolls their end means that no more were made."""
    return isinstance(roller, ScriptedRoller) and roller.left > 0


def _check_size(value: Any, where: str) -> None:
    if isinstance(value, int) and abs(value) > MOST:
        raise BadInput("out_of_range", f"{where!r} lies beyond {MOST}.", key=where)
    if isinstance(value, (str, list, Mapping)) and len(value) > MOST:
        raise BadInput("out_of_range", f"{where!r} is longer than {MOST}.", key=where)
    if isinstance(value, Mapping):
        for key, item in value.items():
            _check_size(item, str(key))
    elif isinstance(value, list):
        for item in value:
            _check_size(item, where)
