"""Start the whole of Storywheel in one process: pages, sockets, background work."""

import contextlib
import ipaddress
import resource
import signal
import socket
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import uvicorn
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError

from config.checks import refuse_unsafe_start
from config.demo.public.limits import begin_public_demo
from config.server.file_permissions import restrict_to_owner
from config.server.static_files.collect_static import collect_static_once

MAX_FILES = 65_536
CONTAINER_SIGNS = (Path("/.dockerenv"), Path("/run/.containerenv"))
"""Files that exist in containers only."""


class _Server(uvicorn.Server):
    """uvicorn that only stops on a signal. Its own handling would also raise the signal again and skip our cleanup."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        for name in (signal.SIGINT, signal.SIGTERM):
            signal.signal(name, self._stop)
        yield

    def _stop(self, *_signal: object) -> None:
        self.force_exit, self.should_exit = self.should_exit, True


class Command(BaseCommand):
    """`manage.py serve`: what `make play` runs."""

    help = "Run the embedded server: migrate, serve, work in the background. Ctrl-C ends it."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default="127.0.0.1")
        parser.add_argument("--port", type=int, default=8000)
        demos = parser.add_mutually_exclusive_group()
        demos.add_argument("--demo", action="store_true", help="load the demo first, if this server has no series yet")
        demos.add_argument(
            "--public-demo", action="store_true", help="let strangers take seats at tables of their own until the night"
        )

    def handle(self, *args: Any, host: str, port: int, demo: bool, public_demo: bool, **options: Any) -> None:
        settings.OWN_WORKER = not settings.NOTIFIES_OTHERS
        if public_demo:
            begin_public_demo()
        demo = demo and not settings.PUBLIC_DEMO
        refuse_unsafe_start()
        self._check_port(host, port)
        self._prepare(demo)
        names = allow_own_addresses(host)
        settings.NETWORK_URL = find_network_url(host, port)
        self._serve(host, port, demo, names)

    def _check_port(self, host: str, port: int) -> None:
        try:
            with socket.create_server((host, port)):
                pass
        except (OSError, OverflowError) as error:
            reason = error.strerror if isinstance(error, OSError) else str(error)
            raise CommandError(f"Cannot listen on {host}:{port} ({reason}). Try another: make play PORT=8001") from None

    def _prepare(self, demo: bool) -> None:
        restrict_to_owner()
        try:
            call_command("migrate", verbosity=0, interactive=False)
            self.clear_public_demo()
            if demo:
                call_command("load_demo", "--once", verbosity=0)
        except DatabaseError as error:
            name = settings.DATABASES["default"]["NAME"]
            raise CommandError(
                f"The database {name} cannot be used: {error}. Move it away or restore a backup."
            ) from None
        collect_static_once()

    def clear_public_demo(self) -> None:
        """Remove what a public demo has left here. Before one begins, refuse to mix it with anything else."""
        from config.demo.public.tables import clear_tables, require_own_database

        if settings.PUBLIC_DEMO:
            require_own_database()
        clear_tables()

    def _serve(self, host: str, port: int, demo: bool, names: list[str]) -> None:
        from config.asgi import application
        from config.background.worker import EmbeddedWorker

        config = uvicorn.Config(
            application,
            host=host,
            port=port,
            http="config.server.limits.header_limit:HeaderLimitProtocol",
            ws="play.server.websocket_deflate:SharingSocket",
            loop="uvloop",
            lifespan="off",
            log_level="warning",
            timeout_graceful_shutdown=3,
            ws_max_size=64,
            limit_concurrency=4000,
        )
        _allow_many_files()
        worker = EmbeddedWorker() if settings.OWN_WORKER else None
        if worker:
            worker.start()
        self.greet(names, port, demo)
        try:
            _Server(config).run()
        finally:
            if worker:
                worker.stop()
            self.stdout.write("Storywheel has stopped.")

    def greet(self, names: list[str], port: int, demo: bool) -> None:
        addresses = " or ".join(f"http://{name}:{port}/" for name in names)
        self.stdout.write(f"Storywheel is at {addresses}  (Ctrl-C ends it)")
        if settings.PUBLIC_DEMO:
            self.stdout.write(f"It is a public demo. All in it goes each night at {settings.DEMO_RESET_HOUR}:00 UTC.")
        from campaigns.accounts.services import has_nobody
        from config.accounts.first_account import get_code
        from config.demo import DEMO_PASSWORD, demo_people, has_demo

        if demo and has_demo():
            self.stdout.write(f"Sign in as {demo_people()}; the password of each is {DEMO_PASSWORD}")
        if has_nobody() and not settings.PUBLIC_DEMO:
            self.stdout.write(f"Nobody has an account yet. The host makes the first there with the code {get_code()}")
        self.stdout.flush()  # a log that is a file or a pipe shows it at once


def _allow_many_files() -> None:
    """Raise the limit of open files: each connection is one, and most machines allow 1024."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = MAX_FILES if hard == resource.RLIM_INFINITY else min(hard, MAX_FILES)
    with contextlib.suppress(ValueError, OSError):  # macOS allows fewer than it says
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, most), hard))


def allow_own_addresses(host: str) -> list[str]:
    """Allow this machine's own host names if the server listens for other machines. Return the names.

    It does not allow every name.
    """
    if host in ("127.0.0.1", "localhost", "::1"):
        return [host]
    names = {socket.gethostname()}
    with contextlib.suppress(ValueError):
        if ipaddress.ip_address(host).is_unspecified:
            host = socket.gethostname()
    names.add(host)
    with contextlib.suppress(OSError):
        names.update(str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), None))
    if address := _find_own_address():
        names.add(address)
    settings.ALLOWED_HOSTS += sorted(names)
    return sorted(names)


def _find_own_address() -> str:
    """Return the address that this machine has in its network; empty if it is in none."""
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))  # sends nothing: it only asks which of our addresses would be used
        return str(probe.getsockname()[0])
    return ""


def find_network_url(host: str, port: int) -> str:
    """Return the address that other machines in the network can open; empty if there is none that is known.

    A container does not know by which address its machine is found.
    """
    if any(sign.exists() for sign in CONTAINER_SIGNS):
        return ""
    address = host
    with contextlib.suppress(ValueError):
        if ipaddress.ip_address(host).is_unspecified:
            address = _find_own_address()
    with contextlib.suppress(ValueError):
        if ipaddress.ip_address(address).version == 4:
            return f"http://{address}:{port}"
    return ""
