"""The app's name for Django: `config` is one for its commands and its checks at start."""

from django.apps import AppConfig


class ConfigConfig(AppConfig):
    """Settings, checks, and the commands that start, fill and back up a server."""

    name = "config"

    def ready(self) -> None:
        """Register the checks."""
        import config.checks  # noqa: F401  it registers them
