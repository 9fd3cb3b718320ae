"""Caddy's files. A Caddyfile of the host's own stays theirs: it gets one line that imports our site."""

import shlex
import tempfile
from pathlib import Path

from deploy.installer.files import CADDY_DROP_IN, CADDYFILE, IMPORT, OWN_SITES, SITE, Files
from deploy.installer.machine import Machine, Refusal, say
from deploy.installer.settings import Settings

IMPORT_LINE = "import storywheel.caddy"


def make_caddy_files(release: Path, settings: Settings, ports: list[str], files: Files) -> dict[str, str]:
    """The files that a release brings for Caddy; none where another proxy holds the certificate."""
    if settings.tls == "elsewhere":
        return {}
    made = {CADDY_DROP_IN: f"[Service]\nEnvironment={' '.join(_write_environment(settings, ports))}\n"}
    site = release / "deploy/storywheel.caddy"
    if site.exists():
        made[SITE] = site.read_text()
    elif not files.is_ours(CADDYFILE):
        raise Refusal(
            f"This release needs {CADDYFILE} for itself, and there are sites of yours in it. Nothing was done."
        )
    if files.is_ours(CADDYFILE):
        made[CADDYFILE] = (release / "deploy/Caddyfile").read_text()
    return made


def _write_environment(settings: Settings, ports: list[str]) -> list[str]:
    webs = " ".join(f"127.0.0.1:{port}" for port in ports)
    lines = [f"STORYWHEEL_HOST={settings.get('STORYWHEEL_HOST')}", f'"STORYWHEEL_WEBS={webs}"']
    if settings.tls == "internal":
        lines.append('"STORYWHEEL_CADDY_TLS=tls internal"')
    if settings.tls == "files":
        certificate, key = settings.get("STORYWHEEL_TLS_CERT"), settings.get("STORYWHEEL_TLS_KEY")
        if not (certificate.startswith("/") and key.startswith("/")):
            raise Refusal("STORYWHEEL_TLS_CERT and STORYWHEEL_TLS_KEY must be paths of files, for Caddy to read.")
        lines.append(f'"STORYWHEEL_CADDY_TLS=tls {certificate} {key}"')
    return lines


def check_caddy(machine: Machine, made: dict[str, str]) -> None:
    """Raise `Refusal` if Caddy would not take these files, beside those that are there."""
    if not made:
        return
    with tempfile.TemporaryDirectory() as folder:
        trial = Path(folder)
        trial.chmod(0o755)
        own = machine.path(OWN_SITES)
        if own.exists():
            (trial / "conf.d").symlink_to(own)
        (trial / "Caddyfile").write_text(made.get(CADDYFILE) or add_import(machine))
        if SITE in made:
            (trial / "storywheel.caddy").write_text(made[SITE])
        own_environment = machine.capture("systemctl", "show", "caddy", "--property=Environment", "--value")
        environment = shlex.split(own_environment + " " + made[CADDY_DROP_IN].partition("Environment=")[2])
        command = ["caddy", "validate", "--config", str(trial / "Caddyfile"), "--adapter", "caddyfile"]
        try:  # as its own user, who must be able to read certificates
            machine.run("runuser", "-u", "caddy", "--", "env", *environment, *command, quietly=True)
        except Refusal as refusal:
            said = f"Caddy does not take {CADDYFILE} with our site in it. Nothing that runs was changed."
            raise Refusal(f"{refusal}\n{said}") from None


def restart(machine: Machine) -> None:
    """Have Caddy read its files and its environment. Raises `Refusal` with the end of its log if it does not start."""
    try:
        machine.run("systemctl", "restart", "caddy")
    except Refusal as refusal:
        say(machine.capture("journalctl", "--unit", "caddy", "--lines", "10", "--no-pager", "--output", "cat"))
        hint = "Above is the end of its log. If another program holds the ports 80 and 443: --tls elsewhere"
        raise Refusal(f"{refusal}\n{hint}") from None


def add_import(machine: Machine) -> str:
    """The host's own Caddyfile with the line that imports our site."""
    text = machine.path(CADDYFILE).read_text()
    return text if IMPORT.search(text) else f"{text.rstrip()}\n\n{IMPORT_LINE}\n"


def write_import(machine: Machine, made: dict[str, str]) -> None:
    """Give a Caddyfile of the host's own that line, and make the folder for other sites."""
    if not made:
        return
    machine.path(OWN_SITES).mkdir(parents=True, exist_ok=True)
    path = machine.path(CADDYFILE)
    if CADDYFILE not in made and (text := add_import(machine)) != path.read_text():
        path.write_text(text)
        say(f'{path} is yours: it has one more line now, "{IMPORT_LINE}".')
