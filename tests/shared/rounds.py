"""People who go about everything that a site has, all at once, until they are told to stop: what each answer was."""

import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from deploy.processes import Site
from tests.shared.people import Person, Reply, Unanswered

GOOD = (200, 302, 409)
AWAY = 503
PATIENCE = 20.0


@dataclass(frozen=True, slots=True)
class Step:
    """A page that is opened, or a form that is sent, which holds a word that is new each time."""

    path: str
    form: Callable[[str], dict[str, str]] | None = None

    def __str__(self) -> str:
        return f"{'POST' if self.form else 'GET'} {self.path}"


class Rounds:
    """Everybody in a thread of their own, each step at each site in turn."""

    def __init__(self, steps: Sequence[tuple[Person, Sequence[Step]]], sites: Sequence[Site]) -> None:
        self.statuses: Counter[int] = Counter()
        self.wrong: set[str] = set()
        """Whatever was neither done nor refused in our own words, with the moment to come back."""
        self.acknowledged: dict[str, list[str]] = {}
        """The words of all forms that were taken, by path."""
        self.refused_at = 0.0
        """When somebody was last told that a store is away."""
        self._sites, self._ending = sites, threading.Event()
        self._good_since: dict[str, float] = {}
        """When the latest round began in which all went well."""
        self._threads = [threading.Thread(target=self._go_round, args=one) for one in steps]
        for thread in self._threads:
            thread.start()

    def once_round(self) -> None:
        """Wait until everybody has been round once from now on and met nothing but good answers."""
        begun, people = time.monotonic(), len(self._threads)
        while [at >= begun for at in list(self._good_since.values())].count(True) < people:
            assert time.monotonic() < begun + PATIENCE, (self.statuses, self.wrong)
            time.sleep(0.02)

    def finish(self) -> None:
        """Have everybody stop."""
        self._ending.set()
        for thread in self._threads:
            thread.join()

    def _go_round(self, person: Person, steps: Sequence[Step]) -> None:
        place = 0
        while not self._ending.is_set():
            begun, all_good = time.monotonic(), True
            for site in self._sites:
                for step in steps:
                    place += 1
                    all_good &= self._take(person, site, step, f"{person.name}-{place}")
            if all_good:
                self._good_since[person.name] = begun

    def _take(self, person: Person, site: Site, step: Step, word: str) -> bool:
        form = step.form(word) if step.form else None
        try:
            reply = person.ask(site, "POST" if form else "GET", step.path, form)
        except Unanswered as error:
            self.wrong.add(f"{step} at {site.name}: {error!r}")
            return False
        self.statuses[reply.status] += 1
        if not _is_fair(reply):
            self.wrong.add(f"{step} at {site.name}: {reply.status} {reply.text[:300]}")
        if reply.status == AWAY:
            self.refused_at = time.monotonic()
        if form and reply.status in (200, 302):
            self.acknowledged.setdefault(step.path, []).append(word)
        return reply.status in GOOD


def _is_fair(reply: Reply) -> bool:
    if reply.status == AWAY:
        return reply.headers.get("retry-after", "").isdigit() and "Traceback" not in reply.text
    return reply.status in GOOD
