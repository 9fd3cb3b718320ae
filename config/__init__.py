"""Settings, urls, asgi and celery: the only package that knows all the others."""

from config.celery import app as celery_app
from rules import __version__

__all__ = ["__version__", "celery_app"]
