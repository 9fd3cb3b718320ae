"""Beside a server, at its database: many scenes with the same fight about to begin, and signed-in people."""

import json
import sys
import uuid

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.db import transaction

from campaigns.models import Character, Membership, Scene, Series
from config.demo import PLAYERS, SPECTATOR, STORYTELLER, load_demo
from play.commands.moves import BattleMove, BringIn, OpenBattle
from play.commands.submit import submit
from play.models import Command, Entry, EntryReader, Table
from rules.battle import Move

PEOPLE = (STORYTELLER, *PLAYERS, SPECTATOR)
GUARDS = 8
"""With three travellers and the captain twelve in all."""


def set_stage(scenes: int) -> None:
    """Print, as one line of JSON, the scenes' keys and number, and a session for each person."""
    series = load_demo()
    storyteller = Membership.objects.select_related("user", "series").get(series=series, user__username=STORYTELLER)
    first = _make_fight(series, storyteller)
    table = Table.objects.get(scene=first)
    with transaction.atomic():
        keys = [first.pk, *(_copy(first, table.pk, place) for place in range(1, scenes))]
    sessions = {name: _sign_in(series, name) for name in PEOPLE}
    json.dump({"scenes": keys, "number": table.storyteller_count, "sessions": sessions}, sys.stdout)


def _make_fight(series: Series, storyteller: Membership) -> Scene:
    bridge = Scene.objects.get(episode__story__series=series, title="The Toll Bridge")
    scene = Scene.objects.create(episode=bridge.episode, title="Bridge 0", position=10)
    known = {character.name: str(character.pk) for character in Character.objects.filter(series=series)}
    travellers = ("Ysane of the Reeds", "Brother Oskel", "Wren Little-Lantern")
    steps: list[Move] = [
        OpenBattle(),
        BringIn(tuple(known[name] for name in travellers), "travellers"),
        BringIn((known["Captain Deruvin"],), "toll company"),
        BringIn((known["Toll guard"],), "toll company", copies=GUARDS),
        BattleMove({"kind": "StartBattle"}),
    ]
    for move in steps:
        submit(storyteller, scene, uuid.uuid4(), None, move)
    return scene


def _copy(first: Scene, table: int, place: int) -> int:
    """Copy a scene row by row, which is quicker than playing its beginning again."""
    scene = Scene.objects.create(episode=first.episode, title=f"Bridge {place}", position=10 + place)
    copy = Table.objects.get(pk=table)
    copy.pk, copy.scene = None, scene
    copy.save(force_insert=True)
    commands = {}
    for command in Command.objects.filter(table=table):
        old, command.pk, command.table = command.pk, None, copy
        command.save(force_insert=True)
        commands[old] = command
    entries = list(Entry.objects.filter(table=table))
    for entry in entries:
        entry.pk, entry.table, entry.command = None, copy, commands[entry.command_id]
    Entry.objects.bulk_create(entries)
    readers = list(EntryReader.objects.filter(table=table))
    for reader in readers:
        reader.pk, reader.table = None, copy
    EntryReader.objects.bulk_create(readers)
    return int(scene.pk)


def _sign_in(series: Series, name: str) -> str:
    user = Membership.objects.select_related("user").get(series=series, user__username=name).user
    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.create()
    return str(session.session_key)
