"""Vectors of kind `field`: who may say a number (2E-670 to 2E-677, 3E-570 to 572, WD-330 to 332, V20-330 to 332)."""

from collections.abc import Mapping
from typing import Any, Final, Literal

from rules.battle import STORYTELLER, Json, Seat
from rules.battle.engine import Battle
from rules.battle.seats import Numbers
from rules.battle.sources import MISSING, may_say
from rules.conformance import Kinds, Result
from rules.errors import BadInput
from rules.text import Text

PLAYER: Final = Seat(characters=frozenset({"player"}))
ROLLS: Final = ("pad", "MakeRoll", "RollForTask")
"""The forms of a roll outside the moves of a fight: they ask for the same request."""


def make_field_kind(battle: Battle[Any, Any], request: type[Any]) -> Kinds:
    """Return the kind `field` of a game: its forms are the moves of its battle, and the request of its rolls."""
    kind = Kinds()
    forms: Mapping[str, type[Any]] = {**battle.moves.classes, **dict.fromkeys(ROLLS, request)}

    @kind("field")
    def _field(
        *,
        form: str,
        field: str,
        value: Any,
        known: Any = MISSING,
        seat: Literal["player", "storyteller"] = "player",
        from_power: bool = False,
        helps: bool = True,
        numbers: Literal["ask", "usual", "trusting"] = "ask",
    ) -> Result:
        """Return the class of a field of a form, and what becomes of a value in it."""
        if form not in forms:
            raise BadInput("unknown_form", Text("There is no form {name} here.", name=repr(form[:40])), key="form")
        asks = STORYTELLER if seat == "storyteller" else PLAYER
        said = may_say(
            forms[form], field, _thaw(value), asks, Numbers(numbers), known=_thaw(known), from_power=from_power
        )
        return {"class": said.source, "result": said.result}

    return kind


def _thaw(value: Json) -> Json:
    return tuple(value) if isinstance(value, list) else value
