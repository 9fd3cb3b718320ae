"""How long the proof of a long scene's dice takes: 10,000 rolls of seven dice.

python -m benchmarks.dice_proof
"""

import json
import time

from rules.codec import encode
from rules.fair import Sealing, hash_seed, new_seed, throw_faces
from rules.fair_file import FORMAT, VERSION, DiceFile, ProvedStream, Step, verify

ROLLS, DICE = 10_000, 7
TARGET = 2.0
"""Seconds in which the file must be verified."""


def make_file() -> str:
    """Return the file of a scene with `ROLLS` rolls that everybody saw."""
    seed = Sealing(new_seed()).open(None).seed
    steps = tuple(Step(roll + 2, roll, throw_faces(seed, roll, "", DICE)) for roll in range(ROLLS))
    stream = ProvedStream("Dice that everybody sees", 1, hash_seed(seed), seed, steps)
    return json.dumps(encode(DiceFile(FORMAT, VERSION, "The longest scene", (stream,))))


def main() -> None:
    """Measure and print."""
    text = make_file()
    start = time.perf_counter()
    (verdict,) = verify(json.loads(text))
    took = time.perf_counter() - start
    assert verdict.throws == ROLLS
    assert not verdict.faults
    print(f"{ROLLS} rolls of {DICE} dice, {len(text) / 1e6:.1f} MB: verified in {took:.2f} s (aim: {TARGET:.0f} s)")


if __name__ == "__main__":
    main()
