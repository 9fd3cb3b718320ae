"""Facts of what people ask of each other: to undo a step, and numbers that a player proposes."""

from typing import cast

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from play.commands.forms import RULED
from play.offers.fields import make_input as shape_input
from play.seats.board import Board, ProposalCard, UndoCard
from play.seats.log import PreviewPart, RewindPreview
from play.seats.translate import translate_lines
from play.stage.forms import make_input
from play.stage.shape import GoneLine, Proposal, Undo, UndoPart, UndoPreview, UndoRequest
from play.stage.words import Language, drop_empty, translate
from play.table.events import RESTORED, Rewound
from play.table.lines import LogLine


def make_undo(board: Board) -> Undo | None:
    """Return the newest step that the seat can undo, or ask to; None where there is none."""
    step = board.last_step
    if step is None:
        return None
    by = "undo" if board.storyteller else "asked" if step.is_asked else "ask"
    return cast(Undo, {"entry": step.count, "line": translate(step.line), "by": by})


def find_redo(board: Board) -> int | None:
    """Return the seat's count of the undo that was done last, while nothing came after it; None for players."""
    newest = next((line for line in board.log if not (line.undone or line.speech)), None)
    if newest is None or not (board.storyteller and board.place.is_open):
        return None
    is_undo = newest.event["kind"] == Rewound.__name__ and newest.event["line"] != translate(RESTORED)
    return newest.count if is_undo else None


def make_requests(board: Board) -> list[UndoRequest]:
    """Return what players ask the Storyteller to undo, with the lines that would go, oldest first."""
    return [_make_request(card) for card in board.undo_cards]


def _make_request(card: UndoCard) -> UndoRequest:
    gone = [_make_line(line) for line in reversed(translate_lines(card.gone))]
    made = {"person": card.person, "name": card.name, "entry": card.count, "line": translate(card.line), "gone": gone}
    return cast(UndoRequest, made | drop_empty(more=card.more or None))


def _make_line(line: LogLine) -> GoneLine:
    said = line.speech.text if line.speech and not line.speech.is_deed else ""
    made = {"count": line.count, "line": line.event["line"]}
    return cast(
        GoneLine, made | drop_empty(said=said, by=line.author if not said else "", is_secret=line.event["secret"])
    )


def make_preview(preview: RewindPreview, what_if: str) -> UndoPreview:
    """Return what an undo would take back and what would count again."""
    parts = []
    if gone := preview.gone.total:
        span = {"total": gone, "first": preview.gone.first, "last": preview.gone.last}
        says = ngettext("Taken back: entry %(first)s.", "Taken back: %(total)s entries, %(first)s to %(last)s.", gone)
        parts.append(_make_part(preview.gone, says % span))
    if back := preview.back.total:
        span = {"total": back, "first": preview.back.first, "last": preview.back.last}
        says = ngettext("Restored: entry %(first)s.", "Restored: %(total)s entries, %(first)s to %(last)s.", back)
        parts.append(_make_part(preview.back, says % span))
    together = _("This was done in one step with the entries before it: all of it is taken back.")
    return cast(UndoPreview, {"parts": parts} | drop_empty(note=together if preview.together else "", what_if=what_if))


def _make_part(part: PreviewPart, says: str) -> UndoPart:
    more = ngettext("and %(more)s older entry", "and %(more)s older entries", part.more) % {"more": part.more}
    lines = [_make_line(line) for line in translate_lines(part.lines)]
    return cast(UndoPart, {"says": says, "lines": lines} | drop_empty(more=more if part.more else ""))


def make_proposals(board: Board, language: Language) -> list[Proposal]:
    """Return the numbers that players propose, in their order: for the Storyteller all, for a player her own."""
    return [_make_proposal(card, language) for card in board.proposals]


def _make_proposal(card: ProposalCard, language: Language) -> Proposal:
    fields = [shape_input(field, f"{RULED}{field.name}", f"proposal-{card.id}") for field in card.fields]
    made = {"id": card.id, "name": card.name, "what": translate(card.what), "numbers": translate(card.numbers)}
    more = drop_empty(
        who=card.who,
        reason=card.reason,
        fields=[make_input(field, language) for field in fields],
        is_mine=card.is_mine,
        is_refused=card.is_refused,
    )
    return cast(Proposal, made | more)
