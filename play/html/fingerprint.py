"""Short keys for what a part of the page shows, so that it is drawn again only when it shows something else."""

import json
from typing import Any

_ENCODER = json.JSONEncoder(check_circular=False)


def fingerprint(view: Any) -> str:
    """Return a string that is equal for equal views of the rules (JSON's types and tuples)."""
    return _ENCODER.encode(view)
