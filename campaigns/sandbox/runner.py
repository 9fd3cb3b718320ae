"""Run a program of the sandbox: `python -I runner.py PROGRAM`, with its input and output in binary.

It imports nothing of ours but the program, which is named by its file. If the input does not fit, it writes the reason
to stderr in a word.
"""

import importlib.util
import resource
import sys
from types import ModuleType

UNFIT = 2
"""The exit status if the input does not fit."""
RICH = "rich"
"""The reason if the program needs more memory than it may have."""


def load(path: str) -> ModuleType:
    """Return the program in this file."""
    spec = importlib.util.spec_from_file_location("program", path)
    if spec is None or spec.loader is None:
        raise ImportError(path)
    program = sys.modules["program"] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(program)
    return program


def main(path: str) -> int:
    """Run the program within its limits. Return the exit status."""
    program = load(path)
    resource.setrlimit(resource.RLIMIT_AS, (program.MAX_MEMORY, program.MAX_MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (program.MAX_SECONDS, program.MAX_SECONDS))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    try:
        for piece in program.run(sys.stdin.buffer.read()):
            sys.stdout.buffer.write(piece)
    except program.Unfit as reason:
        sys.stderr.write(str(reason))
        return UNFIT
    except MemoryError:
        sys.stderr.write(RICH)
        return UNFIT
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
