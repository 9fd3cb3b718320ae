"""An absence is a row: what each member has announced is carried over."""

from datetime import timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


def carry_over(apps, schema_editor):
    def rows(name):
        """The rows of the database that is migrated: a backup of an older version is migrated beside the live one."""
        return apps.get_model("campaigns", name).objects.using(schema_editor.connection.alias)

    zones = dict(rows("NoticeSettings").values_list("user", "zone"))
    for member in rows("Membership").filter(away_from__isnull=False, away_until__isnull=False):
        zone = read_zone(zones.get(member.user_id, ""))
        rows("Absence").create(
            member=member,
            begins_at=member.away_from,
            ends_at=member.away_until,
            first_day=member.away_from.astimezone(zone).date(),
            last_day=(member.away_until - timedelta(microseconds=1)).astimezone(zone).date(),
            stand_in_id=member.stand_in_id,
        )


def read_zone(name):
    """The days are those of the person who announced them; of whom no zone is kept, UTC."""
    try:
        return ZoneInfo(name or "UTC")
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo("UTC")


class Migration(migrations.Migration):

    dependencies = [
        ("campaigns", "0026_dice_seeds"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Absence",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("first_day", models.DateField()),
                ("last_day", models.DateField()),
                ("begins_at", models.DateTimeField()),
                ("ends_at", models.DateTimeField()),
                (
                    "member",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="absences",
                        to="campaigns.membership",
                    ),
                ),
                (
                    "stand_in",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={"ordering": ["begins_at", "pk"]},
        ),
        migrations.RunPython(carry_over, migrations.RunPython.noop),
    ]
