from django.db import migrations, models
import django.db.models.deletion


class Migration(migrations.Migration):
    """Plain names in the code. The table and the column keep theirs, so the database does not change."""

    dependencies = [
        ('play', '0001_initial'),
    ]

    operations = [
        migrations.AlterModelTable(name='hearer', table='play_hearer'),
        migrations.RenameModel(old_name='Hearer', new_name='EntryReader'),
        migrations.AlterField(
            model_name='entryreader',
            name='table',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='readers', to='play.table'),
        ),
        migrations.AlterField(
            model_name='table',
            name='told_number',
            field=models.PositiveIntegerField(db_column='told_number', default=0),
        ),
        migrations.RenameField(model_name='table', old_name='told_number', new_name='storyteller_count'),
    ]
