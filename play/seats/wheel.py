"""The wheel of ticks in words."""

from campaigns.core.language import translate
from rules.text import EMPTY, Text, isolate_name, join, list_texts
from rules.view import BattleView


def describe(view: BattleView) -> str:
    """Return the wheel in one or two sentences, for screen readers."""
    tokens = [token for token in view["picture"]["tokens"] if token["at"] is not None]
    acting = [token["name"] for token in tokens if token["now"]]
    coming = sorted((token["at"], i, token["name"]) for i, token in enumerate(tokens) if not token["now"])
    first = Text("No one acts on this tick.")
    if acting:
        first = Text("Acting now: {who}.", who=list_texts(acting))
    then = EMPTY
    if coming:
        then = Text("Then: {list}.", list=join("; ", (f"{isolate_name(name)} {at}" for at, _, name in coming)))
    return translate(join(" ", (first, then)))
