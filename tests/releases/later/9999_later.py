"""What a later version might do."""

from pathlib import Path
from typing import Any

from django.db import migrations

from campaigns.migrations import __path__ as released


def write(apps: Any, editor: Any) -> None:
    apps.get_model("campaigns", "Series").objects.using(editor.connection.alias).update(tone="Carried over.")


class Migration(migrations.Migration):
    dependencies = [("campaigns", max(path.stem for path in Path(released[0]).glob("[0-9]*.py")))]
    operations = [migrations.RunPython(write)]
