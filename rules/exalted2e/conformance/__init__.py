"""Test vectors: kind to function. The functions only read the vectors and call the rules."""

from rules.exalted2e.actions.requests import RollRequest
from rules.exalted2e.battle import BATTLE
from rules.exalted2e.conformance import debate, heal, war
from rules.field_vectors import make_field_kind

CONFORMANCE = {**heal.kind, **war.KINDS, **debate.KINDS, **make_field_kind(BATTLE, RollRequest)}
