"""The fields of an offer's form, one function for each shape. They are strings: a card may hold hundreds of choices."""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import groupby

from django import template
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from campaigns.language import tell
from play.html.form_tokens import BLANK
from play.html.markup import format_html, format_html_join
from play.offers.fields import Input, Option
from play.templatetags.table import bar, dots
from rules.text import Text

register = template.Library()
EMPTY = SafeString("")


@register.simple_tag
@lru_cache(maxsize=64)
def form_tokens(move: str) -> SafeString:
    """Return what every form of the table carries: blanks that are filled in for its person, and the move that it asks
    for.
    """
    return format_html('{}<input type="hidden" name="move" value="{}">', SafeString(BLANK), move)


def lazy_details(id: str, version: object = "") -> SafeString:
    """Return details that are fetched when somebody opens them. They only change with `version`."""
    return format_html(
        '<div class="lazy" data-lazy="{}"><a href="folds/{}/">{}</a></div>', version, id, tell(Text("Show"))
    )


@register.simple_tag
def inputs(fields: Sequence[Input]) -> SafeString:
    """Draw every field in its shape."""
    language = get_language()
    return SafeString("".join(draw_input(field, language) for field in fields))


@lru_cache(maxsize=8192)
def draw_input(field: Input, _language: str | None) -> SafeString:
    """Draw one field. Most of a form is equal from turn to turn, and is drawn once."""
    return SHAPES[field.shape](field)


register.simple_tag(lazy_details)


def maybe(pattern: str, value: object) -> SafeString:
    return format_html(pattern, value) if value else EMPTY


def _help(field: Input) -> SafeString:
    return maybe('<p class="hint">{}</p>', field.help)


def flag(name: str, is_set: bool) -> SafeString:
    """Return an attribute without a value."""
    return SafeString(f" {name}") if is_set else EMPTY


def _fieldset(kind: str, field: Input, body: SafeString) -> SafeString:
    pattern = '<fieldset class="{}"><legend class="label">{}</legend>\n{}{}</fieldset>\n'
    return format_html(pattern, kind, field.label, body, _help(field))


def _labelled(kind: str, field: Input, body: SafeString) -> SafeString:
    pattern = '<div class="{}"><label for="{}">{}</label>{}{}</div>\n'
    return format_html(pattern, kind, field.id, field.label, body, _help(field))


def _only(field: Input) -> SafeString:
    option = field.options[0]
    return format_html(
        '<p class="fixed"><span class="q">{}</span> <b>{}</b>{}{}</p><input type="hidden" name="{}" value="{}">\n',
        field.label, option.label, maybe(' <span class="q">{}</span>', option.hint),
        format_html(" {} {}", _bar(field, option, 1), _chance(field, option, 1)) if option.percent else EMPTY,
        field.name, option.value,
    )  # fmt: skip


def _chance(field: Input, option: Option, place: int) -> SafeString:
    """Return the chance in words, in an element of its own that follows what is filled in."""
    pattern = '<span class="choice__when" id="{}-{}-when">{}</span>'
    return format_html(pattern, field.id, place, _say_chance(option))


def _say_chance(option: Option) -> str:
    return tell(Text("{percent} to hit you", percent=option.percent)) if option.tone == "other" else option.percent


def _bar(field: Input, option: Option, place: int) -> SafeString:
    return format_html('<span id="{}-{}-bar">{}</span>', field.id, place, _draw_bar(option))


def _draw_bar(option: Option) -> SafeString:
    return bar(option.share, "", tone=option.tone)  # the chance stands beside it in words


def draw_chances(field: Input, places: Iterable[int]) -> SafeString:
    """Draw only the chances of the choices at these places, which replace those in the form.

    The chance of a choice that is refused now is removed.
    """
    pattern = '<span class="choice__when" id="{0}-{1}-when" hx-swap-oob="true">{2}</span>'
    pattern += '<span id="{0}-{1}-bar" hx-swap-oob="true">{3}</span>\n'
    drawn = (
        (field.id, place, _say_chance(option), _draw_bar(option)) if option.percent else (field.id, place, "", "")
        for place, option in ((place, field.options[place - 1]) for place in places)
    )
    return format_html_join("", pattern, drawn)


def _radio(field: Input, option: Option, place: int) -> SafeString:
    return format_html(
        '<input type="radio" id="{}-{}" name="{}" value="{}"{}{}>',
        field.id, place, field.name, option.value, flag("required", field.required), flag("checked", option.chosen),
    )  # fmt: skip


def _rows(field: Input) -> SafeString:
    rows = ((_row(field, option, i),) for i, option in enumerate(field.options, start=1))
    return _fieldset("choices", field, format_html_join("", "{}", rows))


def _row(field: Input, option: Option, place: int) -> SafeString:
    if option.reason:
        return format_html(
            '<div class="choice is-off"><span></span><span class="choice__what">{}</span>'
            '<span class="choice__more">{}</span></div>\n',
            option.label, option.reason,
        )  # fmt: skip
    drawn = _bar(field, option, place) if option.percent else EMPTY
    more = format_html("{}{}", drawn, maybe("<span>{}</span>", option.hint))
    return format_html(
        '<label class="choice">{}<span class="choice__what">{}</span>\n{}{}</label>\n',
        _radio(field, option, place), option.label, _chance(field, option, place) if option.percent else EMPTY,
        maybe('<span class="choice__more">{}</span>', more),
    )  # fmt: skip


def _traits(field: Input) -> SafeString:
    """Draw traits with their dots to tap.

    Those without a dot, as most abilities of a character, wait in closed details.
    """
    rated = [(i, option) for i, option in enumerate(field.options, start=1)]
    known = [(i, option) for i, option in rated if option.dots != 0 or option.chosen]
    blank = [(i, option) for i, option in rated if (i, option) not in known]
    if len(blank) < FEW_BLANK or not known:  # a required choice is never hidden as a whole
        known, blank = rated, []
    traits = format_html_join("", "{}", ((_trait(field, *rating),) for rating in known))
    body = format_html('<div class="traits">{}</div>', traits)
    if blank:
        body += format_html(
            '<details class="foldable" id="{}-blank"><summary><span class="turn"></span>{} ({})</summary>'
            '<div class="traits">{}</div></details>',
            field.id, tell(Text("Without a dot")), len(blank),
            format_html_join("", "{}", ((_trait(field, *r),) for r in blank)),
        )  # fmt: skip
    return _fieldset("field", field, body)


FEW_BLANK = 4
"""Fewer traits without a dot than this are shown at once."""


def _trait(field: Input, place: int, option: Option) -> SafeString:
    if option.reason:
        off = '<p class="trait is-off">{}{}<span class="q">{}</span></p>'
        return format_html(off, option.label, _dots(option), option.reason)
    return format_html(
        '<label class="trait">{}<span>{}</span>{}</label>', _radio(field, option, place), option.label, _dots(option)
    )


def _dots(option: Option) -> SafeString:
    return dots(option.dots) if option.dots is not None else EMPTY


def _pills(field: Input) -> SafeString:
    pills = ((_radio(field, option, i), option.label) for i, option in enumerate(field.options, start=1))
    body = format_html('<div class="pick">{}</div>', format_html_join("", "<label>{}{}</label>", pills))
    return _fieldset("field", field, body)


def _checks(field: Input) -> SafeString:
    pattern = '<label class="mod"><input type="checkbox" id="{}-{}" name="{}" value="{}"{}{}><span>{}</span>{}</label>'
    checks = (
        (
            field.id, i, field.name, option.value, flag("checked", option.chosen),
            flag("disabled", bool(option.reason)), option.label,
            maybe('<span class="q">{}</span>', option.reason or option.hint),
        )
        for i, option in enumerate(field.options, start=1)
    )  # fmt: skip
    return _fieldset("field", field, format_html('<div class="mods">{}</div>', format_html_join("", pattern, checks)))


def _options(options: Sequence[Option], *, with_chosen: bool = True) -> SafeString:
    """Draw the options of a list. Hints that many of them share become headings."""
    hints = {option.hint for option in options}
    if "" in hints or len(hints) * 2 > len(options) or any(option.reason for option in options):
        return _plain_options(options, with_chosen)
    groups = groupby(options, key=lambda option: option.hint)
    pattern = '<optgroup label="{}">{}</optgroup>'
    bare = ((hint, _plain_options([o._replace(hint="") for o in group], with_chosen)) for hint, group in groups)
    return format_html_join("", pattern, bare)


def _plain_options(options: Iterable[Option], with_chosen: bool) -> SafeString:
    return format_html_join(
        "",
        '<option value="{}"{}{}{}>{}{}</option>',
        (
            (
                option.value, flag("selected", option.chosen and with_chosen), flag("disabled", bool(option.reason)),
                maybe(' data-name="{}"', str(option.label) if option.hint else ""),
                option.label, maybe(" ({})", option.reason or option.hint),
            )
            for option in options
        ),
    )  # fmt: skip


def _select(field: Input) -> SafeString:
    has_none = field.required or any(not option.value for option in field.options)
    none = EMPTY if has_none else SafeString('<option value="">–</option>')
    pattern = '<select class="in" id="{}" name="{}"{}>{}{}</select>'
    required, options = flag("required", field.required), _options(field.options)
    return _labelled("field", field, format_html(pattern, field.id, field.name, required, none, options))


def _list(field: Input) -> SafeString:
    needed, more = _options(field.options), _options(field.options, with_chosen=False)
    pattern = (
        '<select class="in" id="{0}-{1}" name="{2}" aria-label="{3}, {4}"{5}><option value="">{6}</option>{7}</select>'
    )
    if field.rolled:
        pattern = f'<div class="rolled">{pattern}<span class="choice__when" id="{{0}}-{{1}}-chance"></span></div>'
    places = (
        (
            field.id, place, field.name, field.label, place + 1, flag("required", place < field.low),
            tell(Text("Choose")) if place < field.low else "–", needed if place < field.low else more,
        )
        for place in field.places
    )  # fmt: skip
    return _fieldset("field", field, format_html_join("", pattern, places))


def draw_items(form: str, name: str, said: Iterable[str]) -> SafeString:
    """Draw only what stands beside each place of a list whose items are rolled: its chance in words, or nothing."""
    pattern = '<span class="choice__when" id="{}-{}-{}-chance" hx-swap-oob="true">{}</span>\n'
    return format_html_join("", pattern, ((form, name, place, words) for place, words in enumerate(said)))


def _flagged(field: Input) -> SafeString:
    """Draw a checkbox.

    A browser sends nothing for an empty one, so a hidden "no" goes before one that begins ticked.
    """
    is_set = field.value == "true"
    no = format_html('<input type="hidden" name="{}" value="false">', field.name) if is_set else EMPTY
    return format_html(
        '<div class="field">{}<label class="mod"><input type="checkbox" id="{}" name="{}" value="true"{}>'
        "<span>{}</span></label>{}</div>\n",
        no, field.id, field.name, flag("checked", is_set), field.label, _help(field),
    )  # fmt: skip


def _number(field: Input) -> SafeString:
    body = format_html(
        '<input class="in" type="number" inputmode="numeric" id="{}" name="{}" min="{}" max="{}" value="{}"{}>',
        field.id, field.name, field.low, field.high, field.value, flag("required", field.required),
    )  # fmt: skip
    return _labelled("field field--number", field, body)


def _range(field: Input) -> SafeString:
    """Draw a number whose steps are labelled, each with its cost; the page's script makes it a slider."""
    first, *rest = field.options
    step = int(rest[0].value) - int(first.value) if rest else 1
    said = [", ".join(map(tell, filter(None, (option.label, option.hint)))) for option in field.options]
    pattern = '<option value="{}" label="{}"></option>'
    steps = format_html_join("", pattern, ((o.value, told) for o, told in zip(field.options, said, strict=True)))
    body = format_html(
        '<span class="slider" data-slider><input class="in" type="number" inputmode="numeric" id="{0}" name="{1}" '
        'min="{2}" max="{3}" step="{4}" value="{5}" list="{0}-steps"><output for="{0}">{6}</output></span>'
        '<datalist id="{0}-steps">{7}</datalist>',
        field.id, field.name, field.low, field.high, step, field.value, f"{said[min(1, len(said) - 1)]} – {said[-1]}",
        steps,
    )  # fmt: skip
    return _labelled("field field--range", field, body)


def _line(field: Input) -> SafeString:
    body = format_html(
        '<input class="in" id="{}" name="{}" maxlength="{}" value="{}" autocomplete="off"{}>',
        field.id, field.name, field.high, field.value, flag("required", field.required),
    )  # fmt: skip
    return _labelled("field", field, body)


def _area(field: Input) -> SafeString:
    body = format_html(
        '<textarea class="in" rows="2" id="{}" name="{}" maxlength="{}"{}>{}</textarea>',
        field.id, field.name, field.high, flag("required", field.required), field.value,
    )  # fmt: skip
    return _labelled("field field--stunt", field, body)


SHAPES: dict[str, Callable[[Input], SafeString]] = {
    "only": _only,
    "rows": _rows,
    "traits": _traits,
    "pills": _pills,
    "checks": _checks,
    "select": _select,
    "list": _list,
    "flag": _flagged,
    "number": _number,
    "range": _range,
    "line": _line,
    "area": _area,
}
