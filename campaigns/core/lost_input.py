"""What a person typed into a form that could not be handled. The page shows it, so that they can copy it."""

from django.core.exceptions import BadRequest, SuspiciousOperation
from django.http import HttpRequest, UnreadablePostError
from django.http.multipartparser import MultiPartParserError

from campaigns.core.fields_of_rules import PREFIX
from campaigns.core.language import translate

UNREADABLE = (SuspiciousOperation, BadRequest, MultiPartParserError, UnreadablePostError)
UNTYPED = {"csrfmiddlewaretoken", "command", "number", "move", "seen", "over", "version"}
UNTYPED |= {"zone", "next", "back", "draft"}
"""Fields that pages fill in themselves."""
MAX_CHOICE_LETTERS = 40
"""The most letters of what a button or a choice sends, such as an id."""


def collect_lost_input(request: HttpRequest, *, whole: bool = False) -> str:
    """Return what the person typed, one field a line. Empty if it was only a button or a choice that is soon made
    again; the `whole` of it has those, too, for a word can be a choice or a name.

    It uses the request alone, so that it tells nothing of the database.
    """
    if request.method != "POST" or request.resolver_match is None:
        return ""
    try:
        sent = request.POST
    except UNREADABLE:
        return ""
    named = {name: ", ".join(filter(None, values)).strip() for name, values in sent.lists()}
    filled = {name: value for name, value in named.items() if _is_typed(name) and value.strip(" ,0")}
    if not whole and not any(name.startswith(PREFIX) or _is_text(value) for name, value in filled.items()):
        return ""
    return "\n".join(f"{_label(name)}: {value}" for name, value in filled.items())


def _is_text(value: str) -> bool:
    """Whether a value is more than a word that a button or a choice could send. Not every language parts its words."""
    return len(value.split()) > 1 or len(value) > MAX_CHOICE_LETTERS or not value.isascii()


def _is_typed(name: str) -> bool:
    """Whether a person types into this field in the open: not a hidden field or a password."""
    return name not in UNTYPED and "password" not in name


def _label(name: str) -> str:
    words = name.removeprefix(PREFIX).replace("_", " ").split(".")
    return ", ".join(translate(word.capitalize()) for word in words)
