"""What a process remembers of scenes has one owner, one lifetime, and one way to be forgotten."""

import ast
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from asgiref.sync import sync_to_async
from django.http import Http404

import play
from play.commands.moves import BattleMove, BringIn, OpenBattle, Say
from play.live.hub import get_hub
from play.seats.facts import load_facts, seat_class_of
from play.seats.gather import gather_translated_board
from play.table.live_scene import LiveScene, LiveScenes, live_scenes
from play.table.people import get_scene_for
from play.table.state import TableState
from tests.conftest import live
from tests.play.conftest import TableInPlay

CACHES = {"LruCache", "lru_cache", "cache", "cached_by_identity", "WeakKeyDictionary", "WeakValueDictionary"}


def name_of(called: ast.expr) -> str:
    """The last name of what is called, as in `functools.lru_cache(maxsize=8)` or `LruCache[int, str](64)`."""
    match called:
        case ast.Call(func=inner) | ast.Subscript(value=inner):
            return name_of(inner)
        case ast.Attribute(attr=name) | ast.Name(id=name):
            return name
    return ""


def caches_of(path: Path) -> set[str]:
    """The caches that stand in a module for as long as the process lives."""
    found: set[str] = set()
    for node in ast.parse(path.read_text()).body:
        values = node.decorator_list if isinstance(node, ast.FunctionDef) else [getattr(node, "value", None)]
        found |= {name for value in values if isinstance(value, ast.expr) and (name := name_of(value)) in CACHES}
    return found


PURE = {
    "commands/foe_line.py",
    "commands/foe_traits.py",
    "commands/forms.py",
    "seats/attached.py",
    "seats/portraits.py",
    "seats/translate.py",
    "table/cached_query.py",  # the SQL of a query
    "table/events.py",
    "table/state.py",
    "table/task_events.py",
}
"""These cache answers of pure functions, and no rows."""


@pytest.mark.parametrize("room", ["commands", "seats", "table"])
def test_what_reads_and_writes_rows_remembers_none_by_itself(room: str) -> None:
    play_folder = Path(play.__file__).parent
    found = {str(path.relative_to(play_folder)): caches_of(path) for path in (play_folder / room).rglob("*.py")}
    assert found, "the room has no modules"
    assert {path for path, caches in found.items() if caches} <= PURE


def test_only_the_scenes_that_were_used_last_are_remembered() -> None:
    scenes = LiveScenes(2)
    first, second = scenes.get(1), scenes.get(2)
    assert scenes.get(1) is first
    scenes.get(3)
    assert (scenes.find(1), scenes.find(2)) == (first, None)
    assert scenes.get(2) is not second


def test_one_scene_is_forgotten_or_all_of_them() -> None:
    scenes = LiveScenes(4)
    for scene in (1, 2, 3):
        scenes.get(scene)
    scenes.forget(2)
    assert [scenes.find(scene) is not None for scene in (1, 2, 3)] == [True, False, True]
    scenes.forget()
    assert [scenes.find(scene) for scene in (1, 2, 3)] == [None, None, None]


def test_an_older_state_never_takes_the_place_of_a_newer_one() -> None:
    scene, states = LiveScene(), [TableState(number) for number in range(400)]
    with ThreadPoolExecutor(8) as threads:
        list(threads.map(lambda number: scene.keep_state(number * 149 % 400, states[number * 149 % 400]), range(400)))
    assert scene.state == (399, states[399])


def test_threads_that_ask_at_once_get_one_scene() -> None:
    scenes = LiveScenes(4)
    with ThreadPoolExecutor(8) as threads:
        assert len({id(scene) for scene in threads.map(lambda _: scenes.get(7), range(400))}) == 1


@pytest.mark.django_db
def test_nothing_is_remembered_for_somebody_who_may_not_see_the_scene(coins: TableInPlay) -> None:
    coins.act(coins.cast.player, Say("Ho"))
    live_scenes.forget()
    for _ in range(2):
        with pytest.raises(Http404):
            get_scene_for(coins.cast.stranger, coins.scene.pk)
    with pytest.raises(Http404):
        get_scene_for(coins.cast.stranger, 987_654_321)
    assert live_scenes.find(coins.scene.pk) is live_scenes.find(987_654_321) is None
    get_scene_for(coins.cast.player, coins.scene.pk)


@pytest.mark.django_db
def test_a_board_is_the_same_after_all_was_forgotten(coins: TableInPlay) -> None:
    cast = coins.cast
    coins.act(cast.storyteller, OpenBattle())
    coins.act(cast.storyteller, BringIn(coins.keys(cast.heroine, cast.warden), "travellers"))
    coins.act(cast.storyteller, BattleMove({"kind": "StartBattle"}))
    for user in cast.members:
        seat_class = seat_class_of(cast.membership(user))
        board = gather_translated_board(load_facts(coins.scene.pk), seat_class)
        assert gather_translated_board(load_facts(coins.scene.pk), seat_class) == board
        live_scenes.forget(coins.scene.pk)
        assert gather_translated_board(load_facts(coins.scene.pk), seat_class) == board


@live
async def test_a_scene_is_forgotten_when_the_last_socket_leaves(coins: TableInPlay) -> None:
    hub, player, scene = get_hub(), coins.cast.player, coins.scene.pk
    boxes = [await hub.join(scene, player.pk) for _ in range(2)]
    await sync_to_async(load_facts)(scene)
    known = live_scenes.get(scene)
    await hub.leave(*boxes[0])
    assert live_scenes.find(scene) is known
    await hub.leave(*boxes[1])
    assert live_scenes.find(scene) is not known
