"""Fields of the models for what the rules say."""

import json
from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from campaigns.core.name_field import make_name
from rules.errors import BadInput
from rules.names import clean_line
from rules.text import Text, verbatim
from rules.text_codec import decode_text, pack_text

MAX_LETTERS = 600
"""The most characters of the sentence, or of the words."""
PACKED = '{"message":'
"""How the stored form of a `Text` begins."""


class MessageField(models.TextField):  # type: ignore[type-arg]  # Django's own is not subscriptable at run time
    """A sentence of the rules or a person's own words: a `Text` is stored with its values, a plain string as it is."""

    default_validators = [MaxLengthValidator(MAX_LETTERS)]

    def from_db_value(self, value: str | None, expression: object, connection: object) -> str | None:
        """Return the text, or the words, that are stored."""
        if value is None or not value.startswith(PACKED):
            return make_name(value)
        return decode_text(json.loads(value), self.name)

    def to_python(self, value: Any) -> Any:
        """Return the text of a file's JSON. Raise `ValidationError` if it is none."""
        if isinstance(value, str):
            return value
        try:
            return decode_text(value, self.name)
        except BadInput as error:
            raise ValidationError(_("This text is not part of the program.")) from error

    def get_prep_value(self, value: Any) -> Any:
        """Return what is stored."""
        if isinstance(value, str) and not isinstance(value, Text):
            value = clean_line(value)
            if value.startswith(PACKED):
                value = verbatim(value)  # words that look like the stored form
        if isinstance(value, Text):
            return json.dumps(pack_text(value), ensure_ascii=False, separators=(",", ":"))
        return super().get_prep_value(value)
