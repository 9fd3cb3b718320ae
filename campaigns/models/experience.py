"""Experience: what a character earned and spent, and what is being bought with it."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from campaigns.models.character import Character
from campaigns.models.chronicle import Episode, Scene, Story
from rules.raising import GENERAL


class ProposalState(models.TextChoices):
    """Where a proposal stands. `TRAINING`: it is paid for; `BLOCKED`: trained, but the sheet has moved on since."""

    OPEN = "open", _("waits for an answer")
    TRAINING = "training", _("in training")
    DONE = "done", _("on the sheet")
    BLOCKED = "blocked", _("held up")
    REFUSED = "refused", _("refused")
    WITHDRAWN = "withdrawn", _("withdrawn")
    REVERSED = "reversed", _("taken back")


class Proposal(models.Model):
    """Something to be bought with experience: a trait raised from `before` to `after`, or a good with its figures.

    `steps` is the price as the rules computed it then: a list of {name, points, seconds, rule}. `points` and `seconds`
    are what counts: the Storyteller may change them with a word.
    """

    character = models.ForeignKey(Character, on_delete=models.CASCADE, related_name="proposals")
    at = models.DateTimeField(auto_now_add=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    label = models.CharField(max_length=200)
    path = models.CharField(max_length=80, blank=True)
    """The dotted path of the trait to be raised; empty for a good."""
    before = models.PositiveIntegerField(default=0)
    after = models.PositiveIntegerField(default=0)
    good = models.CharField(max_length=40, blank=True)
    """The key of the good; empty for a trait. The figures, `trait` and `name` are what the good asks for."""
    figures = models.JSONField(default=dict, blank=True)
    trait = models.CharField(max_length=80, blank=True)
    name = models.CharField(max_length=80, blank=True)
    steps = models.JSONField(default=list)
    points = models.PositiveIntegerField()
    seconds = models.PositiveBigIntegerField(default=0)
    """Of in-world training."""
    purses = models.JSONField(default=list)
    """The purses that may pay, in the order in which they are emptied."""
    words = models.CharField(max_length=300, blank=True)
    state = models.CharField(max_length=10, choices=ProposalState.choices, default=ProposalState.OPEN)
    answer = models.CharField(max_length=300, blank=True)
    answered_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    answered_at = models.DateTimeField(null=True, blank=True)
    ends_at = models.BigIntegerField(null=True, blank=True)
    """The second of `Series.clock` at which the training ends; None where nothing trains."""
    trouble = models.CharField(max_length=300, blank=True)
    """Why it could not be written to the sheet."""
    change = models.ForeignKey(
        "campaigns.SheetChange", on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    """What it wrote to the sheet."""

    class Meta:
        ordering = ["-pk"]
        indexes = [models.Index(fields=["character", "state"], name="proposal_by_state")]

    def __str__(self) -> str:
        return self.label

    @property
    def asked_points(self) -> int:
        """The price by the rules, whatever the Storyteller made of it."""
        return sum(step["points"] for step in self.steps)

    @property
    def asked_seconds(self) -> int:
        """The training by the rules."""
        return sum(step["seconds"] for step in self.steps)

    @property
    def terms(self) -> str:
        """The figures that the price was reckoned from, in words; a rise stands in the label."""
        told = {name: number for name, number in self.figures.items() if name not in ("before", "after")}
        return ", ".join(f"{name.replace('min_', 'minimum_').replace('_', ' ')} {n}" for name, n in told.items())

    def remaining(self, clock: int) -> int:
        """Seconds of training that are still to pass at this reading of the series' clock."""
        return max(0, (self.ends_at or 0) - clock)


class ExperienceEntry(models.Model):
    """One line of a character's ledger. Never edited: what was wrong is countered by an entry that `reverses` it.

    The balance of a purse is the sum of its points. What it was given for is a story with perhaps the episode and the
    scene in it, or nothing but the moment on the series' clock.
    """

    character = models.ForeignKey(Character, on_delete=models.CASCADE, related_name="experience")
    at = models.DateTimeField(auto_now_add=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    purse = models.CharField(max_length=20, default=GENERAL)
    points = models.IntegerField()
    reason = models.CharField(max_length=200)
    award = models.CharField(max_length=40, blank=True)
    """The key of the system's reason, where it is one."""
    story = models.ForeignKey(Story, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    episode = models.ForeignKey(Episode, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    scene = models.ForeignKey(Scene, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    clock = models.BigIntegerField(default=0)
    line = models.PositiveIntegerField(null=True, blank=True)
    """The number of the entry in the scene's log that earned it."""
    proposal = models.ForeignKey(Proposal, on_delete=models.SET_NULL, null=True, blank=True, related_name="entries")
    reverses = models.OneToOneField("self", on_delete=models.CASCADE, null=True, blank=True, related_name="reversed_by")

    class Meta:
        ordering = ["-pk"]
        verbose_name_plural = "experience entries"
        indexes = [models.Index(fields=["character", "purse"], name="experience_by_purse")]

    def __str__(self) -> str:
        return f"{self.points:+d} {self.reason}"
