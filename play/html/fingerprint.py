"""Short keys for what a part of the page shows, so that it is drawn again only when it shows something else."""

import json
import marshal
from typing import Any

_ENCODER = json.JSONEncoder(check_circular=False)


def fingerprint(view: Any) -> bytes | str:
    """Return a key that is equal for equal views of the rules (JSON's types and tuples).

    `marshal` takes a fifth of JSON's time, but refuses a `Text`.
    """
    try:
        return marshal.dumps(view, 0)
    except ValueError:
        return _ENCODER.encode(view)
