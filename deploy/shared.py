"""A shared server from local programs: PostgreSQL, Redis, two web processes, and the background work."""

import argparse
import contextlib
import signal
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from deploy.processes import CannotStart, Part, Web, Work, manage
from deploy.stores import Postgres, Redis

TASKS = (("migrate", "--verbosity", "0"), ("collectstatic", "--noinput", "--verbosity", "0"))
"""What `manage.py` must do before the processes start."""


class SharedServer:
    """All processes, in one folder. `environment` makes any command a part of the server."""

    def __init__(
        self, folder: Path, ports: tuple[int, ...] = (0, 0), settings: Mapping[str, str] | None = None
    ) -> None:
        self.folder = folder
        self.postgres, self.redis = Postgres(folder), Redis(folder)
        self.environment = {
            "DATABASE_URL": self.postgres.url,
            "REDIS_URL": self.redis.url,
            "STORYWHEEL_VAR": str(folder),
            "DEBUG": "0",
            **(settings or {}),
        }
        self.webs = [Web(f"web-{place}", folder, self.environment, port) for place, port in enumerate(ports, 1)]
        self.worker = Work(folder, self.environment)

    @property
    def parts(self) -> list[Part]:
        """The processes in the order in which they start. They stop in reverse order."""
        return [self.postgres, self.redis, *self.webs, self.worker]

    def start(self, *, background: bool = True) -> None:
        """Start the stores, migrate, collect static files, and start the rest."""
        for store in (self.postgres, self.redis):
            store.start()
        with ThreadPoolExecutor() as both:
            list(both.map(lambda task: manage(self.environment, *task), TASKS))
        rest: list[Part] = [*self.webs, *([self.worker] if background else [])]
        for part in rest:
            part.launch()
        for part in rest:
            part.wait()

    def stop(self) -> None:
        """Stop all processes."""
        for part in reversed(self.parts):
            part.stop()


def main() -> None:
    """Run until Ctrl-C."""
    options = _parse_options()
    for ending in (signal.SIGINT, signal.SIGTERM):  # also where a shell has started us to ignore the first
        signal.signal(ending, signal.default_int_handler)
    with _folder(options.data) as folder:
        settings = {"STORYWHEEL_PUBLIC_DEMO": "1"} if options.public_demo else {}
        server = SharedServer(folder, (options.port, options.port + 1), settings)
        try:
            _run(server, options)
        except CannotStart as reason:
            sys.exit(str(reason))
        except KeyboardInterrupt:
            print("Stopping.")
        finally:
            server.stop()


def _parse_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="deploy/serve-shared", description=__doc__)
    parser.add_argument("--port", type=int, default=8000, help="of the first web process; the second has the next")
    parser.add_argument("--data", type=Path, help="keep everything in this folder; without it, it is thrown away")
    demos = parser.add_mutually_exclusive_group()
    demos.add_argument("--demo", action="store_true", help="load the demo, if there is no series yet")
    demos.add_argument(
        "--public-demo", action="store_true", help="let strangers take tables of their own until the night"
    )
    return parser.parse_args()


@contextlib.contextmanager
def _folder(kept: Path | None) -> Iterator[Path]:
    if kept is not None:
        kept.mkdir(parents=True, exist_ok=True)
        yield kept.resolve()
        return
    with tempfile.TemporaryDirectory(prefix="storywheel-") as made:
        yield Path(made)


def _run(server: SharedServer, options: argparse.Namespace) -> None:
    server.start()
    if options.demo:
        print(manage(server.environment, "load_demo", "--once").strip())
    print(f"Storywheel is at {' and '.join(web.url for web in server.webs)}  (Ctrl-C ends it)")
    settings = " ".join(f"{name}={value}" for name, value in server.environment.items())
    print(f"For its commands: {settings} .venv/bin/python manage.py backup trial.zip", flush=True)
    while all(part.is_running() for part in server.parts):
        time.sleep(0.5)
    ended = next(part for part in server.parts if not part.is_running())
    raise CannotStart(f"{ended.name} has ended: {ended.log.read_text()[-2000:]}")


if __name__ == "__main__":
    main()
