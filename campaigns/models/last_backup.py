"""When this database was last backed up."""

from django.db import models


class LastBackup(models.Model):
    """One row, once there is a good backup (`config.server.monitoring.last_backup`)."""

    at = models.DateTimeField()

    def __str__(self) -> str:
        return self.at.isoformat()
