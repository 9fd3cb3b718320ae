"""Who may say a number (2E-670 to 2E-677, 3E-570 to 3E-572, WD-330 to WD-332, V20-330 to V20-332).

Every field of a form declares where its value comes from: the player's choice, a ruling of the Storyteller, a power of
the sheet, or what the sheet and the fight know. A player may propose a ruling. `may_say` decides what becomes of a
value; the engine, the roll pads, the tasks, the pages and the API all ask it.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Any, Literal

from rules.battle.declare import UNSAID, DeclaredField, FieldSpec, list_declared
from rules.battle.declare import Source as Source
from rules.battle.fields import Choice
from rules.battle.seats import ASK, STUNTS, Json, Numbers, Seat
from rules.errors import BadInput, IllegalMove
from rules.text import Text, join, verbatim

Result = Literal["now", "waits", "refused"]
"""What becomes of a value: it counts, it waits for the Storyteller, or it is refused."""
MISSING = object()


@dataclass(frozen=True, slots=True)
class GivenValue:
    """A value that is not left to the player, and what becomes of it.

    `usual` is the value that counts without a ruling, None where there is none. `counted`: it counts only because the
    series lets it, so the log names it. `is_rated`: the game itself asks the Storyteller, as for a stunt.
    """

    name: str
    label: Text
    value: Json
    usual: Json
    source: Source
    result: Result
    counted: bool = False
    is_rated: bool = False
    choices: tuple[Choice, ...] = ()

    @property
    def words(self) -> Text:
        """The value with its label, as in "Bonus dice 2" or "Surprise: From hiding"."""
        labels = {choice.value: choice.label for choice in self.choices}
        if isinstance(self.value, str) and self.value in labels:
            return Text("{label}: {what}", label=self.label, what=labels[self.value])
        return say_value(self.label, self.value)


class NeedsRuling(IllegalMove):
    """A player's move has values that wait for the Storyteller. `said` has those, with all others that she may rule on.

    Nothing has happened yet. `move` is the move of the table for which they were said, where that is another one than
    the person made: a favorite, or a typed line.
    """

    move: Any = None

    def __init__(self, said: Sequence[GivenValue]) -> None:
        self.said = tuple(said)
        waiting = [value for value in self.said if value.result == "waits" and not value.is_rated]
        labels = join(", ", (value.label for value in waiting))
        sentence = Text(
            "Only the Storyteller can set this: {label}.",
            "Only the Storyteller can set these: {label}.",
            n=len(waiting),
            label=labels,
        )
        super().__init__("storyteller_only", sentence, name=waiting[0].name)


def may_say(
    form: type[Any],
    field: str,
    value: Json,
    seat: Seat,
    numbers: Numbers = ASK,
    *,
    known: Json = MISSING,
    from_power: bool = False,
) -> GivenValue:
    """Return what becomes of a value that a seat gives in a field of a form.

    `known`: what the sheet or the fight has for it. `from_power`: a paid power of the sheet gives it.
    """
    declared = next((declared for declared in list_declared(form) if declared.name == field), None)
    if declared is None or declared.asked is None:
        raise BadInput("unknown_field", Text("There is no field {name} here.", name=repr(field[:40])), key=field)
    seat = replace(seat, numbers=numbers)
    facts = {} if known is MISSING else {field: known}
    said = judge(declared, declared.asked, value, seat, facts)
    return replace(said, result="now", counted=False) if from_power else said


def judge(declared: DeclaredField, asked: FieldSpec, value: Json, seat: Seat, known: Mapping[str, Json]) -> GivenValue:
    """Return what becomes of a value in a declared field. `known`: by field, what the sheet or the fight has for it."""
    fallback = declared.default if asked.usual is None else asked.usual
    usual = known.get(declared.name, fallback)
    said = GivenValue(
        declared.name,
        asked.label,
        value,
        None if usual is UNSAID else usual,
        asked.source,
        "now",
        is_rated=asked.is_rated,
        choices=asked.choices,
    )
    if seat.storyteller or not (asked.waits or asked.is_rated) or declared.name in seat.granted:
        return said
    if value is None and declared.default is None:  # nothing is said
        return said
    if value == usual or (usual is not UNSAID and is_worse(asked, value, usual)):
        return said
    if _counts_at_once(asked, value, usual, seat.numbers):
        return replace(said, counted=True)
    return replace(said, result="waits")


def is_worse(asked: FieldSpec, value: Json, usual: Json) -> bool:
    """Return whether a value can only hurt the player who says it (2E-671). Lists are compared item by item."""
    if isinstance(value, (tuple, list)):
        base = usual if isinstance(usual, (tuple, list)) else [usual] * len(value)
        return len(base) >= len(value) and all(
            item == other or is_worse(asked, item, other) for item, other in zip(value, base, strict=False)
        )
    if isinstance(asked.worse, tuple):
        return value in asked.worse
    if not asked.worse:
        return False
    place, at = _rank(asked.choices, value), _rank(asked.choices, usual)
    if place is None or at is None:
        return False
    return place > at if asked.worse == "more" else place < at


def _rank(choices: Sequence[Choice], value: Json) -> int | None:
    """Return a number, or the place of a word among its choices."""
    if isinstance(value, int):
        return int(value)
    return next((place for place, choice in enumerate(choices) if choice.value == value), None)


def _counts_at_once(asked: FieldSpec, value: Json, usual: Json, numbers: Numbers) -> bool:
    if numbers.how == "trusting":
        return True
    if numbers.how == "ask" or not asked.small:
        return False
    most = {"stunt": numbers.stunt, "dice": numbers.dice, "difficulty": numbers.difficulty}[asked.small]
    values = value if isinstance(value, (tuple, list)) else [value]
    base = usual if isinstance(usual, (tuple, list)) else [usual or 0]
    pairs = list(zip_longest(values, base, fillvalue=0))
    return all(_is_whole(value) and _is_whole(other) and abs(int(value) - int(other)) <= most for value, other in pairs)


def _is_whole(value: Json) -> bool:
    return isinstance(value, int) or (isinstance(value, str) and value.isdecimal())


def list_said(form: object, seat: Seat, known: Mapping[str, Json] | None = None) -> tuple[GivenValue, ...]:
    """Return the values of a move or request that are not the player's alone, and differ from the usual ones."""
    return tuple(_list_said(form, seat, known or {}))


def _list_said(form: object, seat: Seat, known: Mapping[str, Json]) -> Iterator[GivenValue]:
    for declared in list_declared(type(form)):
        asked = declared.asked
        if asked is None or not (asked.waits or asked.is_rated):
            continue
        said = judge(declared, asked, getattr(form, declared.name), seat, known)
        if said.result != "now" or said.counted:
            yield said


def needs_ruling(said: Iterable[GivenValue]) -> bool:
    """Return whether any of these waits for the Storyteller, unless the game itself asks her, as for a stunt."""
    return any(value.result == "waits" and not value.is_rated for value in said)


def check_sources(form: object, seat: Seat, known: Mapping[str, Json] | None = None) -> None:
    """Raise `NeedsRuling` for a move or request with a value that this seat may not give by itself."""
    if seat.storyteller:
        return
    said = list_said(form, seat, known)
    if needs_ruling(said):
        raise NeedsRuling(said)


def grant_all(seat: Seat, form: object) -> Seat:
    """Return the seat with leave to say every number of a move or request; the game still asks for stunts."""
    names = frozenset(declared.name for declared in list_declared(type(form)))
    return replace(seat, granted=seat.granted | (names - STUNTS))


def check_asked(request: object) -> None:
    """Raise `BadInput` for a value that no form asks for: the table sets it, and no one sends it.

    A game that declares none of its fields makes its form by hand, and is left alone.
    """
    fields = list_declared(type(request))
    for declared in fields if any(field.asked for field in fields) else ():
        if declared.asked is None and declared.name != "powers" and getattr(request, declared.name) != declared.default:
            sentence = Text("This form does not ask for {name}.", name=repr(declared.name))
            raise BadInput("not_asked", sentence, key=declared.name)


def say_value(label: Text, value: Json) -> Text:
    """Return a value with its label: "Bonus dice 2", "The Charm: Sun-Raising", "Unblockable"."""
    if value is True:
        return label
    if value is False:
        return Text("{label}: no", label=label)
    if isinstance(value, int):
        return Text("{label} {n}", label=label, n=value)
    if isinstance(value, (tuple, list)):
        return Text("{label}: {what}", label=label, what=", ".join(str(item) for item in value))
    return Text("{label}: {what}", label=label, what=verbatim(str(value)))


def find_numbers(options: object) -> Numbers:
    """Return how a series takes the numbers of players; a game whose options say nothing of it asks for all."""
    how: Any = getattr(options, "numbers", "ask")
    return Numbers(how, *(getattr(options, f"small_{name}", 0) for name in ("stunt", "dice", "difficulty")))
