"""Empty the index of the search: words are split and folded in another way. It is made again when somebody searches."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def empty(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Delete every row of the index."""
    apps.get_model("campaigns", "SearchText").objects.using(schema_editor.connection.alias).all().delete()
    apps.get_model("campaigns", "SearchedLog").objects.using(schema_editor.connection.alias).all().delete()


class Migration(migrations.Migration):
    dependencies = [("campaigns", "0030_who_did_it")]

    operations = [migrations.RunPython(empty, migrations.RunPython.noop)]
