"""The Storyteller's draft of a recap in Markdown: what everybody saw, in the language of the one who writes."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby

from campaigns.calendar.calendar import MINUTE, format_duration
from campaigns.core.language import translate
from play.recap.fights import list_names
from play.recap.model import Line, Recap, sum_recaps
from rules.text import Text, join

MARKS = re.compile(r"([\\`*_{}\[\]<>#|~!@])")
"""What Markdown would take for a sign of its own, among people's names and words."""


SHORTER = (4000, 2000, 1000, 500, 200)
"""The most characters of each post, tried one after the other where the words of all are too many."""


def write_draft(recap: Recap, most: int = 0) -> str:
    """Return a scene in Markdown. `recap`: as `load_recap` returns it for everybody, in public.

    `most`: how many characters it may have; where it has more, the posts are cut short.
    """
    return _fit(most, lambda length: _write(recap, length))


def write_episode(scenes: Sequence[tuple[str, Recap]], most: int = 0) -> str:
    """Return an episode in Markdown: what holds for all of it, and each scene below its title."""
    facts = list(_list_facts(sum_recaps(recap for _title, recap in scenes)))

    def write(length: int) -> str:
        drafts = [(title, _write(recap, length)) for title, recap in scenes]
        parts = [f"## {_escape(title)}\n\n{draft}" for title, draft in drafts if draft]
        return "\n\n".join([*(facts if len(parts) > 1 else ()), *parts])

    return _fit(most, write)


def _fit(most: int, write: Callable[[int], str]) -> str:
    """Return a text with posts that are as long as its length allows. `write` takes the most characters of a post."""
    draft = write(0)
    for length in SHORTER:
        if not most or len(draft) <= most:
            break
        draft = write(length)
    return draft[:most] if most else draft


def _write(recap: Recap, length: int) -> str:
    paragraphs = [*_list_facts(recap), *_list_happened(recap.happened, length)]
    return "\n\n".join(paragraph for paragraph in paragraphs if paragraph)


def _list_facts(recap: Recap) -> Iterator[str]:
    if recap.there:
        yield _escape(translate(Text("Present: {who}.", who=list_names(recap.there))))
    if recap.passed >= MINUTE:  # the ticks of a fight are no time that anybody counts
        yield _escape(translate(Text("Time passed: {time}.", time=format_duration(recap.passed))))


def _list_happened(lines: Iterable[Line], length: int) -> Iterator[str]:
    """Yield what happened: lists, and between them the words of posts."""
    for is_post, group in groupby(lines, key=lambda line: bool(line.words)):
        if is_post:
            yield from (_write_post(line, length) for line in group)
        else:
            yield "\n".join(map(_write_line, group))


def _write_post(line: Line, length: int) -> str:
    """Return the words of a post: quoted below the name of who speaks, or as they stand."""
    words = line.words if not length or len(line.words) <= length else f"{line.words[:length].rstrip()} …"
    if not line.text:
        return words
    quoted = "\n".join(f"> {row}".rstrip() for row in words.splitlines())
    return f"**{_escape(translate(line.text))}:**\n\n{quoted}"


def _write_line(line: Line) -> str:
    label = _escape(translate(join(", ", (line.label, line.when))))
    indent = "  " if line.in_fight else ""
    return f"{indent}- **{label}:** {_escape(translate(line.text))}"


def _escape(text: str) -> str:
    """Return a sentence of which Markdown changes nothing, in one line."""
    return MARKS.sub(r"\\\1", " ".join(text.split()))
