"""What every page knows."""

from django.http import HttpRequest

THEMES = ("light", "dark")
THEME_COOKIE = "theme"


def look(request: HttpRequest) -> dict[str, str]:
    """The theme that the person chose; empty where the system decides."""
    return {"theme": chosen_theme(request)}


def chosen_theme(request: HttpRequest) -> str:
    """The theme in the cookie, if it is one of ours."""
    theme = request.COOKIES.get(THEME_COOKIE, "")
    return theme if theme in THEMES else ""
