"""Other people's tables, started from the folders that hold them, on 127.0.0.1: PlanarAlly and Improved Initiative.

Nothing of theirs is here but the names of the events that their clients send.
"""

import json
import os
import socket
import tomllib
import urllib.request
from abc import ABC, abstractmethod
from pathlib import Path

from benchmarks.socket_io import Event, Speech
from deploy.processes import ROOT, CannotStart, Site, free_port

_NAME, _ROOM = "bench", "bridge"
FIGHTERS = 12
"""As many as fight in our scene."""


class Peer(Site, ABC):
    """A server of other people's."""

    def is_ready(self) -> bool:
        """Whether it listens. (Pages need their clients built, which nobody needs who talks to the sockets alone.)"""
        try:
            socket.create_connection(("127.0.0.1", self.port), timeout=10).close()
        except OSError:
            return False
        return True

    @abstractmethod
    def speech(self) -> Speech:
        """Make a room, and tell how to talk there."""


class PlanarAlly(Peer):
    """PlanarAlly with a database of its own in `folder`: a click stores the number of the round and tells it."""

    def __init__(self, home: Path, folder: Path) -> None:
        python, script = home / ".venv/bin/python", home / "server/planarally.py"
        _need(python, script, home / "server/pyproject.toml")
        project = tomllib.loads((home / "server/pyproject.toml").read_text())["project"]
        port = free_port()
        settings = folder / "settings" / "planarally.toml"
        settings.parent.mkdir()
        settings.write_text(
            f'[general]\nsave_file = "{folder / "planarally.sqlite3"}"\n'
            f'[webserver.connection]\ntype = "hostport"\nhost = "127.0.0.1"\nport = {port}\n'
            "[stats]\nenable_export = false\n"  # it would tell its authors how much it is used
        )
        environment = {"PA_CONFIG_PATH": str(settings)}
        super().__init__(f"PlanarAlly {project['version']}", folder, [str(python), str(script)], environment, port)

    def speech(self) -> Speech:
        """Make somebody with a room, and tell how to talk there."""
        cookie = self._post("register", {"username": _NAME, "password": _NAME})
        self._post("rooms", {"name": _ROOM, "logo": -1}, cookie)
        return Speech(
            self.port,
            click=lambda number: (
                "Initiative.Round.Update",
                {"round": number, "direction": 1, "processEffects": True},
            ),
            heard="Initiative.Round.Update",
            counted="round",
            begin=[("Initiative.Active.Set", True)],
            namespace="/planarally",
            query=f"&user={_NAME}&room={_ROOM}",
            headers={"Cookie": cookie},
        )

    def _post(self, what: str, data: dict[str, object], cookie: str = "") -> str:
        """Send JSON, and return the cookie that came back."""
        headers = {"Content-Type": "application/json", "Cookie": cookie}
        asked = urllib.request.Request(f"{self.url}/api/{what}", json.dumps(data).encode(), headers)
        with urllib.request.urlopen(asked, timeout=10) as answer:
            return (answer.headers["Set-Cookie"] or "").partition(";")[0]


class ImprovedInitiative(Peer):
    """Improved Initiative without a database: a click sends the whole view of the players, which it keeps and tells."""

    def __init__(self, home: Path, folder: Path) -> None:
        script = home / "server/server.js"
        _need(script, home / "package.json")
        version = json.loads((home / "package.json").read_text())["version"]
        port = free_port()
        environment = {"PORT": str(port), "NODE_ENV": "production", "SESSION_SECRET": os.urandom(8).hex()}
        command = ["node", "--require", str(ROOT / "benchmarks/loopback.cjs"), str(script)]
        super().__init__(f"Improved Initiative {version}", folder, command, environment, port)

    def speech(self) -> Speech:
        """How to talk in a room: any name makes one."""
        return Speech(
            self.port,
            click=_view_of_players,
            heard="encounter updated",
            counted="RoundCounter",
            join=[("join encounter", _ROOM)],
        )


def _view_of_players(number: int) -> Event:
    fighters = [
        {
            "Name": f"Toll guard {place}",
            "HPDisplay": f"{(number + place) % 30}/30",
            "HPColor": "rgb(120,80,40)",
            "Initiative": 20 - place,
            "Id": f"guard-{place}",
            "Tags": [],
            "IsPlayerCharacter": place < 3,
            "ImageURL": "",
        }
        for place in range(FIGHTERS)
    ]
    active = fighters[number % FIGHTERS]["Id"]
    encounter = {"ActiveCombatantId": active, "RoundCounter": number, "ElapsedSeconds": number, "Combatants": fighters}
    return ("update encounter", _ROOM, encounter)


def _need(*paths: Path) -> None:
    for path in paths:
        if not path.exists():
            raise CannotStart(f"{path} is not there: docs/benchmarks.md says what the folder must hold.")
