"""Test vectors: kind to function. The functions only read the vectors and call the rules."""

from rules.exalted2e.conformance import dv, heal, war

CONFORMANCE = {**dv.kind, **heal.kind, **war.KINDS}
