"""Comparing what was kept with what today's code makes of it.

`old` is the JSON that was kept, `then` what today's code reads in it, `now` what today's code makes by itself (by
folding, or by playing the move again); all three as JSON. A class may have got a new field, which `old` does not have.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from rules.text_codec import decode_text
from tests.earlier.wording import reword

Json = Any
TOLD_BY_KIND = {("ConcealmentChanged", "hidden"): True, ("WentOut", "why"): "left"}
"""Values of old events that today a class of its own stands for, by the old kind and field."""


def find_difference(now: Json, then: Json, old: Json, path: str = "") -> str:
    """The first place where `now` and `then` differ, with both values; empty where they agree.

    A field that `old` does not have may differ, for today's code has given it its default. Where a field of `old` is
    gone, a new one may be that field under a new name: there only one may differ that is empty, and that has no value
    of those which are gone. An old sentence may also be worded as today.
    """
    now, then = in_english(now), in_english(then)
    if isinstance(now, dict) and isinstance(then, dict):
        known = old if isinstance(old, dict) else then
        gone = [known[key] for key in known.keys() - then.keys()]
        for key in sorted(now.keys() | then.keys()):
            if key in then and key not in known and not (gone and (then[key] or then[key] in gone)):
                continue
            kept = None if gone else known.get(key)
            if found := find_difference(now.get(key), then.get(key), kept, f"{path}.{key}"):
                return found
        return ""
    if isinstance(now, list) and isinstance(then, list) and len(now) == len(then):
        kept = old if isinstance(old, list) and len(old) == len(then) else [None] * len(then)
        places = (find_difference(*three, f"{path}[{n}]") for n, three in enumerate(zip(now, then, kept, strict=True)))
        return next(filter(None, places), "")
    is_same = now == then or (isinstance(then, str) and now == reword(then))
    return "" if is_same else f"{path.lstrip('.') or 'the whole'} is {_shorten(now)}, and was {_shorten(then)}"


def find_lost(then: Json, old: Json) -> list[str]:
    """The values of `old` that are nowhere in `then`, whatever the fields are called now.

    What is 0, empty or false is left out, for a default says it too; and so are kinds, for classes may be merged.
    """
    lost = Counter(_values(old)) - Counter(_values(then))
    return sorted(lost.elements())


def in_english(data: Json) -> Json:
    """Return a text that is kept with its values as the sentence that it was kept as before."""
    return str(decode_text(data)) if isinstance(data, dict) and "message" in data else data


def _values(data: Json) -> Iterator[str]:
    data = in_english(data)
    if isinstance(data, dict):
        for key, item in data.items():
            if key == "within" and item and repr(item) in _values({**data, "within": ""}):
                continue  # the event named its attack twice
            if key != "kind" and TOLD_BY_KIND.get((data.get("kind", ""), key)) != item:
                yield from _values(item)
    elif isinstance(data, list):
        for item in data:
            yield from _values(item)
    elif data:
        yield repr(data)


def _shorten(value: Json) -> str:
    text = repr(value)
    return text if len(text) <= 80 else f"{text[:77]}..."
