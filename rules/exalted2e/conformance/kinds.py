"""What all vectors of this game share."""

from functools import partial

from rules.conformance import MAX_NUMBER, Kinds

MANY = 1_000_000
make_kinds = partial(Kinds, -MAX_NUMBER, MAX_NUMBER)
"""The rules themselves bound what they roll; a key that needs a bound of its own declares it."""
