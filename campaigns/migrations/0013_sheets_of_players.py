from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("campaigns", "0012_recaps"),
    ]

    operations = [
        migrations.AddField(
            model_name="character",
            name="player_notes",
            field=models.TextField(
                blank=True, default="", help_text="Markdown.", max_length=20000, verbose_name="notes of its player"
            ),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="series",
            name="budget",
            field=models.JSONField(blank=True, default=dict),
        ),
        migrations.AddField(
            model_name="proposal",
            name="values",
            field=models.JSONField(blank=True, default=dict),
        ),
    ]
