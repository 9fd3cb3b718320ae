"""Experience: what characters earned and spent, and what they are buying."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from campaigns.core.name_field import StoredName
from campaigns.fields import MessageField
from campaigns.models.character import Character
from campaigns.models.chronicle import Episode, Scene, Story
from campaigns.models.session import Session
from rules.raising import GENERAL, name_figure
from rules.text import Text, join

OPENING = "opening"
"""The `good` of a proposal that buys nothing: it asks to write what a character brought along into its ledger."""


class ProposalState(models.TextChoices):
    """The states of a proposal. `TRAINING`: paid for. `BLOCKED`: trained, but the sheet was changed so that it no
    longer fits."""

    OPEN = "open", _("waiting for an answer")
    TRAINING = "training", _("in training")
    DONE = "done", _("on the sheet")
    BLOCKED = "blocked", _("blocked")
    REFUSED = "refused", _("refused")
    WITHDRAWN = "withdrawn", _("withdrawn")
    REVERSED = "reversed", _("taken back")


class Proposal(models.Model):
    """Something to buy with experience: a trait raised from `before` to `after`, or a good with its figures. Or words
    about what was bought (`values`).

    `steps` is the price that the rules computed: a list of {name, points, seconds, rule}. `points` and `seconds` are
    the price that counts: the Storyteller may change them, with a reason.
    """

    character = models.ForeignKey(Character, on_delete=models.CASCADE, related_name="proposals")
    at = models.DateTimeField(auto_now_add=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    by_name = StoredName(max_length=150, blank=True, default="")
    """Who it was, where an import has brought it; empty with a `user`."""
    label = MessageField()
    path = models.CharField(max_length=80, blank=True)
    """The dotted path of the trait to raise; empty for a good."""
    before = models.PositiveIntegerField(default=0)
    after = models.PositiveIntegerField(default=0)
    good = models.CharField(max_length=40, blank=True)
    """The key of the good, or `OPENING`; empty for a trait. The good asks for `figures`, `trait` and `name`."""
    figures = models.JSONField(default=dict, blank=True)
    trait = models.CharField(max_length=80, blank=True)
    name = StoredName(max_length=80, blank=True)
    values = models.JSONField(default=dict, blank=True)
    """What the player writes again, as a powers' description: the place to [value before, value after]. Such a proposal
    has neither a trait nor a good, and costs nothing."""
    steps = models.JSONField(default=list)
    """Each with its `name` as `rules.text.encode_text` writes it."""
    points = models.PositiveIntegerField()
    seconds = models.PositiveBigIntegerField(default=0)
    """In-world training time."""
    purses = models.JSONField(default=list)
    """The purses that may pay, in the order in which they are used."""
    words = StoredName(max_length=300, blank=True)
    state = models.CharField(max_length=10, choices=ProposalState.choices, default=ProposalState.OPEN)
    answer = StoredName(max_length=300, blank=True)
    answered_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    answered_by_name = StoredName(max_length=150, blank=True, default="")
    """Who answered, where an import has brought it; empty with `answered_by`."""
    answered_at = models.DateTimeField(null=True, blank=True)
    ends_at = models.BigIntegerField(null=True, blank=True)
    """The second of `Series.clock` at which the training ends. None if nothing trains."""
    trouble = MessageField(blank=True)
    """Why it could not be written to the sheet."""
    change = models.ForeignKey(
        "campaigns.SheetChange", on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    """The change that it wrote to the sheet."""

    class Meta:
        ordering = ["-pk"]
        indexes = [models.Index(fields=["character", "state"], name="proposal_by_state")]

    def __str__(self) -> str:
        return str(self.label)

    @property
    def who(self) -> str:
        """The name of the person who did it; empty for the table itself."""
        return self.user.get_username() if self.user else self.by_name

    @property
    def answerer(self) -> str:
        """The name of the person who answered it."""
        return self.answered_by.get_username() if self.answered_by else self.answered_by_name

    @property
    def asked_points(self) -> int:
        """The price by the rules, before the Storyteller changed it."""
        return sum(step["points"] for step in self.steps)

    @property
    def asked_seconds(self) -> int:
        """The training time by the rules."""
        return sum(step["seconds"] for step in self.steps)

    @property
    def is_free(self) -> bool:
        """Whether it has no price to look at: words about what was bought, or experience that was brought along."""
        return bool(self.values) or self.good == OPENING

    @property
    def standing(self) -> str:
        """Its state in words."""
        in_ledger = self.good == OPENING and self.state == ProposalState.DONE
        return str(_("in the ledger")) if in_ledger else self.get_state_display()

    @property
    def terms(self) -> Text:
        """The figures behind the price, in words. A rise is not in it, because the label has it."""
        terms = {name: n for name, n in self.figures.items() if name not in ("before", "after")}
        return join(", ", (Text("{figure} {n}", figure=name_figure(name), n=n) for name, n in terms.items()))

    def remaining(self, clock: int) -> int:
        """Return the seconds of training left at this time of the series' clock."""
        return max(0, (self.ends_at or 0) - clock)


class ExperienceEntry(models.Model):
    """One line of a character's ledger. Never edited: a mistake is countered by an entry that `reverses` it.

    The balance of a purse is the sum of its points. An entry names the story, episode and scene that it is for, or the
    session, or only the time on the series' clock.
    """

    character = models.ForeignKey(Character, on_delete=models.CASCADE, related_name="experience")
    at = models.DateTimeField(auto_now_add=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    by_name = StoredName(max_length=150, blank=True, default="")
    """Who it was, where an import has brought it; empty with a `user`."""
    purse = models.CharField(max_length=20, default=GENERAL)
    points = models.IntegerField()
    reason = MessageField()
    """A sentence of the rules, or the Storyteller's own words."""
    award = models.CharField(max_length=40, blank=True)
    """The key of the system's reason, or empty."""
    story = models.ForeignKey(Story, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    episode = models.ForeignKey(Episode, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    scene = models.ForeignKey(Scene, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    session = models.ForeignKey(Session, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
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

    @property
    def who(self) -> str:
        """The name of the person who did it; empty for the table itself."""
        return self.user.get_username() if self.user else self.by_name
