"""Characters as they stand in the scene, and what can be touched of them: boxes, pools, conditions, kept rolls.

A button carries its whole command as one value, for a form that all of them share (see `play.commands.taps`).
"""

from collections.abc import Iterable, Sequence

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from campaigns.kept_rolls import KeptRoll
from campaigns.language import tell
from play.html.markup import format_html, format_html_join, join, minus
from play.html.markup.health import draw_boxes, health
from play.html.markup.tokens import chip
from play.seats.board import PartyMember, Points
from play.seats.health import health_words, say_state
from play.templatetags.inputs import EMPTY, flag, form_tokens, maybe
from play.templatetags.table import bar, icon
from rules.battle.numbers import Touch
from rules.odds import percent
from rules.sheets.conditions import MAX_WORD, Chip
from rules.text import Text
from rules.view import BoxView, CombatantView
from rules.wounds import HARMS, NAMES, SMALL

INCAPACITATED = Text("Inc")
SIDE = 28
"""px of a box that can be touched; its button is larger."""
TAP = '<button class="{}" form="tap-form" name="tap" value="{} {} {}" aria-label="{}"{}>{}</button>'
CARD = (
    '<details class="pc{}" id="pc-{}"{}><summary class="pc__head">{}<span class="pc__who"><b><bdi>{}</bdi></b>'
    '{}{}</span><span class="pc__brief">{}</span></summary>\n{}</details>'
)
QUIET = (
    '<div class="pc pc--quiet" id="pc-{}"><div class="pc__head">{}<span class="pc__who"><b><bdi>{}</bdi></b>'
    '{}{}</span>\n<span class="pc__brief">{}</span></div></div>'
)
STEPPER = '<div><dt>{}</dt><dd>{}<span class="pool">{}</span>{}</dd></div>'
CONDITION = (
    '<button type="submit" class="btn btn--small condition" form="condition-form" name="condition" value="{} {} {}" '
    'aria-pressed="{}">{}</button>'
)
CONDITIONS = (
    '<div class="row conditions" role="group" aria-label="{0}">\n{1}\n'
    '<form class="condition__own" id="condition-{2}" method="post" action="{3}" hx-post="{3}" hx-target="#refusal" '
    'hx-swap="innerHTML">{4}<input type="hidden" name="condition" value="{2} 1">'
    '<input class="in" name="word" id="condition-{2}-word-{9}" maxlength="{5}" autocomplete="off" required '
    'aria-label="{6}" placeholder="{7}"><button class="btn">{8}</button></form></div>'
)
NATURE = (
    '<form class="row" id="nature-{0}" method="post" action="{1}" hx-post="{1}" hx-target="#refusal" '
    'hx-swap="innerHTML">{2}<input type="hidden" name="character" value="{0}">'
    '<input type="hidden" name="points" value="1"><button class="btn btn--small">{3}: <bdi>{4}</bdi></button></form>'
)
FAVORITE = (
    '<li><button type="submit" class="btn fav__roll" form="favorite-form" name="favorite" value="{0} {1}"{6}>{2}{3}'
    '<span class="fav__odds">{4}</span></button>'
    '<button type="submit" class="fav__drop" form="keep-form" name="drop" value="{0} {1}" aria-label="{5}">×</button>'
    "</li>"
)


def draw_member(member: PartyMember, *, is_open: bool, may_send: bool, url: str) -> SafeString:
    """Draw a character. `may_send`: whether the seat may send it out of the scene; `url`: where commands go."""
    who = member.who
    portrait, tags = chip(who, 44), _tags(who)
    state = maybe('<span class="q">{}</span>', _state(member))
    brief = health(who["health"]) if who.get("health") else EMPTY
    if not member.may_touch:
        told = format_html("{}\n{}", brief, _tell_tracks(who))
        return format_html(QUIET, member.character, portrait, who["name"], tags, state, told)
    kind = " pc--own" if member.is_own else ""
    body = _draw_body(member, may_send=may_send, url=url)
    return format_html(
        CARD, kind, member.character, flag("open", is_open), portrait, who["name"], tags, state, brief, body
    )  # fmt: skip


def _tags(who: CombatantView) -> SafeString:
    if not who["hidden"]:
        return EMPTY
    return format_html(' <span class="tag">{}{}</span>', icon("eye-off"), _("hidden"))


def _state(member: PartyMember) -> str:
    """Return in one line how the character is, and who plays it."""
    return ", ".join(filter(None, [say_state(member.who), "" if member.is_own else member.owner]))


def _tell_tracks(who: CombatantView) -> SafeString:
    """Return the pools of somebody else, as far as the seat sees them."""
    shown = ((track["label"], track["current"], track["maximum"]) for track in who.get("tracks", ()))
    told = format_html_join(" ", '<span class="q">{} {}/{}</span>', shown)
    return maybe('<span class="pc__pools">{}</span>', told)


def _draw_body(member: PartyMember, *, may_send: bool, url: str) -> SafeString:
    who, key = member.who, member.character
    rows = [
        draw_touch_boxes(key, who["health"]) if member.has_boxes else EMPTY,
        _draw_points(key, member.pools),
        _draw_nature(key, member.nature, url),
        _draw_conditions(key, member.conditions, url),
        _draw_favorites(key, member.favorites),
        format_html(
            '<div class="pc__foot">{}\n{}</div>', _draw_others(key, member.others), _draw_ways(key, may_send=may_send)
        ),
    ]
    return format_html('<div class="pc__body">\n{}\n</div>', join([row for row in rows if row]))


def draw_touch_boxes(who: str, boxes: Sequence[BoxView]) -> SafeString:
    """Draw a health track as buttons. `who`: the key of a character, or the id of a combatant."""
    words = health_words((box["mark"], box["penalty"]) for box in boxes)
    drawn = join([_draw_box(who, box, place) for place, box in enumerate(boxes, start=1)])
    return format_html('<div class="boxes" role="group" aria-label="{}">\n{}\n</div>', tell(words), drawn)


def _draw_box(who: str, box: BoxView, place: int) -> SafeString:
    mark, penalty = box["mark"], minus(tell(INCAPACITATED) if box["penalty"] == str(INCAPACITATED) else box["penalty"])
    told = {"n": place, "penalty": penalty or "0"}
    what, label = "mark 1", _("Mark box %(n)s (%(penalty)s)") % told
    if mark:
        harm = HARMS[SMALL.index(mark)]
        what, label = f"{harm} -1", _("Heal box %(n)s: %(harm)s") % {**told, "harm": tell(NAMES[harm])}
    shape, width = draw_boxes(((mark, ""),), SIDE)
    drawn = format_html(
        '<svg width="{0}" height="{1}" viewBox="0 0 {0} {1}" aria-hidden="true">{2}</svg>'
        '<span class="tapbox__pen" aria-hidden="true">{3}</span>',
        width, SIDE + 2, shape, penalty,
    )  # fmt: skip
    return format_html(TAP, "tapbox", who, *what.split(" "), label, EMPTY, drawn)


def _draw_points(key: str, points: Iterable[Points]) -> SafeString:
    steppers = [_stepper(key, one.key, one.label, one.now, one.full, one.most, one.word) for one in points]
    return format_html('<dl class="pools pools--tap">\n{}\n</dl>', join(steppers)) if steppers else EMPTY


def _stepper(who: str, what: str, label: Text, now: int, full: int, most: int, word: str = "") -> SafeString:
    """Draw a pool with a button on each side."""
    less, more = _("%(what)s: one less") % {"what": label}, _("%(what)s: one more") % {"what": label}
    of = full or most
    told = tell(Text("{n} of {of} {label}", n=now, of=of, label=label))
    shown = format_html('<b>{}</b><span class="q"> {} {}</span>', word or now, tell(Text("of")), of)
    drawn = format_html('{}<span class="num" aria-hidden="true">{}</span>', bar(now / max(of, 1), told, 90, 10), shown)
    return format_html(
        STEPPER, label,
        format_html(TAP, "step", who, what, -1, less, flag("disabled", now <= 0), "−"), drawn,
        format_html(TAP, "step", who, what, 1, more, flag("disabled", now >= most), "+"),
    )  # fmt: skip


def _draw_nature(key: str, nature: str, url: str) -> SafeString:
    """Draw the button that says that the Nature was acted out, for the Storyteller to rule on."""
    if not nature:
        return EMPTY
    return format_html(NATURE, key, url, form_tokens("ActNature"), _("Acted out the Nature"), nature)


def _draw_conditions(key: str, chips: Sequence[Chip], url: str) -> SafeString:
    held = sum(one.is_on for one in chips)  # after each change the field is a new one, and empty
    rows = ((key, one.step, one.word, "true" if one.is_on else "false", one.label) for one in chips)
    drawn = format_html_join("\n", CONDITION, rows)
    return format_html(
        CONDITIONS, _("Conditions"), drawn, key, url, form_tokens("SetCondition"), MAX_WORD,
        _("A condition in your own words"), _("Another condition"), _("Add"), held,
    )  # fmt: skip


def _draw_favorites(key: str, favorites: Sequence[KeptRoll]) -> SafeString:
    rows = [_draw_favorite(key, one) for one in favorites]
    return format_html('<ul class="favs" aria-label="{}">\n{}\n</ul>', _("Saved rolls"), join(rows)) if rows else EMPTY


def _draw_favorite(key: str, favorite: KeptRoll) -> SafeString:
    odds = [] if favorite.odds is None else [percent(favorite.odds)]
    dice = [] if favorite.dice is None else [tell(Text("{n} die", "{n} dice", n=favorite.dice))]
    return format_html(
        FAVORITE,
        key, favorite.id, favorite.title, maybe(' <span class="q">{}</span>', favorite.detail),
        ", ".join([*dice, *odds]), _("Delete saved roll: %(roll)s") % {"roll": favorite.title},
        flag("disabled", favorite.dice is None),
    )  # fmt: skip


def _draw_others(key: str, others: Sequence[Points]) -> SafeString:
    if not others:
        return EMPTY
    pattern = '<details class="foldable" id="pc-{}-more"><summary><span class="turn"></span>{}</summary>{}</details>'
    return format_html(pattern, key, _("More pools"), _draw_points(key, others))


def _draw_ways(key: str, *, may_send: bool) -> SafeString:
    way = format_html('<a href="{}">{}</a>', reverse("character", args=[key]), _("Go to sheet"))
    if not may_send:
        return format_html('<p class="pc__ways">{}</p>', way)
    pattern = (
        '<p class="pc__ways">{}<button type="submit" class="linklike" form="show-form" name="character" value="{}">'
        "{}</button></p>"
    )
    return format_html(pattern, way, key, _("Remove from scene"))


def draw_touches(who: CombatantView, touches: Sequence[Touch]) -> SafeString:
    """Draw what the Storyteller touches of a combatant in a fight: its boxes, pools and conditions."""
    boxes = any(one.what in HARMS for one in touches)
    pools = [one for one in touches if not one.is_chip and one.what not in HARMS]
    rows = [
        draw_touch_boxes(who["id"], who["health"]) if boxes and who.get("health") else EMPTY,
        format_html('<dl class="pools pools--tap">\n{}\n</dl>', join([
            _stepper(who["id"], one.what, one.label, one.now, 0, one.most) for one in pools
        ])) if pools else EMPTY,
        _draw_chips(who["id"], [one for one in touches if one.is_chip]),
    ]  # fmt: skip
    return join([row for row in rows if row])


def _draw_chips(who: str, chips: Sequence[Touch]) -> SafeString:
    pattern = (
        '<button class="btn btn--small condition" form="tap-form" name="tap" value="{} {} {}" aria-pressed="{}">'
        "{}</button>"
    )
    rows = ((who, one.what, -1 if one.now else 1, "true" if one.now else "false", one.label) for one in chips)
    drawn = format_html_join("\n", pattern, rows)
    return (
        maybe('<div class="row conditions" role="group" aria-label="{}">\n', _("Conditions"))
        + format_html("{}\n</div>", drawn)
        if chips
        else EMPTY
    )
