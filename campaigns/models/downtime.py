"""What characters do in a downtime, how it is run, and the results."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from campaigns.core.name_field import StoredLines, StoredName, StoredText
from campaigns.models.character import Character, SheetChange
from campaigns.models.chronicle import Downtime


class RunState(models.TextChoices):
    """The states of a downtime."""

    OPEN = "open", _("players are planning")
    RUNNING = "running", _("resolving")
    LOOK = "look", _("Storyteller review")
    PUBLISHED = "published", _("published")


class DowntimeRun(models.Model):
    """The run of a downtime: a background job that can be cancelled, killed and resumed.

    All dice of the run come from `seed`, so that resolving a character a second time gives the same result.
    """

    downtime = models.OneToOneField(Downtime, on_delete=models.CASCADE, related_name="run")
    state = models.CharField(max_length=10, choices=RunState.choices, default=RunState.OPEN)
    seed = models.CharField(max_length=64)
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    beat_at = models.DateTimeField(null=True, blank=True)
    """When it last made progress. A run that stands still is resumed."""
    closes_at = models.DateTimeField(null=True, blank=True)
    reminded_at = models.DateTimeField(null=True, blank=True)
    publish_at = models.DateTimeField(null=True, blank=True)
    trouble = models.CharField(max_length=300, blank=True)
    """Why it could not be resolved or published."""
    published_at = models.DateTimeField(null=True, blank=True)
    begins_at = models.BigIntegerField(null=True, blank=True)
    """The second of `Series.clock` at which it began. Like `ends_at`, None until it is published."""
    ends_at = models.BigIntegerField(null=True, blank=True)
    trainings = models.JSONField(default=dict, blank=True)
    """What publishing did to trainings: proposal id to [end before, end after], in seconds of `Series.clock`."""

    def __str__(self) -> str:
        return f"run of {self.downtime}"


class Recall(models.Model):
    """A record that a published downtime was recalled: by whom, when, and its time on the clock. Never edited."""

    run = models.ForeignKey(DowntimeRun, on_delete=models.CASCADE, related_name="recalls")
    at = models.DateTimeField(auto_now_add=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    by_name = StoredName(max_length=150, blank=True, default="")
    """Who it was, where an import has brought it; empty with a `user`."""
    begins_at = models.BigIntegerField()
    ends_at = models.BigIntegerField()

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"recall of {self.run}"

    @property
    def who(self) -> str:
        """The name of the person who did it; empty if nobody knows now."""
        return self.user.get_username() if self.user else self.by_name


class Project(models.Model):
    """An extended roll over days, perhaps over several downtimes. One roll comes after every `interval` days worked."""

    GIVEN_UP = "ended"
    """The outcome of a project that was given up. Other outcomes are the rules' words for how a task ends."""

    character = models.ForeignKey(Character, on_delete=models.CASCADE, related_name="projects")
    title = StoredName(max_length=120)
    request = models.JSONField()
    """What is rolled, as the system's request names it: traits, a specialty, Willpower, and a stunt that is granted."""
    helper = models.ForeignKey(Character, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    """Who helps with each roll."""
    difficulty = models.PositiveSmallIntegerField(null=True, blank=True)
    goal = models.PositiveSmallIntegerField()
    """The number of successes."""
    interval = models.PositiveSmallIntegerField(default=1)
    """Days between rolls."""
    gains = models.JSONField(default=list)
    """The successes of each roll, None for a botch."""
    successes = models.PositiveSmallIntegerField(default=0)
    worked = models.PositiveSmallIntegerField(default=0)
    """Days of work towards the next roll."""
    outcome = models.CharField(max_length=20, blank=True)
    """How it ended; empty while it goes on."""
    rated = models.BooleanField(default=True)
    """Whether the Storyteller has set difficulty, goal and interval. Until then they are the player's suggestion, and
    nothing is rolled."""

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.title


class Doing(models.Model):
    """Days that a character spends in one way: a way of the system, or `TRAIN`, `PROJECT` or `FREE`."""

    TRAIN, PROJECT, FREE = "train", "project", "free"

    downtime = models.ForeignKey(Downtime, on_delete=models.CASCADE, related_name="doings")
    character = models.ForeignKey(Character, on_delete=models.CASCADE, related_name="doings")
    kind = models.CharField(max_length=20)
    first = models.PositiveIntegerField()
    """The first of its days, counted from 1."""
    days = models.PositiveIntegerField()
    project = models.ForeignKey(Project, on_delete=models.SET_NULL, null=True, blank=True, related_name="doings")
    text = StoredLines(max_length=2000, blank=True)
    secret = StoredLines(max_length=2000, blank=True)
    """For the Storyteller only."""

    class Meta:
        ordering = ["first", "pk"]

    def __str__(self) -> str:
        return f"{self.kind} from day {self.first}"

    @property
    def last(self) -> int:
        """The last of its days."""
        return self.first + self.days - 1


class DowntimeResult(models.Model):
    """What a downtime does to one character. The Storyteller may change it until it is published."""

    run = models.ForeignKey(DowntimeRun, on_delete=models.CASCADE, related_name="results")
    character = models.ForeignKey(Character, on_delete=models.CASCADE, related_name="downtime_results")
    changes = models.JSONField(default=dict)
    """Dotted path of the sheet to [value before, value after]."""
    carry = models.JSONField(default=dict)
    projects = models.JSONField(default=dict)
    """Project id to the new values of its fields."""
    trained = models.PositiveIntegerField(default=0)
    """Days that count for training."""
    lines = models.JSONField(default=list)
    """What happened: {day, text, rule, faces}, in order."""
    change = models.ForeignKey(SheetChange, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    """The change that publishing wrote to the sheet."""
    was = models.JSONField(default=dict, blank=True)
    """The state before the days, which publishing replaces: {carry, projects}, the projects as in `projects`."""
    words = StoredText(blank=True, max_length=5000)
    """The Storyteller's account for the player."""
    secret_words = StoredText(blank=True, max_length=5000)
    """The Storyteller's own note."""

    class Meta:
        ordering = ["character__name", "pk"]
        constraints = [models.UniqueConstraint(fields=["run", "character"], name="worked_out_once")]

    def __str__(self) -> str:
        return f"downtime of {self.character}"
