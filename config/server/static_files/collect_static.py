"""Collect static files if they have changed since the last start."""

import hashlib
from pathlib import Path

from django.conf import settings
from django.core.management import call_command

from config.server.static_files.storage import StaticStorage


def collect_static_once() -> None:
    """Collect, hash and compress the static files, unless the collected ones are up to date."""
    if settings.DEBUG:
        return
    stamp_file: Path = settings.VAR_DIR / "static.stamp"
    stamp, manifest = _stamp(), settings.STATIC_ROOT / StaticStorage.manifest_name
    if manifest.exists() and stamp_file.exists() and stamp_file.read_text() == stamp:
        return  # a new container has the stamp in its volume, and no files
    call_command("collectstatic", verbosity=0, interactive=False, clear=True)
    stamp_file.write_text(stamp)


def _stamp() -> str:
    """Return a digest of our static files, of how scripts are joined, and of the versions of packages."""
    digest = hashlib.sha256((settings.BASE_DIR / "requirements.txt").read_bytes())
    digest.update((settings.BASE_DIR / "config/server/static_files/scripts.py").read_bytes())
    for path in sorted((settings.BASE_DIR / "static").rglob("*")):
        if path.is_file():
            digest.update(str(path.relative_to(settings.BASE_DIR)).encode() + path.read_bytes())
    return digest.hexdigest()
