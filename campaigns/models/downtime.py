"""What people do in a downtime, how it is run, and what came of it."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from campaigns.models.character import Character, SheetChange
from campaigns.models.chronicle import Downtime


class RunState(models.TextChoices):
    """Where a downtime stands."""

    OPEN = "open", _("players put in what they do")
    RUNNING = "running", _("being worked out")
    LOOK = "look", _("the Storyteller looks at it")
    PUBLISHED = "published", _("published")


class DowntimeRun(models.Model):
    """The running of a downtime: a job that may be broken off, killed and taken up again.

    `seed` stands for all the dice that will fall in it: they are drawn from it and from nothing else, so that working
    out a character a second time gives what the first time gave.
    """

    downtime = models.OneToOneField(Downtime, on_delete=models.CASCADE, related_name="run")
    state = models.CharField(max_length=10, choices=RunState.choices, default=RunState.OPEN)
    seed = models.CharField(max_length=64)
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    beat_at = models.DateTimeField(null=True, blank=True)
    """When it last got on: one that stands still is taken up again."""
    closes_at = models.DateTimeField(null=True, blank=True)
    reminded_at = models.DateTimeField(null=True, blank=True)
    publish_at = models.DateTimeField(null=True, blank=True)
    trouble = models.CharField(max_length=300, blank=True)
    """Why it could not be worked out, or not be published."""
    published_at = models.DateTimeField(null=True, blank=True)
    begins_at = models.BigIntegerField(null=True, blank=True)
    """The second of `Series.clock` at which it began, and at which it ended; both None until it is published."""
    ends_at = models.BigIntegerField(null=True, blank=True)
    trainings = models.JSONField(default=dict, blank=True)
    """What publishing did to trainings: id of a proposal to the [end before, end after] on the clock."""

    def __str__(self) -> str:
        return f"run of {self.downtime}"


class Recall(models.Model):
    """That a published downtime was taken back: by whom, when, and which stretch of the clock. Never edited."""

    run = models.ForeignKey(DowntimeRun, on_delete=models.CASCADE, related_name="recalls")
    at = models.DateTimeField(auto_now_add=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    begins_at = models.BigIntegerField()
    ends_at = models.BigIntegerField()

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"recall of {self.run}"


class Project(models.Model):
    """An extended roll over days, perhaps over several downtimes. A roll falls after every `interval` days of work."""

    GIVEN_UP = "ended"
    """The outcome of what its player ended before it was done; the others are the rules' words for how a task ends."""

    character = models.ForeignKey(Character, on_delete=models.CASCADE, related_name="projects")
    title = models.CharField(max_length=120)
    request = models.JSONField()
    """The traits rolled, as the system's request names them."""
    difficulty = models.PositiveSmallIntegerField(null=True, blank=True)
    goal = models.PositiveSmallIntegerField()
    """Successes."""
    interval = models.PositiveSmallIntegerField(default=1)
    """Days."""
    gains = models.JSONField(default=list)
    """What each roll brought, None for a botch."""
    successes = models.PositiveSmallIntegerField(default=0)
    worked = models.PositiveSmallIntegerField(default=0)
    """Days of work towards the next roll."""
    outcome = models.CharField(max_length=20, blank=True)
    """How it ended; empty while it goes on."""
    rated = models.BooleanField(default=True)
    """Whether the Storyteller has set difficulty, goal and interval. Until then they are the player's suggestion, and
    no roll falls."""

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.title


class Doing(models.Model):
    """Days that a character spends in one way: a way of the system, or `TRAIN`, `PROJECT`, `FREE`."""

    TRAIN, PROJECT, FREE = "train", "project", "free"

    downtime = models.ForeignKey(Downtime, on_delete=models.CASCADE, related_name="doings")
    character = models.ForeignKey(Character, on_delete=models.CASCADE, related_name="doings")
    kind = models.CharField(max_length=20)
    first = models.PositiveIntegerField()
    """The first of its days, counted from 1."""
    days = models.PositiveIntegerField()
    project = models.ForeignKey(Project, on_delete=models.SET_NULL, null=True, blank=True, related_name="doings")
    text = models.CharField(max_length=2000, blank=True)
    secret = models.CharField(max_length=2000, blank=True)
    """For the Storyteller's eyes."""

    class Meta:
        ordering = ["first", "pk"]

    def __str__(self) -> str:
        return f"{self.kind} from day {self.first}"

    @property
    def last(self) -> int:
        """The last of its days."""
        return self.first + self.days - 1


class DowntimeResult(models.Model):
    """What a downtime did to one character, worked out once: the Storyteller may change it until it is published."""

    run = models.ForeignKey(DowntimeRun, on_delete=models.CASCADE, related_name="results")
    character = models.ForeignKey(Character, on_delete=models.CASCADE, related_name="downtime_results")
    changes = models.JSONField(default=dict)
    """Dotted path of the sheet to [value before, value after]."""
    carry = models.JSONField(default=dict)
    projects = models.JSONField(default=dict)
    """Id of a project to the fields that it then has."""
    trained = models.PositiveIntegerField(default=0)
    """Days that count for training."""
    lines = models.JSONField(default=list)
    """What happened: {day, text, rule, faces}, in order."""
    change = models.ForeignKey(SheetChange, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    """What publishing wrote to the sheet."""
    was = models.JSONField(default=dict, blank=True)
    """What the days began from, and publishing writes over: {carry, projects}, the projects as in `projects`."""
    words = models.TextField(blank=True, max_length=5000)
    """The Storyteller's account for the player."""
    secret_words = models.TextField(blank=True, max_length=5000)
    """The Storyteller's own note."""

    class Meta:
        ordering = ["character__name", "pk"]
        constraints = [models.UniqueConstraint(fields=["run", "character"], name="worked_out_once")]

    def __str__(self) -> str:
        return f"downtime of {self.character}"
