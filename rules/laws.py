"""The laws every live battle keeps, tried on any system by long random play.

`Trial(system, seed).play(steps)` builds a battle for a Storyteller, two players and a spectator, with combatants in
hiding, and takes `steps` random moves: offers filled with their own choices, and hostile ones. After each it checks
that dice fall only in `decide`, that events and states survive JSON, that folding gives the state, that views keep
their shape, and that no one reads what is hidden from them. A broken law is an `AssertionError` that names it.
"""

import json
import random
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, get_type_hints

from rules.battle import STORYTELLER, Audience, Event, Field, Offer, Seat, fold, gather_items
from rules.battle.engine import Battle
from rules.battle.sources import NeedsRuling
from rules.codec import decode, encode
from rules.dice import RecordingRoller, Roller, ScriptedRoller, SeededRoller
from rules.errors import BadInput, IllegalMove
from rules.paths import get_path
from rules.picture_law import check_parts
from rules.shapes import check_shape
from rules.system import System
from rules.view import BattleView, EventView

ADA, BEN, SPECTATOR = Seat(characters=frozenset({"ada"})), Seat(characters=frozenset({"ben"})), Seat()
SEATS = (STORYTELLER, ADA, BEN, SPECTATOR)
CANARY = "zqcanary"
HUGE = "x" * 100_000
RARE = {"EndBattle": 0.02, "Leave": 0.01, "AddCombatant": 0.0}
SPENDING = 0.02
JUNK: tuple[Any, ...] = (
    None,
    True,
    False,
    0,
    -1,
    1,
    2,
    7,
    11,
    999_999,
    10**30,
    -(10**30),
    0.5,
    float("nan"),
    "",
    " ",
    "nobody",
    "ada",
    "a1",
    "__class__",
    "\ud800",
    "Ω\u202e\x00",
    "0",
    "true",
    HUGE,
    [],
    ["a1"],
    ["a1", "a1"],
    [None],
    [[[]]],
    {},
    {"kind": "X"},
    ["x"] * 5000,
)


class OpenRecorder:
    """Rolls with another roller, and keeps the faces that are meant for everyone."""

    def __init__(self, roller: Roller) -> None:
        self.roller = roller
        self.faces: list[int] = []

    def roll(self, count: int) -> tuple[int, ...]:
        return self.roller.roll(count)

    def among(self, audience: Audience) -> Roller:
        """Return the roller for dice that this audience sees."""
        if audience is not None:
            return self.roller
        recorder = RecordingRoller(self.roller)
        recorder.faces = self.faces
        return recorder


@dataclass(frozen=True, slots=True)
class TakenMove:
    """One accepted move, as it can be played again."""

    seat: Seat
    move: Mapping[str, Any]
    faces: tuple[int, ...]


class Trial:
    """One random battle of `system`. `sheets` are the combatants' sheets; by default those of every archetype."""

    def __init__(self, system: System, seed: int = 0, sheets: Sequence[Mapping[str, Any]] = ()) -> None:
        self.system, self.rules = system, system.battle
        self.drawn = get_type_hints(self.rules.picture)["return"]
        self.random = random.Random(seed)
        self.roller = SeededRoller(seed + 1)
        self.spender = random.Random(seed + 2)
        self.sheets = list(sheets) or [system.sheets.blank(key) for key in system.sheets.archetypes]
        self.accepted: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()
        self.texts: set[str] = set()
        self.battles = 0
        self._begin()

    def play(self, steps: int, hostile: float = 0.3) -> "Trial":
        """Take `steps` moves, about the share `hostile` of them illegal; a battle that ends is followed by another."""
        for _ in range(steps):
            if self.board["phase"] == "ended":
                self._finish()
                self._begin()
            if self.spender.random() < SPENDING:
                self._spend()
            elif self.random.random() < hostile:
                self._take_hostile()
            else:
                self.take_offer()
        self._finish()
        return self

    # --- building

    def _begin(self) -> None:
        self.battles += 1
        self.start: Any = self.rules.start(self.system.options())
        self._take_state(self.start)
        self.events: list[Event] = []
        self.taken: list[TakenMove] = []
        self.secret: dict[str, tuple[str, ...]] = {}
        self.added: dict[str, Mapping[str, Any]] = {}
        cast = [("a1", "ada", False), ("b1", "ben", False), ("e1", None, False), ("e2", None, False)]
        cast += [(f"{CANARY}id{n}", owner, True) for n, owner in enumerate((None, "ben", None))]
        for number, (name, owner, hidden) in enumerate(cast):
            self.add_combatant(name, owner, hidden, "red" if owner else ("blue", "green")[number % 2])
        self.must(STORYTELLER, {"kind": "StartBattle"})

    def add_combatant(self, id: str, owner: str | None, hidden: bool, side: str) -> None:
        """Add a combatant with a random sheet to the battle; a hidden one with the mark in its texts."""
        mark = f"{CANARY}{len(self.secret)}" if hidden else ""
        sheet = json.loads(json.dumps(self.random.choice(self.sheets)))
        if hidden:
            sheet = self._plant(sheet, mark)
            self.secret[id] = (id, f"{mark}name", f"{mark}text")
        elif owner is None and self.random.random() < 0.3:
            sheet = self.system.sheets.as_extra(self.system.sheets.parse(sheet))
        self.added[id] = sheet
        name = f"{mark}name" if hidden else f"The {id}"
        fields = {"id": id, "name": name, "side": side, "character": owner, "sheet": sheet, "hidden": hidden}
        self.must(STORYTELLER, {"kind": "AddCombatant", **fields})

    def _plant(self, sheet: dict[str, Any], mark: str) -> dict[str, Any]:
        """Write the mark into every text of the sheet that takes it."""
        for section in self.system.sheets.layout(self.system.sheets.parse(sheet)):
            for trait in section.traits:
                if trait.kind == "text":
                    marked = put(json.loads(json.dumps(sheet)), trait.key, f"{mark}text")
                    with suppress(BadInput):
                        self.system.sheets.parse(marked)
                        sheet = marked
        for power in sheet.get("powers", ()):
            power["name"] = f"{mark}text"
        return sheet

    # --- moves

    def take_offer(self) -> None:
        """Let a random seat make one of its moves."""
        seat = self.random.choice((STORYTELLER, STORYTELLER, ADA, BEN))
        offers = [offer for offer in self.rules.legal_moves(self.state, seat) if not offer.reason]
        offers = [offer for offer in offers if self.random.random() < self._weight(offer)]
        if offers:
            self.must(seat, self._fill(self.random.choice(offers)), "an offer filled with its own choices was refused")

    def _spend(self) -> None:
        """Lose a point by a roll outside the battle: it is gone there, and from nowhere else."""
        owner = self.spender.choice(("ada", "ben"))
        sheet = encode(self.rules.sheet(self.state, owner))
        points = {path: get_path(sheet, path) for path in self.rules.figures if _has(sheet, path)}
        spendable = [
            path for path, left in points.items() if type(left) is int and left > 1 and self._fits(sheet, path)
        ]
        if spendable:
            path = self.spender.choice(spendable)
            left = points[path] - 1
            seat = self.spender.choice((STORYTELLER, Seat(characters=frozenset({owner}))))
            self.must(seat, {"kind": "ChangeFigures", "character": owner, "figures": {path: left}})
            now = get_path(encode(self.rules.sheet(self.state, owner)), path)
            assert now == left, f"{path} is {now} in the battle, not {left}"

    def _fits(self, sheet: Any, path: str) -> bool:
        """Whether the sheet is legal with one point less there: other places may be bounded by it."""
        with suppress(BadInput):
            self.system.sheets.parse(put(json.loads(json.dumps(sheet)), path, get_path(sheet, path) - 1))
            return True
        return False

    def _weight(self, offer: Offer) -> float:
        """How often an offer is considered: mostly turns and answers, so that fights get somewhere."""
        if offer.move in RARE:
            return RARE[offer.move]
        return {"storyteller": 0.1 if offer.actor else 1.0, "reflex": 0.2}.get(offer.group, 1.0)

    def _fill(self, offer: Offer) -> dict[str, Any]:
        values = {"kind": offer.move, **encode(offer.fixed)}
        for field in offer.fields:
            if field.required or self.random.random() < 0.7:
                values[field.name] = self._answer(offer, field)
            elif field.initial is not None:
                values[field.name] = encode(field.initial)
        self._stay_within(offer, values)
        hinged = self.rules.hinged.get(offer.move, ())
        values = {name: value for name, value in values.items() if name not in hinged}
        if values.get("powers"):  # other free choices may be paid with the same points, and so may be too much
            free = {field.name for field in offer.fields if not field.required or field.kind == "flag"} - {"powers"}
            values = {name: value for name, value in values.items() if name not in free}
        return gather_items(values)

    def _stay_within(self, offer: Offer, values: dict[str, Any]) -> None:
        """Give the numbers whose bounds depend on a choice a value that the choice allows."""
        fields = {field.name: field for field in offer.fields}
        for field in fields.values():
            if field.within:
                chosen = next(choice for choice in fields[field.within].choices if choice.value == values[field.within])
                low, high = chosen.low or 0, chosen.high or 0
                held = max(low, min(high, values[field.name]))
                values[field.name] = max((step for step in chosen.steps if step <= held), default=held)

    def _answer(self, offer: Offer, field: Field) -> Any:
        open_choices = [choice.value for choice in field.choices if not choice.reason]
        if field.kind == "choice":
            assert open_choices or not field.required, f"{offer.move}.{field.name} asks and has nothing to choose"
            return self.random.choice(open_choices) if open_choices else None
        if field.kind == "choices":
            most = min(len(open_choices), field.high or len(open_choices))
            return self.random.sample(open_choices, self.random.randint(min(field.low, most), most))
        if field.kind == "list":
            return [self.random.choice(open_choices) for _ in range(self.random.randint(field.low, field.high))]
        if field.kind == "number":
            assert field.low <= field.high, f"{offer.move}.{field.name} has no number between {field.low}, {field.high}"
            return self.random.randint(field.low, field.high)
        return self.random.random() < 0.5 if field.kind == "flag" else "because"[: field.high or 7]

    def _take_hostile(self) -> None:
        seat, move = self.random.choice(SEATS), self._some_move()
        for _ in range(self.random.choice((0, 1, 1, 2))):
            key = self.random.choice([*move, "surprise"])
            if self.random.random() < 0.15:
                move.pop(key, None)
            else:
                # What a Storyteller writes into a name or a side is no leak; an id in its place might be one. Nor is
                # what anyone writes into a text of their own, which is shown as it was written.
                named = key in ("actor", "target", "id") or not (seat.storyteller or key in self.texts)
                secrets = self.secret if named else ()
                move[key] = self.random.choice([*JUNK, *secrets, *(id for id in self.added if id not in self.secret)])
        is_namesake = move.get("kind") == "AddCombatant" and CANARY in repr(move)
        if not is_namesake:  # once someone with the name of someone hidden is shown, that name is seen, and rightly
            self._try(seat, move)

    def _some_move(self) -> dict[str, Any]:
        """A move to spoil: an offer made to anyone, one already taken, or a kind with nothing in it."""
        offers = self.rules.legal_moves(self.state, self.random.choice(SEATS))
        chance = self.random.random()
        if offers and chance < 0.7:
            offer = self.random.choice(offers)
            try:
                return self._fill(offer)
            except (AssertionError, IndexError):
                return {"kind": offer.move, **encode(offer.fixed)}
        if self.taken and chance < 0.9:
            return dict(self.random.choice(self.taken).move)
        return {"kind": self.random.choice([*self.rules.moves.classes])}

    def must(self, seat: Seat, move: Mapping[str, Any], why: str = "the harness's own move was refused") -> None:
        """Make a move that must be taken, and check every law."""
        refusal = self._try(seat, move)
        assert refusal is None, f"{why}: {shorten(move)} by {seat}: {refusal}"

    def _try(self, seat: Seat, move: Mapping[str, Any]) -> Exception | None:
        """Make the move; returns the refusal, or None when it was taken and every law held.

        Where a player's numbers wait for the Storyteller, she says yes, and it is made again.
        """
        if move.get("kind") == "EndBattle" and seat.storyteller and len(self.taken) < 40:
            return None
        rolled = RecordingRoller(in_the_open := OpenRecorder(self.roller))
        try:
            parsed = self.rules.moves.decode(move)
            events = list(self.rules.decide(self.state, seat, parsed, rolled))
        except (IllegalMove, BadInput) as refusal:
            self.refused[str(move.get("kind"))[:40]] += 1
            self._check_refusal(seat, move, refusal, rolled.faces)
            if isinstance(refusal, NeedsRuling) and not seat.granted:
                return self._try(replace(seat, granted=frozenset(value.name for value in refusal.said)), move)
            return refusal
        except Exception as error:
            raise AssertionError(f"decide let {error!r} escape from {shorten(move)} by {seat}") from error
        assert len(json.dumps(move)) < len(HUGE), f"a huge value was taken: {shorten(move)}"
        self.accepted[type(parsed).__name__] += 1
        self._check_open(in_the_open.faces, events)
        self._check_taken(seat, parsed, events, tuple(rolled.faces))
        self.taken.append(TakenMove(seat, self.rules.moves.encode(parsed), tuple(rolled.faces)))
        return None

    # --- the laws

    def _check_refusal(self, seat: Seat, move: Mapping[str, Any], refusal: BadInput | IllegalMove, faces: Any) -> None:
        assert not faces, f"dice fell before {shorten(move)} was refused"
        self._check_untouched(shorten(move))
        assert refusal.sentence, f"{shorten(move)} was refused without a sentence"
        said = refusal.sentence + json.dumps(encode(dict(refusal.data)))
        named = json.dumps(move)
        for mark in self._hidden_marks(seat):
            assert mark not in said or mark in named, f"a refusal names what is hidden from {seat}: {said}"

    def _check_taken(self, seat: Seat, move: Any, events: list[Any], faces: tuple[int, ...]) -> None:
        script = ScriptedRoller(faces)
        again = list(self.rules.decide(self.state, seat, move, script))
        script.finish()
        assert again == events, f"decide is not a function of state, move and dice: {move}"
        marks = {other: self._hidden_marks(other) for other in SEATS}
        before, after = self.state, fold(self.rules.apply, self.state, events)
        self._check_untouched(str(move))
        decoded = [self._round_trip(event) for event in events]
        assert fold(self.rules.apply, before, decoded) == after, f"apply differs on stored events of {move}"
        self.events += events
        self._take_state(after)
        heard = [self.rules.view_event(event, STORYTELLER) for event in events]
        for other in SEATS:
            self._check_seat(other, events, heard, [mark for mark in self._hidden_marks(other) if mark in marks[other]])

    def _check_open(self, faces: Sequence[int], events: list[Any]) -> None:
        """The seed of the open dice is shown to all, so all learn these faces: a spectator was shown each of them.

        The log shows no dice of a reroll that does not count, though they are no secret (2E-364).
        """
        if any(type(event).__name__ == "AttackRerolled" for event in events):
            return
        views = encode([self.rules.view_event(event, SPECTATOR) for event in events])
        hidden = Counter(faces) - Counter(list_faces(views))
        assert not hidden, f"dice fell in the open that nobody is shown: {sorted(hidden)} in {events}"

    def _take_state(self, state: Any) -> None:
        """Make this the state. Load it back from JSON only now and then, because that is slow."""
        self.state, self.stored = state, json.dumps(encode(state), allow_nan=False)
        self.board: Any = self.rules.view(state, STORYTELLER)
        if self.random.random() < 0.2:
            check_state(self.rules, state, self.stored)

    def _check_untouched(self, after: str) -> None:
        if self.random.random() < 0.2:
            assert json.dumps(encode(self.state)) == self.stored, f"the state was changed in place by {after}"

    def _round_trip(self, event: Any) -> Any:
        stored = json.loads(json.dumps(self.rules.events.encode(event), allow_nan=False))
        decoded = self.rules.events.decode(stored)
        assert decoded == event, f"{type(event).__name__} does not survive JSON"
        return decoded

    def _check_seat(self, seat: Seat, events: list[Any], heard: list[Any], marks: Sequence[str]) -> None:
        """Check what a seat is shown and offered now. `heard` is what the Storyteller sees of the events."""
        view = self.board if seat == STORYTELLER else self.rules.view(self.state, seat)
        check_shape(view, BattleView, "view")
        check_shape(view["picture"], self.drawn, "picture")
        if view["picture"]["kind"] == "parts":
            check_parts(view["picture"], (who["id"] for who in view["combatants"]))
        offers = self.rules.legal_moves(self.state, seat)
        check_answers(offers)
        check_ranks(offers)
        self.texts |= {field.name for offer in offers for field in offer.fields if field.kind == "text"}
        views = heard if seat == STORYTELLER else [self.rules.view_event(event, seat) for event in events]
        for event, shown, full in zip(events, views, heard, strict=True):
            if shown is not None:
                check_shape(shown, EventView, "view_event")
                assert seat.may_see(event.audience), f"{type(event).__name__} was told to {seat}"
                assert shown["line"], f"{type(event).__name__} has no sentence"
                assert full is not None, f"{type(event).__name__} is shown, but not to the Storyteller"
        for event, shown in zip(events, views, strict=True):
            point = self.rules.find_turning_point(event, seat)
            assert point is None or (shown is not None and point.line == shown["line"]), "a recap tells more than a log"
            assert point is None or point.turn == "hurt" or point.name(is_first=False), "a turning point has no name"
        everything = json.dumps([view, encode(list(offers)), views], allow_nan=False)
        for mark in marks:
            assert mark not in everything, f"{seat} may not know {mark}: {around(everything, mark)}"
        self._check_results(view, views)
        self._check_offers(seat, view, offers)
        self._check_odds(seat, offers)

    def _check_results(self, view: Any, views: Sequence[Any]) -> None:
        """The health after a result is that of the combatant's row, as long as the seat sees the combatant."""
        results = [shown["result"] for shown in views if shown and "result" in shown]
        changes = [change for result in results for change in result["changes"]]
        last = {change["whose"]["id"]: change["boxes"] for change in changes if "boxes" in change}
        for combatant in view["combatants"]:
            id = combatant["id"]
            assert last.get(id, combatant.get("health")) == combatant.get("health"), f"{id} has not the health told"

    def _check_offers(self, seat: Seat, view: Any, offers: Sequence[Offer]) -> None:
        seen = {combatant["id"] for combatant in view["combatants"]}
        everyone = {c["id"]: c for c in self.board["combatants"]}
        expected = {id for id, c in everyone.items() if not c["hidden"] or seat.controls(c["character"])}
        assert seen == expected, f"{seat} sees {sorted(seen)}, not {sorted(expected)}"
        assert {id for place in view["order"] for id in place["ids"]} <= seen, "the order names someone unseen"
        for combatant in view["combatants"]:
            assert combatant["mine"] == seat.controls(combatant["character"]), f"mine is wrong for {combatant['id']}"
        for offer in offers:
            assert offer.move in self.rules.moves.classes, f"{offer.move} is offered and is no move"
            who = everyone.get(offer.actor) if offer.actor else None
            assert not offer.actor or (who and seat.controls(who["character"])), f"{seat} is offered {offer.actor}"
            assert offer.group != "storyteller" or seat.storyteller, f"{seat} is offered {offer.move}"
        assert seat != SPECTATOR or not offers, "a spectator is offered a move"
        if len(self.taken) % 4 == 0:
            self._check_able(seat)

    def _check_able(self, seat: Seat) -> None:
        """Combatants who can act have an open offer for it, and no one else has."""
        offered = self.rules.offer(self.state, seat)
        for id, acts in offered.acts.items():
            can_act = any(offer.group == "act" and not offer.reason for offer in acts)
            assert can_act == (id in offered.able), f"may_act is {not can_act} for {id}, whose offers say otherwise"

    def _check_odds(self, seat: Seat, offers: Sequence[Offer]) -> None:
        """The chance shown with a choice is that of the move, as long as nothing else is filled in."""
        for offer in (offer for offer in offers if offer.has_preview and not offer.reason):
            for field in (field for field in offer.fields if field.kind == "choice"):
                rated = [choice for choice in field.choices if choice.odds is not None]
                for choice in rated[:1]:
                    values = {"kind": offer.move, **encode(offer.fixed), **_as_drawn(offer), field.name: choice.value}
                    weighed = self.rules.weigh(self.state, seat, self.rules.moves.decode(values))
                    assert weighed is not None, f"{offer.label} has odds and no roll"
                    chance = float(weighed.odds.success) if weighed.measured else weighed.guess
                    assert chance is not None, f"{offer.label}: {choice.odds} is shown, and the odds say nothing"
                    assert choice.about == (not weighed.measured)
                    assert abs(chance - (choice.odds or 0)) < 0.001, (
                        f"{offer.label}: {choice.odds} is shown, it is {chance}"
                    )
                    if len(self.taken) % 4 == 0:
                        self._check_outlook(seat, offer, values, chance)

    def _check_outlook(self, seat: Seat, offer: Offer, values: Mapping[str, Any], chance: float) -> None:
        """A move that is weighed against other ways is one of them, and its first number is that of its odds."""
        outlook = self.rules.foresee(self.state, seat, self.rules.moves.decode(values))
        if outlook is not None:
            (chosen,) = [alternative for alternative in outlook.alternatives if alternative.is_chosen]
            first = chosen.prospects[0].chance
            assert first is not None, f"{offer.label}: what is weighed says nothing of the odds"
            assert abs(first - chance) < 1e-9, f"{offer.label}: {first} is weighed, it is {chance}"

    def _hidden_marks(self, seat: Seat) -> list[str]:
        """Canaries of the combatants that are hidden from the seat now."""
        unseen = {c["id"] for c in self.board["combatants"] if c["hidden"] and not seat.controls(c["character"])}
        return [mark for id, marks in self.secret.items() if id in unseen for mark in marks]

    def _finish(self) -> None:
        """Check the whole battle at its end: both replays, and what goes home to the sheets."""
        assert fold(self.rules.apply, self.start, self.events) == self.state, "folding all events gives another state"
        state = self.start
        for step in self.taken:
            script = ScriptedRoller(step.faces)
            move = self.rules.moves.decode(step.move)
            state = fold(self.rules.apply, state, self.rules.decide(state, step.seat, move, script))
            script.finish()
        assert state == self.state, "playing all moves again with the same dice gives another state"
        check_state(self.rules, state, self.stored)
        for id, changes in self.rules.outcome(self.state).items():
            sheet = json.loads(json.dumps(self.added.get(id) or self.sheets[0]))
            for path, value in changes.items():
                sheet = put(sheet, path, value)
            if id in self.added:
                self.system.sheets.parse(json.loads(json.dumps(sheet)))


MAX_STEPS = 9
"""The most steps of a number that decides: each is a button."""
MAX_USUAL = 6
"""The most kinds of moves that are usual for a combatant at one time."""


def check_answers(offers: Iterable[Offer]) -> None:
    """Assert that every answer to a prompt can be a button: what must be chosen for it is one field, which says so.

    Where no field decides, nothing must be chosen, or the usual answer is an offer of its own next to the form.
    """
    answers = [offer for offer in offers if offer.group == "answer" and not offer.reason]
    at_once = {(offer.prompt, offer.move) for offer in answers if not offer.fields}
    for offer in answers:
        deciding = [field for field in offer.fields if field.decides]
        assert len(deciding) <= 1, f"{offer.move} has more than one field that decides"
        for field in deciding:
            is_short = field.kind == "number" and field.high - field.low < MAX_STEPS
            assert is_short or field.kind == "choice", f"{offer.move}.{field.name} decides, and is no choice"
        if not deciding and (offer.prompt, offer.move) not in at_once:
            open_fields = [field.name for field in offer.fields if _must_be_chosen(field)]
            assert not open_fields, f"{offer.move} asks for {open_fields}, and none of them decides"


def check_ranks(offers: Iterable[Offer]) -> None:
    """Assert that few of the moves that a combatant may make on its turn are called usual."""
    usual: dict[str | None, set[str]] = {}
    for offer in offers:
        if offer.group == "act" and offer.rank == "usual" and not offer.reason:
            usual.setdefault(offer.actor, set()).add(offer.move)
    for actor, moves in usual.items():
        assert len(moves) <= MAX_USUAL, f"{actor} has {len(moves)} usual moves: {sorted(moves)}"


def _must_be_chosen(field: Field) -> bool:
    """Whether the form asks for a value, and has more than one."""
    match field.kind:
        case "choice" | "choices" | "list":
            return field.required and sum(not choice.reason for choice in field.choices) > 1
        case "number":
            return field.required and field.low < field.high
        case "flag":
            return field.required
    return False


def list_faces(data: Any) -> list[int]:
    """Return the faces of all dice in views of a log, with the numbers in their sentences."""
    if isinstance(data, Mapping):
        if "message" in data:
            return [int(word) for value in data["values"].values() for word in re.findall(r"\b\d+\b", str(value))]
        return [data["face"]] if "face" in data else [face for part in data.values() for face in list_faces(part)]
    return [face for part in data for face in list_faces(part)] if isinstance(data, list | tuple) else []


def _as_drawn(offer: Offer) -> dict[str, Any]:
    """What a form holds before anyone touches it: what it begins with, or the first of what must be chosen."""
    values = {field.name: encode(field.initial) for field in offer.fields if field.initial is not None}
    for field in offer.fields:
        firsts = [choice.value for choice in field.choices if not choice.reason][:1]
        if field.name not in values and field.required and firsts:
            values[field.name] = firsts[0] if field.kind == "choice" else firsts
    return values


def _has(sheet: Any, path: str) -> bool:
    with suppress(BadInput):
        get_path(sheet, path)
        return True
    return False


def check_state(rules: Battle[Any, Any], state: Any, stored: str) -> None:
    """Assert that the state comes back from its JSON."""
    assert decode(rules.state, json.loads(stored)) == state, "the state does not survive JSON"


def put(sheet: dict[str, Any], path: str, value: Any) -> dict[str, Any]:
    """Set a dotted path in a sheet's JSON, in place; lists are entered by number."""
    place: Any = sheet
    *outer, last = path.split(".")
    for key in outer:
        place = place[int(key)] if isinstance(place, list) else place.setdefault(key, {})
    place[int(last) if isinstance(place, list) else last] = value
    return sheet


def shorten(move: Mapping[str, Any]) -> str:
    """The move in a line that fits a failure message."""
    return repr({key: value if len(repr(value)) < 80 else "..." for key, value in move.items()})


def around(text: str, mark: str) -> str:
    """The place where the mark was found."""
    place = text.index(mark)
    return text[max(0, place - 120) : place + 40]


def trials(system: System, seeds: range, steps: int, sheets: Sequence[Mapping[str, Any]] = ()) -> Iterator[Trial]:
    """Play one trial per seed; what went wrong names the seed."""
    for seed in seeds:
        try:
            yield Trial(system, seed, sheets).play(steps)
        except AssertionError as error:
            raise AssertionError(f"seed {seed}: {error}") from error
