"""How far a link reaches: one to this machine itself is of no use to anybody elsewhere."""

import ipaddress
from contextlib import suppress
from dataclasses import dataclass
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import gettext as _


@dataclass(frozen=True, slots=True)
class Link:
    """A link to send to people. `url`: as this browser would open it.

    `is_local`: it works on this machine only. `elsewhere`: the same for others; empty if it is unknown or needless.
    """

    url: str
    is_local: bool = False
    elsewhere: str = ""

    @property
    def note(self) -> str:
        """How far it reaches and what makes it reach further; empty for one that works everywhere."""
        if not self.is_local:
            return ""
        if self.elsewhere:
            return _("This link works on this machine only. Send the one for your network.")
        return _(
            "This link works on this machine only. For other devices in your network, start the server with "
            "make play HOST=0.0.0.0 or manage.py serve --host 0.0.0.0."
        )

    @property
    def best(self) -> str:
        """The one that works for most people."""
        return self.elsewhere or self.url


def make_link(request: HttpRequest, path: str) -> Link:
    """Return the link to a page of this site for somebody at another machine."""
    url = request.build_absolute_uri(path)
    if not is_local(url):
        return Link(url)
    there = next(
        (origin for origin in (settings.SITE_URL, settings.NETWORK_URL) if origin and not is_local(origin)), ""
    )
    return Link(url, is_local=True, elsewhere=there + path if there else "")


def is_local(url: str) -> bool:
    """Return whether an address leads each machine to itself."""
    host = urlsplit(url).hostname or ""
    with suppress(ValueError):
        return ipaddress.ip_address(host).is_loopback
    return host == "localhost" or host.endswith(".localhost")
