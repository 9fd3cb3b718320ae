"""Series, logs and battle files that an earlier state of the code wrote come in, replay, and hide what they hid."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from campaigns.models import Character, DowntimeResult, Episode, ExperienceEntry, Scene, Series, Story, User
from config import transfer
from play.models import Command, Entry, Snapshot, Table
from play.table.events import decode_event, encode_event, view_event
from play.table.history import state_at
from play.table.state import decode_state, encode_state
from rules import get_system
from rules.battle import STORYTELLER, Seat
from rules.codec import decode, encode
from rules.replay import play
from tests.conftest import SignIn
from tests.earlier import read
from tests.earlier.compare import find_difference, find_lost
from tests.earlier.test_battles import every

pytestmark = pytest.mark.walk


@pytest.fixture
def guest(db: None) -> User:
    return User.objects.create_user("guest")


def put_down(rows: dict[str, Any], key: str, owner: User) -> Table:
    """A table with these rows in its log."""
    series = Series.objects.create(name="The Salt Road", system=key, owner=owner)
    episode = Episode.objects.create(story=Story.objects.create(series=series, title="One"), title="Silt")
    scene = Scene.objects.create(episode=episode, title="The Toll Bridge")
    columns = {name: value for name, value in rows["table"].items() if name != "told_number"}
    table = Table.objects.create(scene=scene, storyteller_count=rows["table"]["told_number"], **columns)
    commands = Command.objects.bulk_create(Command(table=table, **row) for row in rows["commands"])
    of = {number: command for command in commands for number in range(command.first, command.last + 1)}
    Entry.objects.bulk_create(Entry(table=table, command=of[row["number"]], **row) for row in rows["entries"])
    Snapshot.objects.bulk_create(Snapshot(table=table, **row) for row in rows["snapshots"])
    return table


@every
def test_the_log_in_the_database_folds_to_its_states(folder: Path, key: str, guest: User) -> None:
    system, rows = get_system(key), read(folder / f"rows-{key}.json.gz")
    table = put_down(rows, key, guest)
    for kept in (*rows["snapshots"], rows["table"]):
        now = encode_state(state_at(system, table, kept["number"]))
        then = encode_state(decode_state(system, kept["state"]))
        assert not find_lost(then, kept["state"])
        assert not (found := find_difference(now, then, kept["state"])), f"at {kept['number']}: {found}"


@every
def test_each_seat_is_told_of_the_old_events_that_it_was_told_of(folder: Path, key: str) -> None:
    system, rows = get_system(key), read(folder / f"rows-{key}.json.gz")
    heard = {(row["number"], row["key"]) for row in rows["hearers"]}
    for row in rows["entries"]:
        event, number = decode_event(system, row["event"]), row["number"]
        lost = find_lost(encode_event(system, event), row["event"])
        assert not lost, f"entry {number} ({row['event']['kind']}) has lost {lost}"
        told = view_event(system, event, STORYTELLER) is not None
        public = view_event(system, event, Seat()) is not None
        assert (told, public) == (row["told"], row["public"]), f"entry {number}"
        if told and not public:
            for one in {name for _number, name in heard}:
                seen = view_event(system, event, Seat(characters=frozenset({one}))) is not None
                assert seen == ((number, one) in heard), f"entry {number} for {one}"


@every
def test_the_series_comes_in_and_its_pages_open(folder: Path, key: str, guest: User, sign_in: SignIn) -> None:
    content, rows = (folder / f"series-{key}.gz").read_bytes(), read(folder / f"rows-{key}.json.gz")
    old = json.loads(gzip.decompress(content))
    series = transfer.import_series(guest, transfer.parse(content))
    table = Table.objects.select_related("scene").get(scene__episode__story__series=series, number__gt=0)
    counts = table.number, table.storyteller_count, table.public_number
    assert counts == tuple(rows["table"][name] for name in ("number", "told_number", "public_number"))
    assert table.readers.count() == len(rows["hearers"])
    assert encode_state(state_at(get_system(key), table, table.number)) == table.state
    for row in old["characters"]:
        there = Character.objects.get(series=series, name=row["name"])
        assert not find_lost(there.sheet, row["sheet"]), row["name"]
    points = sorted(ExperienceEntry.objects.filter(character__series=series).values_list("points", flat=True))
    assert points == sorted(entry["points"] for row in old["characters"] for entry in row["experience"]["entries"])
    results = DowntimeResult.objects.filter(run__downtime__story__series=series)
    assert results.exclude(changes={}).exists()
    for address in (f"/series/{series.pk}/", f"/scenes/{table.scene_id}/", f"/scenes/{table.scene_id}/log.txt"):
        assert sign_in(guest).get(address).status_code == 200, address


@every
def test_battle_files_replay(folder: Path, key: str) -> None:
    state = get_system(key).battle.state
    for fight in read(folder / f"fights-{key}.json.gz"):
        now, then = play(fight["file"])["state"], encode(decode(state, fight["state"]))
        assert not (found := find_difference(now, then, fight["state"])), found
