import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [("campaigns", "0028_absences_are_rows")]

    operations = [
        migrations.AlterField(
            model_name="handoutreader",
            name="scene",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="+",
                to="campaigns.scene",
            ),
        ),
    ]
