"""Test vectors: kind to function. The functions only read the vectors and call the rules."""

from rules.exalted2e.conformance import debate, fields, heal, war

CONFORMANCE = {**heal.kind, **war.KINDS, **debate.KINDS, **fields.kind}
