"""Posts: the newest texts of those that were edited, and how much of one stands in the log."""

from collections.abc import Collection, Mapping

from play.models import Entry
from play.table.lines import LogLine
from play.table.speech import Edits, PostEdited

IN_SIGHT = 900
"""How many characters of a post stand in the log, at most; the rest is fetched when somebody unfolds it."""
REST, FIRST = "post", "first"
"""The kinds of folds: the rest of a post, and the text before it was edited."""


def load_edited(table: int, edits: Edits, numbers: Collection[int]) -> Mapping[int, str]:
    """Return the newest text of each post that was edited, of those with these numbers; asks nothing for none."""
    posts = {edit.number: edit.post for edit in edits if edit.post in numbers}
    if not posts:
        return {}
    found = Entry.objects.filter(table=table, number__in=posts, event__kind=PostEdited.__name__)
    texts = found.values_list("number", "event__post", "event__text")
    return {post: text for number, post, text in texts if posts[number] == post}


def list_posts(lines: Collection[LogLine]) -> list[int]:
    """Return the numbers of the posts among these lines."""
    return [line.number for line in lines if line.speech is not None and line.speech.is_post]


def cut_post(text: str, most: int = IN_SIGHT) -> tuple[str, str]:
    """Return the beginning of a post and the rest. It is cut between paragraphs, or else between words."""
    if len(text) <= most:
        return text, ""
    end = max(text.rfind("\n\n", 0, most), 0)
    if end < most // 3:
        end = max(text.rfind("\n", 0, most), text.rfind(" ", 0, most))
    end = end if end > 0 else most
    return text[:end].rstrip(), text[end:].strip()
