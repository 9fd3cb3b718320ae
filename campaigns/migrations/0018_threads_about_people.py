"""Tie threads to people and places. Who has a sheet and a page keeps each tie of the sheet on the page, too."""

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


class Migration(migrations.Migration):
    dependencies = [
        ("campaigns", "0016_attachments"),
    ]

    operations = [
        migrations.AddField(
            model_name="thread",
            name="subjects",
            field=models.ManyToManyField(blank=True, related_name="threads", to="campaigns.subject"),
        ),
        migrations.RunPython(tie_pages, migrations.RunPython.noop),
    ]
