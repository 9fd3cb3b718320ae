"""The rules on the command line: `python -m rules COMMAND`.

The commands are roll, odds, check, replay, forecast, verify, new-game and check-game.

The numbers of a plain roll go to the system's `command` unchanged, under these names: pool, difficulty, target,
external, bonus_successes (numbers), doubles (false for --no-doubles), again, rote, chance, specialty, willpower,
botch_mode. A flag that the system does not use is refused.
"""

import argparse
import io
import json
import os
import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from rules import PACKAGED, SYSTEMS
from rules.errors import BadInput, RulesError
from rules.text import Text

if TYPE_CHECKING:
    from rules.odds import Odds
    from rules.roll import Roll
    from rules.system import CommandRules

MAX_BYTES = 50_000_000


class Parser(argparse.ArgumentParser):
    """A parser that prints errors as one line."""

    def error(self, message: str) -> NoReturn:
        raise BadInput("bad_arguments", Text("{message}. Try: python -m rules --help", message=message))


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code: 0, 1 (something failed), 2 (bad input, one line on stderr), or 3."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # half a surrogate pair cannot be encoded
    try:
        given = _parser().parse_args(arguments)
        code: int = given.run(given)
        sys.stdout.flush()
    except RulesError as error:
        print(" ".join(f"rules: {error.sentence}".split()), file=sys.stderr)
        return 2
    except BrokenPipeError:
        # The reader has closed the pipe; keep Python from reporting that again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return code


def _parser() -> Parser:
    parser = Parser(prog="python -m rules", description="Roll, weigh, check and replay the rules of four games.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND", parser_class=Parser)
    roll = commands.add_parser("roll", help="roll a pool")
    roll.add_argument("--faces", metavar="10,7,1", help="these faces instead of fresh dice")
    odds = commands.add_parser("odds", help="the exact odds of a pool")
    for command, run in ((roll, run_roll), (odds, run_odds)):
        _add_numbers(command)
        command.set_defaults(run=run)
    check = commands.add_parser("check", help="run a file of test vectors")
    check.add_argument("system", metavar="SYSTEM", nargs="?", help=", ".join(SYSTEMS))
    check.add_argument("file", metavar="FILE.json", nargs="?")
    check.add_argument("--explain", action="store_true", help="say what the words of vectors mean, of one game or all")
    check.set_defaults(run=run_check)
    replay = commands.add_parser("replay", help="play a battle from a file")
    replay.add_argument("file", metavar="FILE.json")
    replay.set_defaults(run=run_replay)
    _add_forecast(commands.add_parser("forecast", help="play thousands of fights, and tell who wins"))
    verify = commands.add_parser("verify", help="prove the dice of a scene from a downloaded file")
    verify.add_argument("file", metavar="FILE.json")
    verify.set_defaults(run=run_verify)
    new_game = commands.add_parser("new-game", help="lay out a package with a small game, to make it yours")
    new_game.add_argument("name", metavar="NAME", help="the game's key, such as blades")
    new_game.add_argument("--folder", default=".", help="where its folder is made (here)")
    new_game.set_defaults(run=run_new_game)
    check_game = commands.add_parser("check-game", help="run a game's vectors, and try the laws of battle on it")
    check_game.add_argument("system", metavar="SYSTEM", help="a key above, or that of an installed package")
    check_game.add_argument("--fights", type=int, default=20, metavar="N", help="how many random fights (20)")
    check_game.add_argument("--moves", type=int, default=150, metavar="N", help="how many moves in each (150)")
    check_game.set_defaults(run=run_check_game)
    return parser


def _add_forecast(command: argparse.ArgumentParser) -> None:
    command.add_argument("file", metavar="FILE.json", help="a battle file, or sides by archetypes")
    command.add_argument("--runs", type=int, default=10_000, metavar="N", help="how many fights (10000)")
    command.add_argument("--seed", type=int, default=0, metavar="N", help="another seed gives other dice (0)")
    command.add_argument("--limit", type=int, default=0, metavar="N", help="after so long a fight is undecided")
    command.add_argument("--tactic", action="append", default=[], metavar="SIDE=KEY", help="how a side fights")
    command.add_argument("--brief", action="store_true", help="without the numbers that matter most")
    command.add_argument("--json", action="store_true", help="as JSON")
    command.set_defaults(run=run_forecast)


def _add_numbers(command: argparse.ArgumentParser) -> None:
    command.add_argument("system", metavar="SYSTEM", help=", ".join(SYSTEMS))
    for name, (how, text) in NUMBERS.items():
        command.add_argument(_flag(name), dest=name, help=text, **how)
    command.add_argument("--json", action="store_true", help="as JSON")


YES: Mapping[str, Any] = {"action": "store_const", "const": True}
NUMBERS: Mapping[str, tuple[Mapping[str, Any], str]] = {
    "pool": ({"type": int, "required": True, "metavar": "N"}, "how many dice (2004: 0 or less is a chance)"),
    "difficulty": ({"type": int, "metavar": "D"}, "what the roll must reach"),
    "target": ({"type": int, "metavar": "T"}, "the face that is a success"),
    "external": ({"type": int, "metavar": "E"}, "successes taken away"),
    "bonus_successes": ({"type": int, "metavar": "S"}, "successes added"),
    "doubles": ({"action": "store_const", "const": False}, "no face counts twice"),
    "again": ({"type": int, "metavar": "A"}, "faces from here are rolled again (2004)"),
    "rote": (YES, "a failed die is rolled once more (2004)"),
    "chance": (YES, "a chance roll (2004)"),
    "specialty": (YES, "a specialty applies (V20)"),
    "willpower": (YES, "a point of Willpower is spent (V20)"),
    "botch_mode": ({"metavar": "MODE"}, "what counts as a botch: rolled or net (V20)"),
}
"""The numbers of a plain roll, with the form of their flags and their help."""


def run_roll(given: argparse.Namespace) -> int:
    """Roll a pool with fresh dice or the given faces, and print the result."""
    from rules.dice import Roller, ScriptedRoller, SystemRoller

    roller: Roller = SystemRoller() if given.faces is None else ScriptedRoller(_parse_faces(given.faces))
    command = _command(given.system)
    roll = command.roll(_numbers(given, command), roller)
    if isinstance(roller, ScriptedRoller):
        roller.finish()
    if given.json:
        from rules.codec import encode

        _print_json(encode(roll))
    else:
        print("\n".join(_roll_lines(roll)))
    return 0


def run_odds(given: argparse.Namespace) -> int:
    """Print the exact odds of a pool."""
    command = _command(given.system)
    found = command.odds(_numbers(given, command))
    if given.json:
        _print_json({"system": given.system, **_odds_data(found)})
    else:
        print("\n".join(_odds_lines(found)))
    return 0


def run_check(given: argparse.Namespace) -> int:
    """Run a vector file, then print the failures, a count per kind and the total; or explain the words of vectors."""
    from rules import get_system
    from rules.vectors import check_file

    if given.explain:
        return _explain(given)
    if given.file is None:
        raise BadInput("bad_arguments", Text("Say which SYSTEM and FILE.json to check. Try: python -m rules --help"))
    _find_package(given.system)
    report = check_file(get_system(given.system).conformance, _load_json(given.file))
    for failure in report.failures:
        print(f"{failure.vector}: {failure.text}")
    for kind, tally in report.counts.items():
        print(f"{kind}: {tally.describe(whole=False)}")
    print(report.total.describe())
    unknown = [failure for failure in report.failures if failure.unknown]
    if unknown:
        more = f" (and {len(unknown) - 1} more)" if len(unknown) > 1 else ""
        print(" ".join(f"rules: {unknown[0].vector}: {unknown[0].text}{more}".split()), file=sys.stderr)
    return report.exit_code


def _explain(given: argparse.Namespace) -> int:
    """Print what the words of a game's vectors mean, or of all games that come with the rules."""
    from rules import get_system
    from rules.vocabulary import explain

    if given.file is not None:
        raise BadInput("bad_arguments", Text("--explain takes no file: it prints all vectors in words."))
    for number, key in enumerate([given.system] if given.system else SYSTEMS):
        _find_package(key)
        print("\n".join(["", "", *explain(get_system(key))] if number else explain(get_system(key))))
    return 0


def run_replay(given: argparse.Namespace) -> int:
    """Play a battle file and print its events and final state."""
    from rules.packages import load_packages
    from rules.replay import main as play

    load_packages()
    return play(given.file)


def run_forecast(given: argparse.Namespace) -> int:
    """Play the fights of a file, and print what came of them."""
    from rules.forecast.command import run

    return run(given)


def run_verify(given: argparse.Namespace) -> int:
    """Prove the dice of a file: 0 if all are proved, 1 if some are not as they were sealed, 3 if none can be proved."""
    from rules.fair_file import verify

    data = _load_json(given.file)
    if not isinstance(data, dict):
        raise BadInput("no_dice_file", Text("A dice file must be a JSON object."))
    verdicts = verify(data)
    for verdict in verdicts:
        stream = verdict.stream
        fell = f"{_plural(verdict.dice, 'die', 'dice')} in {_plural(verdict.throws, 'throw', 'throws')}"
        state = "NOT PROVED" if verdict.faults else "proved" if stream.seed else "still sealed"
        print(f"{stream.whose}: {fell}: {state}")
        print(f"  sealed in entry {stream.sealed} with the hash {stream.hash}")
        for fault in verdict.faults:
            print(f"  {fault}")
    if any(verdict.faults for verdict in verdicts):
        print("Some dice do not match the seal, or the file was changed.")
        return 1
    if not any(verdict.throws for verdict in verdicts):
        print("Nothing to prove: no dice in this log were sealed, or their seeds are still secret.")
        return 3
    print("Every die listed here came from the seed sealed before it. Compare the hashes with your own log.")
    return 0


def run_new_game(given: argparse.Namespace) -> int:
    """Lay out a package with a game, and say what to do with it."""
    from rules.new_game import lay_out

    folder = lay_out(given.name, Path(given.folder))
    print(f"{folder}: a game that passes. Next:")
    print(f"  pip install --editable {folder}")
    print(f"  python -m rules check-game {given.name}")
    return 0


def run_check_game(given: argparse.Namespace) -> int:
    """Run a game's vectors and the laws of battle, then print what fails and the total."""
    from rules import get_system
    from rules.check_game import break_laws, check_vectors, find_faults

    _find_package(given.system)
    system = get_system(given.system)
    report = check_vectors(system)
    failures = find_faults(system)
    failures += [f"{failure.vector}: {failure.text}" for failure in report.failures] if report else []
    laws = list(break_laws(system, given.fights, given.moves))
    failures += laws
    for failure in failures:
        print(failure)
    summary = f"{report.passed} vectors pass" if report else "there is no vectors.json in its package"
    print(f"{summary}; {given.fights - len(laws)} of {given.fights} fights keep the laws of battle")
    return 1 if failures else 0


def _find_package(key: str) -> None:
    """Load the game of a package. Raises `BadInput` with the reason if the package is broken."""
    if key in SYSTEMS:
        return
    from rules.packages import load_packages

    if reason := load_packages().get(key):
        raise BadInput("broken_package", Text("The package of {key} is broken: {reason}.", key=key, reason=reason))


def _command(key: str) -> "CommandRules":
    """Return the plain roll of a system, without loading its battle."""
    from rules import get_system

    _find_package(key)
    if key not in SYSTEMS or key in PACKAGED:
        return get_system(key).command  # raises the error for the key
    command: CommandRules = import_module(f"rules.{key}.actions.command").COMMAND
    return command


def _numbers(given: argparse.Namespace, command: "CommandRules") -> dict[str, Any]:
    """Return the numbers of the command line. Raises `BadInput` for a flag that the system does not use."""
    numbers = {name: getattr(given, name) for name in NUMBERS if getattr(given, name) is not None}
    for name in numbers:
        if name not in command.knows:
            known = ", ".join(_flag(each) for each in command.knows)
            raise BadInput(
                "unknown_flag",
                Text("{system} has no {name}. Known: {known}.", system=given.system, name=_flag(name), known=known),
                key=name,
            )
    return numbers


def _flag(name: str) -> str:
    """Return a number's name as a flag of the command line."""
    return "--no-doubles" if name == "doubles" else f"--{name.replace('_', '-')}"


def _parse_faces(text: str) -> list[int]:
    faces = [part.strip() for part in text.split(",")] if text.strip() else []
    for face in faces:
        if not (face.isascii() and face.isdigit() and len(face) < 4):
            raise BadInput(
                "bad_face",
                Text("Faces must be numbers joined by commas, such as 10,7,1, not {face}.", face=repr(face[:20])),
            )
    return [int(face) for face in faces]


def _load_json(path: str) -> object:
    try:
        with Path(path).open("rb") as stream:
            text = stream.read(MAX_BYTES + 1)
        if len(text) > MAX_BYTES:
            raise BadInput("too_big", Text("{path} is too large for a vector file.", path=path))
        data: object = json.loads(text, parse_constant=_refuse_constant)
    except OSError as error:
        raise BadInput("no_file", Text("Can’t read {path}: {strerror}.", path=path, strerror=error.strerror)) from error
    except (ValueError, RecursionError) as error:
        raise BadInput("bad_json", Text("{path} is not JSON: {error}.", path=path, error=error)) from error
    return data


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a number that JSON knows")


def _print_json(data: object) -> None:
    print(json.dumps(data, indent=2, ensure_ascii=False))


def _roll_lines(roll: "Roll") -> list[str]:
    thrown = roll.pool.dice or min(1, len(roll.dice))  # a chance die does not count as a die of the pool
    lines = [f"{roll.title}: {_plural(thrown, 'die', 'dice')}"]
    if roll.dice:
        lines.append("  " + "  ".join(f"{die.face} {die.why}" for die in roll.dice))
    parts = [f"{roll.successes} from the dice"]
    if roll.pool.bonus_successes:
        parts.append(f"+{roll.pool.bonus_successes} bonus")
    if roll.pool.external:
        parts.append(f"-{roll.pool.external} external")
    against = "" if roll.difficulty is None else f" against difficulty {roll.difficulty}"
    lines.append(f"{_plural(roll.total, 'success', 'successes')}{against} ({', '.join(parts)})")
    threshold = "" if roll.threshold is None else f", threshold {roll.threshold}"
    lines.append(f"{roll.outcome.replace('_', ' ')}: {roll.verdict}{threshold}")
    return lines + list(roll.notes)


def _odds_data(odds: "Odds") -> dict[str, Any]:
    def chance(value: Any) -> dict[str, Any]:
        return {"chance": float(value), "exact": str(value)}

    return {
        "success": chance(odds.success),
        "botch": chance(odds.botch),
        "mean": {"value": float(odds.mean), "exact": str(odds.mean)},
        "open_ended": odds.open_ended,
        "distribution": [{"total": total, **chance(share)} for total, share in odds.distribution],
    }


def _odds_lines(odds: "Odds") -> list[str]:
    lines = [f"success {_percent(odds.success)}, botch {_percent(odds.botch)}, mean {float(odds.mean):.3f}"]
    last = odds.distribution[-1][0] if odds.open_ended else None
    for total, share in odds.distribution:
        more = " or more" if total == last else ""
        lines.append(f"{total:>4}  {_percent(share)}{more}")
    return lines


def _percent(share: Any) -> str:
    return f"{float(share) * 100:.4f} %"


def _plural(number: int, singular: str, plural: str) -> str:
    return f"{number} {singular if number == 1 else plural}"


if __name__ == "__main__":
    sys.exit(main())
