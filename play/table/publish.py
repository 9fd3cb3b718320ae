"""Telling every process that a scene has a new number. Only the number is sent: no secret can go with it."""

import asyncio
import logging

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer

from play.server.home_loop import find_home

logger = logging.getLogger(__name__)
PATIENCE = 2.0
"""Seconds to wait for the channel layer to take a message."""


def group_name(scene_id: int) -> str:
    """Return the channel layer's group for a scene."""
    return f"scene.{scene_id}"


async def tell(scene_id: int, message: dict[str, object]) -> None:
    """Send a message to every process that has the scene open. Raises the errors of the layer.

    It does not wait for a layer that is stuck: with every number one more task would wait.
    """
    async with asyncio.timeout(PATIENCE):
        await get_channel_layer().group_send(group_name(scene_id), message)


def publish(scene_id: int, number: int) -> None:
    """Send a scene's new number. Never raises: the log and the heartbeat make up for a lost message."""
    message = {"type": "number", "number": number}
    try:
        if (home := find_home()) is not None:
            asyncio.run_coroutine_threadsafe(_send(scene_id, message), home)
        else:
            async_to_sync(_send)(scene_id, message)
    except Exception:
        logger.exception("could not publish number %s of scene %s", number, scene_id)


async def _send(scene_id: int, message: dict[str, object]) -> None:
    try:
        await tell(scene_id, message)
    except Exception:
        logger.exception("the channel layer did not take a number of scene %s", scene_id)
