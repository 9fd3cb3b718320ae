"""The form of a thread."""

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from campaigns.chronicle.tree import scenes_for
from campaigns.core.access import visible_characters
from campaigns.core.known import visible_subjects
from campaigns.core.name_field import NameField
from campaigns.core.records.form import KnownForm, RowsField, choose_from
from campaigns.core.widgets import MarkdownArea
from campaigns.models import MAX_SEGMENTS, Story, Thread
from campaigns.threads.services import THREADS

SEGMENTS = (0, 4, 6, 8, 10, MAX_SEGMENTS)
"""The clocks to choose from; 0: none."""
TIES = ("subjects", "characters", "stories", "scenes")
"""What a thread may be tied to."""


def list_clocks() -> list[tuple[int, str]]:
    """Return the choices of a clock."""
    return [(n, gettext("%(n)s segments") % {"n": n} if n else gettext("No clock")) for n in SEGMENTS]


class ThreadForm(KnownForm):
    """A thread: what it is, who knows of it, and what it is tied to."""

    record_kind = THREADS
    title = NameField(label=_("Title"), max_length=120)
    segments = forms.TypedChoiceField(label=_("Clock"), coerce=int, choices=list_clocks)

    class Meta:
        model = Thread
        fields = ("title", "kind", "segments", "notes", "secret_notes", "known_to", "knowers", *TIES)
        labels = {
            "kind": _("What it is"),
            "notes": _("Notes for everyone who knows"),
            "secret_notes": _("Notes for the Storyteller"),
            "subjects": _("People and places"),
            "characters": _("Characters"),
            "stories": _("Stories"),
            "scenes": _("Scenes"),
        }
        field_classes = dict.fromkeys(TIES, RowsField)
        widgets = {"notes": MarkdownArea(6), "secret_notes": MarkdownArea(3)}

    def offer(self) -> None:
        """Offer what the Storyteller may tie it to."""
        super().offer()
        member = self.membership
        offered = {
            "subjects": visible_subjects(member),
            "characters": visible_characters(member).order_by("name"),
            "stories": Story.objects.filter(series=member.series_id),
            "scenes": scenes_for(member),
        }
        for name, rows in offered.items():
            choose_from(self.fields[name], rows)
            self.fields[name].widget.attrs["size"] = min(max(rows.count(), 2), 6)
