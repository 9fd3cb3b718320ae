"""Dice that can be proved: the numbers of `docs/fair-dice.md`, and what verification finds."""

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import fair
from rules.__main__ import main
from rules.battle.seats import Audience
from rules.dice import MAX_DICE, RecordingRoller, ScriptedRoller, roll_among
from rules.errors import BadInput
from rules.fair import FairRoller, Sealing, Stream, Throw, add_words, derive_seed, hash_seed, new_seed, throw_faces
from rules.fair_file import FORMAT, VERSION, ProvedStream, Step, verify, verify_stream

SEED = "00" * 32
VECTORS = json.loads((Path(__file__).parents[2] / "docs" / "fair-dice.vectors.json").read_text())
SEEDS = st.binary(min_size=32, max_size=32).map(bytes.hex)


@pytest.mark.parametrize("vector", VECTORS["throws"], ids=str)
def test_the_published_throws_fall_so(vector: dict[str, Any]) -> None:
    salt = ""
    for words in vector["words"]:
        salt = add_words(salt, words)
    assert salt == vector["salt"]
    assert list(throw_faces(vector["seed"], vector["throw"], salt, len(vector["dice"]))) == vector["dice"]


@pytest.mark.parametrize("vector", VECTORS["seeds"], ids=str)
def test_the_published_seeds_follow_from_one_another(vector: dict[str, Any]) -> None:
    assert derive_seed(vector["master"], vector["stream"]) == vector["seed"]
    assert hash_seed(vector["seed"]) == vector["hash"]


def test_each_byte_gives_a_face_and_each_face_has_as_many_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    every = bytes(range(256))
    monkeypatch.setattr("rules.fair.hmac.digest", lambda *_: every)
    faces = throw_faces(SEED, 0, "", fair.FAIR_BYTES)
    assert Counter(faces) == dict.fromkeys(range(1, 11), 25)
    assert throw_faces(SEED, 0, "", fair.FAIR_BYTES + 1)[-1] == faces[0], "bytes from 250 on are thrown away"


@given(SEEDS, st.integers(0, 10**6), st.integers(0, MAX_DICE))
def test_fewer_dice_of_one_throw_are_the_first_of_more(seed: str, throw: int, count: int) -> None:
    assert throw_faces(seed, throw, "", count) == throw_faces(seed, throw, "", MAX_DICE)[:count]


def test_seeds_are_new() -> None:
    assert len({new_seed() for _ in range(100)}) == 100
    assert len(bytes.fromhex(new_seed())) == 32


def roll_some(sealing: Sealing, *rolls: tuple[Audience, int]) -> list[Throw]:
    thrown: list[Throw] = []
    roller = FairRoller(lambda: sealing, thrown.append)
    for audience, count in rolls:
        roll_among(roller, audience).roll(count)
    return thrown


def test_each_audience_has_its_own_numbers() -> None:
    thrown = roll_some(Sealing(SEED), (None, 2), ((), 1), (None, 3), (("7",), 1))
    assert [(one.audience, one.number) for one in thrown] == [(None, 0), ((), 0), (None, 1), (("7",), 0)]
    assert thrown[0].dice == throw_faces(derive_seed(SEED, 0), 0, "", 2)
    assert thrown[1].dice == throw_faces(derive_seed(SEED, 1), 0, "", 1)


def test_dice_of_which_nobody_says_who_sees_them_are_the_storytellers() -> None:
    thrown: list[Throw] = []
    FairRoller(lambda: Sealing(SEED), thrown.append).roll(2)
    assert thrown[0].audience == ()


def test_every_roll_of_a_battle_says_who_sees_it() -> None:
    """With `play.roller` itself the dice are the Storyteller's, whoever reads the roll."""
    sources = Path(fair.__file__).parent.rglob("*.py")
    assert not [str(source) for source in sources if "play.roller" in source.read_text()]


def test_no_dice_use_no_number() -> None:
    sealing = Sealing(SEED)
    assert not roll_some(sealing, (None, 0))
    assert not sealing.streams


def test_a_recorder_keeps_the_faces_of_all_audiences_in_order() -> None:
    recorder = RecordingRoller(ScriptedRoller([1, 2, 3]))
    roll_among(recorder, ()).roll(1)
    recorder.roll(1)
    roll_among(recorder, None).roll(1)
    assert recorder.faces == [1, 2, 3]


def make_stream() -> ProvedStream:
    seed, salt = derive_seed(SEED, 0), add_words("", "swordfish")
    steps = (
        Step(2, 0, throw_faces(seed, 0, "", 5)),
        Step(3, who="Ada", words="swordfish"),
        Step(4, 1, throw_faces(seed, 1, salt, 3)),
        Step(4, 2, throw_faces(seed, 2, salt, 1)),
    )
    return ProvedStream("Dice everyone sees", 1, hash_seed(seed), seed, steps)


def test_honest_dice_are_proved() -> None:
    verdict = verify_stream(make_stream())
    assert (verdict.throws, verdict.dice, verdict.faults) == (3, 9, ())


def change(stream: ProvedStream, place: int, **values: Any) -> ProvedStream:
    steps = list(stream.steps)
    steps[place] = replace(steps[place], **values)
    return replace(stream, steps=tuple(steps))


@given(st.data())
def test_any_other_face_is_found(data: st.DataObject) -> None:
    stream = make_stream()
    place = data.draw(st.sampled_from([0, 2, 3]))
    dice = list(stream.steps[place].dice)
    at = data.draw(st.integers(0, len(dice) - 1))
    dice[at] = data.draw(st.integers(1, 10).filter(lambda face: face != dice[at]))
    assert verify_stream(change(stream, place, dice=tuple(dice))).faults


@pytest.mark.parametrize(
    "changed",
    [
        replace(make_stream(), seed=derive_seed(SEED, 1)),
        replace(make_stream(), hash=hash_seed(SEED)),
        replace(make_stream(), steps=make_stream().steps[1:]),
        replace(make_stream(), steps=make_stream().steps[:2] + make_stream().steps[3:]),
        replace(make_stream(), steps=make_stream().steps[:1] + make_stream().steps[2:]),
        replace(make_stream(), steps=tuple(reversed(make_stream().steps))),
        change(make_stream(), 1, words="swordfis"),
        change(make_stream(), 0, entry=9),
        change(make_stream(), 2, throw=3),
        replace(make_stream(), seed=""),
        replace(make_stream(), hash="no"),
        replace(make_stream(), seed=make_stream().seed.upper()),
    ],
)
def test_another_seed_hash_order_or_number_is_found_and_what_was_left_out(changed: ProvedStream) -> None:
    assert verify_stream(changed).faults


def test_the_hash_does_not_give_the_dice() -> None:
    """A known mistake of others: to derive the dice from what is published."""
    stream = make_stream()
    assert throw_faces(stream.hash, 0, "", 5) != stream.steps[0].dice


def write(path: Path, *streams: ProvedStream) -> str:
    from rules.codec import encode

    data = {"format": FORMAT, "version": VERSION, "scene": "The bridge", "streams": encode(list(streams))}
    path.write_text(json.dumps(data))
    return str(path)


@pytest.mark.parametrize(
    ("streams", "code", "said"),
    [
        ([make_stream()], 0, "9 dice in 3 throws: proved"),
        ([change(make_stream(), 3, dice=(11,))], 1, "NOT PROVED"),
        ([replace(make_stream(), seed="", steps=())], 3, "still sealed"),
        ([], 3, "Nothing to prove"),
    ],
)
def test_the_command_line_says_what_it_found(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], streams: list[ProvedStream], code: int, said: str
) -> None:
    assert main(["verify", write(tmp_path / "dice.json", *streams)]) == code
    assert said in capsys.readouterr().out


@pytest.mark.parametrize("text", ["[]", "{}", "7", '{"format": "storywheel-dice", "version": 1, "scene": 3}'])
def test_what_is_no_file_of_dice_is_refused_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str
) -> None:
    path = tmp_path / "dice.json"
    path.write_text(text)
    assert main(["verify", str(path)]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_a_file_of_another_kind_is_no_file_of_dice() -> None:
    with pytest.raises(BadInput):
        verify({"system": "v20da"})


def test_a_sealing_goes_on_where_it_was() -> None:
    sealing = Sealing(SEED, streams=[Stream(None, derive_seed(SEED, 0), 5)])
    assert roll_some(sealing, (None, 1))[0].number == 5
