"""Traits of one's own, by name and kind: further Abilities (V20-005), Disciplines, Backgrounds."""

import re
from functools import lru_cache
from typing import Final

from rules.errors import BadInput
from rules.v20da.traits import ABILITIES, ATTRIBUTES, make_key

KINDS: Final = ("talent", "skill", "knowledge", "discipline", "background")
FORM: Final = "As Larceny (skill), Persuasion (talent), Ogham (discipline), Library (background)"
MAX_OWN: Final = 40
MAX_TRAITS_TEXT: Final = 2000
ONE: Final = re.compile(r"(?P<name>[^\W\d_](?:[^\W\d_]|[' -]){0,38}?)\s*\((?P<kind>\w+)\)")


@lru_cache(maxsize=256)
def read_own_traits(text: str) -> dict[str, str]:
    """Key to kind of every trait that the text names. Raises `BadInput` that quotes what cannot be read."""
    found: dict[str, str] = {}
    for part in filter(None, (part.strip() for part in re.split(r"[,;\n]", text[: MAX_TRAITS_TEXT + 1]))):
        match = ONE.fullmatch(part)
        kind = match["kind"].lower() if match else ""
        key = re.sub(r"\W+", "_", make_key(match["name"])).strip("_") if match else ""
        if kind not in KINDS or not key or key in ATTRIBUTES or key in ABILITIES or key in found:
            raise BadInput("bad_trait", f"{part[:40]!r} is no trait of one's own. {FORM}.", key="own_traits")
        found[key] = kind
    if len(found) > MAX_OWN or len(text) > MAX_TRAITS_TEXT:
        raise BadInput("too_many", f"At most {MAX_OWN} traits of one's own.", key="own_traits")
    return found
