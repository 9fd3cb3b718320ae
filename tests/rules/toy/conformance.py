"""The one kind of vector."""

from collections.abc import Mapping
from typing import Any

from rules.dice import Roller
from rules.errors import BadInput
from rules.text import Text

from .options import Options
from .rolls import flip


def check_flip(given: Mapping[str, Any], roller: Roller) -> dict[str, Any]:
    """`coins` in, `heads` out."""
    for key in given:
        if key != "coins":
            raise BadInput("unknown_key", Text("flip has no {key}. Known: coins.", key=repr(key)), key=key)
    return {"heads": sum(die.worth for die in flip(given["coins"], roller, Options()))}


CONFORMANCE = {"flip": check_flip}
