"""The form of a series' overlay."""

from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from campaigns.models import MAX_DELAY, Overlay, OverlaySize, OverlayTheme
from campaigns.series.overlays.services import LOOKS


class OverlayForm(forms.Form):
    """How late an overlay shows what happens, and how it looks."""

    delay = forms.IntegerField(
        label=_("Delay in seconds"),
        min_value=0,
        max_value=MAX_DELAY,
        help_text=_("The server holds events back for this long. No one with the address learns them sooner."),
    )
    theme = forms.ChoiceField(label=_("Colors"), choices=OverlayTheme.choices)
    size = forms.ChoiceField(label=_("Size"), choices=OverlaySize.choices)
    language = forms.ChoiceField(label=_("Language"), help_text=_("Same for all viewers of the stream."))

    def __init__(self, overlay: Overlay | None, data: Any = None) -> None:
        known = overlay or Overlay(language=get_language() or settings.LANGUAGE_CODE)
        super().__init__(data, initial={name: getattr(known, name) for name in LOOKS})
        self.fields["language"].choices = settings.LANGUAGES  # type: ignore[attr-defined]
