"""The app's name for Django."""

from django.apps import AppConfig


class PlayConfig(AppConfig):
    """The live table: rolls and battles, the log, websockets."""

    name = "play"
