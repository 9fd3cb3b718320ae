"""The hub: each class is drawn once, and a browser that sleeps costs the others nothing."""

import asyncio
import json

import pytest
from asgiref.sync import sync_to_async

from campaigns.models import NoticeKind, Scene
from campaigns.notices.services import mark_notices_read, notify
from play.commands.moves import Say
from play.live.hub import Hub, get_hub, list_people_at
from play.live.mailbox import Mailbox
from play.live.room import SceneRoom, draw_room
from rules.text import Text
from tests.conftest import LIVE
from tests.play.conftest import TableInPlay

pytestmark = [pytest.mark.walk, *LIVE]


async def settle(room: SceneRoom, number: int) -> None:
    """Wait until the room has drawn the table at this number."""
    for _ in range(500):
        if room.drawings and all(drawing.facts["count"] >= number for drawing in room.drawings.values()):
            return
        await asyncio.sleep(0.01)
    raise AssertionError(f"the room never drew number {number}")


async def sit(hub: Hub, coins: TableInPlay, *names: str) -> tuple[SceneRoom, list[Mailbox]]:
    seated = [await hub.join(coins.scene.pk, getattr(coins.cast, name).pk) for name in names]
    return seated[0][0], [box for _room, box in seated]


async def test_a_sleeper_gets_one_frame_with_all_it_missed(coins: TableInPlay) -> None:
    hub = Hub()
    room, (awake, asleep) = await sit(hub, coins, "player", "rival")
    await settle(room, 0)
    while not (room.take(awake) and room.take(asleep)):
        await asyncio.sleep(0.01)
    frames = []
    for number in range(1, 6):
        await sync_to_async(coins.act)(coins.cast.storyteller, Say(f"Line {number}"))
        await settle(room, number)
        frames.append(room.take(awake))
    assert [json.loads(frame)["change"]["count"] for frame in frames if frame] == [1, 2, 3, 4, 5]
    missed = json.loads(room.take(asleep) or "{}")["change"]
    assert missed["count"] == 5
    assert missed["log"].keys() == {"1", "2", "3", "4", "5"}
    assert room.take(asleep) is None
    for box in (awake, asleep):
        await hub.leave(room, box)


async def test_pages_that_came_at_different_moments_share_frames(coins: TableInPlay) -> None:
    hub = Hub()
    room, boxes = await sit(hub, coins, "storyteller")
    for number in range(1, 4):
        await sync_to_async(coins.act)(coins.cast.storyteller, Say(f"Line {number}"))
        await settle(room, number)
        if number == 2:
            boxes += (await sit(hub, coins, "co_storyteller"))[1]
            while boxes[1].seat_class is None:
                await asyncio.sleep(0.01)
        frames = [room.take(box) for box in boxes]
    assert frames[0] is frames[1]
    assert len(room.frames) == 1
    for box in boxes:
        await hub.leave(room, box)


async def test_a_mailbox_never_holds_more_than_what_its_page_shows(coins: TableInPlay) -> None:
    hub = Hub()
    room, (asleep,) = await sit(hub, coins, "player")
    for number in range(1, 6):
        await sync_to_async(coins.act)(coins.cast.storyteller, Say(f"Line {number}"))
        await settle(room, number)
    assert asleep.shown is None
    assert len(room.drawings) == 1
    await hub.leave(room, asleep)


async def test_everybody_of_a_class_shares_one_drawing(coins: TableInPlay) -> None:
    hub = Hub()
    room, boxes = await sit(hub, coins, "storyteller", "co_storyteller", "player")
    await settle(room, 0)
    while {box.readers for box in boxes} != set(room.drawings) or len(room.drawings) < 2:
        await asyncio.sleep(0.01)
    assert len(room.drawings) == 2
    for box in boxes:
        await hub.leave(room, box)


async def test_who_is_at_a_scene_can_be_asked_from_elsewhere(coins: TableInPlay) -> None:
    assert list_people_at(coins.scene.pk) == frozenset()
    room, (box,) = await sit(get_hub(), coins, "player")
    while list_people_at(coins.scene.pk) != {coins.cast.player.pk}:
        await asyncio.sleep(0.01)
    await get_hub().leave(room, box)
    assert list_people_at(coins.scene.pk) == frozenset()


async def test_the_bell_rings_on_the_pages_of_the_person_who_is_told_and_of_nobody_else(
    coins: TableInPlay, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("play.live.hub.WATCH_SECONDS", 0.01)
    hub, cast = Hub(), coins.cast
    room, boxes = await sit(hub, coins, "player", "player", "rival")

    async def hear(*shown: int) -> None:
        while [box.shown_unread for box in boxes] != [*shown]:
            await asyncio.sleep(0.01)

    await hear(0, 0, 0)
    for box in boxes:
        box.unread = None
    words = Text("It is your turn.")
    await sync_to_async(notify)(NoticeKind.TURN, cast.series, [cast.player.pk], "turn 1", words, "/")
    await hear(1, 1, 0)
    assert [box.unread for box in boxes] == [1, 1, None]
    await sync_to_async(mark_notices_read)(cast.player)  # in another tab
    await hear(0, 0, 0)
    assert [box.unread for box in boxes] == [0, 0, None]
    for box in boxes:
        await hub.leave(room, box)


async def test_the_last_to_leave_closes_the_room(coins: TableInPlay) -> None:
    hub = Hub()
    room, (one, two) = await sit(hub, coins, "player", "rival")
    await hub.leave(room, one)
    assert hub.rooms == {coins.scene.pk: room}
    await hub.leave(room, two)
    assert hub.rooms == {}
    await asyncio.sleep(0)
    assert all(task.cancelled() or task.cancelling() for task in room.tasks)


async def test_a_drawing_that_comes_late_does_not_hide_a_newer_one(coins: TableInPlay) -> None:
    hub = Hub()
    room, (box,) = await sit(hub, coins, "player")
    await sync_to_async(coins.act)(coins.cast.storyteller, Say("One"))
    await settle(room, 1)
    late = await sync_to_async(draw_room)(room.scene_id, room.readers)
    await sync_to_async(coins.act)(coins.cast.storyteller, Say("Two"))
    await settle(room, 2)
    room.show(room.readers, late)
    assert {drawing.facts["count"] for drawing in room.drawings.values()} == {2}
    await hub.leave(room, box)


async def test_somebody_who_comes_while_a_number_is_drawn_stays(coins: TableInPlay) -> None:
    hub = Hub()
    room, (first,) = await sit(hub, coins, "player")
    await settle(room, 0)
    readers, drawn = room.readers, await sync_to_async(draw_room)(room.scene_id, room.readers)
    _room, second = await hub.join(coins.scene.pk, coins.cast.rival.pk)
    room.show(readers, drawn)
    assert not second.dismissed
    while room.take(second) is None:
        await asyncio.sleep(0.01)
    for box in (first, second):
        await hub.leave(room, box)


async def test_somebody_whose_first_drawing_is_passed_by_a_newer_one_is_drawn_again(coins: TableInPlay) -> None:
    hub = Hub()
    room, (first,) = await sit(hub, coins, "player")
    await sync_to_async(coins.act)(coins.cast.storyteller, Say("One"))
    await settle(room, 1)
    _room, second = await hub.join(coins.scene.pk, coins.cast.rival.pk)
    room.dirty.clear()  # their drawing has begun, before the newer one was taken in
    early = await sync_to_async(draw_room)(room.scene_id, room.readers)
    room.show(room.readers, early._replace(number=0))
    async with asyncio.timeout(5):
        while (frame := room.take(second)) is None:
            await asyncio.sleep(0.01)
    assert json.loads(frame)["facts"]["count"] == 1
    for box in (first, second):
        await hub.leave(room, box)


async def test_what_cannot_be_drawn_in_the_writers_thread_is_tried_again(
    coins: TableInPlay, monkeypatch: pytest.MonkeyPatch
) -> None:
    hub = Hub()
    room, (box,) = await sit(hub, coins, "player")
    await settle(room, 0)
    with monkeypatch.context() as broken:
        broken.setattr("play.live.room.load_room", lambda *_given: 1 / 0)
        await sync_to_async(coins.act)(coins.cast.storyteller, Say("One"))
    await settle(room, 1)
    await hub.leave(room, box)


async def test_everybody_must_leave_a_scene_that_is_gone(coins: TableInPlay) -> None:
    hub = Hub()
    room, (box,) = await sit(hub, coins, "player")
    await sync_to_async(coins.act)(coins.cast.storyteller, Say("One"))
    await settle(room, 1)
    await Scene.objects.filter(pk=coins.scene.pk).adelete()
    while not box.dismissed:
        await asyncio.sleep(0.01)
    await hub.leave(room, box)
