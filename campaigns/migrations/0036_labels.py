"""Labels of choices in plain words. Nothing in the database changes."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('campaigns', '0035_last_backup'),
    ]

    operations = [
        migrations.AlterField(
            model_name='announcement',
            name='kind',
            field=models.CharField(choices=[('turn', 'It is your turn'), ('answer', 'A question waits for your answer'), ('deadline', 'A deadline is near'), ('nudge', 'Someone nudges you'), ('undo', 'A player asks to undo something'), ('story', 'Something new in a scene'), ('handout', 'A new handout'), ('mention', 'Someone mentions or whispers to you'), ('downtime', 'A downtime'), ('proposal', 'Experience and projects'), ('session', 'Sessions and their dates'), ('member', 'Someone joined'), ('webhook', 'One of your webhooks fails')], max_length=20),
        ),
        migrations.AlterField(
            model_name='announcement',
            name='state',
            field=models.CharField(choices=[('waiting', 'Waiting'), ('sending', 'Sending'), ('sent', 'Delivered'), ('failed', 'Not delivered')], default='waiting', max_length=10),
        ),
        migrations.AlterField(
            model_name='attachment',
            name='known_to',
            field=models.CharField(choices=[('storyteller', 'Only the Storyteller'), ('some', 'Some players'), ('all', 'Everyone')], default='storyteller', max_length=20),
        ),
        migrations.AlterField(
            model_name='auditentry',
            name='kind',
            field=models.CharField(choices=[('link_made', 'created a link'), ('link_revoked', 'revoked a link'), ('joined', 'joined by a link'), ('role_changed', 'changed a role'), ('member_removed', 'removed a member'), ('left', 'left the series'), ('owner_changed', 'transferred the series'), ('series_removed', 'deleted a series'), ('invitation_made', 'created an invitation'), ('invitation_used', 'created an account from an invitation'), ('reset_link_made', 'created a password reset link'), ('account_added', 'added an account'), ('account_changed', 'changed an account'), ('account_shut', 'deactivated an account'), ('account_deleted', 'deleted an account'), ('second_step_removed', 'turned off two-step verification'), ('token_made', 'created an API token'), ('token_revoked', 'revoked an API token'), ('webhook_made', 'created a webhook'), ('webhook_removed', 'removed a webhook'), ('restored', 'restored a backup')], max_length=40),
        ),
        migrations.AlterField(
            model_name='delivery',
            name='state',
            field=models.CharField(choices=[('waiting', 'Waiting'), ('sending', 'Sending'), ('sent', 'Delivered'), ('failed', 'Not delivered')], default='waiting', max_length=10),
        ),
        migrations.AlterField(
            model_name='delivery',
            name='way',
            field=models.CharField(choices=[('mail', 'Email'), ('push', 'Push')], max_length=10),
        ),
        migrations.AlterField(
            model_name='downtimerun',
            name='state',
            field=models.CharField(choices=[('open', 'players are planning'), ('running', 'resolving'), ('look', 'Storyteller review'), ('published', 'published')], default='open', max_length=10),
        ),
        migrations.AlterField(
            model_name='notice',
            name='kind',
            field=models.CharField(choices=[('turn', 'It is your turn'), ('answer', 'A question waits for your answer'), ('deadline', 'A deadline is near'), ('nudge', 'Someone nudges you'), ('undo', 'A player asks to undo something'), ('story', 'Something new in a scene'), ('handout', 'A new handout'), ('mention', 'Someone mentions or whispers to you'), ('downtime', 'A downtime'), ('proposal', 'Experience and projects'), ('session', 'Sessions and their dates'), ('member', 'Someone joined'), ('webhook', 'One of your webhooks fails')], max_length=20),
        ),
        migrations.AlterField(
            model_name='proposal',
            name='state',
            field=models.CharField(choices=[('open', 'waiting for an answer'), ('training', 'in training'), ('done', 'on the sheet'), ('blocked', 'blocked'), ('refused', 'refused'), ('withdrawn', 'withdrawn'), ('reversed', 'taken back')], default='open', max_length=10),
        ),
        migrations.AlterField(
            model_name='seattoken',
            name='scope',
            field=models.CharField(choices=[('read', 'Read what I can read'), ('act', 'Act as my characters'), ('storyteller', 'Act as the Storyteller')], max_length=20),
        ),
        migrations.AlterField(
            model_name='secret',
            name='known_to',
            field=models.CharField(choices=[('storyteller', 'Only the Storyteller'), ('some', 'Some players'), ('all', 'Everyone')], default='storyteller', max_length=20),
        ),
        migrations.AlterField(
            model_name='sessionanswer',
            name='reply',
            field=models.CharField(choices=[('yes', 'Yes'), ('maybe', 'Maybe'), ('no', 'No')], max_length=10),
        ),
        migrations.AlterField(
            model_name='subject',
            name='known_to',
            field=models.CharField(choices=[('storyteller', 'Only the Storyteller'), ('some', 'Some players'), ('all', 'Everyone')], default='storyteller', max_length=20),
        ),
        migrations.AlterField(
            model_name='thread',
            name='known_to',
            field=models.CharField(choices=[('storyteller', 'Only the Storyteller'), ('some', 'Some players'), ('all', 'Everyone')], default='storyteller', max_length=20),
        ),
        migrations.AlterField(
            model_name='tie',
            name='known_to',
            field=models.CharField(choices=[('storyteller', 'Only the Storyteller'), ('some', 'Some players'), ('all', 'Everyone')], default='storyteller', max_length=20),
        ),
        migrations.AlterField(
            model_name='webhookdelivery',
            name='event',
            field=models.CharField(choices=[('scene.lines', 'New log entries of a scene'), ('series.news', 'News of the series'), ('test', 'Test')], max_length=20),
        ),
        migrations.AlterField(
            model_name='webhookdelivery',
            name='state',
            field=models.CharField(choices=[('waiting', 'Waiting'), ('sending', 'Sending'), ('sent', 'Delivered'), ('failed', 'Not delivered')], default='waiting', max_length=10),
        ),
    ]
