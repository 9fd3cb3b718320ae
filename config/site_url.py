"""Under which address others find this server, as far as its settings say."""

from django.conf import settings


def get_site_url() -> str:
    """`https://table.example.org` on a shared server, this machine at home."""
    if not settings.GIVEN_HOSTS:
        return "http://127.0.0.1:8000"
    return f"{'https' if settings.SECURE else 'http'}://{settings.GIVEN_HOSTS[0].lstrip('.')}"
