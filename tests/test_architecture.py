"""The house keeps its walls: who may import whom, and nothing that works behind the reader's back."""

import ast
import re
import sys
from collections.abc import Collection, Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

pytestmark = pytest.mark.walk

ROOT = Path(__file__).resolve().parent.parent
APPS = ("rules", "campaigns", "play", "api", "config")
MAY_IMPORT = {
    "rules": {"rules"},
    "campaigns": {"campaigns", "rules"},
    "play": {"play", "campaigns", "rules"},
    "api": {"api", "play", "campaigns", "rules"},
    "config": {"config", "api", "play", "campaigns", "rules"},
}


def modules(app: str) -> Iterator[Path]:
    return (path for path in sorted((ROOT / app).rglob("*.py")) if "migrations" not in path.parts)


@cache
def import_statements(path: Path) -> tuple[ast.Import | ast.ImportFrom, ...]:
    """The imports of a module, at its top or anywhere in it."""
    nodes = ast.walk(ast.parse(path.read_text()))
    return tuple(node for node in nodes if isinstance(node, ast.Import | ast.ImportFrom))


def imported(path: Path) -> set[str]:
    """Top-level names that a module imports."""
    names: set[str] = set()
    for node in import_statements(path):
        if isinstance(node, ast.Import):
            names.update(alias.name.split(".")[0] for alias in node.names)
        elif not node.level and node.module:
            names.add(node.module.split(".")[0])
    return names


@pytest.mark.parametrize("app", APPS)
def test_imports_only_flow_one_way(app: str) -> None:
    wrong = {str(path): bad for path in modules(app) if (bad := imported(path) & set(APPS) - MAY_IMPORT[app])}
    assert not wrong


def test_rules_need_nothing_but_the_standard_library() -> None:
    allowed = sys.stdlib_module_names | {"rules"}
    wrong = {str(path): bad for path in modules("rules") if (bad := imported(path) - allowed)}
    assert not wrong


def module_name(path: Path) -> str:
    """A module's dotted name; a package's own for its `__init__.py`."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def parents(name: str) -> set[str]:
    """The packages around a module, which Python loads before it: `a.b.c` gives `a` and `a.b`."""
    parts = name.split(".")
    return {".".join(parts[:end]) for end in range(1, len(parts))}


def named_in(path: Path, known: Collection[str]) -> set[str]:
    """The known modules that a module's imports name; `from a import b` names `a.b` where that is one, else `a`."""
    package = path.relative_to(ROOT).parent.parts
    names: set[str] = set()
    for node in import_statements(path):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        else:
            above = package[: len(package) - node.level + 1] if node.level else ()
            base = ".".join((*above, *filter(None, [node.module])))
            inner = [f"{base}.{alias.name}" for alias in node.names]
            names.update(name if name in known else base for name in inner)
    return names.intersection(known)


def import_graph(app: str) -> dict[str, set[str]]:
    """What each module of an app loads of the app: at its top, in its functions or for its types alone.

    Packages around what it names count, too, but for its own: a package may load what is in it.
    """
    paths = {module_name(path): path for path in modules(app)}
    graph: dict[str, set[str]] = {}
    for name, path in paths.items():
        named = named_in(path, paths.keys())
        graph[name] = named.union(*map(parents, named)) - (parents(name) - named) - {name}
    return graph


@pytest.mark.parametrize("app", APPS)
def test_no_module_loads_one_that_loads_it(app: str) -> None:
    try:
        TopologicalSorter(import_graph(app)).prepare()
    except CycleError as circle:
        pytest.fail(f"An import circle, each loaded by the next: {' <- '.join(circle.args[1])}")


ROOMS_OF_PLAY: dict[str, set[str]] = {
    "server": set(),
    "models": set(),
    "table": {"models", "server"},
    "commands": {"models", "table"},
    "seats": {"commands", "models", "table"},
    "recap": {"models", "table"},
    "offers": {"commands", "seats", "table"},
    "stage": {"commands", "offers", "seats", "table"},
    "plain": {"commands", "offers", "seats", "stage"},
    "html": {"offers", "plain", "seats", "stage", "table"},
    "live": {"commands", "html", "seats", "server", "stage", "table"},
    "views": {"commands", "html", "live", "offers", "plain", "recap", "seats", "server", "stage", "table"},
    "consumers": {"live", "seats", "server"},
    "fast_path": {"server", "table"},
    "urls": {"views"},
    "routing": {"consumers"},
    "apps": {"table"},
}
"""What each room of `play/` imports of the others. Each room stands below those that it names."""
TEMPLATE_TAGS = "templatetags"
"""Django wants template tags in a folder of this name."""


ROOMS_OF_CONFIG: dict[str, set[str]] = {
    "checks": set(),
    "celery": {"checks"},
    "server.static_files": set(),
    "server.monitoring": {"celery"},
    "server": {"server.monitoring"},
    "server.limits": {"server", "server.monitoring"},
    "background": {"celery", "server.monitoring"},
    "backup": set(),
    "accounts": {"server", "server.limits"},
    "demo": {"server.limits"},
    "transfer": set(),
    "host": {"accounts", "background", "backup", "celery", "checks", "server.monitoring"},
    "tasks": {"background", "demo", "host", "server.monitoring"},
    "apps": {"checks", "demo"},
    "settings": {"server"},
    "urls": {"accounts", "demo", "host", "server", "transfer"},
    "asgi": {"checks", "server", "server.limits", "server.monitoring"},
    "management": {
        *("accounts", "asgi", "background", "backup", "celery", "checks", "demo", "host"),
        *("server", "server.monitoring", "server.static_files"),
    },
}
"""What each room of `config/` imports of the others. Each room stands below those that it names."""
ROOMS = {"play": ROOMS_OF_PLAY, "config": ROOMS_OF_CONFIG}
FLAT = {
    "play": {"apps", "consumers", "fast_path", "routing", "urls"},
    "config": {"apps", "asgi", "celery", "checks", "settings", "tasks", "urls"},
}
"""The modules beside the rooms of an app."""


def room_of(module: str) -> str:
    """The room that a module stands in: `play.seats.board` stands in `seats`.

    A room in a room counts by itself: `config.server.limits.throttle` stands in `server.limits`. The template tags of
    `play/` belong to `html`, those of `config/` to `demo`.
    """
    app, *path = module.split(".")
    if path[0] == TEMPLATE_TAGS:
        return {"play": "html", "config": "demo"}[app]
    inner = ".".join(path[:2])
    return inner if inner in ROOMS[app] else path[0]


def arrows_between_rooms(app: str) -> dict[str, dict[str, list[str]]]:
    """What each room imports of another room: the importing modules, by room and by the other room."""
    paths = {name: path for path in modules(app) if (name := module_name(path)) != app}
    arrows: dict[str, dict[str, list[str]]] = {room: {} for room in map(room_of, paths)}
    for name, path in paths.items():
        for other in map(room_of, named_in(path, paths.keys())):
            if other != room_of(name):
                arrows[room_of(name)].setdefault(other, []).append(name)
    return arrows


@pytest.mark.parametrize("app", ROOMS)
def test_rooms_import_one_another_as_they_say_and_no_other(app: str) -> None:
    found, rooms = arrows_between_rooms(app), ROOMS[app]
    assert found.keys() == rooms.keys()
    wrong = {
        f"{room} -> {other}": sorted(set(names))
        for room, others in found.items()
        for other, names in others.items()
        if other not in rooms[room]
    }
    assert not wrong
    unused = {f"{room} -> {other}" for room, said in rooms.items() for other in said - found[room].keys()}
    assert not unused, "an arrow that no import needs any more"


@pytest.mark.parametrize("app", ROOMS)
def test_rooms_stand_one_above_the_other(app: str) -> None:
    TopologicalSorter(ROOMS[app]).prepare()


@pytest.mark.parametrize("app", ROOMS)
def test_few_modules_lie_flat(app: str) -> None:
    flat = {path.stem for path in (ROOT / app).glob("*.py")}
    assert flat == FLAT[app] | {"__init__"}


ROOMS_OF_CAMPAIGNS = (
    "core",
    "calendar",
    "notices",
    "chronicle.tree",
    "chronicle.order",
    "chronicle.attendance",
    "chronicle.awards",
    "handouts",
    "threads",
    "people",
    "sessions",
    "sheets",
    "experience",
    "chronicle.clock",
    "downtime",
    "chronicle",
    "imports",
    "quick_text",
    "series",
    "accounts",
    "search",
)
"""The rooms of `campaigns/`, the lowest first: each imports those before it. Modules of the chronicle that other rooms
need have a place of their own.
"""
GROUND = {"models", "sandbox", "fields", "full_text", "systems"}
"""What stands beside `core`: models and fields, which import each other."""
ROOF = {"admin", "apps", "management", "tasks", "templatetags", "urls"}
"""What may import every room."""
UPWARD = {"downtime -> tasks", "imports -> quick_text", "sheets -> experience"}
"""Arrows that lead back up. This list may only shrink."""


def room_of_campaigns(module: str) -> str:
    """The room of a module of `campaigns/`: `campaigns.people.ties.views` stands in `people`."""
    inside = module.removeprefix("campaigns.")
    room = inside.split(".")[0]
    return "core" if room in GROUND else inside if inside in ROOMS_OF_CAMPAIGNS else room


def test_the_rooms_of_campaigns_import_those_below_them() -> None:
    paths = {name: path for path in modules("campaigns") if (name := module_name(path)) != "campaigns"}
    assert set(map(room_of_campaigns, paths)) == {*ROOMS_OF_CAMPAIGNS, *ROOF}
    floors = {room: floor for floor, room in enumerate(ROOMS_OF_CAMPAIGNS)}
    found: dict[str, list[str]] = {}
    for name, path in paths.items():
        room = room_of_campaigns(name)
        for other in map(room_of_campaigns, named_in(path, paths.keys())):
            if room not in ROOF and floors.get(other, len(floors)) > floors[room]:
                found.setdefault(f"{room} -> {other}", []).append(name)
    new = {arrow: sorted(set(names)) for arrow, names in found.items() if arrow not in UPWARD}
    assert not new, "a room imports one above it"
    assert found.keys() >= UPWARD, "an arrow that no import needs any more"


def test_few_modules_lie_flat_in_campaigns() -> None:
    """`fields`, `full_text` and `systems` stay where released migrations import them from."""
    flat = {path.stem for path in (ROOT / "campaigns").glob("*.py")}
    assert flat == {"__init__", "admin", "apps", "fields", "full_text", "systems", "tasks", "urls"}


def test_other_apps_reach_the_pages_and_sockets_of_play_by_their_addresses_alone() -> None:
    pages = {
        name for path in modules("play") if (name := module_name(path)).startswith(("play.views", "play.consumers"))
    }
    wrong = {
        str(path): named
        for app in ("config", "campaigns", "api")
        for path in modules(app)
        if (named := named_in(path, pages))
    }
    assert pages
    assert not wrong


def test_no_signals_are_used() -> None:
    wrong = [str(path) for app in APPS for path in modules(app) if "dispatch import receiver" in path.read_text()]
    assert not wrong


ASKS_WHICH = re.compile(r"(?<!set )\bREDIS_URL\b|\.vendor\b|backends\.(sqlite3|postgresql)|\bsqlite3\b|\bpsycopg\b")
"""A look at which kind of server, database or broker this is. The sentences of the checks name the variable."""


@pytest.mark.parametrize("app", APPS)
def test_nothing_but_the_settings_asks_which_kind_of_server_this_is(app: str) -> None:
    asked = {str(path.relative_to(ROOT)) for path in modules(app) if ASKS_WHICH.search(path.read_text())}
    # The second is what the first may choose. Full-text search has no SQL that both databases know.
    assert asked <= {"config/settings.py", "config/server/postgresql/base.py", "campaigns/full_text.py"}


def test_no_module_shares_a_name_with_a_package_we_install() -> None:
    pins = (ROOT / "requirements.txt").read_text().splitlines()
    installed = {line.split("==")[0].lower() for line in pins if "==" in line and not line.startswith(" ")}
    assert "django" in installed
    assert not installed & set(APPS)
