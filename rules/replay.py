"""A battle as one file: the combatants, and every move with its dice. Playing it always gives the same bytes."""

import json
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NoReturn

from rules import get_system
from rules.battle import STORYTELLER, Event, Json, Move, Seat, fold
from rules.battle.seats import ASK
from rules.codec import decode, encode
from rules.dice import Roller, ScriptedRoller
from rules.errors import BadInput, RulesError
from rules.system import System
from rules.text import Text

MAX_BYTES = 20_000_000
"""The largest file that is read, in bytes. The longest fight of a long campaign is about a hundredth of it."""


@dataclass(frozen=True, slots=True)
class JoinedCombatant:
    """A combatant who is there before the first move."""

    id: str
    name: str
    side: str
    sheet: Mapping[str, Json]
    character: str | None = None
    hidden: bool = False
    npc: bool = False


@dataclass(frozen=True, slots=True)
class RecordedMove:
    """One move: who made it, the move as JSON, and the faces that were rolled in it, in order."""

    move: Mapping[str, Json]
    seat: Seat = STORYTELLER
    dice: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class BattleFile:
    """The whole file. `options` hold only what differs from the system's defaults."""

    system: str
    combatants: tuple[JoinedCombatant, ...]
    moves: tuple[RecordedMove, ...]
    options: Mapping[str, Json] = field(default_factory=dict)


def play(file: Mapping[str, Json]) -> dict[str, Json]:
    """Play a battle file. Return its system, options, events and final state as JSON.

    Raises `RulesError` (usually `BadInput`) whose sentence names the wrong combatant or move, counted from 1.
    """
    system, state, events = _play(decode(BattleFile, file))
    return {
        "system": system.key,
        "options": encode(state.options),
        "events": [system.battle.events.encode(event) for event in events],
        "state": encode(state),
    }


def play_on(file: Mapping[str, Json]) -> tuple[System, Any]:
    """Return the game of a battle file, and the state after its last move. Raises as `play`."""
    system, state, _ = _play(decode(BattleFile, file))
    return system, state


def _play(battle: BattleFile) -> tuple[System, Any, list[Event]]:
    system = get_system(battle.system)
    options: object = decode(system.options, battle.options, "options")
    state, events = system.battle.start(options), list[Event]()
    for where, made in _steps(battle):
        try:
            fresh = _take(system, state, made)
        except RulesError as error:
            raise BadInput(
                error.code, Text("{where}: {sentence}", where=where, sentence=error.sentence), **error.data
            ) from error
        state = fold(system.battle.apply, state, fresh)
        events += fresh
    return system, state, events


def record(system: str, options: object, steps: Iterable[tuple[Seat, Move, Iterable[int]]]) -> dict[str, Json]:
    """Make a battle file from moves in their order, each with its seat and the faces that were rolled.

    Combatants whom the Storyteller added before anything else happened become the file's `combatants`.
    """
    moves = get_system(system).battle.moves
    made = [RecordedMove(moves.encode(move), seat, tuple(dice)) for seat, move, dice in steps]
    first = 0
    while first < len(made) and made[first].move["kind"] == "AddCombatant" and not made[first].dice:
        first += 1
    joined = [{key: value for key, value in step.move.items() if key != "kind"} for step in made[:first]]
    recorded = [encode_made(step) for step in made[first:]]
    return {"system": system, "options": encode(options), "combatants": joined, "moves": recorded}


def encode_made(made: RecordedMove) -> dict[str, Json]:
    """Return the JSON form of a move in a battle file."""
    return {**encode(made), "seat": _encode_seat(made.seat)}


def _encode_seat(seat: Seat) -> dict[str, Json]:
    """Return who made a move, and what of its numbers was granted, if anything was."""
    data = {"storyteller": seat.storyteller, "characters": sorted(seat.characters)}
    if seat.granted:
        data["granted"] = sorted(seat.granted)
    return data if seat.numbers == ASK else {**data, "numbers": encode(seat.numbers)}


def canonical(value: Json) -> str:
    """Return JSON whose bytes depend on the value alone: sorted keys, two spaces, one newline at the end."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False, indent=2, allow_nan=False) + "\n"


def main(path: str) -> int:
    """Print the played battle and return 0. On an error, print one line on standard error and return 2."""
    try:
        text = canonical(play(load(path)))
        sys.stdout.buffer.write(text.encode(errors="backslashreplace"))  # half a surrogate pair cannot be encoded
    except RulesError as error:
        print(" ".join(f"{path}: {error.sentence}".split()), file=sys.stderr)
        return 2
    return 0


def load(path: str) -> Mapping[str, Json]:
    """Read a battle file. Raises `BadInput` if it cannot be read or is not a JSON object."""
    try:
        with Path(path).open("rb") as file:
            raw = file.read(MAX_BYTES + 1)
        if len(raw) > MAX_BYTES:
            raise BadInput("too_large", Text("The file is larger than {value} MB.", value=MAX_BYTES // 1_000_000))
        data: Any = json.loads(raw.decode("utf-8-sig"), parse_constant=_refuse_constant)
    except OSError as error:
        raise BadInput("unreadable", Text("The file can’t be read: {strerror}.", strerror=error.strerror)) from error
    except (ValueError, RecursionError) as error:
        raise BadInput("not_json", Text("The file is not JSON: {error}.", error=error)) from error
    if not isinstance(data, dict):
        raise BadInput("not_json", Text("A battle file must be a JSON object."))
    return data


def _steps(battle: BattleFile) -> Iterable[tuple[str, RecordedMove]]:
    for number, joined in enumerate(battle.combatants, 1):
        yield f"Combatant {number} ({joined.id[:40]})", RecordedMove({"kind": "AddCombatant", **encode(joined)})
    for number, made in enumerate(battle.moves, 1):
        yield f"Move {number} ({str(made.move.get('kind'))[:40]})", made


def _take(system: System, state: Any, made: RecordedMove) -> list[Event]:
    roller = ScriptedRoller(made.dice)
    events = decide_made(system, state, made, roller)
    roller.finish()
    return events


def decide_made(system: System, state: Any, made: RecordedMove, roller: Roller) -> list[Event]:
    """Return the events of a recorded move with dice from a roller. Raises `RulesError` where it is refused."""
    move = system.battle.moves.decode(_name_prompt(state, made.move))
    return list(system.battle.decide(state, system.battle.replay_seat(made.move, made.seat), move, roller))


def _name_prompt(state: Any, move: Mapping[str, Json]) -> Mapping[str, Json]:
    """Return the move with the present id of its prompt. Ids of version 0.1.0 counted hidden things, too."""
    for prompt in getattr(state, "pending", ()):
        if prompt.former and prompt.former == move.get("prompt"):
            return {**move, "prompt": prompt.id}
    return move


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a number that JSON knows")
