"""What only the server's own user may read: the database of an embedded server, and what was made before it was so."""

import contextlib

from django.conf import settings


def restrict_to_owner() -> None:
    """Shut the database's files to others, and the folder that is ours without anybody having named it."""
    if settings.VAR_DIR == settings.BASE_DIR / "var":
        settings.VAR_DIR.chmod(0o700)
    for path in settings.PRIVATE_FILES:
        with contextlib.suppress(OSError):  # there is none yet, or it is another's
            path.chmod(0o600)
