"""The app's name for Django."""

from django.apps import AppConfig


class PlayConfig(AppConfig):
    """The live table: rolls and battles, the log, websockets."""

    name = "play"

    def ready(self) -> None:
        """Let the record ask the tables who took part, and where there was a fight."""
        from campaigns.chronicle.attendance import register_attendance
        from play.table import attendance

        register_attendance(
            attendance.load_attendance,
            attendance.load_fights,
            attendance.load_players,
            attendance.find_fight,
            attendance.load_played,
            attendance.load_moments,
            attendance.was_played,
        )
