"""The command line: what it prints, and that bad input is one line and exit 2."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from rules.__main__ import main

ROOT = Path(__file__).parent.parent.parent


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(arguments)
    out, err = capsys.readouterr()
    return code, out, err


def test_a_roll_with_given_faces_is_counted(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "roll", "exalted2e", "--pool", "3", "--difficulty", "2", "--faces", "10,7,1", "--json")
    roll = json.loads(out)
    assert (code, err) == (0, "")
    assert (roll["successes"], roll["threshold"], roll["verdict"]) == (3, 1, "Competent")
    assert [die["why"] for die in roll["dice"]] == ["double", "hit", "one"]


@pytest.mark.parametrize(
    ("extra", "total", "outcome"),
    [
        (("--no-doubles",), 2, "success"),
        (("--target", "8"), 2, "success"),
        (("--external", "3"), 0, "failure"),
        (("--external", "3", "--bonus-successes", "1"), 1, "success"),
    ],
)
def test_the_numbers_change_the_count(
    capsys: pytest.CaptureFixture[str], extra: tuple[str, ...], total: int, outcome: str
) -> None:
    _, out, _ = run(capsys, "roll", "exalted2e", "--pool", "3", "--faces", "10,7,1", "--json", *extra)
    roll = json.loads(out)
    assert (roll["total"], roll["outcome"]) == (total, outcome)


def test_a_fresh_roll_needs_no_faces(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "roll", "exalted2e", "--pool", "4", "--json")
    assert code == 0
    assert len(json.loads(out)["dice"]) == 4


def test_a_roll_is_printed_for_people_too(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "roll", "exalted2e", "--pool", "2", "--faces", "1,3", "--external", "1")
    assert out.splitlines() == [
        "Dice pool: 2 dice",
        "  1 one  3 miss",
        "0 successes against difficulty 1 (0 from the dice, -1 external)",
        "botch: Botch",
    ]


def test_odds_are_exact(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "odds", "exalted2e", "--pool", "1", "--json")
    found = json.loads(out)
    assert code == 0
    assert found["success"]["exact"] == "2/5"
    assert found["botch"]["exact"] == "1/10"
    assert found["distribution"][2] == {"total": 2, "chance": 0.1, "exact": "1/10"}


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("dance",),
        ("roll", "exalted9e", "--pool", "3"),
        ("roll", "exalted2e"),
        ("roll", "exalted2e", "--pool", "-1"),
        ("roll", "exalted2e", "--pool", "10000"),
        ("roll", "exalted2e", "--pool", "three"),
        ("roll", "exalted2e", "--pool", "3", "--faces", "11,1,1"),
        ("roll", "exalted2e", "--pool", "3", "--faces", "1,1"),
        ("roll", "exalted2e", "--pool", "1", "--faces", "1,1"),
        ("roll", "exalted2e", "--pool", "1", "--faces", "one"),
        ("roll", "exalted2e", "--pool", "1", "--difficulty", "-1"),
        ("roll", "exalted2e", "--pool", "1", "--target", "11"),
        ("roll", "exalted2e", "--pool", "1", "--rote"),
        ("odds", "exalted2e", "--pool", "201"),
        ("check",),
        ("check", "exalted2e"),
        ("check", "exalted2e", "no-such-file.json"),
        ("check", "exalted2e", "no-such-file.json", "--explain"),
        ("check", "exalted9e", "--explain"),
        ("check", "exalted2e", "."),
        ("replay", "no-such-file.json"),
    ],
)
def test_bad_input_is_one_line_and_exit_2(capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...]) -> None:
    code, out, err = run(capsys, *arguments)
    assert (code, out) == (2, "")
    assert len(err.splitlines()) == 1


def test_a_pool_of_nothing_or_less_is_a_chance_die_in_the_world_of_darkness(capsys: pytest.CaptureFixture[str]) -> None:
    for pool in ("0", "-3"):
        _, out, _ = run(capsys, "odds", "wod2004", "--pool", pool)
        assert out.startswith("success 10.0000 %, botch 10.0000 %")
        code, out, _ = run(capsys, "roll", "wod2004", "--pool", pool, "--faces", "1")
        assert (code, out.splitlines()[0]) == (0, "Chance roll: 1 die")
        assert out.splitlines()[-2] == "dramatic failure: Dramatic failure"


@pytest.mark.parametrize(
    ("system", "flag", "value"),
    [
        ("exalted2e", "--rote", ()),
        ("exalted3e", "--external", ("2",)),
        ("v20da", "--external", ("2",)),
        ("v20da", "--no-doubles", ()),
        ("v20da", "--bonus-successes", ("2",)),
        ("v20da", "--again", ("8",)),
        ("v20da", "--rote", ()),
        ("v20da", "--chance", ()),
        ("exalted2e", "--botch-mode", ("net",)),
        ("wod2004", "--bonus-successes", ("2",)),
        ("wod2004", "--no-doubles", ()),
    ],
)
@pytest.mark.parametrize("command", ["roll", "odds"])
def test_a_flag_of_another_game_is_refused_with_those_that_this_one_knows(
    capsys: pytest.CaptureFixture[str], command: str, system: str, flag: str, value: tuple[str, ...]
) -> None:
    code, out, err = run(capsys, command, system, "--pool", "3", flag, *value)
    assert (code, out) == (2, "")
    assert err.startswith(f"rules: {system} has no {flag}. Known: --pool, --difficulty")
    assert flag not in err.partition("Known: ")[2]


def write(folder: Path, vectors: object) -> str:
    path = folder / "vectors.json"
    path.write_text(vectors if isinstance(vectors, str) else json.dumps(vectors))
    return str(path)


def vector(**changes: object) -> dict[str, object]:
    return {
        "id": "T-1",
        "kind": "roll",
        "given": {"op": "count", "pool": 2},
        "dice": [7, 10],
        "expect": {"total": 3},
    } | changes


def test_check_counts_what_passed(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code, out, err = run(capsys, "check", "exalted2e", write(tmp_path, [vector()]))
    assert (code, err) == (0, "")
    assert out.splitlines() == ["roll: 1 passed, 0 failed", "1 passed, 0 failed, 0 could not be read"]


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({"expect": {"total": 4}}, "T-1: total: expected 4, got 3"),
        ({"dice": [7]}, "T-1: The roll needs 2 dice"),
        ({"dice": [7, 10, 1]}, "T-1: 1 scripted dice"),
        ({"expect": {"total": True}}, "T-1: total: expected True, got 3"),
    ],
)
def test_a_failure_shows_expected_and_got(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, changes: dict[str, object], text: str
) -> None:
    code, out, _ = run(capsys, "check", "exalted2e", write(tmp_path, [vector(**changes), vector()]))
    assert code == 1
    assert out.startswith(text)
    assert out.splitlines()[-2:] == ["roll: 1 passed, 1 failed", "1 passed, 1 failed, 0 could not be read"]


@pytest.mark.parametrize(
    ("changes", "named"),
    [
        ({"kind": "dance"}, "dance"),
        ({"given": {"op": "waltz"}}, "waltz"),
        ({"given": {"op": "count", "pool": 2, "colour": "red"}}, "colour"),
        ({"expect": {"colour": "red"}}, "colour"),
    ],
)
def test_what_the_system_does_not_know_is_named_with_exit_2(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, changes: dict[str, object], named: str
) -> None:
    code, out, err = run(capsys, "check", "exalted2e", write(tmp_path, [vector(**changes), vector()]))
    assert code == 2
    assert named in err
    assert out.splitlines()[-1] == "1 passed, 0 failed, 1 could not be read"


@pytest.mark.parametrize(
    "malformed",
    [3, {"id": "T-2"}, {**vector(), "colour": "red"}, {**vector(), "dice": [10**10]}, {**vector(), "id": 1}],
)
def test_a_vector_that_cannot_be_read_is_counted_and_the_others_run(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, malformed: object
) -> None:
    others = [vector(), vector(expect={"total": 4})]
    code, out, err = run(capsys, "check", "exalted2e", write(tmp_path, [malformed, *others]))
    assert code == 2
    assert out.splitlines()[-3:] == [
        "roll: 1 passed, 1 failed",
        "malformed: 0 passed, 0 failed, 1 could not be read",
        "1 passed, 1 failed, 1 could not be read",
    ]
    assert len(err.splitlines()) == 1


def test_check_explains_the_words_of_vectors_of_one_game_or_all(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "check", "exalted2e", "--explain")
    assert (code, err) == (0, "")
    assert "attack (flurry): Resolve several attacks" in out
    assert "    n (number 1 to 50, needed): how many: attacks of a flurry" in out
    assert "  Inc: the Incapacitated box" in out
    code, out, _ = run(capsys, "check", "--explain")
    assert code == 0
    assert [line for line in out.splitlines() if line.startswith("v20da:")] == ["v20da: Vampire: the Dark Ages (V20)"]


@pytest.mark.parametrize("text", ["{", "{}", "[3]", '[{"id": "x"}]', "[" * 100_000])
def test_a_file_that_holds_no_vectors_is_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path, text: str) -> None:
    code, out, err = run(capsys, "check", "exalted2e", write(tmp_path, text))
    assert (code, out) == (2, "")
    assert len(err.splitlines()) == 1


def test_the_module_runs_by_itself() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "rules", "roll", "exalted2e", "--pool", "1", "--faces", "7"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "Adequate" in done.stdout
