"""Test vectors: kind to function. The functions call the rules that the table uses."""

from rules.field_vectors import make_field_kind
from rules.v20da.actions.request import Request
from rules.v20da.battle import BATTLE
from rules.v20da.conformance import checks, contests, fights

CONFORMANCE = {**checks.kind, **contests.kind, **fights.kind, **make_field_kind(BATTLE, Request)}
