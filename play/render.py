"""The one gate from a board to HTML: a push and a fresh page are drawn from the same pieces.

A drawing is shared by all seats of a class, so nothing in it belongs to one person: the form token and the command
ids stand as marks, which the page view replaces and a push leaves blank. Rows are kept by what they show, and the
number of the table is put in last, so that a turn of the wheel redraws only what it moved.
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
from play.marks import ANY_MARK, COMMAND_MARK, CSRF_MARK, NUMBER_MARK
from play.pieces import Context, Pieces
from play.task_piece import draw_tasks

__all__ = [
    "COMMAND_MARK",
    "CSRF_MARK",
    "NUMBER_MARK",
    "blank_marks",
    "fold",
    "log_lines",
    "pieces",
    "presence",
    "steps",
]

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


def pieces(board: Board, *, numbered: bool = True) -> dict[str, str]:
    """Every live piece of the page by its element id: its whole outer HTML, empty elements included.

    A push leaves the table's number out of the forms (the page's script puts it in, as it does with all marks), so that
    a form that is otherwise the same need not be sent again.
    """
    draw = partial(KEPT_ROWS.draw, language=get_language())
    table = Pieces(board, draw)
    drawn = {
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
    if not numbered:
        return {id: blank_marks(html) for id, html in drawn.items()}
    return {id: SafeString(html.replace(NUMBER_MARK, str(board.number))) for id, html in drawn.items()}


def log_lines(board: Board) -> list[tuple[int, str]]:
    """The log, newest first: the number of each entry (the first of an exchange) and its `<li>`."""
    language = get_language()
    return [(lines[-1].number, _draw_entry(board, lines, language)) for lines in group_lines(board.log)]


def _draw_entry(board: Board, lines: Lines, language: str | None) -> str:
    """From the newest line's own shelf: lines belong to one kind of seat, and older ones never change."""
    key = language, lines[-1].number, len(lines), lines[0].undone, board.storyteller
    shelf = lines[0].shelf
    if key not in shelf:
        entry = read_entry(lines)
        shelf[key] = KEPT_ROWS.draw("_entry", entry.key(board), {"storyteller": board.storyteller, "entry": entry})
    return shelf[key]


def fold(board: Board, id: str) -> str | None:
    """What lies behind a fold of the page, as things stand; None where there is no such fold, or no longer."""
    drawn = Deck(board, KEPT_ROWS.draw).fold(id)
    return None if drawn is None else drawn.replace(NUMBER_MARK, str(board.number))


def steps(lines: Sequence[LogLine]) -> str:
    """Every step of the entry that begins with the oldest of these lines: behind its fold in the log."""
    entry = read_first(lines)
    return str(get_template("play/_steps.html").render({"entry": entry}))


def presence(names: Sequence[str], typing: Collection[str] = ()) -> str:
    """Who is at the table now, and who of them is putting an answer together."""
    people = tuple((name, name[:2].title(), name in typing) for name in names)
    return KEPT_ROWS.draw("_presence", people, {"people": people})


def blank_marks(html: str) -> str:
    """Take the marks out, for a push: the page's script fills in what is this person's."""
    if ANY_MARK not in html:
        return html
    return html.replace(CSRF_MARK, "").replace(COMMAND_MARK, "").replace(NUMBER_MARK, "")
