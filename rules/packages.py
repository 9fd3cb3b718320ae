"""Games in packages of their own: `pip install` adds them to the server and to the command line.

A package declares its game by an entry point, whose name is the game's key:

    [project.entry-points."storywheel.games"]
    coins = "storywheel_coins.system:SYSTEM"

A package that is broken is left out with the reason, so that it cannot keep a server from starting.

Its folder `locale` may hold translations of its messages: `locale/fi/LC_MESSAGES/rules.mo`.
"""

import re
import sys
from collections.abc import Mapping
from gettext import GNUTranslations
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path

from rules import PACKAGED, SYSTEMS, get_system
from rules.check_game import find_faults
from rules.system import System

GROUP = "storywheel.games"
KEY = re.compile(r"[a-z][a-z0-9_]{1,39}", re.ASCII)
LOCALES: dict[str, Path] = {}
"""By the key of each game in a package, the folder where the package may have translations."""


def load_packages() -> Mapping[str, str]:
    """Add the games of all installed packages to `SYSTEMS`. Return why others are left out, by their keys."""
    broken = {}
    for entry in entry_points(group=GROUP):
        if reason := _load(entry):
            broken[entry.name] = reason
    return broken


def _load(entry: EntryPoint) -> str:
    """Add one game. Return why it is left out, or an empty string."""
    if entry.name in PACKAGED:
        return ""
    if not KEY.fullmatch(entry.name):
        return "its key must be 2 to 40 lowercase letters, digits and underscores, a letter first"
    if entry.name in SYSTEMS:
        return "there is a game with this key already"
    try:
        system = entry.load()
        faults = _compare(entry.name, system) or find_faults(system)
        locale = _find_locale(entry)
        _load_catalogues(locale)
    except (Exception, SystemExit) as error:  # whatever the package does when it is imported, the server goes on
        return f"{type(error).__name__}: {error}"
    if faults:
        return faults[0]
    PACKAGED[entry.name], SYSTEMS[entry.name], LOCALES[entry.name] = system, system.name, locale
    get_system.cache_clear()
    return ""


def _find_locale(entry: EntryPoint) -> Path:
    """Return the folder of translations in the package of an entry point, which need not exist."""
    package = sys.modules[entry.module.partition(".")[0]]
    return Path(getattr(package, "__file__", None) or entry.module).parent / "locale"


def _load_catalogues(locale: Path) -> None:
    """Read each compiled catalogue once, so that a broken one raises its error here and not on a page."""
    for path in locale.glob("*/LC_MESSAGES/*.mo"):
        with path.open("rb") as compiled:
            GNUTranslations(compiled)


def _compare(key: str, system: object) -> list[str]:
    if not isinstance(system, System):
        return [f"{key} leads to a {type(system).__name__}, not to a rules.system.System"]
    if system.key != key:
        return [f"its entry point says {key}, its System says {system.key}"]
    return []
