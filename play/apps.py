"""The app's name for Django."""

from django.apps import AppConfig


class PlayConfig(AppConfig):
    """The live table: rolls and battles, the log, websockets."""

    name = "play"

    def ready(self) -> None:
        """Let the record ask the tables who took part, and where there was a fight."""
        from campaigns.attendance import register_attendance
        from play.table.attendance import find_fight, read_attendance, read_fights, read_players

        register_attendance(read_attendance, read_fights, read_players, find_fight)
