"""Stories, episodes, scenes, and the downtime that lies between them."""

from django.db import models

from campaigns.models.series import Series


class Chapter(models.Model):
    """What every part of a series has: a title, notes for all and for the Storyteller, its time, open or closed."""

    title = models.CharField(max_length=120)
    notes = models.TextField("notes for all", blank=True, max_length=20_000, help_text="Markdown.")
    secret_notes = models.TextField("notes for the Storyteller", blank=True, max_length=20_000, help_text="Markdown.")
    in_world_time = models.CharField("in-world time", max_length=120, blank=True)
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


class Story(Chapter):
    """One complete narrative arc (2E-012)."""

    series = models.ForeignKey(Series, on_delete=models.CASCADE, related_name="stories")

    class Meta(Chapter.Meta):
        verbose_name_plural = "stories"


class Episode(Chapter):
    """A part of a story, often one session (2E-013)."""

    story = models.ForeignKey(Story, on_delete=models.CASCADE, related_name="episodes")

    @property
    def series(self) -> Series:
        """The series that it belongs to."""
        return self.story.series


class Scene(Chapter):
    """A played segment (2E-014): where the table is."""

    episode = models.ForeignKey(Episode, on_delete=models.CASCADE, related_name="scenes")

    @property
    def series(self) -> Series:
        """The series that it belongs to."""
        return self.episode.story.series

    @property
    def is_hidden(self) -> bool:
        """Whether players know nothing of it: it is hidden itself, or its episode or story is."""
        return self.hidden or self.episode.hidden or self.episode.story.hidden


class Downtime(Chapter):
    """Unplayed time (2E-015): between the scenes of an episode, or (no episode) between the episodes of a story."""

    story = models.ForeignKey(Story, on_delete=models.CASCADE, related_name="downtimes")
    episode = models.ForeignKey(Episode, on_delete=models.CASCADE, related_name="downtimes", null=True, blank=True)
    days = models.PositiveIntegerField(default=1)

    @property
    def series(self) -> Series:
        """The series that it belongs to."""
        return self.story.series

    @property
    def stretch(self) -> tuple[int, int] | None:
        """From and to which second of the series' clock it went; None until it is published."""
        run = getattr(self, "run", None)
        return (run.begins_at, run.ends_at) if run and run.begins_at is not None else None
