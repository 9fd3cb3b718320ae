import django.db.models.deletion
from django.apps.registry import Apps
from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def mark_all_as_read(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """What was played before there were marks is not unread for those who were there."""
    mark, table, membership = (
        apps.get_model(*name.split("."))
        for name in ("campaigns.ReadMark", "play.Table", "campaigns.Membership")
    )
    alias = schema_editor.connection.alias
    people: dict[int, list[int]] = {}
    for series, user in membership.objects.using(alias).values_list("series", "user"):
        people.setdefault(series, []).append(user)
    begun = table.objects.using(alias).filter(number__gt=0)
    begun = begun.values_list("scene", "number", "scene__episode__story__series")
    marks = (
        mark(scene_id=scene, user_id=user, number=number)
        for scene, number, series in begun
        for user in people.get(series, ())
    )
    mark.objects.using(alias).bulk_create(marks, batch_size=500)


class Migration(migrations.Migration):
    dependencies = [
        ("campaigns", "0016_attachments"),
        ("play", "0002_plain_names"),
    ]

    operations = [
        migrations.CreateModel(
            name="ReadMark",
            fields=[
                (
                    "id",
                    models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                ),
                ("number", models.PositiveIntegerField()),
                ("at", models.DateTimeField(auto_now=True)),
                (
                    "scene",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="read_marks", to="campaigns.scene"
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="read_marks",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("scene", "user"), name="one_read_mark_per_scene_and_person")
                ],
            },
        ),
        migrations.RunPython(mark_all_as_read, migrations.RunPython.noop),
    ]
