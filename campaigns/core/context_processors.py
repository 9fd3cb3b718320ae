"""Context that every template gets."""

from django.http import HttpRequest

THEMES = ("light", "dark")
THEME_COOKIE = "theme"


def theme(request: HttpRequest) -> dict[str, str]:
    """Give templates `theme`: "light", "dark", or empty where the system decides."""
    return {"theme": chosen_theme(request)}


def chosen_theme(request: HttpRequest) -> str:
    """Return the theme in the cookie, or an empty string if it is none of ours."""
    theme = request.COOKIES.get(THEME_COOKIE, "")
    return theme if theme in THEMES else ""
