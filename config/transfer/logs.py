"""Import the log of a table: the rules read every event, and folding the events gives the state."""

import uuid
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from campaigns.core.refusals import Refused
from campaigns.handouts.services import copy_readers
from campaigns.models import Scene
from config.transfer.keys import renew
from config.transfer.rows import BATCH, create_at, parse_past
from play.models import Command, Entry, EntryReader, Seal, Snapshot, Table
from play.table.events import Rewound, decode_event, encode_event, view_event
from play.table.handout_events import list_readers
from play.table.history import SNAPSHOT_EVERY
from play.table.state import TableState, apply, encode_state
from rules.battle import STORYTELLER, Event, Seat
from rules.codec import decode, encode
from rules.fair import SEED_BYTES, Throw
from rules.names import clean_values
from rules.system import System


def hide_seed(scene: Scene, seal: dict[str, Any]) -> dict[str, Any]:
    """Return a row of a seal without its seed while dice fall from it: in a copy, one could look ahead at them."""
    return {**seal, "seed": ""} if scene.is_open and seal["seed"] == scene.dice_seed else seal


class LogImporter:
    """Imports the log of one table."""

    def __init__(self, system: System, scene: Scene, keys: Mapping[str, str]) -> None:
        self._system = system
        self._keys = keys
        self._table = Table.objects.create(scene=scene)
        self._states = [TableState()]
        self._readers: list[EntryReader] = []
        self._times: list[datetime] = []

    def keep(self, commands: Sequence[Any], entries: Sequence[Any], seals: Sequence[Any] = ()) -> None:
        """Save the log. Raises `Refused` if the rules do not accept all of it. Older files have no `seals`."""
        try:
            events = [decode_event(self._system, clean_values(renew(entry["event"], self._keys))) for entry in entries]
            rows = self._parse_commands(commands, len(entries))
            kept = [self._entry(number, event, rows) for number, event in enumerate(events, 1)]
            sealed = [self._parse_seal(seal, len(entries)) for seal in seals]
            self._times = [parse_past(entry["at"]) for entry in entries]
        except Exception:  # the file is a stranger's: whatever it makes the rules stumble over, it is not a log
            raise Refused(
                _("The log of the scene “%(scene)s” does not match the rules.") % {"scene": self._table.scene},
                status=422,
            ) from None
        self._save(rows, kept)
        Seal.objects.bulk_create(sealed)

    def _parse_commands(self, commands: Sequence[Any], count: int) -> list[Command]:
        rows, expected = [], 1
        for data in commands:
            first, last, made = int(data["first"]), int(data["last"]), clean_values(renew(data["made"], self._keys))
            if first != expected or not first <= last <= count or not isinstance(made, list):
                raise ValueError
            key = uuid.UUID(data["key"])
            thrown = encode(decode(tuple[Throw, ...], renew(data.get("thrown", []), self._keys)))
            rows.append(Command(table=self._table, key=key, first=first, last=last, made=made, thrown=thrown))
            expected = last + 1
        if expected != count + 1:
            raise ValueError
        return rows

    def _parse_seal(self, data: Mapping[str, Any], count: int) -> Seal:
        number, seed = int(data["number"]), data["seed"]
        if not 1 <= number <= count or (seed and len(bytes.fromhex(seed)) != SEED_BYTES):
            raise ValueError
        return Seal(table=self._table, number=number, seed=seed)

    def _entry(self, number: int, event: Event, commands: Sequence[Command]) -> Entry:
        before = self._states[-1]
        private, public = (view_event(self._system, event, seat) is not None for seat in (STORYTELLER, Seat()))
        if isinstance(event, Rewound):
            if not 0 <= event.to < number:
                raise ValueError
            self._states.append(self._states[event.to])
        else:
            self._states.append(apply(self._system, before, event))
        if not public and (private or event.audience):
            self._readers += [
                EntryReader(table=self._table, number=number, key=key) for key in self._reading(event, before)
            ]
        self._table.storyteller_count += private
        self._table.public_number += public
        to = event.to if isinstance(event, Rewound) else None
        data = encode_event(self._system, event)
        return Entry(table=self._table, number=number, event=data, told=private, public=public, rewound_to=to)

    def _reading(self, event: Event, before: TableState) -> list[str]:
        keys = set(event.audience or ())
        if event.audience is None:
            there = self._system.battle.view(before.battle, STORYTELLER)["combatants"]
            keys = {who["character"] for who in there if who["character"]}
        seats = {key: Seat(characters=frozenset({key})) for key in keys}
        return sorted(key for key, seat in seats.items() if view_event(self._system, event, seat))

    def _save(self, commands: list[Command], entries: list[Entry]) -> None:
        Command.objects.bulk_create(commands, BATCH)
        by_number = {number: command for command in commands for number in range(command.first, command.last + 1)}
        for entry in entries:
            entry.command = by_number[entry.number]
        create_at(entries, self._times)
        EntryReader.objects.bulk_create(self._readers, BATCH)
        table = self._table
        table.number, table.state = len(entries), encode_state(self._states[-1])
        table.save()
        kept = range(SNAPSHOT_EVERY, len(entries) + 1, SNAPSHOT_EVERY)
        states = ((number, encode_state(self._states[number])) for number in kept)
        copy_readers(table.scene, list_readers(self._states[-1].handouts))
        Snapshot.objects.bulk_create([Snapshot(table=table, number=number, state=state) for number, state in states])
