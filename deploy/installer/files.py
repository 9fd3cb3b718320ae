"""The files of /etc: what a release brings, whose they are, and how they are put back."""

import hashlib
import re
import shutil
from dataclasses import dataclass
from difflib import unified_diff
from pathlib import Path

from deploy.installer.clone import hash_as_git
from deploy.installer.machine import LINK, Machine, Refusal

UNITS = "/etc/systemd/system"
CADDYFILE, SITE, OWN_SITES = "/etc/caddy/Caddyfile", "/etc/caddy/storywheel.caddy", "/etc/caddy/conf.d"
CADDY_DROP_IN = f"{UNITS}/caddy.service.d/storywheel.conf"
NOTED = "/etc/storywheel.installed"
DROP_IN_LINE = re.compile(r'\[Service\]|Environment=(?:"?STORYWHEEL_\w+=[^"]*"? ?)+|#.*|')
IMPORT = re.compile(r"^\s*import\s+\S*storywheel\.caddy\s*$", re.MULTILINE)


@dataclass(frozen=True)
class Files:
    """The files that Storywheel has in /etc of a machine. `shipped` are the hashes of all that it has ever had."""

    machine: Machine
    shipped: frozenset[str]

    def is_ours(self, name: str) -> bool:
        """Whether nobody has changed a file: it is missing, as we wrote or shipped it, or as Debian packaged it."""
        path = self.machine.path(name)
        if not path.exists():
            return True
        data = path.read_bytes()
        if f"{hash_file(data)} {name}" in self._load_noted() or hash_as_git(data) in self.shipped:
            return True
        if name == CADDY_DROP_IN:
            return all(DROP_IN_LINE.fullmatch(line.strip()) for line in data.decode(errors="replace").splitlines())
        return name == CADDYFILE and self._is_packaged(name, data)

    def refuse_changed(self, made: dict[str, str]) -> None:
        """Raise `Refusal` if a file that is to be written was changed in place, and say where the change belongs."""
        changed = [name for name, text in made.items() if name != CADDYFILE and not self._is_as(name, text)]
        if changed:
            changes = "\n".join(self._describe_change(name, made[name]) for name in changed)
            raise Refusal(f"Files of ours were changed in place. Nothing that runs was changed.\n{changes}")
        path = self.machine.path(CADDYFILE)
        if CADDYFILE in made and not self.is_ours(CADDYFILE) and "{$STORYWHEEL_HOST}" in path.read_text():
            raise Refusal(
                f"{path} holds our site, and was changed. Nothing that runs was changed.\nMove sites of your own into "
                f"{OWN_SITES}/NAME.caddy and global options into {OWN_SITES}/NAME.options, which are never touched; "
                f"then take it away (mv {path} {path}.old), and run this again."
            )

    def _is_as(self, name: str, text: str) -> bool:
        path = self.machine.path(name)
        return self.is_ours(name) or path.read_text() == text

    def _describe_change(self, name: str, text: str) -> str:
        path = self.machine.path(name)
        former = self.machine.path(f"{LINK}/deploy/systemd/{path.name}")
        text = former.read_text() if former.exists() else text
        lines = unified_diff(text.splitlines(), path.read_text().splitlines(), "ours", str(path), n=0, lineterm="")
        diff = "\n".join(f"    {line}" for line in lines)
        if name.startswith(f"{UNITS}/storywheel"):
            edit = f"systemctl edit {path.name}"
            advice = f"Put your lines into a drop-in, which is never touched ({edit}), then: rm {path}"
        else:
            advice = f"Move it away, then run this again: mv {path} {path}.old"
        return f"{path} has been changed:\n{diff}\n  {advice}"

    def write(self, made: dict[str, str]) -> None:
        """Write files, and note which they are. Files of ours that are no longer made go, unless they were changed."""
        units = {f"{UNITS}/{path.name}" for path in self.machine.path(UNITS).glob("storywheel-*") if path.is_file()}
        kept = set() if CADDY_DROP_IN in made else {CADDYFILE, SITE, CADDY_DROP_IN}  # Caddy is the host's own affair
        for name in sorted((self.list_noted() | units) - made.keys() - kept):
            if self.is_ours(name):
                self.machine.path(name).unlink(missing_ok=True)
        for name, text in made.items():
            path = self.machine.path(name)
            path.parent.mkdir(parents=True, exist_ok=True)
            if not path.exists() or path.read_text() != text:
                path.write_text(text)
        noted = sorted(
            (f"{hash_file(text.encode())} {name}" for name, text in made.items()), key=lambda line: line[65:]
        )
        self.machine.path(NOTED).write_text("".join(f"{line}\n" for line in noted))

    def keep(self, names: set[str], folder: Path) -> None:
        """Keep those that are here in a folder, to put them back if the release is taken back."""
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        for name in names:
            path = self.machine.path(name)
            if path.exists() and self.is_ours(name):
                kept = folder / name.lstrip("/")
                kept.parent.mkdir(parents=True, exist_ok=True)
                kept.write_bytes(path.read_bytes())

    def list_noted(self) -> set[str]:
        """The files that were written last."""
        return {line.split(" ", 1)[1] for line in self._load_noted()}

    def _load_noted(self) -> set[str]:
        path = self.machine.path(NOTED)
        return set(path.read_text().splitlines()) if path.exists() else set()

    def _is_packaged(self, name: str, data: bytes) -> bool:
        known = self.machine.capture("dpkg-query", "-W", "-f", "${Conffiles}\n", "caddy")
        return f"{name} {hashlib.md5(data, usedforsecurity=False).hexdigest()}" in known


def load_kept(folder: Path) -> dict[str, str]:
    """The files that were kept in a folder."""
    paths = [path for path in sorted(folder.rglob("*")) if path.is_file()]
    return {f"/{path.relative_to(folder)}": path.read_text() for path in paths}


def hash_file(data: bytes) -> str:
    """What `sha256sum` says of it."""
    return hashlib.sha256(data).hexdigest()
