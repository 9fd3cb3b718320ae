"""Whether a game does what every game must: `python -m rules check-game NAME`.

Three parts: that it is put together (`find_faults`, also asked before a package's game is used), that its vectors pass,
and that random fights keep the laws of battle (`rules.laws`).
"""

import json
from collections.abc import Iterator
from importlib.resources import files

from rules.errors import RulesError
from rules.laws import trials
from rules.system import System
from rules.vectors import Report, check_file

VECTORS = "vectors.json"
"""The file of a game's vectors, in the package where its `Battle` is defined."""


def find_faults(system: System) -> list[str]:
    """Return what keeps a game from being used at all: archetypes without a legal sheet, a battle that cannot begin."""
    faults = []
    if not system.sheets.archetypes:
        faults.append("it has no archetype to begin a character with")
    for archetype in system.sheets.archetypes:
        try:
            sheet = system.sheets.parse(system.sheets.blank(archetype))
            system.sheets.layout(sheet), system.sheets.derived(sheet), system.rolls.fields(sheet)
        except Exception as error:
            faults.append(f"archetype {archetype}: {_describe_error(error)}")
    try:
        system.battle.start(system.options())
    except Exception as error:
        faults.append(f"battle: {_describe_error(error)}")
    if system.battle.system != system.key:
        faults.append(f"its battle says that it is of {system.battle.system}, not {system.key}")
    return faults


def check_vectors(system: System) -> Report | None:
    """Run the vectors that lie in the game's package. None: there is no file. Raises `BadInput` for one without any."""
    package = type(system.battle).__module__.rpartition(".")[0]
    file = files(package) / VECTORS
    if not file.is_file():
        return None
    return check_file(system.conformance, json.loads(file.read_text(encoding="utf-8")))


def break_laws(system: System, seeds: int, steps: int) -> Iterator[str]:
    """Play random fights, and yield what each broke: the seed and the law."""
    for seed in range(seeds):
        try:
            list(trials(system, range(seed, seed + 1), steps))
        except Exception as error:
            yield _describe_error(error)


def _describe_error(error: Exception) -> str:
    if isinstance(error, RulesError):
        return str(error.sentence)
    return str(error) if isinstance(error, AssertionError) else f"{type(error).__name__}: {error}"
