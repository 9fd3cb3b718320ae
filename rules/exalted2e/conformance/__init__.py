"""Test vectors: kind to function. The functions only read the vectors and call the rules."""

from rules.exalted2e.conformance import attack, dv, heal, pool, roll, tick

CONFORMANCE = {**pool.kind, **roll.kind, **dv.kind, **attack.kind, **tick.kind, **heal.kind}
