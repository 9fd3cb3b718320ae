"""Tie threads to people and places, give downtimes a day, and answers to dates a name.

Threads of a sheet are tied to the page about it, too.
"""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


def tie_pages(apps, schema_editor):
    """Tie each thread of a character to the page about that character."""
    thread, subject = apps.get_model("campaigns", "Thread"), apps.get_model("campaigns", "Subject")
    alias = schema_editor.connection.alias
    pages = dict(subject.objects.using(alias).exclude(character=None).values_list("character", "pk"))
    ties = thread.characters.through.objects.using(alias).filter(character__in=pages)
    told = thread.subjects.through.objects.using(alias)
    told.bulk_create(
        [
            thread.subjects.through(thread_id=row.thread_id, subject_id=pages[row.character_id])
            for row in ties.iterator(chunk_size=2_000)
        ],
        batch_size=200,
    )


def date_downtimes(apps, schema_editor):
    """Note down the beginning of each published downtime."""
    run, alias = apps.get_model("campaigns", "DowntimeRun"), schema_editor.connection.alias
    downtimes = apps.get_model("campaigns", "Downtime").objects.using(alias)
    began = run.objects.using(alias).exclude(begins_at=None).values_list("downtime", "begins_at")
    for downtime, begins_at in list(began):
        downtimes.filter(pk=downtime).update(begins_at=begins_at)


class Migration(migrations.Migration):
    dependencies = [
        ("campaigns", "0017_read_marks"),
    ]

    operations = [
        migrations.AddField(
            model_name="thread",
            name="subjects",
            field=models.ManyToManyField(blank=True, related_name="threads", to="campaigns.subject"),
        ),
        migrations.AddField(
            model_name="downtime",
            name="begins_at",
            field=models.BigIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="sessionanswer",
            name="name",
            field=models.CharField(blank=True, max_length=150),
        ),
        migrations.AlterField(
            model_name="sessionanswer",
            name="user",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.RunPython(tie_pages, migrations.RunPython.noop),
        migrations.RunPython(date_downtimes, migrations.RunPython.noop),
    ]
