"""Telling who shows a scene that it has a new number: the rooms of this process, and all other processes.

Only the number is sent: no secret can go with it.
"""

import asyncio
import logging
import secrets
from collections import defaultdict
from typing import Protocol

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.conf import settings

from play.server.home_loop import find_home
from play.server.threads import afterwards

logger = logging.getLogger(__name__)
TIMEOUT_SECONDS = 2.0
"""Seconds to wait for the channel layer to take a message."""
PROCESS = secrets.token_hex(8)
"""Marks this process' own messages, which come back to it."""


class Room(Protocol):
    """What shows a scene in this process. It alone knows the scene's newest number."""

    def note(self, number: int) -> None:
        """Take in that the scene has this number, which `draw_now` will draw."""

    def draw_now(self) -> None:
        """Draw the scene as it is now."""


rooms: defaultdict[int, set[Room]] = defaultdict(set)
"""The rooms that show each scene in this process."""


def group_name(scene_id: int) -> str:
    """Return the channel layer's group for a scene."""
    return f"scene.{scene_id}"


async def send(scene_id: int, message: dict[str, object]) -> None:
    """Send a message to every process that has the scene open. Raises the errors of the layer.

    It does not wait for a layer that is stuck: with every number one more task would wait.
    """
    async with asyncio.timeout(TIMEOUT_SECONDS):
        await get_channel_layer().group_send(group_name(scene_id), message)


def publish(scene_id: int, number: int) -> None:
    """Draw a scene here, in the thread that has changed it, and send its new number to the other processes.

    Never raises: the log and the heartbeat make up for a lost message.
    """
    for room in list(rooms.get(scene_id, ())):
        room.note(number)
        afterwards(room.draw_now)
    if settings.NOTIFIES_OTHERS:
        _send_to_others(scene_id, {"type": "number", "number": number, "process": PROCESS})


def _send_to_others(scene_id: int, message: dict[str, object]) -> None:
    try:
        if (home := find_home()) is not None:
            asyncio.run_coroutine_threadsafe(_send(scene_id, message), home)
        else:
            async_to_sync(_send)(scene_id, message)
    except Exception:
        logger.exception("could not publish number %s of scene %s", message["number"], scene_id)


async def _send(scene_id: int, message: dict[str, object]) -> None:
    try:
        await send(scene_id, message)
    except Exception:
        logger.exception("the channel layer did not take a number of scene %s", scene_id)
