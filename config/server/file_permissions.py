"""Restrict the database files of an embedded server to the server's own user, also files from before this."""

import contextlib

from django.conf import settings


def restrict_to_owner() -> None:
    """Take other users' permissions off the database files, and off our own folder unless the host has named it."""
    if settings.VAR_DIR == settings.BASE_DIR / "var":
        settings.VAR_DIR.chmod(0o700)
    for path in settings.PRIVATE_FILES:
        with contextlib.suppress(OSError):  # there is none yet, or it is another's
            path.chmod(0o600)
