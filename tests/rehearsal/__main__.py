"""`make rehearsal`: boot bare Debians and do on them what docs/hosting/ says a host does, step by step.

It prints each step with its seconds, stops at the first that fails, and says what a host would see there.
"""

import argparse
import os
import signal
import sys
import time
from pathlib import Path

from tests.rehearsal.machine import APT, list_missing_programs, network
from tests.rehearsal.parts import PARTS
from tests.rehearsal.stage import FOLDER, Rehearsal


def main() -> None:
    """Run the parts that were asked for, all if none was."""
    options = _read_options()
    if unknown := set(options.parts) - set(PARTS):
        sys.exit(f"There is no part {min(unknown)}, only {', '.join(PARTS)}.")
    if os.getuid() != 0:
        sys.exit("The rehearsal boots machines: it needs root.")
    if missing := list_missing_programs():
        sys.exit(f"The rehearsal needs {', '.join(missing)}. On Debian: apt install {APT}")
    signal.signal(signal.SIGTERM, lambda *_signal: sys.exit(1))  # machines are turned off on the way out
    rehearsal = Rehearsal(options.folder)
    with network():
        for name in options.parts or PARTS:
            rehearsal.run(name, PARTS[name])
    print(f"All {rehearsal.count} steps passed in {time.monotonic() - rehearsal.began:.0f} s.")


def _read_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make rehearsal", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"{', '.join(PARTS)}; all if none is named")
    parser.add_argument("--folder", type=Path, default=FOLDER, help="where the machines lie")
    return parser.parse_args()


if __name__ == "__main__":
    main()
