"""`deploy/install`, after it has seen to it that there is a Python."""

import fcntl
import os
import sys
from pathlib import Path

from deploy.installer.builds import Builds
from deploy.installer.carry import carry_over
from deploy.installer.clone import GitClone, Release
from deploy.installer.files import Files
from deploy.installer.machine import LINK, RELEASES, SETTINGS, SOURCE, Machine, Refusal, say
from deploy.installer.options import Options, parse_options
from deploy.installer.rollback import find_rollback, go_back
from deploy.installer.settings import POSTGRESQL, SQLITE, Settings
from deploy.installer.upgrade import Plan, choose_release, install, prepare

HERE = Path(__file__).resolve().parent.parent.parent
FIRST = """
{name} is at https://{host}/ as soon as that name leads to this machine and there is a certificate.
Next:
  1. Make your account there. It asks for a code, which this says:
     systemd-run --quiet --pty --wait --uid=storywheel --working-directory=/srv/storywheel \\
       --property=EnvironmentFile=/etc/storywheel.env /srv/storywheel/.venv/bin/python manage.py first_code{mail}
  {last}. Carry the backups in /var/lib/storywheel/backups to another machine.
docs/hosting/install.md explains each. To upgrade: git -C {source} pull && {source}/deploy/install"""
MAIL = """
  2. Let it send mail, for without it nobody can reset a password:
     {source}/deploy/install --mail smtp+tls://user:password@mail.example.org:587 --admins you@example.org"""
UPGRADED = """
{name} runs at https://{host}/. Before it was {previous}. To go back to that, with the data of then:
  {source}/deploy/install --rollback"""


def main(words: list[str]) -> None:
    """Do what the command line asks for. Raises `Refusal` if it cannot be done."""
    options = parse_options(words)
    machine = Machine(options.root)
    if not options.root:
        refuse_machine()
        run_newest(words)
        lock()
    settings = Settings(machine.path(SETTINGS))
    clone = GitClone(HERE)
    if options.rollback:
        go_back(find_rollback(machine, settings, Files(machine, clone.list_shipped())))
        return
    refuse_settings(settings, options)
    if not options.root:
        clone = carry_over(machine, clone, options.was)
    release = (
        Release("", "") if options.root else choose_release(clone, Builds(machine), options.version, options.commit)
    )
    tree = HERE if options.root else None
    fill_settings(settings, options, clone, release, tree)
    plan = Plan(machine, clone, settings, release)
    prepare(plan)
    is_first = not plan.builds.current
    install(plan)
    say_next_steps(plan, options, is_first=is_first)


def refuse_machine() -> None:
    """Raise `Refusal` where this cannot work."""
    if os.getuid():
        raise Refusal("Only root can do this: sudo deploy/install table.example.org")
    if not Path("/usr/bin/apt-get").exists() or not Path("/run/systemd/system").exists():
        raise Refusal("This is for Debian with systemd. docs/hosting/install.md has the steps by hand.")


def run_newest(words: list[str]) -> None:
    """From within a release, run the script of the clone instead: it knows the newer releases."""
    script = Path(SOURCE) / "deploy/install"
    if HERE.parent == Path(RELEASES) and script.exists():
        os.execv(script, [str(script), *words])  # noqa: S606


def lock() -> None:
    """Keep out a second run until this one ends. Raises `Refusal` if this is the second."""
    Path(RELEASES).mkdir(parents=True, exist_ok=True)
    held = os.open(RELEASES, os.O_RDONLY)
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise Refusal("It is running already.") from None


def refuse_settings(settings: Settings, options: Options) -> None:
    """Raise `Refusal` if the settings that are there say something else than the command line."""
    if not settings.exists:
        if not options.host:
            raise Refusal("Name the address of this server, in small letters: deploy/install table.example.org")
        return
    if options.host and settings.get("STORYWHEEL_HOST") != options.host:
        raise Refusal(f"{settings.path} names another address. Change STORYWHEEL_HOST and ALLOWED_HOSTS there.")
    if options.sqlite and settings.kind != SQLITE:
        raise Refusal(
            f"{settings.path} is set for {settings.kind}. docs/hosting/backup.md says how to move a database."
        )


def fill_settings(settings: Settings, options: Options, clone: GitClone, release: Release, tree: Path | None) -> None:
    """Make the settings if there are none, and set what the command line names. They are written later."""
    if not settings.exists:
        name = "deploy/storywheel.env.example"
        example = (tree / name).read_text() if tree else clone.git("show", f"{release.commit}:{name}")
        settings.begin(example, options.host, SQLITE if options.sqlite else POSTGRESQL)
    if options.mail:
        settings.set("EMAIL_URL", options.mail)
    if options.admins:
        settings.set("STORYWHEEL_ADMINS", options.admins)
    if "," in options.tls:
        certificate, _, key = options.tls.partition(",")
        settings.set("STORYWHEEL_TLS_MODE", "files")
        settings.set("STORYWHEEL_TLS_CERT", certificate)
        settings.set("STORYWHEEL_TLS_KEY", key)
    elif options.tls:
        settings.set("STORYWHEEL_TLS_MODE", options.tls)


def say_next_steps(plan: Plan, options: Options, *, is_first: bool) -> None:
    """Say what runs, and what is left to do; and try the mail."""
    settings, source = plan.settings, SOURCE if plan.machine.root else plan.clone.folder
    current = plan.builds.current
    mail = "" if settings.get("EMAIL_URL") else MAIL.format(source=source)
    words = {"name": f"Storywheel {current.name}" if current else "Storywheel", "host": settings.get("STORYWHEEL_HOST")}
    previous = plan.builds.load_record(current).previous if current else ""
    if is_first:
        say(FIRST.format(**words, source=source, mail=mail, last=3 if mail else 2))
    elif previous:
        say(UPGRADED.format(**words, source=source, previous=previous))
    else:
        say("\n{name} runs at https://{host}/.".format(**words))
    if (options.mail or options.admins) and settings.get("EMAIL_URL") and settings.get("STORYWHEEL_ADMINS"):
        try:
            plan.machine.manage(current or Path(LINK), "tell_admins", "test")
        except Refusal:
            raise Refusal("Storywheel runs, but its letter was not taken: see above. Then mend EMAIL_URL.") from None
        say(f"A letter to try it out was sent to {settings.get('STORYWHEEL_ADMINS')}.")


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except Refusal as refusal:
        sys.stdout.flush()
        sys.exit(f"deploy/install: {refusal}")
    except KeyboardInterrupt:
        sys.exit("deploy/install: Stopped. Run it again to go on.")
