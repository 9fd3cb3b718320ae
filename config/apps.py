"""The app's name for Django: `config` is one for its commands and its checks at start."""

import logging
from collections.abc import Mapping

from django.apps import AppConfig
from django.conf import settings

logger = logging.getLogger(__name__)


class ConfigConfig(AppConfig):
    """Settings, checks, and the commands that start, fill and back up a server."""

    name = "config"
    broken_games: Mapping[str, str] = {}
    """Why games of installed packages are left out, by their keys."""

    def ready(self) -> None:
        """Register the checks, and add the games of installed packages. One that is broken is left out and logged.

        A public demo has limits of its own in each of its processes.
        """
        import config.checks  # noqa: F401  it registers them
        from config.demo.public.limits import begin_public_demo
        from rules.packages import load_packages

        if settings.PUBLIC_DEMO:
            begin_public_demo()

        self.broken_games = load_packages()
        for key, reason in self.broken_games.items():
            logger.warning("The game %s is left out, for its package is broken: %s", key, reason)
