"""The settings of a public demo, in place of those that the host's own people have."""

from typing import Any

from django.conf import settings

LIMITS: dict[str, Any] = {
    "LIMIT_SERIES": 3,
    "LIMIT_MEMBERS": 8,
    "LIMIT_CHARACTERS": 60,
    "LIMIT_STORAGE_MB": 3,
    "THROTTLES": {
        **settings.THROTTLES,
        "commands": (120, 600),
        "joins": (20, 60),
        "forms": (60, 300),
        "files": (30, 120),
    },
    "SOCKET_LIMITS": {**settings.SOCKET_LIMITS, "person": 10, "address": 60},
}


def begin_public_demo() -> None:
    """Make this process serve a public demo. Call it before the application is loaded."""
    settings.PUBLIC_DEMO = True
    for name, value in LIMITS.items():
        setattr(settings, name, value)
