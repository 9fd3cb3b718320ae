"""The keys that the readers of test vectors take, found in the readers themselves (`rules.conformance`).

`rules.vocabulary` says what the words mean.
"""

from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from typing import Any, Final, Literal, cast, get_args, get_origin

from rules.conformance import MAX_NUMBER, Function, Keys, Kinds, Range, get_form, get_hints, list_marks


@dataclass(frozen=True, slots=True)
class Key:
    """A key of `given`: where it stands (`target.health`), its words if it takes only some, and its meaning."""

    path: str
    form: str
    words: tuple[str, ...] = ()
    is_needed: bool = False

    @property
    def name(self) -> str:
        """The key itself."""
        return self.path.rpartition(".")[2]


@dataclass(frozen=True, slots=True)
class Reader:
    """What reads vectors of one kind, or of one op of it, with the keys of `given`. `op_key` is the key of the op."""

    kind: str
    op_key: str
    op: str
    about: str
    keys: tuple[Key, ...]

    @property
    def title(self) -> str:
        """The kind, with its op in brackets."""
        return f"{self.kind} ({self.op})" if self.op else self.kind


def list_readers(functions: Mapping[str, Function]) -> Iterator[Reader]:
    """Yield what a game reads, kind by kind and op by op."""
    for kind, function in functions.items():
        kinds = getattr(getattr(function, "func", None), "__self__", None)
        if isinstance(kinds, Kinds):
            for op, reader in kinds.list_ops(kind).items():
                about = " ".join((reader.__doc__ or "").partition("\n\n")[0].split())
                yield Reader(kind, kinds.key, op or "", about, tuple(list_keys(reader)))


def list_keys(reader: Callable[..., Any]) -> Iterator[Key]:
    """Yield the keys that a function reads, those of objects inside with the path to them."""
    yield from _list_fields(get_form(reader)[0], "", ())


def _list_fields(owner: type[Any], above: str, inside: tuple[Any, ...]) -> Iterator[Key]:
    hints = get_hints(cast(Hashable, owner))
    for field in fields(owner):
        path, hint = above + field.name.removesuffix("_"), hints[field.name]
        is_needed = field.default is MISSING and field.default_factory is MISSING
        yield Key(path, _name_form(hint), tuple(_list_words(hint)), is_needed)
        yield from _list_inner(hint, f"{path}.", inside)


def _list_inner(hint: Any, above: str, inside: tuple[Any, ...]) -> Iterator[Key]:
    """Yield the keys of the objects that a type holds; not of one that lies in another of its own kind."""
    found = [mark.find() for mark in list_marks(hint) if isinstance(mark, Keys)]
    if is_dataclass(hint) and isinstance(hint, type):
        found.append(hint)
    if not found and get_origin(hint) is not Literal:
        for part in get_args(hint):
            yield from _list_inner(part, above, inside)
    for reader in found:
        if all(reader is not other for other in inside):
            yield from _list_read(reader, above, (*inside, reader))


def _list_read(reader: Any, above: str, inside: tuple[Any, ...]) -> Iterator[Key]:
    """Yield the keys that a function, a dataclass or the ops of `Kinds` read."""
    if isinstance(reader, type):
        yield from _list_fields(reader, above, inside)
    elif not isinstance(reader, Kinds):
        yield from _list_fields(get_form(reader)[0], above, inside)
    else:
        yield Key(f"{above}do", "text", tuple(map(_quote, reader)), is_needed=True)
        functions = [function for kind in reader for function in reader.list_ops(kind).values()]
        keys = [key for function in functions for key in _list_fields(get_form(function)[0], above, inside)]
        yield from {key.path: key for key in keys}.values()


def _quote(word: Any) -> str:
    return f'"{word}"' if isinstance(word, str) else str(word)


def _list_words(hint: Any) -> Iterator[str]:
    """Yield the words that a text must be one of."""
    if get_origin(hint) is Literal:
        yield from map(_quote, get_args(hint))
        return
    for mark in list_marks(hint):
        if not isinstance(mark, (Range, Keys)):
            yield from map(_quote, mark)
            return
    if not is_dataclass(hint):
        for part in get_args(hint):
            yield from _list_words(part)


NAMES: Final = {int: "number", bool: "true or false", str: "text", float: "number", type(None): "null", Any: "anything"}


def _name_form(hint: Any) -> str:
    """Return what stands there: "number 1 to 50", "list of objects"."""
    origin, args = get_origin(hint), get_args(hint)
    for mark in list_marks(hint) if origin is not None and hasattr(hint, "__metadata__") else ():
        if isinstance(mark, Keys):
            return "list of objects" if args[0] is Any and not isinstance(mark.find(), Kinds) else "object"
        if isinstance(mark, Range) and mark.high < MAX_NUMBER:
            return f"number {mark.low} to {mark.high}"
        return _name_form(args[0])
    if origin is Literal:
        return "text" if isinstance(args[0], str) else "number"
    if origin is tuple:
        inner = [_name_form(part) for part in args if part is not Ellipsis]
        return f"list of {inner[0]}" if Ellipsis in args else f"[{', '.join(inner)}]"
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return "object"
    if args:
        return " or ".join(dict.fromkeys(_name_form(part) for part in args))
    return NAMES.get(hint, "object")
