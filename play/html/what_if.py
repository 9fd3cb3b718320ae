"""What happened and what would have happened, side by side: lines with their steps, what differs, what it changed."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from django.utils.safestring import SafeString

from play.html.markup.changes import draw_change
from play.offers.cards import make_form
from play.plain.parts import Button, PlainForm
from play.seats.changes import merge_changes
from play.seats.translate import translate_lines, translate_offers
from play.seats.what_if import BranchView, Fork, Step, write_steps
from play.stage.forms import make_input
from play.stage.words import active_language, translate
from play.table.lines import LogLine
from rules.battle import Offer
from rules.view import LogStepView


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


def draw_side(lines: Sequence[LogLine]) -> Side:
    """Shape one course of things, given oldest first."""
    translated = translate_lines(lines)
    changes = merge_changes(tuple(reversed(translated)))
    return Side(translated, tuple((change["whose"]["name"], draw_change(change)) for change in changes))


def list_differences(was: Sequence[LogLine], now: Sequence[LogLine], *, is_over: bool = True) -> list[Difference]:
    """Return each step that comes out otherwise, in order. Of a branch that is not over, what is missing may follow."""
    before, after = list(_list_steps(translate_lines(was))), list(_list_steps(translate_lines(now)))
    matcher = SequenceMatcher(None, [line["name"] for line in before], [line["name"] for line in after], autojunk=False)
    found = list[Difference]()
    for kind, i, i_end, j, j_end in matcher.get_opcodes():
        if kind == "equal":
            pairs = zip(before[i:i_end], after[j:j_end], strict=True)
            found += [Difference(a["name"], a["text"], b["text"]) for b, a in pairs if a["text"] != b["text"]]
        else:
            found += [Difference(line["name"], line["text"], "") for line in after[j:j_end]]
            found += [Difference(line["name"], "", line["text"]) for line in before[i:i_end] if is_over]
    return found


def _list_steps(lines: Sequence[LogLine]) -> Iterator[LogStepView]:
    for line in lines:
        yield from (step for step in line.event["steps"] if step["text"])


def make_choices(offers: Sequence[Offer], url: str, steps: Sequence[Step] = ()) -> list[PlainForm]:
    """Return the forms of moves. `steps`: those of the branch that a move goes on from; none for one from the fork."""
    sent, language = [("steps", write_steps(steps))] if steps else [], active_language()
    made = []
    for offer in translate_offers(offers):
        form = make_form(offer)
        main, more = ([make_input(field, language) for field in fields] for fields in (form.main, form.more))
        hidden = [("kind", form.kind), *form.hidden, *sent]
        made.append(
            PlainForm("BattleMove", [Button(translate(form.label), is_main=True)], hidden, main, more, address=url)
        )
    return made


def make_context(fork: Fork, branch: BranchView, url: str) -> dict[str, object]:
    """Return what the page shows of a branch. Where figures are guessed, what differs says little: both sides do."""
    is_guessed = fork.guesses is not None
    is_plain = not branch.lines if is_guessed else branch.steps == (Step(None, fork.dice),)
    differences = [] if is_guessed else list_differences(fork.happened, branch.lines, is_over=not branch.then)
    return {
        "happened": draw_side(fork.happened),
        "instead": None if is_plain else draw_side(branch.lines),
        "differences": differences,
        "guesses": fork.guesses,
        "may_throw": bool(branch.throws) or is_guessed,
        "told": branch,
        "steps": write_steps(branch.steps),
        "dice": ", ".join(" ".join(map(str, throw)) for throw in branch.throws),
        "here": make_choices(branch.here, url),
        "then": make_choices(branch.then, url, branch.steps),
    }
