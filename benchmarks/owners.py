"""Who serves a scene: a lease for each scene, kept while its owner answers.

Nothing here knows of networks: a store keeps the leases, and the router tells what its looks at the processes found.
"""

import time
from collections.abc import Callable, Iterable
from hashlib import blake2b
from typing import Protocol

LOOK_SECONDS = 0.25
"""Seconds between two looks at a process. Each that is answered renews the leases of that process."""
LEASE_SECONDS = 1.0
"""A lease that nobody has renewed for so long has lapsed."""


class StoreAway(Exception):
    """The store of the leases does not answer."""


class NobodyThere(Exception):
    """No process answers."""


class Store(Protocol):
    """Where leases are kept, for all routers."""

    async def take(self, scene: int, wanted: str, instead_of: str) -> str:
        """Give a free scene to `wanted`, also one that `instead_of` has. Return its owner then."""

    async def renew(self, owner: str, scenes: Iterable[int]) -> set[int]:
        """Renew the leases of an owner. Return those of the scenes that are its own no more."""


class Owners:
    """What one router knows of the processes and of the leases."""

    def __init__(self, store: Store, processes: Iterable[str], clock: Callable[[], float] = time.monotonic) -> None:
        self.processes = tuple(processes)
        self._store = store
        self._clock = clock
        self._answered: dict[str, float] = {}
        """When each process that lives has last answered."""
        self._refused: set[str] = set()
        """The processes where nobody listens: their leases need not lapse first."""
        self._known: dict[int, tuple[str, float]] = {}
        """The owner of each scene, and until when that may be believed without asking."""

    def living(self) -> list[str]:
        """Return the processes that have answered within the last lease, and have refused nothing since."""
        since = self._clock() - LEASE_SECONDS
        return [process for process in self.processes if self._answered.get(process, since) > since]

    def refused(self, process: str) -> None:
        """Note that nobody listens at a process."""
        self._refused.add(process)
        self._answered.pop(process, None)

    async def answered(self, process: str, asked_at: float, scenes: Iterable[int]) -> None:
        """Note that a process has answered a look of that time. Renew its leases of these scenes."""
        self._refused.discard(process)
        self._answered[process] = asked_at
        mine = [scene for scene in scenes if self._known.get(scene, ("",))[0] == process]
        try:
            lost = await self._store.renew(process, mine) if mine else set()
        except StoreAway:
            return
        for scene in mine:
            if scene in lost:
                self._known.pop(scene, None)
            else:
                self._known[scene] = process, asked_at + LEASE_SECONDS

    async def owner_of(self, scene: int) -> str:
        """Return the process that serves a scene; take a lease for one that lives where it has none.

        A lease of a silent process is waited for, that of a process where nobody listens is taken over at once. While
        the store is away, each router goes on with what it knows. Raises `NobodyThere`.
        """
        owner, until = self._known.get(scene, ("", 0.0))
        now = self._clock()
        if now < until and owner not in self._refused:
            return owner
        living = self.living()
        if not living:
            raise NobodyThere
        wanted = owner if owner in living else choose(scene, living)
        try:
            owner = await self._store.take(scene, wanted, owner if owner in self._refused else "")
            if owner in self._refused:  # another router has not noticed yet
                owner = await self._store.take(scene, wanted, owner)
        except StoreAway:
            owner = wanted
        self._known[scene] = owner, now + (LEASE_SECONDS if owner in living else 0.0)
        return owner


def choose(scene: int, living: Iterable[str]) -> str:
    """Return the process for a scene that nobody has. The scenes of one that dies are spread over all others."""
    return max(living, key=lambda process: blake2b(f"{scene} {process}".encode(), digest_size=8).digest())
