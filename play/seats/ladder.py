"""The rows of the ladder, from high to low: who has which Initiative, and what is said of them."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from campaigns.core.language import translate
from rules.text import Text, isolate_name, list_texts
from rules.view import BattleView, CombatantView, minus

DECISIVE = Text("decisive possible")
BANDS = (Text("close"), Text("short"), Text("medium"), Text("long"), Text("extreme"))
"""Names by the number of range bands between two; 4 and more are all extreme."""
CRASH_TURNS = 3
"""Turns in Crash after which one recovers."""


@dataclass(frozen=True, slots=True)
class LadderRow:
    """One combatant on the ladder. `words` say what the picture shows by lines and marks; `turns`: turns in Crash."""

    id: str
    name: str
    value: int
    own: bool
    acts_now: bool
    has_acted: bool
    is_crashed: bool
    turns: int
    crashed_by: str
    words: tuple[str, ...]
    chip: str = ""
    """That the one whose turn it is may strike it decisively, in a word."""

    @property
    def pips(self) -> tuple[bool, ...]:
        """The turns in Crash as dots."""
        return tuple(turn < self.turns for turn in range(CRASH_TURNS)) if self.is_crashed else ()

    @property
    def said(self) -> str:
        """All that is said of it, as it stands within a sentence."""
        turns = (
            (translate(Text("turn {n} of {of} in Crash", n=self.turns, of=CRASH_TURNS)),)
            if self.is_crashed and self.turns
            else ()
        )
        acted = translate(Text("has acted")) if self.has_acted else ""
        return ", ".join(filter(None, (*self.words, *turns, self.chip, acted)))


def list_rows(view: BattleView) -> list[LadderRow]:
    """Return the rows of a ladder's view, from the highest Initiative to the lowest."""
    picture = view["picture"]
    known = {who["id"]: who for who in view["combatants"]}
    crash = {fallen["id"]: fallen for fallen in picture["crash"]}
    struck = frozenset(picture.get("decisive", ()))
    immune = {immune["id"]: immune["until_round"] for immune in picture["immune"]}
    return [
        _row(known[id], rung, crash, immune.get(id), known, struck)
        for rung in picture["rows"]
        for id in rung["ids"]
        if id in known
    ]


def describe(rows: Sequence[LadderRow]) -> str:
    """Return the ladder in one or two sentences, for screen readers."""
    if not rows:
        return translate(Text("No one has Initiative yet."))
    places = (f"{isolate_name(row.name)} {minus(row.value)}" + (f", {row.said}" if row.said else "") for row in rows)
    listed, line = ";\n".join(places), translate(Text("Crash line at 0."))
    return f"{listed}. {line}"


def _row(
    who: CombatantView,
    rung: Mapping[str, Any],
    crash: Mapping[str, Mapping[str, Any]],
    immune: int | None,
    known: Mapping[str, CombatantView],
    struck: Collection[str],
) -> LadderRow:
    id, fallen = who["id"], crash.get(who["id"])
    by = fallen["by"] if fallen else None
    words = [*map(translate, _crash_words(who, crash, known))]
    if immune is not None:
        words.append(translate(Text("no Break until round {n}", n=immune)))
    tick = rung["ticks"].get(id)
    if not who["acts_now"] and tick not in (None, rung["value"]):
        words.append(translate(Text("acts on tick {n}", n=tick)))
    words += [word for word in map(translate, who["conditions"]) if not word.startswith(translate(Text("Crash")))]
    return LadderRow(
        id=id,
        name=who["name"],
        value=rung["value"],
        own=who["own"],
        acts_now=id in rung["now"],
        has_acted=id in rung["acted"] and id not in rung["now"],
        is_crashed=fallen is not None,
        turns=fallen["turns"] if fallen else 0,
        crashed_by=str(by) if by in known else "",
        words=tuple(words),
        chip=translate(DECISIVE) if id in struck else "",
    )


def _crash_words(
    who: CombatantView, crash: Mapping[str, Mapping[str, Any]], known: Mapping[str, CombatantView]
) -> Iterator[Text]:
    """Return who brought whom into Crash, said at both ends."""
    if who["acts_now"]:
        yield Text("acts now")
    fallen = crash.get(who["id"])
    if fallen and fallen["self"]:
        yield Text("Crashed by own action")
    elif fallen and fallen["by"] in known:
        yield Text("Crashed by {who}", who=known[fallen["by"]]["name"])
    elif fallen:
        yield Text("in Crash")
    fallen_by = [
        known[fall["id"]]["name"] for fall in crash.values() if fall["by"] == who["id"] and fall["id"] in known
    ]
    if fallen_by:
        yield Text("Crashed {who}", who=list_texts(fallen_by))
