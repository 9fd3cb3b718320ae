"""The time of the last backup is a row, which all hosts read. Before, it was the time of a file on one of them."""

from datetime import UTC, datetime
from pathlib import Path

from django.apps.registry import Apps
from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def carry_over(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Take the time of the file, if this host has one. A database without people was never backed up."""
    alias = schema_editor.connection.alias
    if not apps.get_model("campaigns", "User").objects.using(alias).exists():
        return
    try:
        made_at = (Path(settings.VAR_DIR) / "last-backup").stat().st_mtime
    except OSError:
        return
    apps.get_model("campaigns", "LastBackup").objects.using(alias).create(pk=1, at=datetime.fromtimestamp(made_at, UTC))


class Migration(migrations.Migration):
    dependencies = [("campaigns", "0034_recalls_by_name")]

    operations = [
        migrations.CreateModel(
            name="LastBackup",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField()),
            ],
        ),
        migrations.RunPython(carry_over, migrations.RunPython.noop),
    ]
