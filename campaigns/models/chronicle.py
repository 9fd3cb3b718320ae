"""Stories, episodes, scenes, and the downtimes between them."""

from django.db import models

from campaigns.core.name_field import StoredName, StoredText
from campaigns.models.series import Series
from rules.fair import new_seed
from rules.raising import DAY


class Chapter(models.Model):
    """The fields that every part of a series has: title, notes, in-world time, whether it is hidden, order, and when it
    was closed."""

    title = StoredName(max_length=120)
    notes = StoredText("notes for all", blank=True, max_length=20_000, help_text="Markdown.")
    secret_notes = StoredText("notes for the Storyteller", blank=True, max_length=20_000, help_text="Markdown.")
    in_world_time = StoredName("in-world time", max_length=120, blank=True)
    hidden = models.BooleanField(default=False, help_text="Only the Storyteller knows of it.")
    position = models.PositiveIntegerField(default=0)
    closed_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        abstract = True
        ordering = ["position", "pk"]

    def __str__(self) -> str:
        return self.title

    @property
    def is_open(self) -> bool:
        """Whether it is still being played."""
        return self.closed_at is None


class DatedChapter(Chapter):
    """A part whose in-world time is picked. `in_world_time` holds words beside it, such as "After dark"."""

    begins_at = models.BigIntegerField(null=True, blank=True)
    """The second of `Series.clock` at which it begins. None: only the words are shown."""

    class Meta(Chapter.Meta):
        abstract = True


class Story(DatedChapter):
    """One complete narrative arc (2E-012)."""

    series = models.ForeignKey(Series, on_delete=models.CASCADE, related_name="stories")

    class Meta(DatedChapter.Meta):
        abstract = False
        verbose_name_plural = "stories"


class Episode(DatedChapter):
    """A part of a story, often one session (2E-013)."""

    story = models.ForeignKey(Story, on_delete=models.CASCADE, related_name="episodes")

    @property
    def series(self) -> Series:
        """The series that it belongs to."""
        return self.story.series


class Scene(DatedChapter):
    """A played segment (2E-014). The table belongs to it."""

    episode = models.ForeignKey(Episode, on_delete=models.CASCADE, related_name="scenes")
    planned = models.BooleanField(
        default=False, blank=True, help_text="Prepared ahead. Only the Storyteller knows of it until it is opened."
    )
    between = models.BooleanField(default=False, blank=True, editable=False)
    """A place for rolls and words between scenes, which any member may open (`campaigns.chronicle.between`)."""
    next_scene = models.ForeignKey("self", on_delete=models.SET_NULL, related_name="+", null=True, blank=True)
    """The scene in which play went on when this one was closed at the table."""
    dice_seed = models.CharField(max_length=64, default=new_seed, editable=False)
    """The seed from which its dice fall until it is closed or they are sealed again. Only its hash may be shown."""

    @property
    def series(self) -> Series:
        """The series that it belongs to."""
        return self.episode.story.series

    @property
    def is_hidden(self) -> bool:
        """Whether players cannot see it: it is planned, or it, its episode or its story is hidden."""
        return self.planned or self.stays_hidden

    @property
    def stays_hidden(self) -> bool:
        """Whether players cannot see it once it is open, either."""
        return self.hidden or self.episode.hidden or self.episode.story.hidden


class Downtime(DatedChapter):
    """Unplayed time (2E-015): between the scenes of an episode, or without an episode between those of a story."""

    story = models.ForeignKey(Story, on_delete=models.CASCADE, related_name="downtimes")
    episode = models.ForeignKey(Episode, on_delete=models.CASCADE, related_name="downtimes", null=True, blank=True)
    days = models.PositiveIntegerField(default=1)

    class Meta(DatedChapter.Meta):
        abstract = False

    @property
    def series(self) -> Series:
        """The series that it belongs to."""
        return self.story.series

    @property
    def stretch(self) -> tuple[int, int] | None:
        """The seconds on the series' clock at which it began and ended. None until it is published."""
        run = getattr(self, "run", None)
        return (run.begins_at, run.ends_at) if run and run.begins_at is not None else None

    def find_stretch(self, clock: int) -> tuple[int, int]:
        """Return when it begins and ends, in seconds, with the series' clock at `clock`: it begins no earlier."""
        begins_at = max(self.begins_at or 0, clock)
        return self.stretch or (begins_at, begins_at + self.days * DAY)
