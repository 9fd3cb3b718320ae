"""The form of an import."""

from django import forms
from django.utils.translation import gettext_lazy as _

FILE_ENDINGS = ".json,.ecg,.xml,.gex,.gvm,.zip"


class ImportForm(forms.Form):
    """A file with a character."""

    file = forms.FileField(label=_("File"), widget=forms.FileInput(attrs={"accept": FILE_ENDINGS}))
