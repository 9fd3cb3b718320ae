"""Intimacies in influence: those of a sheet, which may refuse a task, how they change, what is written (3E-323 on)."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from rules.battle import Choice
from rules.codec import encode
from rules.errors import BadInput
from rules.exalted3e.actions.influence_forms import Reply, Ruling
from rules.exalted3e.actions.social import UNSWAYED
from rules.exalted3e.sheet.blocks import Intimacy
from rules.exalted3e.sheet.model import MAX_ITEMS, Sheet
from rules.exalted3e.traits import INTENSITIES, label
from rules.tasks import ListenerState
from rules.text import EMPTY, Text, list_texts, verbatim, word


def name_intimacy(intimacy: Intimacy) -> str:
    """Return an Intimacy as a form sends it."""
    return f"{intimacy.intensity}:{intimacy.text}"


def parse_intensity(name: str) -> str:
    """Return the intensity of an Intimacy that a form sent; empty for none."""
    return name.partition(":")[0]


def owned(sheet: Sheet) -> tuple[Intimacy, ...]:
    """Return the Intimacies that are written on the sheet, the strongest first."""
    written = (intimacy for intimacy in sheet.intimacies if intimacy.text.strip())
    return tuple(sorted(written, key=lambda intimacy: -INTENSITIES.index(intimacy.intensity)))


def list_choices(intimacies: Iterable[Intimacy], *, others: bool = True) -> tuple[Choice, ...]:
    """Return Intimacies as choices; `others`: and each strength of one that stands on no sheet."""
    listed = tuple(
        Choice(
            name_intimacy(intimacy), Text("{what}: {text}", what=word(label(intimacy.intensity)), text=intimacy.text)
        )
        for intimacy in intimacies
    )
    unlisted = (
        Choice(f"{intensity}:", Text("{what}, not on any sheet", what=word(label(intensity))))
        for intensity in reversed(INTENSITIES)
    )
    return (*listed, *(unlisted if others else ()))


def find_enough(action: str, sheet: Sheet, ruling: Ruling) -> tuple[Intimacy, ...]:
    """Return the Intimacies by which the target may refuse a task: as strong as the supporting one, and none of those
    that weighed on Resolve (3E-334).
    """
    if action in UNSWAYED:
        return owned(sheet)
    used, support = {ruling.opposing, ruling.supporting}, parse_intensity(ruling.supporting)
    least = INTENSITIES.index(support) if support else 0
    fit = (intimacy for intimacy in owned(sheet) if INTENSITIES.index(intimacy.intensity) >= least)
    return tuple(intimacy for intimacy in fit if name_intimacy(intimacy) not in used)


def step_intensity(change: str, intensity: str) -> str:
    """Return the intensity after it grows stronger or weaker; empty when nothing of it is left."""
    place = INTENSITIES.index(intensity) + (1 if change == "strengthen" else -1)
    return INTENSITIES[place] if place >= 0 else ""


def needed_support(change: str, intensity: str) -> str:
    """Return the Intimacy that must support a change of this one; empty for none (3E-329)."""
    if change == "strengthen":
        return {"minor": "minor", "major": "major"}.get(intensity, "")
    return {"major": "minor", "defining": "major"}.get(intensity, "") if change == "weaken" else ""


def check_intimacy(sheet: Sheet, name: str) -> None:
    """Raise `BadInput` for an Intimacy that the sheet does not have; one without words stands on no sheet."""
    intensity, _, text = name.partition(":")
    known = {name_intimacy(intimacy) for intimacy in owned(sheet)}
    if name and (intensity not in INTENSITIES or (text and name not in known)):
        raise BadInput("unknown_intimacy", Text("That Intimacy is no longer on the sheet."), key="intimacy")


def check_change(ruling: Ruling) -> None:
    """Raise `BadInput` for a change that no other Intimacy supports (3E-329)."""
    if ruling.way == "new":
        return
    intensity = parse_intensity(ruling.about)
    if not intensity:
        raise BadInput("no_intimacy", Text("Choose the Intimacy that grows stronger or weaker."), key="about")
    if ruling.way == "strengthen" and intensity == INTENSITIES[-1]:
        raise BadInput("strongest", Text("A Defining Intimacy can’t get stronger."), key="about")
    if ruling.about == ruling.supporting:
        raise BadInput("same_intimacy", Text("Another Intimacy must support the change."), key="supporting")
    least = needed_support(ruling.way, intensity)
    require_support(
        ruling, least, Text("This change needs another {what} Intimacy that supports it.", what=word(label(least)))
    )


def require_support(ruling: Ruling, least: str, sentence: Text) -> None:
    """Raise `BadInput` where the supporting Intimacy is weaker than the book asks."""
    has = parse_intensity(ruling.supporting)
    if least and (not has or INTENSITIES.index(has) < INTENSITIES.index(least)):
        raise BadInput("weak_support", sentence, key="supporting")


def check_another(ruling: Ruling, resisted: Iterable[Ruling]) -> None:
    """Raise `BadInput` for persuasion by an Intimacy that has failed in this scene, or by a weaker one (3E-337).

    Of one that stands on no sheet, the Storyteller's `more` says that it is another.
    """
    failed = [ruling.supporting for ruling in resisted if ruling.supporting]
    least = max((INTENSITIES.index(parse_intensity(name)) for name in failed), default=-1)
    has, _, text = ruling.supporting.partition(":")
    is_same = bool(text) and ruling.supporting in failed
    if failed and (is_same or not has or INTENSITIES.index(has) < least):
        sentence = Text(
            "It failed in this scene with {what}. It needs another Intimacy, at least as strong (3E-337).",
            what=list_texts(map(describe_intimacy, failed)),
        )
        raise BadInput("same_intimacy", sentence, key="supporting", rule="3E-337")


def write_instilled(heard: ListenerState, reply: Reply) -> Mapping[str, Any]:
    """Return the Intimacies of the sheet after one was instilled (3E-329)."""
    ruling: Ruling = heard.ruling
    kept = [intimacy for intimacy in heard.sheet.intimacies if intimacy.text.strip()]
    if ruling.way == "new":
        text = " ".join(reply.text.split())
        if not text:
            raise BadInput("no_text", Text("Enter the Intimacy."), key="text")
        if len(kept) >= MAX_ITEMS:
            raise BadInput("too_many", Text("A sheet can have up to {n} Intimacies.", n=MAX_ITEMS), key="text")
        kind = reply.kind if reply.kind in ("tie", "principle") else "tie"
        return {"intimacies": encode((*kept, Intimacy(text, kind, "minor")))}
    changed = []
    for intimacy in kept:
        now = (
            step_intensity(ruling.way, intimacy.intensity)
            if name_intimacy(intimacy) == ruling.about
            else intimacy.intensity
        )
        changed += [replace(intimacy, intensity=now)] if now else []
    return {"intimacies": encode(tuple(changed))}


def describe_written(heard: ListenerState, reply: Reply, written: Mapping[str, Any]) -> Text:
    """Return what was written on the sheet, for the seats that may read it."""
    if not written:
        return EMPTY
    ruling: Ruling = heard.ruling
    if ruling.way == "new":
        return Text("a new Minor Intimacy: {text}", text=verbatim(" ".join(reply.text.split())))
    now = step_intensity(ruling.way, parse_intensity(ruling.about))
    if not now:
        return Text("no longer: {what}", what=describe_intimacy(ruling.about))
    return Text("{what}, now {now}", what=describe_intimacy(ruling.about), now=word(label(now)))


def describe_intimacy(name: str) -> Text:
    """Return an Intimacy that a form sent, in words."""
    intensity, _, text = name.partition(":")
    if not text:
        return Text("a {what} Intimacy", what=word(label(intensity)))
    return Text("{what}: {text}", what=word(label(intensity)), text=text)
