"""POST to servers of others, at addresses that people have given: only public ones, by https.

The name is resolved once, every address that it has must be public, and the connection goes to one of those. So neither
an address nor its later change leads into the network of this server.
"""

import ipaddress
import socket
from collections.abc import Mapping
from urllib.parse import SplitResult, urlsplit

import certifi
import urllib3
from django.conf import settings
from urllib3.exceptions import ConnectTimeoutError, HTTPError, NewConnectionError

from campaigns.notices.outcome import Outcome, State

TIMEOUT = urllib3.Timeout(connect=5, read=10)
"""Seconds."""
MOST_READ = 4_096
"""The most bytes of an answer that are read."""
LONGEST_WAIT = 3_600
"""The most seconds that another server may have us wait."""


class UnsafeAddress(ValueError):
    """An address that is not public, or not https."""


def is_trusted(url: str) -> bool:
    """Whether the host of this site has named the address's origin as one to send to (`STORYWHEEL_HOOK_ORIGINS`)."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}" in settings.HOOK_ORIGINS


def require_public(url: str) -> SplitResult:
    """Return the parts of an address. A name may still have private addresses: `post` looks at that.

    Raises `UnsafeAddress` unless it is https, at the usual port, and no private number.
    """
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise UnsafeAddress(url) from error
    if is_trusted(url):
        return parts
    if parts.scheme != "https" or not parts.hostname or port not in (None, 443) or parts.username is not None:
        raise UnsafeAddress(url)
    try:
        number = ipaddress.ip_address(parts.hostname)
    except ValueError:
        if "." in parts.hostname.strip("."):
            return parts
        raise UnsafeAddress(url) from None
    if not number.is_global:
        raise UnsafeAddress(url)
    return parts


def post(url: str, body: bytes, headers: Mapping[str, str]) -> Outcome:
    """Send a body, and return what came of it. Redirects are not followed."""
    try:
        parts = require_public(url)
        address = _resolve(parts, trusted=is_trusted(url))
    except UnsafeAddress:
        return Outcome(State.REFUSED, "not a public address")
    except OSError:
        return Outcome(State.LATER, "the name is not known")
    path = f"{parts.path or '/'}?{parts.query}" if parts.query else parts.path or "/"
    try:
        with _open_pool(parts, address) as pool:
            answer = pool.urlopen(
                "POST", path, body, {**headers, "Host": parts.netloc}, redirect=False, retries=False,
                preload_content=False,
            )  # fmt: skip
            answer.read(MOST_READ)
            answer.close()
    except (NewConnectionError, ConnectTimeoutError):
        return Outcome(State.LATER, "no connection")
    except HTTPError as error:  # the request may have arrived
        return Outcome(State.UNKNOWN, type(error).__name__)
    return _judge(answer.status, answer.headers.get("Retry-After", ""))


def _resolve(parts: SplitResult, *, trusted: bool) -> str:
    """Return a number of the host. Raises `UnsafeAddress` if one of its numbers is not public."""
    found = socket.getaddrinfo(parts.hostname, parts.port or 443, type=socket.SOCK_STREAM)
    numbers = [str(entry[4][0]) for entry in found]
    if not trusted and not all(ipaddress.ip_address(number).is_global for number in numbers):
        raise UnsafeAddress(parts.netloc)
    return numbers[0]


def _open_pool(parts: SplitResult, address: str) -> urllib3.HTTPConnectionPool:
    """Return connections to this number that check the certificate of the name."""
    if parts.scheme == "http":
        return urllib3.HTTPConnectionPool(address, parts.port or 80, timeout=TIMEOUT)
    return urllib3.HTTPSConnectionPool(
        address, parts.port or 443, timeout=TIMEOUT, ca_certs=certifi.where(),
        server_hostname=parts.hostname, assert_hostname=parts.hostname,
    )  # fmt: skip


def _judge(status: int, retry_after: str) -> Outcome:
    if 200 <= status < 300:
        return Outcome(State.SENT)
    told = f"HTTP {status}"
    if status in (404, 410):
        return Outcome(State.GONE, told)
    if status == 429 or status >= 500:
        wait = min(int(retry_after), LONGEST_WAIT) if retry_after.isascii() and retry_after.isdecimal() else 0
        return Outcome(State.LATER, told, wait)
    return Outcome(State.REFUSED, told)
