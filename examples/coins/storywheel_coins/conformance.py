"""The one kind of vector."""

from rules.conformance import Kinds, Result
from rules.dice import Roller
from storywheel_coins.options import Options
from storywheel_coins.rolls import flip

kind = CONFORMANCE = Kinds()


@kind("flip")
def check_flip(roller: Roller, *, coins: int) -> Result:
    """`coins` in, `heads` out."""
    return {"heads": sum(die.worth for die in flip(coins, roller, Options()))}
