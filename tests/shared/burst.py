"""Many people speaking at once while something breaks: what was acknowledged, and what had to be sent again."""

import threading
import time
import uuid
from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import count, cycle

from config.demo import STORYTELLER
from deploy.processes import Site
from tests.shared.people import Person, Unanswered


class Burst:
    """Lines numbered 0, 1, 2 ... from several threads; one that is not answered goes out again with the same id.

    So many as `most`, as fast as they are answered; or until `end`, at a pace that leaves the others some time.
    """

    GIVE_UP, PACE = 30.0, 0.1

    def __init__(self, people: Sequence[Person], sites: Sequence[Site], scene: int, most: int | None = None) -> None:
        self.acknowledged: dict[str, int] = {}
        """Each line that was answered, in the order of the answers, with the number its speaker's log came to."""
        self.speakers: dict[str, str] = {}
        """Who said each of these lines."""
        self.failures: list[int] = []
        """The statuses of answers that were neither yes nor a refusal."""
        self.resent = 0
        self._scene = scene
        self._sites = list(sites)
        self._pause = 0.0 if most else self.PACE
        self._lines: Iterator[str] = (f"line-{place:03d}" for place in (range(most) if most else count()))
        self._lock = threading.Lock()
        self._threads = [
            threading.Thread(target=self._speak, args=(person, place)) for place, person in zip(range(6), cycle(people))
        ]
        for thread in self._threads:
            thread.start()

    def when(self, count: int, do: Callable[[], None]) -> None:
        """Do something in the middle: as soon as so many lines are acknowledged."""
        while len(self.acknowledged) < count:
            assert any(thread.is_alive() for thread in self._threads), self.failures
            time.sleep(0.002)
        do()

    def end(self) -> None:
        """Have no more said, and wait until every line is acknowledged."""
        with self._lock:
            self._lines = iter(())
        self.finish()

    def finish(self) -> None:
        """Wait until every line is acknowledged."""
        for thread in self._threads:
            thread.join()

    def assert_kept(self, said: Sequence[tuple[int, str]], least: Collection[str]) -> None:
        """At least these lines stand in the Storyteller's log, and none that was not acknowledged in the end.

        `said`: what was said at the scene, each with the Storyteller's number of it. A line stands there once; what the
        Storyteller said stands at the number that was answered. Nothing may have been sent again.
        """
        kept = {text: number for number, text in said if text.startswith("line-")}
        assert len(kept) == sum(text.startswith("line-") for _number, text in said)
        assert set(least) <= set(kept) <= set(self.acknowledged)
        assert self.resent == 0
        hers = [text for text in kept if self.speakers[text] == STORYTELLER]
        assert [kept[text] for text in hers] == [self.acknowledged[text] for text in hers]

    def _speak(self, person: Person, place: int) -> None:
        while True:
            with self._lock:
                text = next(self._lines, None)
            if text is None:
                return
            self._send(person, text, place)
            time.sleep(self._pause)
            place += 1

    def _send(self, person: Person, text: str, place: int) -> None:
        key, deadline = str(uuid.uuid4()), time.monotonic() + self.GIVE_UP
        while time.monotonic() < deadline:
            try:
                reply = person.say(self._sites[place % len(self._sites)], self._scene, text, key)
            except Unanswered:
                reply = None
            if reply and reply.status == 200:
                with self._lock:
                    self.acknowledged[text], self.speakers[text] = reply.number, person.name
                return
            with self._lock:
                self.resent += 1
                if reply:
                    self.failures.append(reply.status)
            place += 1
            time.sleep(0.05)
