"""The one gate from a board to HTML: a push and a fresh page are drawn from the same pieces.

A drawing is shared by all seats of a class, so nothing in it belongs to one person: the form token and the command
ids stand as marks, which the page view replaces and a push leaves blank. Rows are kept by what they show, and the
number of the table is put in last, so that a turn of the wheel redraws only what it moved.
"""

from collections import OrderedDict
from collections.abc import Callable, Collection, Hashable, Sequence
from threading import Lock

from django.template.loader import get_template
from django.utils.safestring import SafeString

from play.board import Board
from play.entries import read_entries
from play.marks import COMMAND_MARK, CSRF_MARK, NUMBER_MARK
from play.pieces import Context, Pieces
from play.task_piece import draw_tasks

__all__ = ["COMMAND_MARK", "CSRF_MARK", "NUMBER_MARK", "blank_marks", "log_lines", "pieces", "presence"]

KEPT = 8192
"""How many drawn rows one process keeps."""


class Kept:
    """Drawn rows by what they show; the longest unused fall out. Safe to share between threads."""

    def __init__(self, size: int) -> None:
        self._rows: OrderedDict[Hashable, SafeString] = OrderedDict()
        self._size = size
        self._lock = Lock()

    def draw(self, template: str, key: Hashable, context: Context | Callable[[], Context]) -> SafeString:
        """The row drawn from `template`, from the shelf if it was drawn with this key before."""
        with self._lock:
            row = self._rows.get((template, key))
            if row is not None:
                self._rows.move_to_end((template, key))
                return row
        shown = context() if callable(context) else context
        row = SafeString(get_template(f"play/{template}.html").render(dict(shown)).strip())
        with self._lock:
            self._rows[template, key] = row
            if len(self._rows) > self._size:
                self._rows.popitem(last=False)
        return row

    def __len__(self) -> int:
        return len(self._rows)

    def clear(self) -> None:
        """Forget every row."""
        with self._lock:
            self._rows.clear()


KEPT_ROWS = Kept(KEPT)


def pieces(board: Board, *, numbered: bool = True) -> dict[str, str]:
    """Every live piece of the page by its element id: its whole outer HTML, empty elements included.

    A push leaves the table's number out of the forms (the page's script puts it in), so that a form that is otherwise
    the same need not be sent again.
    """
    table = Pieces(board, KEPT_ROWS.draw)
    drawn = {
        "status": table.status(),
        "me": table.me(),
        "mine": table.mine(),
        "waiting": table.waiting(),
        "wheel": table.wheel(),
        "order": table.order(),
        "fighters": table.fighters(),
        "rolls": table.rolls(),
        "tasks": draw_tasks(board, KEPT_ROWS.draw),
        "cast": table.cast(),
        "notes": table.notes(),
    }
    number = str(board.number) if numbered else ""
    return {id: SafeString(html.replace(NUMBER_MARK, number)) for id, html in drawn.items()}


def log_lines(board: Board) -> list[tuple[int, str]]:
    """The log, newest first: the number of each entry (the first of an exchange) and its `<li>`."""
    context = {"storyteller": board.storyteller}
    return [
        (entry.number, KEPT_ROWS.draw("_entry", entry.key(board), {**context, "entry": entry}))
        for entry in read_entries(board)
    ]


def presence(names: Sequence[str], typing: Collection[str] = ()) -> str:
    """Who is at the table now, and who of them is putting an answer together."""
    people = tuple((name, name[:2].title(), name in typing) for name in names)
    return KEPT_ROWS.draw("_presence", people, {"people": people})


def blank_marks(html: str) -> str:
    """Take the marks out, for a push: the page's script fills in what is this person's."""
    return html.replace(CSRF_MARK, "").replace(COMMAND_MARK, "")
