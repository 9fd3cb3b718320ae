"""The rows of the ladder, from high to low: who has which Initiative, and what is said of them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from campaigns.phrases import tell
from rules.view import BattleView, BoxView, CombatantView, StatView

CRASH_TURNS = 3
"""Turns in Crash after which one recovers."""


@dataclass(frozen=True, slots=True)
class LadderRow:
    """One combatant on the ladder. `words` say what the picture shows by lines and marks; `turns`: turns in Crash."""

    id: str
    name: str
    initials: str
    value: int
    own: bool
    extra: bool
    hidden: bool
    acts_now: bool
    has_acted: bool
    is_crashed: bool
    turns: int
    crashed_by: str
    words: tuple[str, ...]
    figures: str
    health: tuple[BoxView, ...]
    portrait: str = ""

    @property
    def side(self) -> str:
        """The class of the token."""
        return "hid" if self.hidden else "own" if self.own else "other"

    @property
    def pips(self) -> tuple[bool, ...]:
        """The turns in Crash as dots."""
        return tuple(turn < self.turns for turn in range(CRASH_TURNS)) if self.is_crashed else ()

    @property
    def told(self) -> str:
        """All that is said of it, in one line."""
        turns = (tell(f"turn {self.turns} of {CRASH_TURNS} in Crash"),) if self.is_crashed and self.turns else ()
        said = ", ".join((*self.words, *turns, *((tell("has acted"),) if self.has_acted else ())))
        return said[:1].upper() + said[1:]


def read_rows(view: BattleView) -> list[LadderRow]:
    """Return the rows of a ladder's view, from the highest Initiative to the lowest."""
    picture = view["picture"]
    known = {who["id"]: who for who in view["combatants"]}
    crash = {fallen["id"]: fallen for fallen in picture["crash"]}
    immune = {one["id"]: one["until_round"] for one in picture["immune"]}
    return [
        _row(known[id], rung, crash, immune.get(id), known)
        for rung in picture["rows"]
        for id in rung["ids"]
        if id in known
    ]


def _row(
    who: CombatantView,
    rung: Mapping[str, Any],
    crash: Mapping[str, Mapping[str, Any]],
    immune: int | None,
    known: Mapping[str, CombatantView],
) -> LadderRow:
    id, fallen = who["id"], crash.get(who["id"])
    by = fallen["by"] if fallen else None
    words = [*map(tell, _crash_words(who, crash, known))]
    if immune is not None:
        words.append(tell(f"no Break until round {immune}"))
    tick = rung["ticks"].get(id)
    if not who["acts_now"] and tick not in (None, rung["value"]):
        words.append(tell(f"acts on tick {tick}"))
    words += [word for word in who["conditions"] if not word.startswith(tell("Crash"))]
    return LadderRow(
        id=id,
        name=who["name"],
        initials=who["initials"],
        value=rung["value"],
        own=who["own"],
        extra=who["extra"],
        hidden=who["hidden"],
        acts_now=id in rung["now"],
        has_acted=id in rung["acted"] and id not in rung["now"],
        is_crashed=fallen is not None,
        turns=fallen["turns"] if fallen else 0,
        crashed_by=str(by) if by in known else "",
        words=tuple(words),
        figures=_figures(who.get("stats", ())),
        health=tuple(who.get("health", ())),
        portrait=who.get("portrait", ""),
    )


def _crash_words(
    who: CombatantView, crash: Mapping[str, Mapping[str, Any]], known: Mapping[str, CombatantView]
) -> Iterator[str]:
    """Return who brought whom into Crash, said at both ends."""
    if who["acts_now"]:
        yield "acts now"
    fallen = crash.get(who["id"])
    if fallen and fallen["self"]:
        yield "crashed by its own doing"
    elif fallen:
        yield f"crashed by {known[fallen['by']]['name']}" if fallen["by"] in known else "in Crash"
    for other in crash.values():
        if other["by"] == who["id"] and other["id"] in known:
            yield f"crashed {known[other['id']]['name']}"


def _figures(stats: "tuple[StatView, ...] | list[StatView] | tuple[()]") -> str:
    """Return Evasion and Parry, where the seat knows them."""
    values = {stat["label"]: stat["value"] for stat in stats}
    return "  ".join(f"{label[0]} {values[label]}" for label in map(tell, ("Evasion", "Parry")) if label in values)
