"""Template tags and filters of the record: translated texts, notes, who knows of a row, and fields of forms."""

import uuid
from collections.abc import Iterable, Mapping
from typing import cast

from django import template
from django.conf import settings
from django.forms import BoundField, FileField
from django.template import Context
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from campaigns.core.attachment_codes import KnownAttachment, find_codes
from campaigns.core.language import translate
from campaigns.core.markdown import render_markdown
from campaigns.core.mentions import NO_NAMES, Names, say_plainly
from campaigns.core.widgets import MarkdownArea
from campaigns.handouts.attachments.visible import load_attached
from campaigns.models import Known, KnownTo, Secret, Series, Tie, User
from campaigns.people.readers import Readers, find_readers
from campaigns.people.visible import load_names
from campaigns.sheets.kept_rolls import KeptRoll
from rules.odds import percent
from rules.text import Text, isolate_name, list_names, word
from rules.text_codec import decode_text

register = template.Library()


@register.simple_tag
def takes_files() -> bool:
    """Return whether people may bring files here: a public demo refuses them (`config.demo.public.gate`)."""
    return not settings.PUBLIC_DEMO


@register.filter
def is_refused(field: BoundField) -> bool:
    """Return whether a form's field takes a file where nobody may bring one."""
    return isinstance(field.field, FileField) and not takes_files()


@register.filter("told")
def translate_text(text: object) -> str:
    """Return a text of the rules in the reader's language. What is no `Text` is somebody's own, and stays."""
    return translate(text) if isinstance(text, str) else str(text)


@register.filter
def isolated(name: str) -> str:
    """Return a name that no column holds (a column's knows it by itself) as it stands in a sentence or an option."""
    return isolate_name(name)


@register.filter
def author(name: str, is_from_file: bool) -> str:
    """The name of the person who did something, marked if only an imported file names this person."""
    return f"{isolate_name(name)} {gettext('(from the file)')}" if is_from_file else name


@register.filter
def in_a_row(names: Iterable[str]) -> str:
    """Return names with commas between them, each kept apart from the others."""
    return list_names(names)


@register.filter("read_text")
def load_text(data: object) -> Text:
    """Return a text of the rules that a JSON field keeps."""
    return data if isinstance(data, Text) else decode_text(data)


@register.filter
def worded(key: str) -> str:
    """Return a word that the program uses itself, such as the kind of a part, in the reader's language."""
    return translate(word(key))


@register.filter("told_in_a_row")
def translate_in_a_row(texts: Iterable[object]) -> str:
    """Return several texts of the rules in the reader's language, joined by spaces.

    They are translated before they are joined, for `join` makes plain strings of them.
    """
    return " ".join(map(translate_text, texts))


@register.simple_tag
def known_words(row: Known) -> str:
    """Return who knows of a row, for the Storyteller. Its knowers must be loaded."""
    if row.known_to != KnownTo.SOME:
        return row.get_known_to_display()
    return list_names(knower.name for knower in row.knowers.all()) or str(KnownTo.STORYTELLER.label)


@register.simple_tag
def tie_readers(tie: Tie) -> str:
    """Return who sees a tie, for the Storyteller, and who knows of it but not of one of its ends."""
    return _say_readers(find_readers(tie, (tie.source, tie.target)))


@register.simple_tag
def secret_readers(secret: Secret) -> str:
    """Return who sees a secret, for the Storyteller, and who knows it without knowing whom it is about."""
    return _say_readers(find_readers(secret, (secret.subject,)))


def _say_readers(readers: Readers) -> str:
    if readers.characters is None:
        return str(KnownTo.ALL.label)
    names = list_names(character.name for character in readers.characters) or str(KnownTo.STORYTELLER.label)
    missing = [
        gettext("%(name)s does not know of %(end)s")
        % {"name": isolate_name(reader.name), "end": isolate_name(about.name)}
        for reader, about in readers.left_out
    ]
    return " · ".join([names, *missing])


@register.inclusion_tag("campaigns/_known.html")
def known_tag(row: Known) -> dict[str, object]:
    """Mark a row of which not everybody knows."""
    return {"row": row, "everybody": row.known_to == KnownTo.ALL}


@register.simple_tag
def form_id() -> SafeString:
    """Return a hidden field with a new id, for a form that makes something (`campaigns.core.form_views`).

    `autocomplete` is off: on a page that is loaded again some browsers would fill in the id from before.
    """
    return format_html('<input type="hidden" name="command" value="{}" autocomplete="off">', uuid.uuid4())


@register.filter
def markdown(text: str) -> SafeString:
    """Return notes as sanitised HTML, with mentions as plain words."""
    return render_markdown(say_plainly(text))


@register.simple_tag(name="markdown", takes_context=True)
def markdown_here(context: Context, text: str) -> SafeString:
    """Return notes as sanitised HTML. What they mention becomes a link, and the pictures and files that they name are
    shown, where the reader knows of it.

    The context needs `request` and `series`. The names are loaded once for a page, if a text on it has an "@", and the
    attachments, if one has the code of one.
    """
    names = _get_names(context) if "@" in text else NO_NAMES
    codes = dict.fromkeys(find_codes(text))
    known = _get_attached(context) if codes else {}
    return render_markdown(text, names, tuple(known[code] for code in codes if code in known))


def _get_names(context: Context) -> Names:
    request, series = context.get("request"), context.get("series")
    if request is None or not isinstance(series, Series) or not isinstance(request.user, User):
        return NO_NAMES
    if not hasattr(request, "known_names"):
        request.known_names = load_names(request.user, series.pk)
    return cast(Names, request.known_names)


def _get_attached(context: Context) -> Mapping[str, KnownAttachment]:
    request, series = context.get("request"), context.get("series")
    if request is None or not isinstance(series, Series) or not isinstance(request.user, User):
        return {}
    if not hasattr(request, "known_attachments"):
        request.known_attachments = load_attached(request.user, series.pk)
    return cast(Mapping[str, KnownAttachment], request.known_attachments)


@register.filter
def control(field: BoundField) -> SafeString:
    """Return the field's widget with the page's CSS class."""
    kind = getattr(field.field.widget, "input_type", "")
    return field.as_widget(attrs={} if kind in ("checkbox", "radio", "hidden") else {"class": "in"})


@register.filter
def is_checkbox(field: BoundField) -> bool:
    """Whether the label goes behind the widget."""
    return getattr(field.field.widget, "input_type", "") == "checkbox"


@register.filter
def takes_markdown(field: BoundField) -> bool:
    """Whether the field is for Markdown."""
    return isinstance(field.field.widget, MarkdownArea)


@register.simple_tag
def chances(roll: KeptRoll) -> str:
    """Return the dice of a kept roll and its chance of success in words. Empty where nothing can be rolled."""
    dice = [] if roll.dice is None else [translate(Text("{n} die", "{n} dice", n=roll.dice))]
    odds = [] if roll.odds is None else [translate(percent(roll.odds))]
    return ", ".join([*dice, *odds])
