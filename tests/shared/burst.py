"""Many people speaking at once while something breaks: what was acknowledged, and what had to be sent again."""

import threading
import time
import uuid
from collections.abc import Callable, Iterator, Sequence
from itertools import count, cycle

from deploy.parts import Site
from tests.shared.people import Person, Unanswered


class Burst:
    """Lines numbered 0, 1, 2 ... from several threads; one that is not answered goes out again with the same id.

    So many as `most`, as fast as they are answered; or until `end`, at a pace that leaves the others some time.
    """

    GIVE_UP, PACE = 30.0, 0.1

    def __init__(self, people: Sequence[Person], sites: Sequence[Site], scene: int, most: int | None = None) -> None:
        self.acknowledged: dict[str, int] = {}
        """Each line that was answered, with the number it brought the table to."""
        self.failures: list[int] = []
        """The statuses of answers that were neither yes nor a refusal."""
        self.resent = 0
        self._scene = scene
        self._sites = list(sites)
        self._pause = 0.0 if most else self.PACE
        self._lines: Iterator[str] = (f"line-{place:03d}" for place in (range(most) if most else count()))
        self._lock = threading.Lock()
        speakers = [
            threading.Thread(target=self._speak, args=(person, place)) for place, person in zip(range(6), cycle(people))
        ]
        self._speakers = speakers
        for speaker in speakers:
            speaker.start()

    def when(self, count: int, do: Callable[[], None]) -> None:
        """Do something in the middle: as soon as so many lines are acknowledged."""
        while len(self.acknowledged) < count:
            assert any(speaker.is_alive() for speaker in self._speakers), self.failures
            time.sleep(0.002)
        do()

    def end(self) -> None:
        """Have no more said, and wait until every line is acknowledged."""
        with self._lock:
            self._lines = iter(())
        self.finish()

    def finish(self) -> None:
        """Wait until every line is acknowledged."""
        for speaker in self._speakers:
            speaker.join()

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
                    self.acknowledged[text] = reply.number
                return
            with self._lock:
                self.resent += 1
                if reply:
                    self.failures.append(reply.status)
            place += 1
            time.sleep(0.05)
