"""The Storyteller's draft of a recap in Markdown: what everybody saw, in the language of the one who writes."""

import re
from collections.abc import Iterable, Iterator, Sequence

from campaigns.calendar import format_duration
from campaigns.language import tell
from play.recap.fights import list_names
from play.recap.model import Line, Recap
from play.recap.whole import sum_recaps
from rules.text import Text, join

MINUTE = 60
MARKS = re.compile(r"([\\`*_{}\[\]<>#|~!@])")
"""What Markdown would take for a sign of its own, among people's names and words."""


def write_draft(recap: Recap) -> str:
    """Return a scene in Markdown. `recap`: as `read_recap` returns it for everybody, in public."""
    paragraphs = [*_list_facts(recap), _list_happened(recap.happened)]
    return "\n\n".join(paragraph for paragraph in paragraphs if paragraph)


def write_episode(scenes: Sequence[tuple[str, Recap]]) -> str:
    """Return an episode in Markdown: what holds for all of it, and each scene below its title."""
    drafts = [(title, write_draft(recap)) for title, recap in scenes]
    told = [f"## {_escape(title)}\n\n{draft}" for title, draft in drafts if draft]
    facts = _list_facts(sum_recaps(recap for _title, recap in scenes)) if len(told) > 1 else ()
    return "\n\n".join([*facts, *told])


def _list_facts(recap: Recap) -> Iterator[str]:
    if recap.there:
        yield _escape(tell(Text("There: {who}.", who=list_names(recap.there))))
    if recap.passed >= MINUTE:  # the ticks of a fight are no time that anybody counts
        yield _escape(tell(Text("Time passed: {time}.", time=format_duration(recap.passed))))


def _list_happened(lines: Iterable[Line]) -> str:
    return "\n".join(_write_line(line) for line in lines)


def _write_line(line: Line) -> str:
    label = _escape(tell(join(", ", (line.label, line.when))))
    indent = "  " if line.in_fight else ""
    return f"{indent}- **{label}:** {_escape(tell(line.text))}"


def _escape(told: str) -> str:
    """Return a sentence of which Markdown changes nothing, in one line."""
    return MARKS.sub(r"\\\1", " ".join(told.split()))
