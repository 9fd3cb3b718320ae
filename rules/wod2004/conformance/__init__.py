"""Test vectors: kind to function. The functions read the vectors and call the rules of rolls and battles."""

from rules.wod2004.conformance import actions, combat, fields, pools

CONFORMANCE = {**pools.kind, **actions.kind, **combat.kind, **fields.kind}
