"""Telling every process that a scene has a new number. Only the number travels: no secret can ride it."""

import asyncio
import logging

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer

logger = logging.getLogger(__name__)
PATIENCE = 2.0
"""Seconds in which the channel layer takes a message, or has not taken it."""
_home: asyncio.AbstractEventLoop | None = None
"""The event loop that this process' hub lives in: the in-memory layer must only be touched there."""


def group_name(scene_id: int) -> str:
    """The channel layer's group for a scene."""
    return f"scene.{scene_id}"


def set_home(loop: asyncio.AbstractEventLoop) -> None:
    """Say which loop the hub lives in."""
    global _home
    _home = loop


async def tell(scene_id: int, message: dict[str, object]) -> None:
    """Send a message to every process that has the scene open; raises what the layer has against it.

    A layer that is stuck is not waited for: with every number there would be one more who waits.
    """
    async with asyncio.timeout(PATIENCE):
        await get_channel_layer().group_send(group_name(scene_id), message)


def publish(scene_id: int, number: int) -> None:
    """Send a scene's new number. Never raises: a lost message costs nothing, the log and the heartbeat mend it."""
    message = {"type": "number", "number": number}
    try:
        if _home is not None and _home.is_running():
            asyncio.run_coroutine_threadsafe(_send(scene_id, message), _home)
        else:
            async_to_sync(_send)(scene_id, message)
    except Exception:
        logger.exception("could not publish number %s of scene %s", number, scene_id)


async def _send(scene_id: int, message: dict[str, object]) -> None:
    try:
        await tell(scene_id, message)
    except Exception:
        logger.exception("the channel layer did not take a number of scene %s", scene_id)
