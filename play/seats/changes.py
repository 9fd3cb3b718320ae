"""What lines of the log changed, for each person: health, figures and states before and after.

Only what the lines tell a seat is in it: results are part of an event's view.
"""

from collections.abc import Sequence

from play.table.lines import LogLine
from rules.view import ChangeView


def merge_changes(lines: Sequence[LogLine]) -> tuple[ChangeView, ...]:
    """Return one change for each person whom these lines changed, newest first: from before the oldest to after the
    newest.
    """
    merged: dict[str, ChangeView] = {}
    results = (line.event["result"] for line in reversed(lines) if "result" in line.event)
    for change in (change for result in results for change in result["changes"]):
        person = change["whose"]
        before = merged.get(person["id"])
        merged[person["id"]] = change if before is None else _join(before, change)
    return tuple(change for change in merged.values() if change["figures"] or change["states"] or "boxes" in change)


def _join(first: ChangeView, then: ChangeView) -> ChangeView:
    """Return two changes of one person as one. With new wounds, what the older ones led to is past."""
    figures = {figure["label"]: figure for figure in first["figures"]}
    for figure in then["figures"]:
        was = figures.get(figure["label"], figure)["was"]
        figures[figure["label"]] = {**figure, "was": was}
    earlier = [] if "boxes" in then and "boxes" in first else first["states"]
    states = list(dict.fromkeys([*earlier, *then["states"]]))
    joined: ChangeView = {**first, **then, "figures": list(figures.values()), "states": states}
    if "boxes_before" in first:
        joined["boxes_before"] = first["boxes_before"]
    return joined
