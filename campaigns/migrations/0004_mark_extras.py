"""Extras made from an archetype before their records were marked as extras.

Only the Second Edition has such an archetype. A player's character stays what it is, as when its sheet is changed.
"""

from typing import Any

from django.db import migrations


def mark(apps: Any, _editor: Any) -> None:
    characters = apps.get_model("campaigns", "Character").objects.filter(owner=None, extra=False)
    characters.filter(series__system="exalted2e", sheet__being="extra").update(extra=True)


class Migration(migrations.Migration):
    dependencies = [("campaigns", "0003_audit_log")]
    operations = [migrations.RunPython(mark, migrations.RunPython.noop)]
