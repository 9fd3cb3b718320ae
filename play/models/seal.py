"""The seeds from which the dice of a scene have fallen, one after the other."""

from django.db import models

from play.models.table import Table


class Seal(models.Model):
    """A seed, and the entry that told its hash. It is secret until the scene is closed or has another seed."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="seals")
    number = models.PositiveIntegerField()
    """The number of the entry that sealed the first of its dice."""
    seed = models.CharField(max_length=64, blank=True)
    """Empty where the scene came from another server before the seed could be shown."""

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["table", "number"], name="one_seal_per_number")]

    def __str__(self) -> str:
        return f"seal {self.number}"
