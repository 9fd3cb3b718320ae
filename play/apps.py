"""The app's name for Django."""

from django.apps import AppConfig


class PlayConfig(AppConfig):
    """The live table: rolls and battles, the log, websockets."""

    name = "play"

    def ready(self) -> None:
        """Let the record ask the tables who took part."""
        from campaigns.attendance import told_by
        from play.services.attendance import read_attendance

        told_by(read_attendance)
