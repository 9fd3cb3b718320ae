from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('campaigns', '0033_sessions_and_helpers'),
    ]

    operations = [
        migrations.AddField(
            model_name='recall',
            name='by_name',
            field=models.CharField(blank=True, default='', max_length=150),
        ),
    ]
