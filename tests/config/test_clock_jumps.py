"""The machine's clock jumps back and forth in the middle of play: numbers order a log, never the time."""

import uuid
from datetime import timedelta

import pytest
from django.utils import timezone

from campaigns.models import Membership
from config.demo import load_demo
from play.commands.moves import Rewind, Say
from play.commands.submit import submit
from play.models import Command, Entry, Table
from play.table.history import state_at
from play.table.live_scene import live_scenes
from play.table.state import encode_state
from rules import get_system


@pytest.mark.django_db
def test_nothing_acknowledged_is_lost_or_out_of_order_when_the_clock_jumps(monkeypatch: pytest.MonkeyPatch) -> None:
    petra = Membership.objects.select_related("user", "series").get(series=load_demo(), user__username="petra")
    table = Table.objects.select_related("scene__episode__story__series").get(scene__title="The Toll Bridge")
    now, number, keys = timezone.now(), table.number, [uuid.uuid4() for _ in range(5)]
    jumps = (0, -2, 2, -400, 0)
    for key, days in zip(keys, jumps, strict=True):
        there = now + timedelta(days=days)
        monkeypatch.setattr(timezone, "now", lambda there=there: there)
        number = submit(petra, table.scene, key, None, Say(f"day {days}")).count
        assert submit(petra, table.scene, key, None, Say("again")).repeated
    submit(petra, table.scene, uuid.uuid4(), None, Rewind(number))
    live_scenes.forget()
    table.refresh_from_db()
    entries = list(Entry.objects.filter(table=table).order_by("number"))
    said = [entry.event["text"] for entry in entries if entry.event["kind"] == "Said"]
    assert said[-5:] == [f"day {days}" for days in jumps]
    assert [entry.number for entry in entries] == list(range(1, number + 2))
    assert Command.objects.filter(table=table, key__in=keys).count() == 5
    system = get_system(table.scene.series.system)
    assert encode_state(state_at(system, table, table.number)) == table.state
