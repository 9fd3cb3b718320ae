"""Installing, and upgrading: build beside, stop, back up with the old code, migrate with the new, switch, start."""

import time
from dataclasses import dataclass, replace
from pathlib import Path

from deploy.installer import caddy
from deploy.installer.builds import Builds, Record
from deploy.installer.carry import describe_now
from deploy.installer.clone import GitClone, Release
from deploy.installer.files import UNITS, Files
from deploy.installer.machine import DATA, LINK, STATIC, Machine, Refusal, manage_command, say
from deploy.installer.services import Services
from deploy.installer.settings import POSTGRESQL, Settings
from deploy.installer.stores import Stores

PACKAGES = ("python3-venv", "git")
UPGRADES = f"{DATA}/upgrades"
BACKUP_SECONDS = 14 * 24 * 3600
UNKNOWN = (
    "from django.db import connection as c; from django.db.migrations.loader import MigrationLoader as L; "
    "l = L(c); own = {one for one in l.applied_migrations if one[0] in l.migrated_apps}; "
    "print('UNKNOWN' if own - set(l.disk_migrations) else 'KNOWN')"
)
BACK = "To go back to what ran before: deploy/install --rollback"


@dataclass(frozen=True)
class Plan:
    """One run of the script: the machine as it is, and the release that is to run."""

    machine: Machine
    clone: GitClone
    settings: Settings
    release: Release

    @property
    def builds(self) -> Builds:
        return Builds(self.machine)

    @property
    def services(self) -> Services:
        return Services(self.machine)

    @property
    def files(self) -> Files:
        return Files(self.machine, self.clone.list_shipped())

    @property
    def ports(self) -> list[str]:
        return self.services.list_ports(self.settings.kind)

    def make_files(self, folder: Path) -> dict[str, str]:
        """All files for /etc that the release brings."""
        units = {f"{UNITS}/{unit.name}": unit.read_text() for unit in sorted((folder / "deploy/systemd").iterdir())}
        return {**units, **caddy.make_caddy_files(folder, self.settings, self.ports, self.files)}


def prepare(plan: Plan) -> None:
    """Install packages, and make the user and the folders."""
    packages = [*PACKAGES]
    if plan.settings.tls != "elsewhere":
        packages.append("caddy")
    if plan.settings.kind == POSTGRESQL:
        packages += ["postgresql", "redis-server"]
    machine = plan.machine
    say("Installing packages:", *packages)
    machine.run("apt-get", "update", "-qq")
    keep_theirs = ("-o", "Dpkg::Options::=--force-confdef", "-o", "Dpkg::Options::=--force-confold")
    apt = ("env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "install", "-y", "-qq", *keep_theirs)
    machine.run(*apt, *packages, quietly=True)
    if machine.root or not machine.succeeds("id", "storywheel"):
        machine.run("useradd", "--system", "--create-home", "--home-dir", DATA, "storywheel")
    as_ours = ("install", "-d", "-o", "storywheel", "-g", "storywheel")
    machine.run(*as_ours, "-m", "755", STATIC)


def install(plan: Plan) -> None:
    """Install the release, or upgrade to it what runs. Raises `Refusal` where it has to end."""
    builds, services = plan.builds, plan.services
    folder = builds.build(plan.clone, plan.release) if not plan.machine.root else plan.clone.folder
    made = plan.make_files(folder)
    plan.files.refuse_changed(made)
    caddy.check_caddy(plan.machine, {name: made[name] for name in made if "caddy" in name.lower()})
    current = builds.current
    if builds.under_way or (current and current != folder):
        check_release(plan, folder)
    if builds.under_way:
        say(f"The upgrade to {builds.under_way} did not end. It goes on, with the backup that it has made.")
        carry_record(plan, folder)
        services.stop()
    elif current and current != folder:
        begin_upgrade(plan, current, folder)
    try:
        bring_up(plan, folder, made)
    except Refusal as refusal:
        raise (Refusal(f"{refusal}\n{BACK}") if builds.under_way else refusal) from None
    builds.end()
    if not plan.machine.root:
        remove_old(plan.machine, builds, folder)


def carry_record(plan: Plan, folder: Path) -> None:
    """Let another release take over the way back of the upgrade that did not end."""
    builds = plan.builds
    begun = builds.folder(builds.under_way)
    if begun != folder:
        old = builds.load_record(begun)
        builds.remember(folder, replace(old, commit=plan.release.commit, version=plan.release.version))
        builds.begin(folder.name)


def begin_upgrade(plan: Plan, current: Path, folder: Path) -> None:
    """Stop what runs, and back it up with its own code. If that fails it is started again."""
    builds, services = plan.builds, plan.services
    say(f"Upgrading {current.name} to {folder.name}.")
    names = set(plan.make_files(folder)) | plan.files.list_noted()
    units = {f"{UNITS}/{path.name}" for path in plan.machine.path(UNITS).glob("storywheel-*") if path.is_file()}
    plan.files.keep(names | units, current / ".etc")
    enabled, running = services.list_enabled(), services.stop()
    try:
        backup = back_up(plan.machine, current, f"{current.name}-{describe_now()}")
    except Refusal as refusal:
        plan.machine.run("systemctl", "start", *running)
        raise Refusal(f"{refusal}\nWithout a backup nothing is upgraded. {current.name} runs again.") from None
    record = Record(plan.release.commit, plan.release.version, current.name, str(backup), enabled)
    builds.remember(folder, record)
    builds.begin(folder.name)


def back_up(machine: Machine, release: Path, name: str) -> Path:
    """Have a release back itself up; these files are not thrown away after two weeks."""
    folder = machine.path(UPGRADES)
    machine.run("install", "-d", "-o", "storywheel", "-g", "storywheel", "-m", "700", str(folder))
    machine.manage(release, "backup", str(folder / f"{name}.zip"))
    return folder / f"{name}.zip"


def bring_up(plan: Plan, folder: Path, made: dict[str, str]) -> None:
    """Write settings and files, migrate, switch, start, and wait until all is ready."""
    machine, services, ports = plan.machine, plan.services, plan.ports
    if added := plan.settings.complete():
        say(f"Added to {plan.settings.path}: {', '.join(added)}")
    plan.settings.write()
    wanted = services.list_services(folder, plan.settings.kind, ports)
    services.retire(wanted)
    plan.files.write(made)
    caddy.write_import(machine, {name: made[name] for name in made if "caddy" in name.lower()})
    Stores(machine, plan.settings).prepare()
    machine.run("systemctl", "daemon-reload")
    machine.run("install", "-d", "-o", "storywheel", "-g", "storywheel", "-m", "700", DATA)
    code = Path(LINK) if machine.root else folder
    machine.manage(code, "migrate", "--verbosity", "0")
    machine.manage(code, "collectstatic", "--noinput", "--verbosity", "0")
    if not machine.root:
        plan.builds.switch(folder)
    services.start(wanted)
    if plan.settings.tls != "elsewhere":
        caddy.restart(machine)
    services.wait(plan.settings.kind, ports)
    machine.run("systemctl", "start", "storywheel-backup")


def choose_release(clone: GitClone, builds: Builds, version: str, commit: str) -> Release:
    """The release that was named; else the newest, unless what runs is newer. Raises `Refusal` for an older one."""
    release = clone.choose(version, commit)
    present = builds.folder(builds.under_way) if builds.under_way else builds.current
    was = builds.load_record(present).commit if present else ""
    if not present or was == release.commit or clone.has_all_of(release.commit, was):
        return release
    if not (version or commit):
        say(f"{present.name} stays, for {release.name} does not build on it.")
        return clone.find(was)
    if clone.has_all_of(was, release.commit):
        hint = "Nothing was done. --rollback goes back to the release before."
        raise Refusal(f"{release.name} is older than {present.name}. {hint}")
    return release


def check_release(plan: Plan, folder: Path) -> None:
    """Raise `Refusal` if a release does not start, or lacks migrations that the database has."""
    answer = plan.machine.capture(*manage_command(folder, "shell", "-c", UNKNOWN))
    if "UNKNOWN" in answer:
        raise Refusal(f"The database is of a newer version than {folder.name}. Nothing that runs was changed.")
    if "KNOWN" not in answer:
        plan.machine.manage(folder, "check")
        raise Refusal(f"{folder.name} cannot read the database. Nothing that runs was changed.")


def remove_old(machine: Machine, builds: Builds, folder: Path) -> None:
    """Keep this release and the one before it; and of the backups that upgrades made, theirs and those of two weeks."""
    record = builds.load_record(folder)
    builds.remove_others(folder.name, record.previous)
    for path in machine.path(UPGRADES).glob("*.zip"):
        if str(path) != record.backup and time.time() - path.stat().st_mtime > BACKUP_SECONDS:
            path.unlink()
