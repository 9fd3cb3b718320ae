"""The picture of a fight as facts: parts that the browser draws, with their sentences in the reader's language.

The data of every game's own picture becomes the same few parts (`rules.picture`): the wheel a ring, the ladder a column
with a line of range bands, an order of action cards. What changes alone is a map by id, with its order beside it.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from play.seats import ladder, wheel
from play.seats.turn_order import OrderCard, lay_out
from play.stage.words import Language, translate
from rules.lru_cache import cached_by_identity
from rules.text import EMPTY, Text, isolate_name, join
from rules.view import BattleView, minus

Facts = dict[str, Any]
LABELS = (
    Text("would act next"),
    Text("hidden"),
    Text("done"),
    Text("now"),
    Text("Turn order"),
    Text("Initiative"),
    Text("{others} or {last}"),
    Text("{words} (tick {n})"),
    Text("{n} more"),
)
"""What pictures say in the browser's own words."""
SECTORS, PAST, LANES = 10, 2, 4
"""The sectors of a wheel, how many of them are past, and its lanes: one for each DV penalty down to -3, the last for
deeper ones too."""
TICK, HINT = Text("Tick"), Text("deeper arc: lower DV")
KEYED = {"marks": "order", "spans": "", "cards": "order", "units": "order"}
"""The lists of a part that become maps by id, and the key of their order where it is not that of another."""


def list_labels() -> dict[str, str]:
    """Return the labels in the active language by their English texts: a page gets them once."""
    return {str(label): str(translate(label)) for label in LABELS}


@cached_by_identity(64)
def make_picture(battle: BattleView, _language: Language) -> Facts:
    """Return the picture of the fight in parts; a game whose picture no page knows has none."""
    make = MAKERS.get(battle["picture"]["kind"])
    parts = {str(number): part for number, part in enumerate(make(battle) if make else ())}
    return {"parts": parts, "order": list(parts)}


def _key(part: Mapping[str, Any]) -> Facts:
    """Return a part as facts: sentences in the active language, empty ones left out, what changes alone by its id."""
    facts: Facts = _translate(part)
    for name, order in KEYED.items():
        if name in facts:
            if order:
                facts[order] = [item["id"] for item in facts[name]]
            facts[name] = {item.pop("id"): item for item in facts[name]}
    return facts


def _translate(value: Any) -> Any:
    if isinstance(value, str):
        return str(translate(value))
    if isinstance(value, Mapping):
        return {key: _translate(item) for key, item in value.items() if item or not _says_nothing(item)}
    return [_translate(item) for item in value] if isinstance(value, list | tuple) else value


def _says_nothing(value: Any) -> bool:
    """Return whether a fact is left out: nothing, no, and an empty text. An empty list and 0 stay."""
    return value is None or value is False or value == ""


def _make_wheel(battle: BattleView) -> Iterator[Facts]:
    picture = battle["picture"]
    now, tokens = picture["now"], picture["tokens"]
    yield {
        "kind": "ring",
        "label": str(translate(Text("Battle wheel, tick {n}", n=now))),
        "says": str(wheel.describe(battle)),
        "word": str(translate(TICK)),
        "now": now,
        "sectors": SECTORS,
        "past": PAST,
        "marks": {token["id"]: _make_mark(token["at"], token["now"]) for token in tokens},
        "order": [token["id"] for token in tokens],
        "spans": {
            token["id"]: _make_span(token["acted"], min(abs(token["penalty"]), LANES - 1))
            for token in tokens
            if token["acted"] is not None and token["at"] > now and not token["now"]
        },
        "lanes": [minus(-lane) for lane in range(LANES)],
        "gone": [{"id": past["id"], "at": past["tick"]} for past in picture.get("past", ())],
        "hint": str(translate(HINT)),
    }
    if picture.get("distances"):
        lines = _list_yards(battle)
        yield _key({"kind": "words", "label": Text("Distances"), "says": join("; ", lines), "lines": lines})


@lru_cache(maxsize=1024)
def _make_mark(at: int, is_now: bool) -> Facts:
    """Return a place on the wheel. Who stays there keeps the same object, in which nobody looks for a change."""
    return {"at": at, "now": True} if is_now else {"at": at}


@lru_cache(maxsize=1024)
def _make_span(start: int, lane: int) -> Facts:
    return {"start": start, "lane": lane}


def _list_yards(battle: BattleView) -> list[Text]:
    """Return the known distances: first those of the one who acts, then those of the person's own."""
    known = {who["id"]: who for who in battle["combatants"]}

    def rank(id: str) -> tuple[bool, bool]:
        return not known[id]["acts_now"], not known[id]["mine"]

    lines = []
    for row in sorted(battle["picture"]["distances"], key=lambda row: min(map(rank, row["ids"]))):
        first, second = sorted(row["ids"], key=rank)
        names = {"who": known[first]["name"], "whom": known[second]["name"]}
        lines.append(Text("{who} to {whom}: {n} yard", "{who} to {whom}: {n} yards", n=row["yards"], **names))
    return lines


def _make_ladder(battle: BattleView) -> Iterator[Facts]:
    rows = ladder.list_rows(battle)
    yield {
        "kind": "column",
        "label": Text("Initiative ladder"),
        "says": ladder.describe(rows),
        "word": Text("Initiative"),
        "marks": [_mark(row) for row in rows],
        "zones": [{"upto": 0, "label": Text("Crash, Initiative 0 and below"), "tone": "grave"}],
        "links": [{"id": row.id, "to": row.crashed_by} for row in rows if row.crashed_by],
    }
    if battle["phase"] == "running" and rows:
        yield _make_bands(battle, rows)


def _mark(row: ladder.LadderRow) -> Facts:
    pips = None
    if row.is_crashed:
        said = Text("turn {n} of {of}", n=row.turns, of=len(row.pips)) if row.turns else Text("just now")
        pips = {"on": sum(row.pips), "of": len(row.pips), "says": said}
    words = list(row.words) or None
    acts = {"now": row.acts_now, "done": row.has_acted}
    return {"id": row.id, "at": row.value, **acts, "words": words, "pips": pips, "badge": row.chip}


def _make_bands(battle: BattleView, rows: Sequence[ladder.LadderRow]) -> Facts:
    """Return the range bands, seen from the one who acts, or else from the person's first."""
    picture, mine = battle["picture"], {who["id"] for who in battle["combatants"] if who["mine"]}
    at = {place["id"]: place["at"] for place in picture["positions"]}
    placed = [row for row in rows if row.id in at]
    here = min(placed, key=lambda row: (not row.acts_now, row.id not in mine, not row.own))
    others = [row for row in placed if row != here]
    apart = {row.id: max(-4, min(4, at[row.id] - at[here.id])) for row in placed}
    rough = {stretch - at[here.id] for stretch in picture.get("rough", ())}
    if picture["difficult_terrain"] and not rough:
        rough = {0}
    stops = [
        {
            "label": ladder.BANDS[abs(offset)],
            "ids": [row.id for row in others if apart[row.id] == offset],
            "note": Text("difficult terrain") if offset in rough else EMPTY,
        }
        for offset in range(min(apart.values()), max(apart.values()) + 1)
    ]
    lines = [Text("{who} {range}", who=row.name, range=ladder.BANDS[abs(apart[row.id])]) for row in others]
    said = Text("Range from {who}: {others}.", who=here.name, others=join("; ", lines) or Text("no one else"))
    stops = [stop for stop in stops if stop["ids"] or stop["note"]]
    return {"kind": "line", "label": Text("Range from {who}", who=here.name), "says": said, "stops": stops}


def _make_cards(battle: BattleView) -> Iterator[Facts]:
    order = lay_out(battle)
    cards = [card for row in order.rows for card in row.cards]
    lines = [f"{isolate_name(card.fighter['name'])} {minus(card.value)}" for card in cards]
    yield {
        "kind": "cards",
        "label": order.title,
        "says": f"{'; '.join(lines)}." if lines else Text("No one has Initiative yet."),
        "note": order.note,
        "played": battle["picture"]["kind"] == "declarations",
        "cards": [_card(card) for card in cards],
    }


def _card(card: OrderCard) -> Facts:
    deeds = [
        {
            "label": deed.label,
            "target": Text("at {target}", target=deed.target) if deed.target else EMPTY,
            "cost": deed.cost,
            "done": deed.done,
        }
        for deed in card.deeds
    ]
    acts = {"now": card.acts_now, "over": card.is_over}
    return {"id": card.id, "at": card.value, "face": card.face, **acts, "words": card.words, "deeds": deeds or None}


def _take_parts(battle: BattleView) -> Sequence[Facts]:
    parts: Sequence[Facts] = battle["picture"]["parts"]
    return parts


MAKERS: Mapping[str, Callable[[BattleView], Any]] = {
    "wheel": _make_wheel,
    "ladder": lambda battle: map(_key, _make_ladder(battle)),
    "order": lambda battle: map(_key, _make_cards(battle)),
    "declarations": lambda battle: map(_key, _make_cards(battle)),
    "parts": lambda battle: map(_key, _take_parts(battle)),
}
"""By the kind of a game's picture: what makes its parts."""
