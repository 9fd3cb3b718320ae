"""Test vectors: kind to function. The functions read the vectors and call the rules of rolls and battles."""

from rules.field_vectors import make_field_kind
from rules.wod2004.actions.request import Request
from rules.wod2004.battle import BATTLE
from rules.wod2004.conformance import actions, combat, pools

CONFORMANCE = {**pools.kind, **actions.kind, **combat.kind, **make_field_kind(BATTLE, Request)}
