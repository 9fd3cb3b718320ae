from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [("campaigns", "0027_absences")]

    operations = [
        migrations.RemoveField(model_name="membership", name="away_from"),
        migrations.RemoveField(model_name="membership", name="away_until"),
        migrations.RemoveField(model_name="membership", name="stand_in"),
    ]
