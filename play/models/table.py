"""A scene's live table: its log, the commands that wrote it, and the state that the log is folded to."""

from django.conf import settings
from django.db import models

from campaigns.models import Scene


class Table(models.Model):
    """The live side of one scene. `state` is a cache: folding the entries up to `number` must give it."""

    scene = models.OneToOneField(Scene, on_delete=models.CASCADE, related_name="table")
    number = models.PositiveIntegerField(default=0)
    """The number of the newest entry."""
    storyteller_count = models.PositiveIntegerField(default=0, db_column="told_number")
    public_number = models.PositiveIntegerField(default=0)
    """How many entries are lines in the Storyteller's log, and how many in everybody's."""
    state = models.JSONField(default=dict)
    due_at = models.DateTimeField(null=True, blank=True)
    """When the book's default answer is taken for those that the fight waits for. None: it waits without limit."""
    dice = models.JSONField(default=dict)
    """The sealing from which its dice fall (`rules.fair.Sealing`), with the numbers that were used. A rewind does not
    change it. Empty until the first die.
    """

    def __str__(self) -> str:
        return f"table of {self.scene}"


class Command(models.Model):
    """One accepted request of a person. Its id comes from the form, so that a repetition gets the first answer."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="commands")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    key = models.UUIDField()
    first = models.PositiveIntegerField()
    last = models.PositiveIntegerField()
    """The numbers of the first and the last entry that it wrote."""
    made = models.JSONField(default=list)
    """The moves of the system's battle that it made, with their dice, as in a battle file (`rules.replay`)."""
    thrown = models.JSONField(default=list)
    """The throws of sealed dice that it made, with who may see each (`rules.fair.Throw`)."""
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["table", "user", "key"], name="command_answered_once")]

    def __str__(self) -> str:
        return f"command {self.key}"


class Entry(models.Model):
    """One line of the log: an event that happened. It is never changed and never deleted."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="entries")
    command = models.ForeignKey(Command, on_delete=models.CASCADE, related_name="entries")
    number = models.PositiveIntegerField()
    event = models.JSONField()
    """The JSON form of an event of `play.table.events`."""
    told = models.BooleanField()
    """Whether it is a line in the Storyteller's log. Some events only change the state, and are a line in no log."""
    public = models.BooleanField()
    """Whether it is a line in everybody's log. If not, `EntryReader` says whose it is."""
    rewound_to = models.PositiveIntegerField(null=True, blank=True)
    """Only on a rewind: the number whose state became the current state again."""
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["table", "number"], name="one_entry_per_number")]
        indexes = [
            models.Index(fields=["table", "number"], name="rewinds", condition=models.Q(rewound_to__isnull=False)),
            models.Index(fields=["table", "number"], name="told_lines", condition=models.Q(told=True)),
            models.Index(fields=["table", "number"], name="public_lines", condition=models.Q(public=True)),
        ]

    def __str__(self) -> str:
        return f"entry {self.number}"


class EntryReader(models.Model):
    """The reader of an entry that is not everybody's: the owner of a character, or a person."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="readers")
    number = models.PositiveIntegerField()
    key = models.CharField(max_length=40)

    class Meta:
        db_table = "play_hearer"
        constraints = [models.UniqueConstraint(fields=["table", "key", "number"], name="heard_once")]

    def __str__(self) -> str:
        return f"{self.key} reads {self.number}"


class Snapshot(models.Model):
    """The state at a number, stored now and then so that a rewind need not fold from the beginning."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="snapshots")
    number = models.PositiveIntegerField()
    state = models.JSONField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["table", "number"], name="one_snapshot_per_number")]

    def __str__(self) -> str:
        return f"snapshot {self.number}"
