"""The machine that Storywheel is installed on: its paths, and commands that run on it."""

import shlex
import subprocess
from dataclasses import dataclass
from pathlib import Path

LINK = "/srv/storywheel"
SOURCE = "/srv/storywheel-source"
RELEASES = "/srv/storywheel-releases"
DATA = "/var/lib/storywheel"
STATIC = "/var/lib/storywheel-static"
SETTINGS = "/etc/storywheel.env"


class Refusal(Exception):
    """Why the script ends, in words for the person who has called it."""


def say(*words: object) -> None:
    """Print at once, in the order of what the commands print."""
    print(*words, flush=True)


@dataclass(frozen=True)
class Machine:
    """This machine; or a folder to which files are written, while commands are only printed."""

    root: Path | None = None

    def path(self, absolute: str) -> Path:
        """The path of a file of the machine."""
        return self.root / absolute.lstrip("/") if self.root else Path(absolute)

    def run(self, *command: str, typed: str | None = None, quietly: bool = False) -> None:
        """Run a command. Raises `Refusal` if it fails. What is `typed` is in no list of processes.

        What a command says `quietly` is only shown when it fails.
        """
        if self.root:
            say("would run:", shlex.join(command))
            return
        output = subprocess.PIPE if quietly else None
        try:
            done = subprocess.run(command, input=typed, text=True, stdout=output, stderr=output and subprocess.STDOUT)
        except FileNotFoundError:
            raise Refusal(f"This has failed, for there is no {command[0]}: {shlex.join(command)}") from None
        if done.returncode:
            raise Refusal(f"{done.stdout or ''}This has failed: {shlex.join(command)}")

    def succeeds(self, *command: str) -> bool:
        """Whether a command that changes nothing ends well."""
        return subprocess.run(command, capture_output=True).returncode == 0

    def capture(self, *command: str) -> str:
        """What a command that changes nothing prints; nothing if it fails."""
        try:
            done = subprocess.run(command, capture_output=True, text=True)
        except FileNotFoundError:
            return ""
        return done.stdout.strip() if done.returncode == 0 else ""

    def manage(self, release: Path, *arguments: str, python: Path | None = None) -> None:
        """Run `manage.py` of a release as the services do: as their user, with their settings."""
        self.run(*manage_command(release, *arguments, python=python))


def manage_command(release: Path, *arguments: str, python: Path | None = None) -> list[str]:
    """The command that runs `manage.py` of a release, by its own interpreter if no other is named."""
    return [
        *(
            "systemd-run",
            "--quiet",
            "--collect",
            "--pipe",
            "--wait",
            "--uid=storywheel",
            f"--working-directory={release}",
        ),
        *("--property=UMask=0077", f"--property=EnvironmentFile={SETTINGS}"),
        *(str(python or release / ".venv/bin/python"), "manage.py", *arguments),
    ]
