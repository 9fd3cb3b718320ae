"""Test vectors: kind to function. The functions call the rules that the table uses."""

from rules.v20da.conformance import checks, contests, fields, fights

CONFORMANCE = {**checks.kind, **contests.kind, **fights.kind, **fields.kind}
