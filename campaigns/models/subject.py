"""People, places, factions and things that a series tells of, and the secrets about them."""

from functools import lru_cache

from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from campaigns.core.name_field import StoredName, StoredNames, StoredText
from campaigns.models.character import Character
from campaigns.models.known import Known
from campaigns.models.series import Series


class SubjectKind(models.TextChoices):
    """What a subject is."""

    PERSON = "person", _("Person")
    PLACE = "place", _("Place")
    FACTION = "faction", _("Faction")
    THING = "thing", _("Thing")


@lru_cache(maxsize=4096)
def _address(name: str, key: int) -> str:
    """Return the address of a page or a picture. It is cached, because a page with names needs it for all of them."""
    return reverse(name, args=(key,))


class Subject(Known):
    """Somebody or something that has a page of its own. Who does not know of it never meets its name as a link."""

    series = models.ForeignKey(Series, on_delete=models.CASCADE, related_name="subjects")
    kind = models.CharField(max_length=10, choices=SubjectKind.choices, default=SubjectKind.PERSON)
    name = StoredName(max_length=120)
    other_names = StoredNames(max_length=600, blank=True)
    """One in each row of text. Mentions may use them."""
    notes = StoredText("notes for all who know", max_length=20_000, blank=True, help_text="Markdown.")
    secret_notes = StoredText("notes for the Storyteller", max_length=20_000, blank=True, help_text="Markdown.")
    character = models.OneToOneField(
        Character, on_delete=models.SET_NULL, related_name="subject", null=True, blank=True
    )
    """Whose sheet it is. A person may know the subject, and not know of the character."""
    portrait_name = models.CharField(max_length=20, blank=True)
    """The query string of the portrait's URL; empty without a portrait of its own."""
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["name", "pk"]

    def __str__(self) -> str:
        return self.name

    @property
    def url(self) -> str:
        """The address of its page."""
        return _address("subject", self.pk)

    @property
    def names(self) -> tuple[str, ...]:
        """Its name and its other names."""
        return (self.name, *filter(None, map(str.strip, self.other_names.splitlines())))

    @property
    def portrait_url(self) -> str:
        """The URL of its own portrait, or an empty string."""
        return f"{_address('subject_portrait', self.pk)}?{self.portrait_name}" if self.portrait_name else ""

    @property
    def face_url(self) -> str:
        """The URL of its own portrait in the small size, or an empty string."""
        return f"{_address('subject_face', self.pk)}?{self.portrait_name}" if self.portrait_name else ""


class SubjectPortrait(models.Model):
    """The picture of a subject. It has its own table so that lists do not load pictures."""

    subject = models.OneToOneField(Subject, on_delete=models.CASCADE, related_name="portrait")
    image = models.TextField()
    """A small square as WebP, in base64."""

    def __str__(self) -> str:
        return f"portrait of {self.subject}"


class Secret(Known):
    """What some know about a subject. It is shown to those who know both the subject and the secret."""

    series = models.ForeignKey(Series, on_delete=models.CASCADE, related_name="+")
    subject = models.ForeignKey(Subject, on_delete=models.CASCADE, related_name="secrets")
    text = StoredText(max_length=1_000, help_text="Markdown.")

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"secret of {self.subject}"
