"""The URL of this site, as far as the settings say it."""

from django.conf import settings


def get_site_url() -> str:
    """Return the URL that the host has set (`STORYWHEEL_URL`).

    Else it is `https://table.example.org` on a shared server, or this machine's address at home.
    """
    if settings.SITE_URL:
        return str(settings.SITE_URL)
    if not settings.GIVEN_HOSTS:
        return "http://127.0.0.1:8000"
    return f"{'https' if settings.SECURE else 'http'}://{settings.GIVEN_HOSTS[0].lstrip('.')}"
