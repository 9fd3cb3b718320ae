"""Writes battles, sheets and series as today's code has them: `make earlier-files NAME=before_something`.

Run it before a change of how things are written; its folder is never written again.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

from rules import SYSTEMS, get_system
from tests.earlier import FOLDER, write
from tests.earlier.battles import make_battles
from tests.earlier.scripted import script_battles
from tests.earlier.sheets import describe, make_sheets
from tests.ready import environment

ROOT = Path(__file__).resolve().parent.parent.parent


def make(name: str) -> Path:
    """Write it all into a folder of this name. Raises `FileExistsError` if there is one."""
    folder = FOLDER / name
    folder.mkdir(parents=True)
    for key in SYSTEMS:
        system = get_system(key)
        battles = make_battles(system, script_battles(key))
        sheets = {name: {"sheet": sheet, **describe(system, sheet)} for name, sheet in make_sheets(system).items()}
        write(folder / f"battles-{key}.json.gz", [log.write() for log in battles])
        write(folder / f"sheets-{key}.json.gz", sheets)
    _write_tables(folder)
    return folder


def _write_tables(folder: Path) -> None:
    """In a process with a database of its own."""
    code = f"from tests.earlier.tables import write_tables; write_tables({str(folder)!r})"
    with tempfile.TemporaryDirectory() as home:
        for step in (("migrate", "--verbosity", "0"), ("shell", "-v", "0", "-c", code)):
            command = [sys.executable, "manage.py", *step]
            subprocess.run(command, cwd=ROOT, env=environment(Path(home)), check=True)


if __name__ == "__main__":
    print(make(sys.argv[1]))
