"""How a line in the log's input will be understood, told while it is written."""

from django.http import HttpResponse
from django.utils.translation import gettext as _

from campaigns.core.access import get_part_for
from campaigns.core.decorators import login_required
from campaigns.core.language import translate
from campaigns.models import Role, Scene, User
from play.commands.forms import parse_fields
from play.commands.meaning import Meaning, find_meaning
from play.commands.moves import MAX_TEXT, Say
from play.commands.tasks.chances import load_context
from play.views.table import TableRequest
from rules.codec import decode
from rules.errors import RulesError
from rules.odds import percent


@login_required("GET", in_utc=True)
def show_meaning(request: TableRequest, user: User, scene_id: int) -> HttpResponse:
    """Return one line of text: what a command will do, how likely its roll is, or why it will be refused.

    Nothing is rolled and nothing is stored. A line that is not finished is no error.
    """
    scene, membership = get_part_for(Scene, user, scene_id)
    if membership.role == Role.SPECTATOR:
        return _answer("")
    try:
        move = decode(Say, {"text": "", **parse_fields(Say, request.GET, "")})
        if len(move.text) > MAX_TEXT:
            return _answer("")
        return _answer(_describe(find_meaning(load_context(scene, membership), move)))
    except RulesError as refusal:
        return _answer(translate(refusal.sentence))


def _describe(meaning: Meaning) -> str:
    words = translate(meaning.words)
    if meaning.odds is None:
        return words
    chance = percent(float(meaning.odds.success))
    return _("%(words)s: %(chance)s to succeed") % {"words": words, "chance": chance}


def _answer(words: str) -> HttpResponse:
    return HttpResponse(words, content_type="text/plain; charset=utf-8")
