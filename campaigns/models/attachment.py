"""Attachments: pictures and plain texts of a series, which notes show by their number."""

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from campaigns.core.name_field import StoredName
from campaigns.models.known import Known
from campaigns.models.series import Series
from campaigns.models.user import User

FIRST_NUMBER, LAST_NUMBER = 10_000, 99_999
"""The range of an attachment's number."""


class AttachmentKind(models.TextChoices):
    """What an attachment is. Its code in Markdown begins with this."""

    PICTURE = "picture", _("Picture")
    FILE = "file", _("File")


class Attachment(Known):
    """A picture or a plain text that a member has uploaded. Its uploader knows of it, whatever `known_to` says."""

    series = models.ForeignKey(Series, on_delete=models.CASCADE, related_name="attachments")
    number = models.PositiveIntegerField(validators=[MinValueValidator(FIRST_NUMBER), MaxValueValidator(LAST_NUMBER)])
    """What notes call it by, which stays the same when the series moves to another server. It is random: consecutive
    numbers would tell players how many there are that they do not see."""
    kind = models.CharField(max_length=10, choices=AttachmentKind.choices, default=AttachmentKind.PICTURE)
    title = StoredName(max_length=120)
    description = StoredName("what the picture shows", max_length=300, blank=True)
    uploaded_by = models.ForeignKey(User, on_delete=models.SET_NULL, related_name="attachments", null=True, blank=True)
    """None: an import has brought it, or the account was deleted."""
    content_name = models.CharField(max_length=20, blank=True)
    """The query string of the content's URL. The name of the sent file is not kept."""
    width = models.PositiveIntegerField(default=0)
    height = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-pk"]
        constraints = [models.UniqueConstraint(fields=["series", "number"], name="one_attachment_per_number")]

    def __str__(self) -> str:
        return self.title

    @property
    def is_picture(self) -> bool:
        """Whether it is a picture."""
        return self.kind == AttachmentKind.PICTURE

    @property
    def url(self) -> str:
        """The URL of its content."""
        return f"{reverse('attachment', args=[self.pk])}?{self.content_name}"

    @property
    def code(self) -> str:
        """How Markdown shows it."""
        words = "".join(f"\\{letter}" if letter in "\\[]" else letter for letter in self.title)
        return f"{'!' if self.is_picture else ''}[{words}]({self.kind}:{self.number})"


class AttachmentContent(models.Model):
    """The content of an attachment. It has its own table so that lists of attachments do not load it."""

    attachment = models.OneToOneField(Attachment, on_delete=models.CASCADE, related_name="content")
    data = models.TextField()
    """A picture as WebP, or a text as UTF-8, in base64."""

    def __str__(self) -> str:
        return f"content of {self.attachment}"
