"""What happened and what would have happened, side by side: lines with their steps, what differs, what it changed."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from django.utils.safestring import SafeString

from play.html.markup import format_html
from play.html.markup.changes import draw_change
from play.html.markup.offers import draw_form
from play.offers.cards import make_form
from play.seats.changes import merge_changes
from play.seats.reader import tell_lines, tell_offers
from play.seats.what_if import Fork, Step, Told, write_steps
from play.table.lines import LogLine
from rules.battle import Offer
from rules.view import LogStepView

STEPS = '<input type="hidden" form="{}-form" name="steps" value="{}">'


@dataclass(frozen=True, slots=True)
class Side:
    """One course of things: its lines, oldest first, and how everybody whom it changed is afterwards."""

    lines: tuple[LogLine, ...]
    after: tuple[tuple[str, SafeString], ...]


@dataclass(frozen=True, slots=True)
class Difference:
    """A step that comes out otherwise: how it would be, and how it was; empty where it does not happen."""

    step: str
    now: str
    was: str


@dataclass(frozen=True, slots=True)
class Choice:
    """A move that could be made: what it is called, and its form."""

    id: str
    label: str
    form: SafeString


def draw_side(lines: Sequence[LogLine]) -> Side:
    """Shape one course of things, given oldest first."""
    told = tell_lines(lines)
    changes = merge_changes(tuple(reversed(told)))
    return Side(told, tuple((one["whose"]["name"], draw_change(one)) for one in changes))


def list_differences(was: Sequence[LogLine], now: Sequence[LogLine], *, is_over: bool = True) -> list[Difference]:
    """Return each step that comes out otherwise, in order. Of a branch that is not over, what is missing may follow."""
    before, after = list(_list_steps(tell_lines(was))), list(_list_steps(tell_lines(now)))
    matcher = SequenceMatcher(None, [one["name"] for one in before], [one["name"] for one in after], autojunk=False)
    found = list[Difference]()
    for kind, i, i_end, j, j_end in matcher.get_opcodes():
        if kind == "equal":
            pairs = zip(before[i:i_end], after[j:j_end], strict=True)
            found += [Difference(a["name"], a["text"], b["text"]) for b, a in pairs if a["text"] != b["text"]]
        else:
            found += [Difference(one["name"], one["text"], "") for one in after[j:j_end]]
            found += [Difference(one["name"], "", one["text"]) for one in before[i:i_end] if is_over]
    return found


def _list_steps(lines: Sequence[LogLine]) -> Iterator[LogStepView]:
    for line in lines:
        yield from (step for step in line.event["steps"] if step["text"])


def draw_choices(offers: Sequence[Offer], url: str, now: int, steps: Sequence[Step] = ()) -> list[Choice]:
    """Draw the forms of moves. `steps`: those of the branch that a move goes on from; none for one from the fork."""
    found = []
    for offer in tell_offers(offers):
        form = make_form(offer, now)._replace(has_preview=False)
        hidden = format_html(STEPS, form.id, write_steps(steps)) if steps else SafeString("")
        found.append(Choice(form.id, form.label, draw_form(form, url) + hidden))
    return found


def make_context(fork: Fork, told: Told, url: str, now: int) -> dict[str, object]:
    """Return what the page shows of a branch. Where figures are guessed, what differs says little: both sides do."""
    is_guessed = fork.guesses is not None
    is_plain = not told.lines if is_guessed else told.steps == (Step(None, fork.dice),)
    differences = [] if is_guessed else list_differences(fork.happened, told.lines, is_over=not told.then)
    return {
        "happened": draw_side(fork.happened),
        "instead": None if is_plain else draw_side(told.lines),
        "differences": differences,
        "guesses": fork.guesses,
        "may_throw": bool(told.throws) or is_guessed,
        "told": told,
        "steps": write_steps(told.steps),
        "dice": ", ".join(" ".join(map(str, throw)) for throw in told.throws),
        "here": draw_choices(told.here, url, now),
        "then": draw_choices(told.then, url, now, told.steps),
    }
