from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

import rules.fair


def seed_scenes(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Give each scene a seed of its own: the default of a new column is the same for all rows."""
    scenes = apps.get_model("campaigns", "Scene").objects.using(schema_editor.connection.alias)
    there = list(scenes.only("pk"))
    for scene in there:
        scene.dice_seed = rules.fair.new_seed()
    scenes.bulk_update(there, ["dice_seed"], batch_size=500)


class Migration(migrations.Migration):

    dependencies = [
        ('campaigns', '0025_overlay'),
    ]

    operations = [
        migrations.AddField(
            model_name='scene',
            name='dice_seed',
            field=models.CharField(default=rules.fair.new_seed, editable=False, max_length=64),
        ),
        migrations.RunPython(seed_scenes, migrations.RunPython.noop),
    ]
