"""Going back to the release from before the last upgrade, with the data that it had then. Nothing is thrown away."""

from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from deploy.installer import caddy
from deploy.installer.builds import Builds, find_build
from deploy.installer.carry import describe_now
from deploy.installer.files import CADDYFILE, SITE, Files, load_kept
from deploy.installer.machine import Machine, Refusal, say
from deploy.installer.services import Services
from deploy.installer.settings import Settings
from deploy.installer.stores import Stores
from deploy.installer.upgrade import back_up


@dataclass(frozen=True)
class Rollback:
    """The release that runs, or that should have, and the one from before it."""

    machine: Machine
    settings: Settings
    files: Files
    newer: Path
    older: Path
    backup: Path
    enabled: list[str]


def find_rollback(machine: Machine, settings: Settings, files: Files) -> Rollback:
    """What there is to go back to. Raises `Refusal` if there is nothing."""
    builds = Builds(machine)
    newer = builds.folder(builds.under_way) if builds.under_way else builds.current
    if not newer:
        raise Refusal("Storywheel is not installed here, so there is nothing to go back to.")
    record = builds.load_record(newer)
    older, backup = find_build(builds, record.previous), Path(record.backup)
    if not backup.is_file():
        raise Refusal(f"The backup from before the upgrade is gone: {backup}. Nothing was done.")
    return Rollback(machine, settings, files, newer, older, backup, record.enabled)


def go_back(plan: Rollback) -> None:
    """Go back. If the backup cannot be restored, what runs now is started again as it was."""
    services, stores = Services(plan.machine), Stores(plan.machine, plan.settings)
    say(f"Going back from {plan.newer.name} to {plan.older.name}.")
    running = services.stop()
    kept = keep_present(plan)
    try:
        aside = restore(plan, stores)
    except Refusal as refusal:
        plan.machine.run("systemctl", "start", *running)
        raise Refusal(f"{refusal}\nNothing has changed: {plan.newer.name} runs again, with its database.") from None
    put_back(plan)
    ports = services.list_ports(plan.settings.kind)
    services.wait(plan.settings.kind, ports)
    say(f"\n{plan.older.name} runs, as it was when {plan.backup} was made. What came later lies in:\n  {aside}{kept}")


def restore(plan: Rollback, stores: Stores) -> str:
    """Set the present database aside, and restore the backup with the older code; return where the present one is."""
    aside = stores.set_aside(datetime.now(UTC))
    say(f"The present database is now {aside}.")
    try:
        plan.machine.manage(plan.older, "restore", str(plan.backup))
    except Refusal:
        stores.take_back(aside)
        raise
    return aside


def keep_present(plan: Rollback) -> str:
    """Back up what was played since the upgrade. Where that fails the database, which is set aside, is still whole."""
    if Builds(plan.machine).current != plan.newer:
        say("The newer release has never run: its database is set aside, without a backup.")
        return ""
    try:
        return f"\n  {back_up(plan.machine, plan.newer, f'{plan.newer.name}-{describe_now()}')}"
    except Refusal as refusal:
        say(f"{refusal}\nThe present database cannot be backed up. It is set aside whole.")
        return ""


def put_back(plan: Rollback) -> None:
    """Switch files of /etc, code and static files to the older release, and start it."""
    machine, builds, services = plan.machine, Builds(plan.machine), Services(plan.machine)
    made = load_kept(plan.older / ".etc")
    site = machine.path(SITE)
    if SITE not in made and site.exists() and not plan.files.is_ours(CADDYFILE):
        made[SITE] = site.read_text()  # the host's own Caddyfile imports it
    for name in [name for name in made if not plan.files.is_ours(name)]:
        say(f"{machine.path(name)} was changed in place, and stays as it is.")
        del made[name]
    services.retire(plan.enabled)
    plan.files.write(made)
    machine.run("systemctl", "daemon-reload")
    machine.manage(plan.older, "collectstatic", "--noinput", "--verbosity", "0")
    builds.switch(plan.older)
    builds.end()
    services.start(plan.enabled)
    if plan.settings.tls != "elsewhere":
        caddy.restart(machine)
