"""What the Storyteller's hand clicks: a form of the page, filled in as the page gives it; or a fold that holds one.

The fight goes on for ever: attacks and guards in turn, each prompt answered with its first answer; when nobody can act
any more, the fight is taken back to its beginning.
"""

import re
from html import unescape

WAYS = ("DeclareAttack", "TakeGuard", "DeclareAttack", "TakeAim", "TakeGuard", "TakeMove")
"""The kinds of action that are looked for, click by click."""
CALM = ("TakeGuard", "KeepOn", "TakeMisc")
_FORM = re.compile(r'<form class="offer__form.*?</form>', re.DOTALL)
_FOLD = re.compile(r'<a href="folds/((?:card|o)-[^"/]+)/"|<input type="radio" id="(o-[^"]+)" name="choose-')
_PART = re.compile(r"card-.*-(beyond|off|others)")
_TAG = re.compile(r"<(input|select|option|textarea)\b([^>]*)>")
_ATTRIBUTE = re.compile(r'([\w.-]+)(?:="([^"]*)")?')
_KIND = re.compile(r'name="kind" value="(\w+)"')
_BLANK = ("csrfmiddlewaretoken", "command", "number")

Filled = dict[str, list[str]]
"""The values of a form's fields by their names."""


def choose(html: str, turn: int) -> Filled | str | None:
    """The form to send at this turn, of all that stand in `html`, or the fold to open first; None: there is nothing."""
    forms: list[str] = _FORM.findall(html)
    folds: list[str] = [fold for found in _FOLD.findall(html) for fold in found if fold and not _PART.fullmatch(fold)]
    if forms and 'name="m.prompt"' in forms[0]:
        return fill_in(forms[0])
    cards = [fold for fold in folds if fold.startswith("card-")]
    by_kind: dict[str, str] = {}
    for form in forms:
        by_kind.setdefault(_kind_of(form), form)
    for kind in (WAYS[turn % len(WAYS)], *CALM):
        if kind in by_kind:
            return fill_in(by_kind[kind])
        for fold in folds:
            if f"-{kind}-" in fold:
                return fold
    if forms:
        return fill_in(forms[turn % len(forms)])
    return next(iter(cards or folds), None)


def _kind_of(form: str) -> str:
    found = _KIND.search(form)
    return found[1] if found else ""


def fill_in(form: str) -> Filled:
    """What a browser would send of a form that nobody has touched; where a choice is open, its first."""
    filled: Filled = {}
    first: Filled = {}
    select = ""
    for tag, text in _TAG.findall(form):
        found = {name: unescape(value) for name, value in _ATTRIBUTE.findall(text)}
        kind, value = found.get("type", "text"), found.get("value", "")
        name = select if tag == "option" else found.get("name", "")
        if tag == "select":
            select = name
        elif name in _BLANK or "disabled" in found:
            continue
        elif tag == "option" or kind == "radio":
            first.setdefault(name, [value])
            if "selected" in found or "checked" in found:
                filled[name] = [value]
        elif kind == "checkbox":
            if "checked" in found:
                filled.setdefault(name, []).append(value)
        else:
            filled.setdefault(name, []).append(value or ("Something" if "required" in found else ""))
    return {**first, **filled}
