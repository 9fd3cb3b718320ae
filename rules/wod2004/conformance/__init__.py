"""Test vectors: kind to function, each a thin reader over the functions that rolls and battle use."""

from rules.wod2004.conformance import actions, combat, pools

CONFORMANCE = {**pools.kind, **actions.kind, **combat.kind}
