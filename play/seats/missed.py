"""What a person missed at a table, short: the deeds, and what was said to them."""

from collections.abc import Collection, Sequence

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from campaigns.core.language import translate
from campaigns.core.markdown import strip_emphasis
from play.seats.entries import gather_entry, group_lines
from play.seats.long_posts import cut_post
from play.table.lines import LogLine

MAX_DEEDS = 6
"""How many deeds are listed one by one. Of more, only the turning points are listed."""
MAX_WORDS = 4
"""How many of the things that were said to the person are quoted."""
QUOTED = 160
"""The most characters of one quotation."""


def describe_deeds(lines: Sequence[LogLine]) -> list[str]:
    """Return who acted on whom and what came of it, oldest first. `lines`: what counts of a log, newest first."""
    groups = [group for group in group_lines(lines) if any("result" in line.event for line in group)]
    entries = [gather_entry(group) for group in reversed(groups)]
    return [". ".join(filter(None, (capfirst(entry.verdict), translate(entry.line)))) for entry in entries]


def quote_words(lines: Sequence[LogLine], names: Collection[str], *, storyteller: bool) -> list[tuple[str, str]]:
    """Return who said what to the person, oldest first: what was whispered, and what mentions one of their `names`.

    The Storyteller overhears whispers between others; only those that are for the Storyteller count.
    """
    spoken = [line for line in lines if _is_to(line, names, storyteller=storyteller)]
    return [(_name(line), _quote(line)) for line in reversed(spoken[:MAX_WORDS])]


def _is_to(line: LogLine, names: Collection[str], *, storyteller: bool) -> bool:
    speech = line.speech
    if speech is None:
        return False
    words = speech.text.casefold()
    if any(f"@{name.casefold()}" in words or f"@[{name.casefold()}]" in words for name in names):
        return True
    return bool(speech.to) and (not storyteller or speech.to == translate("to the Storyteller"))


def _name(line: LogLine) -> str:
    return line.speech.name if line.speech else ""


def _quote(line: LogLine) -> str:
    words, more = cut_post(line.speech.text if line.speech else "", QUOTED)
    plain = " ".join(strip_emphasis(words).split())
    return _("“%(words)s …”") % {"words": plain} if more else _("“%(words)s”") % {"words": plain}
