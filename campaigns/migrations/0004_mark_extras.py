"""Extras made from an archetype before their records were marked as extras.

Only the Second Edition has such an archetype. A player's character stays what it is, as when its sheet is changed.
"""

from typing import Any

from django.db import migrations


def mark(apps: Any, editor: Any) -> None:
    characters = apps.get_model("campaigns", "Character").objects.using(editor.connection.alias)
    found = characters.filter(owner=None, extra=False, series__system="exalted2e", sheet__being="extra")
    found.update(extra=True)


class Migration(migrations.Migration):
    dependencies = [("campaigns", "0003_audit_log")]
    operations = [migrations.RunPython(mark, migrations.RunPython.noop)]
