"""Tell systemd how this process is (sd_notify)."""

import contextlib
import os
import socket


def notify(state: str) -> None:
    """Send a state, as `READY=1`, to the service manager. Without one nothing happens."""
    address = os.environ.get("NOTIFY_SOCKET", "")
    if not address:
        return
    if address.startswith("@"):
        address = "\0" + address[1:]
    with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.sendto(state.encode(), address)
