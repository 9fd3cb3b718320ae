"""What programs look for at an address that is the same on every site: search engines, reporters, password managers."""

import re
from datetime import timedelta

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_cache_control

from campaigns.core.decorators import require_methods
from campaigns.core.site_url import get_site_url
from rules import SYSTEMS

DAY = 24 * 3600
VALID_DAYS = 180
"""How long a reporter may rely on the contact. RFC 9116 recommends less than a year."""
LINK = re.compile(r"\b(?:https://|mailto:|tel:)[^\s<>(),;]+")
EMAIL = re.compile(r"[^\s<>(),;:@]+@[^\s<>(),;:@]+\.[^\s<>(),;:@.]+")


@require_methods("GET")
def robots(request: HttpRequest) -> HttpResponse:
    """Name the pages that search engines may read (RFC 9309).

    Those with a secret address say themselves that they are not to be listed, which a program must be able to read.
    """
    doors = ["demo"] if settings.PUBLIC_DEMO else ["account_login", "account_signup"]
    pages = [reverse(name) for name in ("series_list", *doors, "about", "dice_verify", "odds")]
    pages += [reverse("public_odds", args=[system]) for system in SYSTEMS]
    lines = ["User-agent: *", *(f"Allow: {page}$" for page in pages)]
    lines += [f"Allow: {folder}" for folder in ("/join/", "/read/", settings.STATIC_URL)]
    return _answer([*lines, "Disallow: /"])


@require_methods("GET")
def security_txt(request: HttpRequest) -> HttpResponse:
    """Say how the host hears of a weakness (RFC 9116). 404 if they have not said how they are reached."""
    contacts = list_contacts(settings.CONTACT)
    if not contacts:
        raise Http404
    expires = timezone.now().replace(hour=0, minute=0, second=0, microsecond=0) + timedelta(days=VALID_DAYS)
    lines = [f"Contact: {contact}" for contact in contacts]
    lines.append(f"Expires: {expires:%Y-%m-%dT%H:%M:%SZ}")
    lines.append(f"Canonical: {get_site_url()}{reverse('security_txt')}")
    return _answer(lines)


def list_contacts(words: str) -> list[str]:
    """Return the addresses that the host's words name, as URIs. Words that name none lead to the page that shows them.

    RFC 9116 allows a page as the contact if it is encrypted.
    """
    if links := LINK.findall(words):
        return links
    if emails := EMAIL.findall(words):
        return [f"mailto:{email}" for email in emails]
    about = f"{get_site_url()}{reverse('about')}"
    return [about] if words and about.startswith("https://") else []


@require_methods("GET")
def change_password(request: HttpRequest) -> HttpResponseRedirect:
    """Lead a password manager to the page where a person changes their password."""
    return redirect("account_change_password")


def _answer(lines: list[str]) -> HttpResponse:
    response = HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")
    patch_cache_control(response, public=True, max_age=DAY)
    return response
