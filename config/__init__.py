"""Settings, URLs, ASGI and Celery. This package may import all the others."""

from config.celery import app as celery_app
from rules import __version__

__all__ = ["__version__", "celery_app"]
