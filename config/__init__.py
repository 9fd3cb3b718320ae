"""Settings, urls, asgi and celery: the only package that knows all the others."""

from config.celery import app as celery_app

__all__ = ["celery_app"]
