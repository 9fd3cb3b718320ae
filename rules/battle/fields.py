"""The fields of a form: what a move or a request asks for."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from rules.battle.seats import Json
from rules.text import EMPTY, Text


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing to choose. `reason` says why it cannot be chosen now.

    `odds` is a chance from 0 to 1: that the choice succeeds or, in the answer to an attack, that the attack still hits.
    `about`: the chance is an average, since the seat may not know what it hangs on. `dots` is the rating of a trait,
    drawn as dots. `low`, `high` and `steps`: the bounds, or the only values, of the number that stands `within` it.
    """

    value: str
    label: Text
    hint: Text = EMPTY
    reason: Text = EMPTY
    odds: float | None = None
    dots: int | None = None
    about: bool = False
    low: int | None = None
    high: int | None = None
    steps: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Field:
    """One value that a form asks for; `name` is the key of the move or request.

    Kinds: choice (str), choices (list of str, each once), list (list of str in order, repeats allowed,
    `low` to `high` items), number (int, `low` to `high`), flag (bool), text (str of at most `high` characters).
    A required choice without an `initial` begins with the first open one; with `()` the person must choose.
    A list may be asked for item by item: "others.0" is the first item of `others`; see `gather_items`.
    A number may have `choices`: one for each step from `low` to `high`, labelled, with its cost as the hint.
    `beside`: it belongs to the field before it and is shown next to it.
    `within`: the choice whose chosen value has narrower bounds for this number.
    `bound_by`: another field. What is chosen there leaves some of these choices (`leaves`), or its items count those of
    this list.
    `decides`: the choice is the answer itself, so each choice may stand as a button of its own.
    `rolled`: a list whose items are rolled, each by itself, after anything else that the move rolls.
    `source`: where its value comes from (`rules.battle.sources`). `waits`: for a player, another value than the usual
    one is a proposal to the Storyteller.
    """

    name: str
    label: Text
    kind: Literal["choice", "choices", "list", "number", "flag", "text"]
    choices: tuple[Choice, ...] = ()
    low: int = 0
    high: int = 0
    initial: Json = None
    required: bool = True
    help: Text = EMPTY
    beside: bool = False
    rolled: bool = False
    source: Literal["choice", "ruling", "power", "sheet"] = "choice"
    waits: bool = False
    within: str = ""
    bound_by: str = ""
    leaves: Mapping[str, tuple[str, ...]] = field(default_factory=dict, hash=False)
    decides: bool = False


def gather_items(values: Mapping[str, Json]) -> dict[str, Json]:
    """Return the values of a form as a move has them: items "others.0" and "others.2" become the list `others`.

    A missing item is empty: 0 among numbers, "" among texts.
    """
    lists: dict[str, dict[int, Json]] = {}
    whole: dict[str, Json] = {}
    for key, value in values.items():
        name, _, place = key.partition(".")
        if place.isdecimal():
            lists.setdefault(name, {})[int(place)] = value
        else:
            whole[key] = value
    for name, items in lists.items():
        empty = 0 if any(isinstance(item, int) for item in items.values()) else ""
        whole[name] = [items.get(place) or empty for place in range(max(items) + 1)]
    return whole
