"""Telling every process that a scene has a new number. Only the number travels: no secret can ride it."""

import asyncio
import logging

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer

logger = logging.getLogger(__name__)
_home: asyncio.AbstractEventLoop | None = None
"""The event loop that this process' hub lives in: the in-memory layer must only be touched there."""


def group_name(scene_id: int) -> str:
    """The channel layer's group for a scene."""
    return f"scene.{scene_id}"


def set_home(loop: asyncio.AbstractEventLoop) -> None:
    """Say which loop the hub lives in."""
    global _home
    _home = loop


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
        await get_channel_layer().group_send(group_name(scene_id), message)
    except Exception:
        logger.exception("the channel layer did not take a number of scene %s", scene_id)
