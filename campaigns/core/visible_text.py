"""Whether a text shows anything: blanks without width pass for letters, and leave a line or a title empty."""

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

FILLERS = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and signs that Unicode counts as visible, and that are drawn as blanks."""


def is_visible(text: str) -> bool:
    """Whether the eye sees anything of a text."""
    return any(char.isprintable() and not char.isspace() and char not in FILLERS for char in text)


def require_visible(text: str) -> None:
    """Raise `ValidationError` for a name or title of which the eye sees nothing."""
    if not is_visible(text):
        raise ValidationError(_("Write something visible."))
