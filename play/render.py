"""The one gate from a board to HTML: a push and a fresh page are drawn from the same pieces.

A drawing is shared by all seats of a class, so nothing in it belongs to one person: what forms carry of whoever fills
them in stands empty (`play.marks`). Rows are kept by what they show, so that a turn of the wheel redraws only what it
moved.
"""

from collections.abc import Callable, Collection, Hashable, Sequence
from functools import partial

from django.template.loader import get_template
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from play.board import Board, LogLine
from play.deck import Deck
from play.entries import Lines, group_lines, read_entry, read_first
from play.kept import Kept
from play.markup.entries import draw_entry
from play.pieces import Context, Pieces
from play.task_piece import draw_tasks

__all__ = ["fold", "log_lines", "pieces", "presence", "steps"]

NOT_YET = (0, False, (0, ""))
"""An entry that has not been drawn."""
KEPT = 8192
"""How many drawn rows one process keeps."""


class Shelf:
    """Drawn rows by language and what they show; the longest unused fall out. Safe to share between threads."""

    def __init__(self, size: int) -> None:
        self._rows: Kept[Hashable, SafeString] = Kept(size)

    def draw(
        self,
        template: str,
        key: Hashable,
        context: Context | Callable[[], Context | SafeString],
        language: str | None = None,
    ) -> SafeString:
        """The row drawn from `template`, from the shelf if it was drawn with this key before."""
        place = template, language or get_language(), key
        row = self._rows.get(place)
        if row is None:
            shown = context() if callable(context) else context
            if isinstance(shown, SafeString):
                row = shown
            else:
                row = SafeString(get_template(f"play/{template}.html").render(dict(shown)).strip())
            self._rows.put(place, row)
        return row

    def __len__(self) -> int:
        return len(self._rows)

    def clear(self) -> None:
        """Forget every row."""
        self._rows.clear()


KEPT_ROWS = Shelf(KEPT)


def pieces(board: Board) -> dict[str, str]:
    """Every live piece of the page by its element id: its whole outer HTML, empty elements included."""
    draw = partial(KEPT_ROWS.draw, language=get_language())
    table = Pieces(board, draw)
    return {
        "status": table.status(),
        "me": table.me(),
        "mine": table.mine(),
        "waiting": table.waiting(),
        "wheel": table.wheel(),
        "order": table.order(),
        "fighters": table.fighters(),
        "rolls": table.rolls(),
        "tasks": draw_tasks(board, draw),
        "cast": table.cast(),
        "notes": table.notes(),
    }


def log_lines(board: Board) -> list[tuple[int, str]]:
    """The log, newest first: the id of each entry (the seat's count at its first line) and its `<li>`."""
    language = get_language()
    drawn = []
    for lines in group_lines(board.log):
        # From the newest line's own shelf: lines belong to one seat, and older ones never change.
        newest = lines[0]
        size, undone, entry = newest.shelf.get(language, NOT_YET)
        if size != len(lines) or undone is not newest.undone:
            entry = (lines[-1].count, _draw_entry(board, lines))
            newest.shelf[language] = (len(lines), newest.undone, entry)
        drawn.append(entry)
    return drawn


def _draw_entry(board: Board, lines: Lines) -> SafeString:
    entry = read_entry(lines)
    return KEPT_ROWS.draw("entry", entry.key(board), partial(draw_entry, entry, storyteller=board.storyteller))


def fold(board: Board, id: str) -> str | None:
    """What lies behind a fold of the page, as things stand; None where there is no such fold, or no longer."""
    return Deck(board, KEPT_ROWS.draw).fold(id)


def steps(lines: Sequence[LogLine]) -> str:
    """Every step of the entry that begins with the oldest of these lines: behind its fold in the log."""
    entry = read_first(lines)
    return str(get_template("play/_steps.html").render({"entry": entry}))


def presence(names: Sequence[str], typing: Collection[str] = (), left: Sequence[str] = ()) -> str:
    """Who is at the table now, who of them is putting an answer together, and who has left not long ago."""
    here = ((name, name[:2].title(), "typing" if name in typing else "") for name in names)
    people = (*here, *((name, name[:2].title(), "gone") for name in left))
    return KEPT_ROWS.draw("_presence", people, {"people": people})
