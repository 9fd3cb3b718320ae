"""What a power of another program costs and how it is used, as a row of our sheet."""

import re
from collections.abc import Iterable

from campaigns.imports.html_to_markdown import to_markdown
from rules.battle import Json

COST = re.compile(r"(\d{1,3})\s*([a-z]+)")
TRACKS = {"m": "motes", "mote": "motes", "motes": "motes", "wp": "willpower", "willpower": "willpower"}
HARM = {"bhl": "bashing", "lhl": "lethal", "hl": "lethal", "ahl": "aggravated"}


def make_power(name: str, cost: str, timing: str, details: Iterable[str], text: str) -> dict[str, Json]:
    """A row of the sheet's powers: cost as "5m, 1wp", timing in the book's word; what it does stays in words."""
    word = timing.strip().lower()
    known = next((kind for kind in ("reflexive", "supplemental", "simple") if kind in word), "")
    description = ". ".join(filter(None, (part.strip() for part in details)))
    row: dict[str, Json] = {"name": name, "use": "action" if known == "simple" else "any", "cost": parse_cost(cost)}
    row["text"] = "\n".join(filter(None, (description, to_markdown(text))))
    harm = next((kind for _points, unit in COST.findall(cost.lower()) if (kind := HARM.get(unit))), "")
    return row | ({"timing": known} if known else {}) | ({"harm": harm} if harm else {})


def parse_cost(cost: str) -> dict[str, Json]:
    """Points by track: `{"motes": 5, "willpower": 1}` of "5m, 1wp". What is not a plain sum stays in the words."""
    found: dict[str, Json] = {}
    for points, unit in COST.findall(cost.lower()):
        track = TRACKS.get(unit) or ("health" if unit in HARM else "")
        if track and track not in found:
            found[track] = int(points)
    return found
