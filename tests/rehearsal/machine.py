"""Machines for the rehearsal: Debian with a real systemd, each in namespaces of its own, on one private network."""

import contextlib
import os
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

PROGRAMS = ("debootstrap", "systemd-nspawn", "slirp4netns", "nsenter", "ip")
"""What the rehearsal needs of the machine on which it runs. All are Debian packages of `APT`."""
APT = "debootstrap systemd-container slirp4netns util-linux iproute2"
BRIDGE = "rehearsal"
NETWORK = "10.77.0"
"""The network of the machines. This machine is its address 1."""
MIRROR = "http://deb.debian.org/debian"
CERTIFICATES = Path("/usr/local/share/ca-certificates")
"""Authorities that this machine trusts besides Debian's, for instance those of a proxy. The machines trust them too."""
BARE = "systemd,systemd-sysv,dbus,ca-certificates,iproute2,procps"
"""What a machine has that one rents: it boots, it has a network, and it trusts authorities."""
BOOT_SECONDS = 60
ASK = """
import sys, urllib.error, urllib.request
try:
    answer = urllib.request.urlopen(sys.argv[1], timeout=20)
except urllib.error.HTTPError as error:
    answer = error
print(answer.status, answer.read().decode(), sep="\\n")
"""
"""What a program on a machine runs to ask an address there."""


class Failed(Exception):
    """A step did not do what it should. The message says what was seen."""


def list_missing_programs() -> list[str]:
    """Return the programs that this machine lacks."""
    return [name for name in PROGRAMS if shutil.which(name) is None]


@contextlib.contextmanager
def network() -> Iterator[None]:
    """Make the network of the machines, and take it away afterwards."""
    subprocess.run(["ip", "link", "del", BRIDGE], capture_output=True)
    for command in (f"link add {BRIDGE} type bridge", f"addr add {NETWORK}.1/24 dev {BRIDGE}", f"link set {BRIDGE} up"):
        subprocess.run(["ip", *command.split()], check=True)
    try:
        yield
    finally:
        subprocess.run(["ip", "link", "del", BRIDGE], capture_output=True)


def make_base(folder: Path, suite: str) -> Path:
    """Return the folder of a bare Debian of this suite. It is made once (a minute) and never booted."""
    base = folder / f"base-{suite}"
    if not base.exists():
        making = folder / f"making-{suite}"
        shutil.rmtree(making, ignore_errors=True)
        folder.mkdir(parents=True, exist_ok=True)
        command = ["debootstrap", "--variant=minbase", f"--include={BARE}", suite, str(making), MIRROR]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            raise Failed(f"debootstrap {suite}: {done.stdout[-800:]} {done.stderr[-400:]}")
        making.rename(base)
    return base


class Machine:
    """One machine: a copy of a bare Debian, booted in namespaces of its own."""

    def __init__(self, name: str, place: int, base: Path, folder: Path) -> None:
        self.name, self.address = name, f"{NETWORK}.{place}"
        self.root = folder / f"machine-{name}"
        self._console = folder / f"{name}.console"
        if self.root.exists():
            shutil.rmtree(self.root)
        subprocess.run(["cp", "--archive", "--reflink=auto", str(base), str(self.root)], check=True)
        (self.root / "etc/resolv.conf").unlink(missing_ok=True)
        (self.root / "etc/resolv.conf").write_text("nameserver 10.0.2.3\n")  # that of slirp4netns
        (self.root / "etc/hostname").write_text(f"{name}\n")
        (self.root / "etc/hosts").write_text(f"127.0.0.1 localhost {name}\n")
        if CERTIFICATES.is_dir():
            shutil.copytree(CERTIFICATES, self.root / str(CERTIFICATES)[1:], dirs_exist_ok=True)
        self._nspawn: subprocess.Popen[bytes] | None = None
        self._way_out: subprocess.Popen[bytes] | None = None
        self._init = 0

    def boot(self) -> None:
        """Start it, and wait until systemd says that it has started. Give it both networks."""
        command = ["systemd-nspawn", "--quiet", "--boot", f"--directory={self.root}", f"--machine={self.name}"]
        command += [f"--network-bridge={BRIDGE}", "--register=no", "--keep-unit", "--resolv-conf=off"]
        command += ["--timezone=off", "--link-journal=no", "--console=pipe"]
        with self._console.open("wb") as console:
            self._nspawn = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=console,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                env={**os.environ, "SYSTEMD_NSPAWN_UNIFIED_HIERARCHY": "1"},
            )
        self._init = self._wait_for_init()
        out = ["slirp4netns", "--configure", "--mtu=65520", str(self._init), "tap0"]
        self._way_out = subprocess.Popen(out, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self._wait_for_boot()
        self.run(f"ip addr add {self.address}/24 dev host0 && ip link set host0 up && update-ca-certificates")

    def stop(self) -> None:
        """Turn it off."""
        if self._init:
            self.attempt("systemctl poweroff", within=30)
            with contextlib.suppress(subprocess.TimeoutExpired):
                assert self._nspawn is not None
                self._nspawn.wait(15)
        for process in (self._way_out, self._nspawn):
            if process is not None and process.poll() is None:
                process.terminate()
                try:
                    process.wait(20)
                except subprocess.TimeoutExpired:
                    process.kill()
                    process.wait()

    def run(self, script: str, *, within: float = 900) -> str:
        """Run lines of shell as root, and return what they print. Raises `Failed` if one of them fails."""
        done = self.attempt(script, within=within)
        if done.returncode:
            raise Failed(f"{self.name}: `{script.strip()[:300]}` ended with {done.returncode}:\n{done.stdout[-4000:]}")
        return done.stdout

    def attempt(self, script: str, *, within: float = 900) -> subprocess.CompletedProcess[str]:
        """Run lines of shell as root, and return how they ended and all that they printed."""
        trust = {"PIP_CERT": "/etc/ssl/certs/ca-certificates.crt", "DEBIAN_FRONTEND": "noninteractive"}
        there = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root", "LANG": "C.UTF-8", **trust}
        settings = [f"{name}={value}" for name, value in there.items()]
        command = ["nsenter", "--target", str(self._init), "--all", "env", "--ignore-environment"]
        return subprocess.run(
            [*command, *settings, "bash", "-euo", "pipefail", "-c", f"cd /root\n{script}"],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL,
            text=True,
            timeout=within,
        )

    def put(self, path: str, text: str, mode: int = 0o644) -> None:
        """Write a file."""
        there = self.root / path.lstrip("/")
        there.parent.mkdir(parents=True, exist_ok=True)
        there.write_text(text)
        there.chmod(mode)

    def manage(self, *words: str) -> str:
        """Run a command of Storywheel as docs/hosting/install.md says."""
        return self.run(
            "systemd-run --quiet --pipe --wait --uid=storywheel --working-directory=/srv/storywheel"
            " --property=UMask=0077 --property=EnvironmentFile=/etc/storywheel.env"
            f" /srv/storywheel/.venv/bin/python manage.py {shlex.join(words)}"
        )

    def ask(self, address: str) -> tuple[int, str]:
        """Ask an address of its loopback, as a program there does. Return the status (0: no answer) and the text."""
        command = ["nsenter", "--target", str(self._init), "--net", sys.executable, "-c", ASK, address]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60)
        status, _, text = done.stdout.partition("\n")
        return int(status or 0), text

    def wait_for_journal(self, unit: str, words: str, within: float = 60) -> None:
        """Wait until a unit has said something. Raises `Failed`."""
        deadline = time.monotonic() + within
        while words not in (said := self.run(f"journalctl --no-pager --unit {unit}")):
            if time.monotonic() > deadline:
                raise Failed(f"{self.name}: {unit} does not say {words!r}: {said[-2000:]}")
            time.sleep(0.5)

    def describe_failure(self) -> str:
        """Return what a host would look at: the units that failed, and the end of the journal."""
        looks = ("systemctl --failed --no-legend --no-pager", "journalctl --no-pager --priority=warning --lines=30")
        return "\n".join(self.attempt(look, within=60).stdout for look in looks)

    def _wait_for_init(self) -> int:
        assert self._nspawn is not None
        children = Path(f"/proc/{self._nspawn.pid}/task/{self._nspawn.pid}/children")
        deadline = time.monotonic() + BOOT_SECONDS
        while time.monotonic() < deadline and self._nspawn.poll() is None:
            found = children.read_text().split()
            if found and Path(f"/proc/{found[0]}/comm").read_text().strip() == "systemd":
                return int(found[0])
            time.sleep(0.1)
        raise Failed(f"{self.name} does not boot: {self._console.read_text(errors='replace')[-800:]}")

    def _wait_for_boot(self) -> None:
        deadline = time.monotonic() + BOOT_SECONDS
        while time.monotonic() < deadline:
            state = self.attempt("systemctl is-system-running", within=30).stdout.strip()
            if state in ("running", "degraded"):
                return
            time.sleep(0.3)
        raise Failed(f"{self.name} does not come up: {self.describe_failure()}")
