"""The parts of the rehearsal, each on machines of its own."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser

from tests.e2e.conftest import DEMO_PASSWORD
from tests.e2e.post_office import PostOffice
from tests.rehearsal import first_release, steps
from tests.rehearsal.machine import NETWORK, Machine
from tests.rehearsal.other_proxy import put_nginx_before
from tests.rehearsal.second_host import add_second_host, read_chapters, run_blocks
from tests.rehearsal.stage import Rehearsal
from tests.rehearsal.steps import BACKUPS, HOST, SOURCE
from tests.rehearsal.visitor import Visitor, visits

PASSWORD = "a-long-night-on-the-river"
SITE = f"https://{HOST}"
RENAMED = {"play.Hearer": "play.EntryReader"}
"""Tables that have another name since 0.1.0."""
OLD_BACKUP = "/var/lib/storywheel/first-release.zip"


def by_one_line(rehearsal: Rehearsal) -> None:
    """A bare Debian 13, one line, the first account, a table, a backup and its restore, a second host."""
    machine = rehearsal.boot("new")
    with post_office() as office, visits({HOST: machine.address}) as browser:
        options = [HOST, "--commit", "HEAD", "--tls", "internal", "--mail", office.url, "--admins", "host@example.org"]
        with rehearsal.step("deploy/install, until the first page is ready"):
            steps.clone(machine)
            steps.install(machine, *options)
        with rehearsal.step("no unit failed or was started twice; every port is ready"):
            steps.check_health(machine, "postgresql")
        with rehearsal.step("a letter has come to the host"):
            office.fetch("host@example.org", "Storywheel")
        measure_memory(rehearsal, machine, "before anybody has come")
        become_host(rehearsal, machine, browser)
        play_and_restore(rehearsal, machine, browser, "postgresql")
        with rehearsal.step("the metrics are whole"):
            check_metrics(machine)
        measure_memory(rehearsal, machine, "after play")
        second_host(rehearsal, machine, browser)
        with rehearsal.step("nginx takes Caddy's place: two people talk at a table through it"):
            put_nginx_before(machine)
            sit_and_say(machine, browser, "Through nginx.")


def upgrade(rehearsal: Rehearsal) -> None:
    """0.1.0 as it was installed by hand, with fights; upgraded, restored, rolled back, and upgraded again."""
    machine = rehearsal.boot("old")
    with rehearsal.step("0.1.0 is installed by hand, as its own page said"):
        first_release.install(machine, HOST)
    with rehearsal.step("its demo is played, and backed up by itself"):
        first_release.play(machine)
        machine.manage("backup", OLD_BACKUP)
    counted = steps.count_rows(machine)
    options = [HOST, "--commit", "HEAD", "--tls", "internal"]
    with visits({HOST: machine.address}) as browser:
        with rehearsal.step("deploy/install upgrades it"):
            steps.clone(machine)
            steps.install(machine, *options)
            steps.check_health(machine, "postgresql")
            assert "storywheel-beat" not in machine.run("systemctl list-unit-files 'storywheel-*'"), "two clocks"
        with rehearsal.step("what was there is there, and is played on"):
            check_kept(counted, steps.count_rows(machine))
            sit_and_say(machine, browser, "After the upgrade.")
        with rehearsal.step("the backup of 0.1.0 is restored onto the full server"):
            marks = steps.count_rows(machine)["campaigns.ReadMark"]
            restore(machine, OLD_BACKUP)
            now = steps.count_rows(machine)
            check_kept(counted, now)
            assert marks
            assert now["campaigns.ReadMark"], "the restored server does not know what was read"
            steps.check_health(machine, "postgresql")
        sit_and_say(machine, browser, "Said before going back.")
        with rehearsal.step("deploy/install --rollback goes back to 0.1.0"):
            rehearsal.tell(machine.run(f"{SOURCE}/deploy/install --rollback").strip().splitlines()[-1].strip())
            check_same(counted, steps.count_rows(machine))
            for port in steps.WEBS["postgresql"]:
                steps.wait_until_ready(machine, port)
            assert machine.run("readlink /srv/storywheel").strip().endswith("0.1.0-681f2c89")
            machine.run("systemctl is-active storywheel-beat storywheel-worker")
        with rehearsal.step("it is upgraded once more"):
            steps.install(machine, *options)
            steps.check_health(machine, "postgresql")
            check_kept(counted, steps.count_rows(machine))
            sit_and_say(machine, browser, "And forward again.")


def alone(rehearsal: Rehearsal) -> None:
    """Debian 12 with one process and a file: installed, played, restored, upgraded and rolled back."""
    machine = rehearsal.boot("alone", "bookworm")
    with post_office() as office, visits({HOST: machine.address}) as browser:
        options = [HOST, "--sqlite", "--tls", "internal", "--mail", office.url, "--admins", "host@example.org"]
        with rehearsal.step("deploy/install --sqlite, until the first page is ready"):
            steps.clone(machine)
            steps.install(machine, *options, "--commit", "HEAD~1")
            steps.check_health(machine, "sqlite")
        become_host(rehearsal, machine, browser)
        play_and_restore(rehearsal, machine, browser, "sqlite")
        counted = steps.count_rows(machine)
        with rehearsal.step("it is upgraded by one commit"):
            steps.install(machine, *options, "--commit", "HEAD")
            steps.check_health(machine, "sqlite")
            check_kept(counted, steps.count_rows(machine))
        sit_and_say(machine, browser, "Said before going back.")
        with rehearsal.step("and goes back to what it was"):
            machine.run(f"{SOURCE}/deploy/install --rollback")
            steps.check_health(machine, "sqlite")
            check_kept(counted, steps.count_rows(machine))
        measure_memory(rehearsal, machine, "after play")


PARTS: dict[str, Callable[[Rehearsal], None]] = {"by_one_line": by_one_line, "upgrade": upgrade, "alone": alone}


# ---- What several parts do


@contextmanager
def post_office() -> Iterator[PostOffice]:
    """A mail server that every machine reaches."""
    office = PostOffice(f"{NETWORK}.1")
    try:
        yield office
    finally:
        office.close()


def become_host(rehearsal: Rehearsal, machine: Machine, browser: Browser) -> None:
    """Make the first account by the code that the machine says, and look at the page of the host's checks."""
    with rehearsal.step("the host's account, its second step, and the page of the checks: nothing is missing"):
        host = Visitor(browser, SITE)
        host.make_first_account("host", PASSWORD, machine.manage("first_code").split()[-1])
        host.add_second_step(PASSWORD)
        shown = host.read("/staff/server/")
        host.shoot(rehearsal.picture(f"{machine.name}-checks"))
        assert "Nothing is missing." in shown, shown[:1500]


def play_and_restore(rehearsal: Rehearsal, machine: Machine, browser: Browser, kind: str) -> None:
    """Load the demo, talk at a table, back up by the unit, talk on, and restore: only the last words are gone."""
    with rehearsal.step("two people talk at a table, each in a browser"):
        machine.manage("load_demo")
        petra, mira = sit(machine, browser, "petra"), sit(machine, browser, "mira")
        petra.say("Before the backup.")
        mira.sees("Before the backup.")
        mira.shoot(rehearsal.picture(f"{machine.name}-table"))
    with rehearsal.step("the backup of the night is made and restored onto the full server"):
        machine.run("systemctl start storywheel-backup")
        newest = machine.run(f"ls -t {BACKUPS}/*.zip | head -1").strip()
        counted = steps.count_rows(machine)
        petra.say("After the backup.")
        restore(machine, newest)
        steps.check_health(machine, kind)
        counted["campaigns.AuditEntry"] += 1  # the restore itself
        check_same(counted, steps.count_rows(machine))
        shown = sit(machine, browser, "mira").page.locator("#log").inner_text()
        assert "Before the backup." in shown
        assert "After the backup." not in shown


def second_host(rehearsal: Rehearsal, machine: Machine, browser: Browser) -> None:
    """Add a second machine; it serves tables alone while the first one's web processes are stopped."""
    second = rehearsal.boot("second")
    with rehearsal.step("a second machine serves pages, by the lines of docs/second-host.md"):
        add_second_host(machine, second)
        for port in steps.WEBS["postgresql"]:
            steps.wait_until_ready(machine, port, second.address)
    with rehearsal.step("tables are played at it alone, and its clock waits for that of the first"):
        machine.run("systemctl stop storywheel-web@8001 storywheel-web@8002")
        sit_and_say(machine, browser, "At the second machine.")
        machine.run("systemctl start storywheel-web@8001 storywheel-web@8002")
        run_blocks(second, read_chapters()["Background work, backups, metrics"], machine, second)
        second.wait_for_journal("storywheel-worker", "This one waits to take over")
    machine.run(
        "rm /etc/systemd/system/caddy.service.d/webs.conf && systemctl daemon-reload && systemctl restart caddy"
    )
    second.stop()
    rehearsal.machines.remove(second)


def restore(machine: Machine, backup: str) -> None:
    """Restore a backup as docs/hosting/backup.md says: stop, restore, start."""
    services = machine.run(
        "systemctl list-units --plain --no-legend --state=running 'storywheel-*.service' | cut -d ' ' -f 1"
    ).split()
    machine.run(f"systemctl stop {' '.join(services)}")
    machine.manage("restore", "--replace", backup)
    machine.run(f"systemctl start {' '.join(services)}")
    for service in services:
        if "web" in service or "alone" in service:
            steps.wait_until_ready(machine, 8001 if "alone" in service else int(service.split("@")[1].split(".")[0]))


def sit(machine: Machine, browser: Browser, name: str) -> Visitor:
    """Sign in and open the demo's table."""
    visitor = Visitor(browser, SITE)
    visitor.sign_in(name, DEMO_PASSWORD)
    visitor.read(steps.find_table(machine, "The Toll Bridge"))
    return visitor


def sit_and_say(machine: Machine, browser: Browser, words: str) -> None:
    """Sign in as the Storyteller and as a player of the demo, and talk at its table."""
    petra, mira = sit(machine, browser, "petra"), sit(machine, browser, "mira")
    petra.say(words)
    mira.sees(words)


def check_same(before: dict[str, int], now: dict[str, int]) -> None:
    """Check that the tables have as many rows as before."""
    other = {name: (before.get(name), now.get(name)) for name in before | now if before.get(name) != now.get(name)}
    assert not other, f"not what it was: {other}"


def check_kept(before: dict[str, int], now: dict[str, int]) -> None:
    """Check that no table has fewer rows than before."""
    names = {name: RENAMED.get(name, name) if name not in now else name for name in before}
    lost = {name: (count, now.get(names[name])) for name, count in before.items() if now.get(names[name], 0) < count}
    assert not lost, f"rows are gone: {lost}"


def check_metrics(machine: Machine) -> None:
    """Check that web processes and the background work tell what they take."""
    wanted = {port: {"process_resident_memory_bytes", "process_cpu_seconds_total"} for port in steps.WEBS["postgresql"]}
    wanted[steps.WORKER] = {
        "storywheel_part_memory_bytes",
        "storywheel_part_cpu_seconds_total",
        "storywheel_tasks_total",
    }
    for port, names in wanted.items():
        missing = names - steps.read_metrics(machine, port)
        assert not missing, f"port {port} does not tell {missing}"


def measure_memory(rehearsal: Rehearsal, machine: Machine, when: str) -> None:
    """Tell what our processes take."""
    total, lines = steps.measure_memory(machine)
    rehearsal.tell(f"memory of our processes {when}: {total:.0f} MB ({lines})")
