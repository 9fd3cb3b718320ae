"""Moves and events: the closed list of a game's classes, and their JSON form."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from rules.battle.declare import Move
from rules.battle.seats import Audience, Json
from rules.codec import decode, encode
from rules.errors import BadInput
from rules.text import Text


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """A fact, named in the past tense, with the dice that were rolled for it and who may see it."""

    audience: Audience = None


K = TypeVar("K", Move, Event)


class Kinds(Generic[K]):
    """The closed list of a system's moves or events, and their JSON form `{"kind": class name, ...fields}`.

    `former` turns JSON that an older version wrote into the present form; it returns any other JSON unchanged.
    """

    def __init__(
        self, *classes: type[K], former: Callable[[dict[str, Json]], dict[str, Json]] = lambda data: data
    ) -> None:
        for cls in classes:
            if "kind" in cls.__dataclass_fields__:
                raise TypeError(f"{cls.__name__} has a field 'kind', which names the class in its JSON form")
        self.classes: Mapping[str, type[K]] = {cls.__name__: cls for cls in classes}
        self._former = former

    def encode(self, item: K) -> dict[str, Json]:
        """Return the JSON form."""
        return {"kind": type(item).__name__, **encode(item)}

    def renew(self, data: Mapping[str, Json]) -> dict[str, Json]:
        """Return the present JSON form of an item that an older version may have written."""
        return self._former(dict(data))

    def decode(self, data: object) -> K:
        """Build the item from its JSON form. Raises `BadInput` that names what is wrong."""
        if not isinstance(data, Mapping) or not isinstance(data.get("kind"), str):
            raise BadInput("no_kind", Text("A move or event must be an object with a 'kind'."))
        data = self.renew(data)
        cls = self.classes.get(data["kind"])
        if cls is None:
            raise BadInput(
                "unknown_kind", Text("There is no {kind} here.", kind=repr(data["kind"][:40])), kind=data["kind"][:40]
            )
        return decode(cls, {key: value for key, value in data.items() if key != "kind"})
