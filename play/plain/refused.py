"""A form that was refused comes back as it was sent, so that nobody types it again."""

from collections.abc import Sequence
from dataclasses import replace
from typing import cast

from django.http import QueryDict

from play.plain.parts import FilledInput, Part, PlainForm, Row
from play.stage.shape import Input


def fill_part(part: Part, sent: QueryDict) -> Part:
    """Return a part whose form, if it was this one that was sent, has what was sent."""
    return replace(part, forms=_fill_forms(part.forms, sent), rows=[_fill_row(row, sent) for row in part.rows])


def _fill_row(row: Row, sent: QueryDict) -> Row:
    return replace(row, forms=_fill_forms(row.forms, sent), rows=[_fill_row(inner, sent) for inner in row.rows])


def _fill_forms(forms: Sequence[PlainForm], sent: QueryDict) -> list[PlainForm]:
    return [_fill_form(form, sent) if _was_sent(form, sent) else form for form in forms]


def _was_sent(form: PlainForm, sent: QueryDict) -> bool:
    """Whether it is this form that was sent: the same move, about the same things."""
    hidden = all(value in sent.getlist(name) for name, value in form.hidden)
    return form.has_fields and form.move == sent.get("move", "") and hidden


def _fill_form(form: PlainForm, sent: QueryDict) -> PlainForm:
    main, more, asks = ([_fill_field(field, sent) for field in fields] for fields in (form.main, form.more, form.asks))
    return replace(form, main=main, more=more, asks=asks, why=sent.get("why", ""))


def _fill_field(field: Input, sent: QueryDict) -> FilledInput:
    return cast(FilledInput, {**field, "sent": sent.getlist(field["name"])})
