"""The specification's vectors, kind by kind: thin adapters over the rules that the table uses."""

from collections.abc import Mapping

from rules.v20da.conformance import checks, contests, fights
from rules.v20da.conformance.reading import Check, adapt

CONFORMANCE: Mapping[str, Check] = {
    kind: adapt(check) for kind, check in {**checks.KINDS, **contests.KINDS, **fights.KINDS}.items()
}
"""Vector kind to what it checks."""
