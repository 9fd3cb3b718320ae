"""Settings, urls, asgi and celery: the only package that knows all the others."""

from config.celery import app as celery_app

__version__ = "0.1.0"
"""The version of Storywheel. Each one that was released is kept in `tests/fixtures/releases`."""

__all__ = ["__version__", "celery_app"]
