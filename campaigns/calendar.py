"""In-world time in words."""

DAY = 24 * 3600
UNITS = {"minute": 60, "hour": 3600, "day": DAY, "week": 7 * DAY}
"""What the Storyteller may let pass, in seconds."""


def say_moment(clock: int) -> str:
    """A reading of the series' clock: "Day 3, 14:05", with the seconds where they are not nought."""
    day, seconds = divmod(clock, DAY)
    hours, minutes = divmod(seconds // 60, 60)
    exact = f":{seconds % 60:02}" if seconds % 60 else ""
    return f"Day {day + 1}, {hours:02}:{minutes:02}{exact}"


def say_span(seconds: int) -> str:
    """A length of time, in its two largest units: "2 days 3 hours", "45 seconds"."""
    parts = []
    for name, length in (("day", DAY), ("hour", 3600), ("minute", 60), ("second", 1)):
        count, seconds = divmod(seconds, length)
        if count:
            parts.append(f"{count:,} {name}{'s' if count > 1 else ''}")
    return " ".join(parts[:2]) or "no time"
