"""Who serves a scene after what: leases, renewals and take-overs, without a network."""

import asyncio
from collections.abc import Callable, Iterable

import pytest

from benchmarks.owners import LEASE_SECONDS, NobodyThere, Owners, StoreAway, choose

PROCESSES = ("a", "b", "c", "d")
SCENE = 7
FIRST = choose(SCENE, PROCESSES)
SECOND = choose(SCENE, [process for process in PROCESSES if process != FIRST])


class World:
    """A clock, a store that keeps leases as Redis does, and two routers."""

    def __init__(self) -> None:
        self.now = 100.0
        self.leases: dict[int, tuple[str, float]] = {}
        self.is_away = False
        self.asked = 0
        self.one, self.two = (Owners(self, PROCESSES, lambda: self.now) for _ in range(2))

    def _look(self, scene: int) -> str:
        self.asked += 1
        if self.is_away:
            raise StoreAway
        owner, until = self.leases.get(scene, ("", 0.0))
        return owner if until > self.now else ""

    async def take(self, scene: int, wanted: str, instead_of: str) -> str:
        owner = self._look(scene)
        if owner and owner != instead_of:
            return owner
        self.leases[scene] = wanted, self.now + LEASE_SECONDS
        return wanted

    async def renew(self, owner: str, scenes: Iterable[int]) -> set[int]:
        lost = {scene for scene in scenes if self._look(scene) != owner}
        self.leases |= dict.fromkeys(set(scenes) - lost, (owner, self.now + LEASE_SECONDS))
        return lost

    def owner(self, router: Owners) -> str:
        return asyncio.run(router.owner_of(SCENE))

    def look(self, *processes: str, after: float = 0.0) -> None:
        """Let time pass; then both routers find that these processes answer."""
        self.now += after
        for router in (self.one, self.two):
            for process in processes:
                asyncio.run(router.answered(process, self.now, [SCENE]))


@pytest.fixture
def world() -> World:
    world = World()
    world.look(*PROCESSES)
    return world


def _others(*gone: str) -> list[str]:
    return [process for process in PROCESSES if process not in gone]


def test_two_routers_send_a_scene_to_one_process(world: World) -> None:
    assert world.owner(world.one) == world.owner(world.two) == FIRST


def test_while_the_owner_answers_the_scene_stays_and_the_store_is_not_asked_at_each_request(world: World) -> None:
    world.owner(world.one)
    for _ in range(8):
        world.look(*PROCESSES, after=LEASE_SECONDS / 2)
        asked = world.asked
        assert [world.owner(world.one) for _ in range(5)] == [FIRST] * 5
        assert world.asked == asked


def test_a_scene_stays_where_it_is_when_a_better_process_comes_back(world: World) -> None:
    world.one.refused(FIRST)
    assert world.owner(world.one) == SECOND
    world.look(*PROCESSES, after=LEASE_SECONDS / 2)
    assert world.owner(world.one) == world.owner(world.two) == SECOND


def test_where_nobody_listens_the_lease_is_taken_over_at_once(world: World) -> None:
    world.owner(world.one)
    world.one.refused(FIRST)
    assert world.owner(world.one) == SECOND


def test_a_router_that_learns_of_it_later_finds_the_new_owner(world: World) -> None:
    assert world.owner(world.two) == world.owner(world.one) == FIRST
    world.one.refused(FIRST)
    assert world.owner(world.one) == SECOND
    world.look(*_others(FIRST), after=LEASE_SECONDS / 4)
    world.two.refused(FIRST)
    assert world.owner(world.two) == SECOND


def test_a_router_that_has_noticed_nothing_loses_the_lease_at_its_next_renewal(world: World) -> None:
    assert world.owner(world.two) == world.owner(world.one) == FIRST
    world.one.refused(FIRST)
    world.owner(world.one)
    asyncio.run(world.two.answered(FIRST, world.now, [SCENE]))
    assert world.owner(world.two) == SECOND


def test_the_lease_of_a_silent_owner_must_lapse_first(world: World) -> None:
    world.owner(world.one)
    world.look(*_others(FIRST), after=LEASE_SECONDS * 0.9)
    assert world.owner(world.one) == FIRST
    world.look(*_others(FIRST), after=LEASE_SECONDS * 0.2)
    assert world.owner(world.one) == SECOND


def test_an_owner_that_only_one_router_finds_silent_keeps_its_scene(world: World) -> None:
    assert world.owner(world.one) == world.owner(world.two) == FIRST
    for _ in range(4):
        world.now += LEASE_SECONDS / 2
        for process in _others(FIRST):
            asyncio.run(world.one.answered(process, world.now, [SCENE]))
        asyncio.run(world.two.answered(FIRST, world.now, [SCENE]))
    assert world.owner(world.one) == FIRST


def test_a_dead_owner_that_answers_again_may_have_scenes_again(world: World) -> None:
    world.one.refused(FIRST)
    world.look(*PROCESSES)
    assert world.owner(world.one) == FIRST


@pytest.mark.parametrize(("gone", "owner"), [((), FIRST), ((FIRST,), SECOND)])
def test_without_the_store_routers_still_agree(world: World, gone: tuple[str, ...], owner: str) -> None:
    world.owner(world.one)
    world.is_away = True
    for process in gone:
        world.one.refused(process)
        world.two.refused(process)
    world.look(*_others(*gone), after=LEASE_SECONDS * 1.5)
    assert world.owner(world.one) == world.owner(world.two) == owner


@pytest.mark.parametrize(
    "end", [lambda world: [world.one.refused(process) for process in PROCESSES], lambda world: world.look(after=1.5)]
)
def test_with_no_process_left_there_is_nobody(world: World, end: Callable[[World], object]) -> None:
    end(world)
    with pytest.raises(NobodyThere):
        world.owner(world.one)


def test_scenes_of_a_dead_process_are_spread_and_no_other_scene_moves() -> None:
    before = {scene: choose(scene, PROCESSES) for scene in range(400)}
    after = {scene: choose(scene, _others("a")) for scene in before}
    moved = {scene for scene in before if before[scene] != after[scene]}
    assert moved == {scene for scene in before if before[scene] == "a"}
    shares = [sum(after[scene] == process for scene in moved) for process in _others("a")]
    assert min(shares) > len(moved) / 5
