"""Beside a server, at its database: sets the scenes and tells the tests what is stored. See `Stage` in `conftest`."""

import json
import sys
import uuid
from collections.abc import Callable
from datetime import timedelta
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from django.db import connection
from django.db.models import Count, F
from django.utils import timezone

from campaigns.models import (
    Character,
    Delivery,
    Downtime,
    DowntimeRun,
    Membership,
    Notice,
    NoticeKind,
    PushDevice,
    Role,
    Scene,
    Series,
    User,
)
from campaigns.notices.pushes import CURVE, to_base64
from campaigns.notices.services import notify
from campaigns.notices.webhooks import services as webhooks
from campaigns.tasks import clear_old_audit
from config import tasks
from config.demo import DEMO_PASSWORD, STORYTELLER, load_demo
from config.demo.chronicle import SERIES
from play.commands.moves import BattleMove, BringIn, OpenBattle, SetPost
from play.commands.submit import submit
from play.models import Command, Entry, Table, Wait
from play.table.history import state_at
from play.table.state import encode_state
from rules import get_system
from rules.battle import STORYTELLER as STORYTELLER_SEAT
from rules.text import Text

DOWNTIMES = 14


def answer() -> None:
    """Answer the questions on standard input, [name, argument] as JSON on one line each, until it ends."""
    for line in sys.stdin:
        name, argument = json.loads(line)
        print(json.dumps(ANSWERS[name](argument)), flush=True)
        connection.close()
        if hasattr(connection, "close_pool"):
            connection.close_pool()  # the database may be restarted before the next


def set_scenes(count: int) -> dict[str, Any]:
    """Load the demo, and make scenes in which Ysane and the Captain are about to fight."""
    series = load_demo()
    bridge = Scene.objects.get(episode__story__series=series, title="The Toll Bridge")
    people = Membership.objects.select_related("user", "series").filter(series=series)
    storyteller = people.get(user__username=STORYTELLER)
    fighters = {
        name: (str(Character.objects.get(series=series, name=who).pk),)
        for name, who in (("travellers", "Ysane of the Reeds"), ("toll company", "Captain Deruvin"))
    }
    scenes = []
    for place in range(count):
        scene = Scene.objects.create(episode=bridge.episode, title=f"Bridge {place}", position=10 + place)
        for move in (
            OpenBattle(),
            *(BringIn(keys, side) for side, keys in fighters.items()),
            BattleMove({"kind": "StartBattle"}),
        ):
            submit(storyteller, scene, uuid.uuid4(), None, move)
        scenes.append(scene.pk)
    empty = Scene.objects.create(episode=bridge.episode, title="A quiet bank", position=9)
    quiet = [
        Downtime.objects.create(
            story=bridge.episode.story, title=f"Mending nets {place}", days=9, position=90 + place
        ).pk
        for place in range(DOWNTIMES)
    ]
    return {"scenes": scenes, "empty": empty.pk, "downtimes": quiet}


def tell_scene(scene_id: int) -> dict[str, Any]:
    """What the database holds of a scene, and whether its log folds to its state."""
    table = Table.objects.select_related("scene__episode__story__series").get(scene=scene_id)
    system = get_system(table.scene.series.system)
    state = state_at(system, table, table.number)
    order = system.battle.view(state.battle, STORYTELLER_SEAT)["order"]
    entries = Entry.objects.filter(table=table).order_by("number")
    return {
        "number": table.number,
        "entries": list(entries.values_list("number", flat=True)),
        "said": [event["text"] for event in entries.values_list("event", flat=True) if event["kind"] == "Said"],
        "commands": [str(key) for key in Command.objects.filter(table=table).values_list("key", flat=True)],
        "acting": [actor for place in order if place["now"] for actor in place["ids"]],
        "folds_to_its_state": encode_state(state) == table.state,
    }


def tell_downtime(downtime_id: int) -> dict[str, Any]:
    """How far a downtime has got."""
    run = DowntimeRun.objects.get(downtime=downtime_id)
    return {"state": run.state, "results": run.results.count()}


def tell_willpower(_argument: int) -> dict[str, Any]:
    """The Willpower that each character of the demo has left."""
    people = Character.objects.filter(series__owner__username=STORYTELLER)
    return {character.name: character.sheet.get("willpower_points") for character in people}


def add_guest(_argument: int) -> dict[str, Any]:
    """Make another player."""
    series = Series.objects.get(name=SERIES)
    user = User.objects.create_user(f"guest-{User.objects.count()}", password=DEMO_PASSWORD)
    member = Membership.objects.create(series=series, user=user, role=Role.PLAYER)
    return {"name": user.username, "member": member.pk}


def make_late(scene_id: int) -> dict[str, Any]:
    """Go on by post until a player's turn is awaited, and let its deadline be over."""
    scene = Scene.objects.select_related("episode__story__series").get(pk=scene_id)
    people = Membership.objects.select_related("user", "series").filter(series=scene.series)
    storyteller = people.get(user__username=STORYTELLER)
    submit(storyteller, scene, uuid.uuid4(), None, SetPost(12, 12))
    waits = Wait.objects.filter(table__scene=scene, ended_at=None)
    while not waits.filter(user__isnull=False).exists():
        submit(storyteller, scene, uuid.uuid4(), None, BattleMove({"kind": "TakeGuard", "actor": waits[0].subject}))
    ago = {name: F(name) - timedelta(hours=13) for name in ("since", "counted_from", "due_at")}
    waits.filter(user__isnull=False).update(**ago)
    Table.objects.filter(scene=scene).update(due_at=ago["due_at"])
    return {}


def tell_late(scene_id: int) -> dict[str, Any]:
    """How often the table acted for somebody, how many waits were missed, how many notices there are of each matter."""
    waits = Wait.objects.filter(table__scene=scene_id)
    keys = [f"wait {wait.pk}" for wait in waits] + [f"wait {wait.pk} near" for wait in waits]
    told = Notice.objects.filter(key__in=keys).order_by().values("user", "key").annotate(count=Count("pk"))
    return {
        "acted": Entry.objects.filter(table__scene=scene_id, event__kind="TurnMissed").count(),
        "missed": waits.filter(missed=True).count(),
        "notices": [one["count"] for one in told],
    }


def cut_a_reading(_argument: int) -> str:
    """The error that closes the reading of many rows whose connection was cut in the middle."""
    cursor, other = connection.chunked_cursor(), connection.copy()
    cursor.execute("SELECT pg_backend_pid() FROM generate_series(1, 1000)")
    with other.cursor() as at_it:
        at_it.execute("SELECT pg_terminate_backend(%s, 5000)", cursor.fetchone())
    other.close()
    try:
        cursor.close()
    except Exception as error:
        return f"{type(error).__module__}.{type(error).__name__}"
    return ""


def put_off_a_task(_argument: int) -> None:
    """Ask the worker for something that it keeps for an hour, as a task that waits for its next try."""
    clear_old_audit.apply_async(countdown=3_600)


def push_to(told: list[Any]) -> None:
    """Let people have devices, [[name, address]], and send a number of pushes to each."""
    (devices, count) = told
    series = Series.objects.get(name=SERIES)
    point = ec.generate_private_key(CURVE).public_key()
    keys = {"p256dh": to_base64(point.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)), "auth": "A" * 22}
    for name, endpoint in devices:
        PushDevice.objects.create(user=User.objects.get(username=name), endpoint=endpoint, **keys)
    people = User.objects.filter(username__in={name for name, _endpoint in devices})
    for place in range(count):
        key = f"silence {devices[0][0]} {place}"
        notify(NoticeKind.NUDGE, series, [person.pk for person in people], key, Text("Hear this."), "/scenes/1/")
    Delivery.objects.filter(notice__key__startswith="silence").update(send_at=timezone.now())


def make_webhook(origin: str) -> None:
    """Let mira have a webhook at a server that the host trusts."""
    settings.HOOK_ORIGINS = [origin]
    member = Membership.objects.select_related("user", "series").get(
        user__username="mira", series__name="The Salt Road"
    )
    webhooks.make_webhook(member, f"{origin}/mira")


def send_webhooks(origin: str) -> None:
    """Post what is new, as the worker does."""
    settings.HOOK_ORIGINS = [origin]
    tasks.post_outside()


ANSWERS: dict[str, Callable[[Any], Any]] = {
    "put_off_a_task": put_off_a_task,
    "push_to": push_to,
    "make_webhook": make_webhook,
    "send_webhooks": send_webhooks,
    "set_scenes": set_scenes,
    "tell_scene": tell_scene,
    "tell_downtime": tell_downtime,
    "tell_willpower": tell_willpower,
    "add_guest": add_guest,
    "make_late": make_late,
    "tell_late": tell_late,
    "cut_a_reading": cut_a_reading,
}
