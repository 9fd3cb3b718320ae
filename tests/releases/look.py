"""What a process at the database of a released version finds there: run by `manage.py shell` of today's code."""

import json
import re
import uuid
from collections import Counter, deque
from html import unescape
from pathlib import Path

from django.core.management import call_command as call
from django.db import transaction
from django.test import Client

from campaigns.imports import storywheel_file
from campaigns.models import Membership, ReadMark, Role, Series, User
from config import transfer
from config.server.monitoring.schema import find_schema_difference
from play.commands.moves import Say
from play.commands.submit import submit
from play.models import Table
from play.table.history import state_at
from play.table.newest import load_state
from play.table.state import encode_state
from rules import SYSTEMS, get_system
from rules.errors import RulesError
from rules.replay import play

LINK = re.compile(r'(?:href|hx-get)="(/[^"#]*)')
OUTSIDE = re.compile(r"/(?:static|admin|account)/.|/series/\d+/party/")
"""What is not walked: other rooms of the site, and the board of a party, which is only asked for by scripts."""
OF_ALL_SERIES = re.compile(r"/$|/(?:notices|library|series/new)/")
"""Pages of a person that lead to all of their series."""
EACH = 2
"""Some kinds need more than one: of two downtimes one has results."""


def look(*names: str) -> None:
    """Print what was opened: every table's log, and every page of these people."""
    assert find_schema_difference() == ""
    scenes = replay_all()
    pages = {name: walk(User.objects.get(username=name)) for name in names}
    print(json.dumps({"scenes": scenes, "pages": pages}))


def use() -> None:
    """Have the players of the demo speak at every table and read it."""
    tables = Table.objects.select_related("scene__episode__story__series")
    for member in Membership.objects.select_related("user", "series").exclude(role=Role.SPECTATOR):
        reader = Client(SERVER_NAME="localhost")
        reader.force_login(member.user)
        for table in tables.filter(scene__episode__story__series=member.series):
            submit(member, table.scene, uuid.uuid4(), None, Say("I was here."))
            assert reader.post(f"/scenes/{table.scene_id}/read/", {"count": "3"}).status_code == 204
            assert ReadMark.objects.filter(user=member.user, scene=table.scene).exists()


def upgrade(into: str) -> None:
    """Migrate the database, and write what it holds then to a new file."""
    call("migrate", verbosity=0)
    call("backup", into)


def restore(backup: str, into: str, replace: bool) -> None:
    """Restore a backup, and write what the database holds then to a new file."""
    call("restore", backup, replace=replace)
    call("backup", into)
    look()


def look_at_files(folder: str) -> None:
    """Print what was opened of the files of a version."""
    print(json.dumps({system: open_files(Path(folder), system) for system in SYSTEMS}))


def replay_all() -> list[str]:
    """Have every log replay to the state that is kept of its table; gives the systems of the scenes."""
    systems = []
    for table in Table.objects.select_related("scene__episode__story__series"):
        key = table.scene.series.system
        replayed, kept = state_at(get_system(key), table, table.number), load_state(get_system(key), table)
        assert encode_state(replayed) == encode_state(kept), f"scene {table.scene_id}"
        systems.append(key)
    return sorted(systems)


def walk(person: User) -> list[str]:
    """Open pages to which links lead a person; gives their kinds.

    In a series of each game `EACH` pages of a kind are opened: what an older version wrote differs from game to game
    and from kind to kind, and hardly from page to page. Then come the kinds of pages outside of them.
    """
    client = Client(SERVER_NAME="localhost")
    client.force_login(person)
    kinds = Counter[str]()
    for series in {one.system: one for one in Series.objects.filter(memberships__user=person)}.values():
        kinds |= follow(client, person, f"/series/{series.pk}/", Counter())
    return sorted(follow(client, person, "/", kinds))


def follow(client: Client, person: User, start: str, opened: Counter[str]) -> Counter[str]:
    """Open a page and those to which it leads, `EACH` of a kind at most. From a series no link leads to another one."""
    ahead, seen = deque([start]), {start}
    while ahead:
        address = ahead.popleft()
        kind = re.sub(r"\d+", "N", re.split(r"[?#]", address)[0])
        if opened[kind] == EACH:
            continue
        opened[kind] += 1
        answer = client.get(address)
        onward = answer["Location"] if answer.status_code == 302 else ""  # as from a notice to what it tells of
        leads_on = onward and not OUTSIDE.match(onward)
        assert answer.status_code == 200 or leads_on, f"{answer.status_code} at {address} for {person}"
        found = [onward] if onward else []
        if answer["Content-Type"].startswith("text/html"):
            found += LINK.findall(answer.content.decode())
        for link in map(unescape, found):
            path = re.split(r"[?#]", link)[0]
            if path not in seen and not OUTSIDE.match(path) and (start == "/" or not OF_ALL_SERIES.match(path)):
                seen.add(path)
                ahead.append(link)
    return opened


def open_files(folder: Path, system: str) -> dict[str, object]:
    """Open what people of a system took home, and throw it away."""
    guest = User.objects.create_user(f"guest-{system}")
    with transaction.atomic():
        series = transfer.import_series(guest, transfer.parse((folder / f"series-{system}.gz").read_bytes()))
        pages = walk(guest)
        transaction.set_rollback(True)
    draft = storywheel_file.parse(json.loads((folder / f"character-{system}.json").read_text()), system)
    return {"series": series.name, "pages": len(pages), "character": draft.name, "battle": play_on(folder, system)}


def play_on(folder: Path, system: str) -> str:
    """Play a battle file. A ruling that was mended since may refuse one of its moves: with a sentence."""
    try:
        play(json.loads((folder / f"battle-{system}.json").read_text()))
    except RulesError as refusal:
        return str(refusal.sentence)
    return "played to its end"
