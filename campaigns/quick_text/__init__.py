"""Characters out of a pasted block of text, as books and notes print them: a draft to look at, nothing saved."""

from collections.abc import Callable, Mapping

from django.utils.translation import gettext as _

from campaigns.imports.draft import Builder, Draft
from campaigns.quick_text import exalted2e, exalted3e, v20da, wod2004
from campaigns.quick_text.reading import Text
from campaigns.refusals import Refused

MAX_TEXT = 20_000
READERS: Mapping[str, Callable[[Text], Builder]] = {
    "exalted2e": exalted2e.read,
    "exalted3e": exalted3e.read,
    "v20da": v20da.read,
    "wod2004": wod2004.read,
}
EXAMPLES: Mapping[str, str] = {
    "exalted2e": exalted2e.EXAMPLE,
    "exalted3e": exalted3e.EXAMPLE,
    "v20da": v20da.EXAMPLE,
    "wod2004": wod2004.EXAMPLE,
}
"""A block of each game that is understood whole."""

__all__ = ["EXAMPLES", "MAX_TEXT", "READERS", "read_text"]


def read_text(system: str, words: str) -> Draft:
    """Make a draft of a pasted text for a series of this game. Raises `Refused` where nothing can be understood."""
    if system not in READERS:
        raise Refused(_("This game’s characters are not read from text. Make one on its page."), status=422)
    if len(words) > MAX_TEXT:
        raise Refused(_("A character’s text has at most {n} characters.").format(n=MAX_TEXT), status=422)
    text = Text(words)
    name = text.take_name()
    draft = READERS[system](text).build(_("the text"), name, text)
    if not draft.kept:
        raise Refused(_("Nothing here can be understood: write trait and number, as “Strength 3”."), status=422)
    return draft
