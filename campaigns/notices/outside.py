"""POST to servers of others, at addresses that people have given: only public ones, by https.

The name is resolved once, every number that it has must be public, and the connection goes to one of those. So neither
an address nor its later change leads into the network of this server.
"""

import http.client
import ipaddress
import re
import socket
import ssl
from collections.abc import Iterator, Mapping
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from threading import BoundedSemaphore, Thread, Timer
from typing import Any
from urllib.parse import SplitResult, urlsplit

import certifi
from django.conf import settings

from campaigns.notices.outcome import Outcome, State

TIMEOUT_SECONDS = 5.0
"""Seconds that the other server may be silent."""
MAX_REQUEST_SECONDS = 10.0
"""Seconds that all of it may take: a server that sends a byte now and then must not hold the worker."""
MAX_BYTES = 4_096
"""The most bytes of an answer that are read."""
MAX_WAIT_SECONDS = 3_600
"""The most seconds that another server may have us wait."""
URL = re.compile(r"[!-~]+")
"""Visible ASCII without spaces."""
LABEL = re.compile(r"[A-Za-z0-9_](?:[A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?")
"""A part of a name between dots."""
MAX_LETTERS = 253
"""The most characters of a name."""
MAX_LOOKUPS = 20
"""The most names that are looked up at the same time: a name server that is silent holds a thread for half a minute."""
FORM_TIMEOUT_SECONDS = 2.0
"""Seconds that somebody who fills in a form waits for a name server."""
NAT64 = ipaddress.IPv6Network("64:ff9b::/96")
"""IPv4 as networks without IPv4 reach it: the last four bytes are the number (RFC 6052)."""
TUNNEL = ipaddress.IPv6Network("2002::/16")
"""IPv4 inside IPv6 (6to4), which nobody needs now, and which would lead to private numbers."""


_lookups = BoundedSemaphore(MAX_LOOKUPS)


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
    if not URL.fullmatch(url) or not (is_public(parts.hostname) or _is_name(parts.hostname)):
        raise UnsafeAddress(url)
    return parts


def require_reachable(url: str) -> None:
    """Raise `UnsafeAddress` for what `require_public` refuses, and for a name that has no number or a private one.

    A name server that is silent does not hold up the form: `post` looks at the number each time.
    """
    try:
        _resolve(require_public(url), FORM_TIMEOUT_SECONDS, trusted=is_trusted(url))
    except TimeoutError:
        return
    except OSError as error:
        raise UnsafeAddress(url) from error


def is_public(number: str) -> bool:
    """Whether this is the number of a host that everybody can reach: no private, shared, link-local, multicast or
    reserved one, in whatever way it is written."""
    try:
        found = ipaddress.ip_address(number)
    except ValueError:
        return False
    if isinstance(found, ipaddress.IPv6Address):
        if found in NAT64:
            return is_public(str(ipaddress.IPv4Address(found.packed[-4:])))
        if found.ipv4_mapped or found in TUNNEL or found.is_site_local or found.scope_id:
            return False
    return found.is_global and not found.is_multicast and not found.is_reserved


def _is_name(host: str) -> bool:
    """Whether this is a name with a domain, and no number that only some programs read as one, as 0x7f.1 or 127.1."""
    labels = host.removesuffix(".").split(".")
    if len(host) > MAX_LETTERS or not all(map(LABEL.fullmatch, labels)):
        return False
    return len(labels) > 1 and not re.fullmatch(r"[0-9]+|0x[0-9a-f]*", labels[-1])


def post(url: str, body: bytes, headers: Mapping[str, str]) -> Outcome:
    """Send a body, and return what came of it. Redirects are not followed."""
    try:
        parts = require_public(url)
        address = _resolve(parts, TIMEOUT_SECONDS, trusted=is_trusted(url))
    except UnsafeAddress:
        return Outcome(State.REFUSED, "not a public address")
    except OSError:
        return Outcome(State.LATER, "the name is not known")
    path = f"{parts.path or '/'}?{parts.query}" if parts.query else parts.path or "/"
    try:
        line = socket.create_connection((address, _find_port(parts)), TIMEOUT_SECONDS)
    except OSError:
        return Outcome(State.LATER, "no connection")
    with line, _deadline(line):
        return _send(line, parts, path, body, {**headers, "Host": parts.netloc})


def make_context(*, trusted: bool) -> ssl.SSLContext:
    """Return the certificates that count: the public ones, and for an origin that the host trusts also those of the
    system and of `SSL_CERT_FILE`, so that a server can have a certificate authority of its own."""
    context = ssl.create_default_context(cafile=certifi.where())
    if trusted:
        context.load_default_certs()
    return context


def _send(line: socket.socket, parts: SplitResult, path: str, body: bytes, headers: Mapping[str, str]) -> Outcome:
    """Send a request over a connection, and return what came of it."""
    talk = http.client.HTTPConnection(str(parts.hostname))
    talk.sock = line
    try:
        if parts.scheme == "https":  # the certificate must be that of the name
            context = make_context(trusted=is_trusted(parts.geturl()))
            talk.sock = context.wrap_socket(line, server_hostname=parts.hostname)
    except (OSError, ValueError):
        return Outcome(State.LATER, "no secure connection")
    try:
        with talk.sock:
            talk.request("POST", path, body, dict(headers))
            answer = talk.getresponse()
            answer.read(MAX_BYTES)
    except (OSError, http.client.HTTPException, ValueError) as error:  # the request may have arrived
        return Outcome(State.UNKNOWN, type(error).__name__)
    return _judge(answer.status, answer.headers.get("Retry-After", ""))


@contextmanager
def _deadline(line: socket.socket) -> Iterator[None]:
    """Cut a connection off after `MAX_REQUEST_SECONDS`, whatever is done with it.

    TLS takes the socket over, so it is cut through a second handle.
    """
    with line.dup() as handle:

        def cut() -> None:
            with suppress(OSError):
                handle.shutdown(socket.SHUT_RDWR)

        timer = Timer(MAX_REQUEST_SECONDS, cut)
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()
            timer.join()


def _find_port(parts: SplitResult) -> int:
    return parts.port or (80 if parts.scheme == "http" else 443)


def _resolve(parts: SplitResult, patience: float, *, trusted: bool) -> str:
    """Return a number of the host.

    Raises `UnsafeAddress` if one of its numbers is not public, `TimeoutError` if the name servers are silent for
    `patience` seconds, and another `OSError` if the name is not known.
    """
    found = _look_up(str(parts.hostname), _find_port(parts), patience)
    numbers = [str(entry[4][0]) for entry in found]
    if not trusted and not all(map(is_public, numbers)):
        raise UnsafeAddress(parts.netloc)
    return numbers[0]


def _look_up(host: str, port: int, patience: float) -> list[Any]:
    """Ask the name servers, in a thread that may be left behind: the system's own patience is half a minute."""
    if not _lookups.acquire(blocking=False):
        raise TimeoutError
    answer: Future[list[Any]] = Future()

    def ask() -> None:
        try:
            answer.set_result(socket.getaddrinfo(host, port, type=socket.SOCK_STREAM))
        except OSError as error:
            answer.set_exception(error)
        except Exception as error:  # a name that Python cannot encode
            answer.set_exception(OSError(str(error)))
        finally:
            _lookups.release()

    Thread(target=ask, name="look-up", daemon=True).start()
    return answer.result(patience)


def _judge(status: int, retry_after: str) -> Outcome:
    if 200 <= status < 300:
        return Outcome(State.SENT)
    status_line = f"HTTP {status}"
    if status in (404, 410):
        return Outcome(State.GONE, status_line)
    if status == 429 or status >= 500:
        wait = min(int(retry_after), MAX_WAIT_SECONDS) if retry_after.isascii() and retry_after.isdecimal() else 0
        return Outcome(State.LATER, status_line, wait)
    return Outcome(State.REFUSED, status_line)
