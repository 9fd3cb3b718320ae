"""The newest texts of posts that were edited."""

from collections.abc import Collection, Mapping

from play.models import Entry
from play.table.lines import LogLine
from play.table.speech import Edits, PostEdited


def read_edited(table: int, edits: Edits, numbers: Collection[int]) -> Mapping[int, str]:
    """Return the newest text of each post that was edited, of those with these numbers; asks nothing for none."""
    posts = {one.number: one.post for one in edits if one.post in numbers}
    if not posts:
        return {}
    found = Entry.objects.filter(table=table, number__in=posts, event__kind=PostEdited.__name__)
    texts = found.values_list("number", "event__post", "event__text")
    return {post: text for number, post, text in texts if posts[number] == post}


def list_posts(lines: Collection[LogLine]) -> list[int]:
    """Return the numbers of the posts among these lines."""
    return [line.number for line in lines if line.speech is not None and line.speech.is_post]
