"""The record's migrations, and one more that a later version might have: it writes into every series."""

from campaigns import migrations

__path__ = [*migrations.__path__, *__path__]
