"""The app's name for Django: `config` is one only for its commands."""

from django.apps import AppConfig


class ConfigConfig(AppConfig):
    """Settings and the commands that start and fill a server."""

    name = "config"
