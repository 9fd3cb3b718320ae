"""How a line in the log's input will be understood, told while it is written."""

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from campaigns.access import get_part_for
from campaigns.language import tell
from campaigns.models import Role, Scene
from play.commands.forms import read_fields
from play.commands.meaning import Meaning, read_meaning
from play.commands.moves import MAX_TEXT, Say
from play.commands.tasks.chances import read_context
from play.html.fields import percent
from play.views.table import TableRequest
from rules.codec import decode
from rules.errors import RulesError


@login_required
@require_GET
def show_meaning(request: TableRequest, scene_id: int) -> HttpResponse:
    """Return one line of text: what a command will do, how likely its roll is, or why it will be refused.

    Nothing is rolled and nothing is stored. A line that is not finished is no error.
    """
    scene, membership = get_part_for(Scene, request.user, scene_id)
    if membership.role == Role.SPECTATOR:
        return _answer("")
    try:
        move = decode(Say, {"text": "", **read_fields(Say, request.GET, "")})
        if len(move.text) > MAX_TEXT:
            return _answer("")
        return _answer(_tell(read_meaning(read_context(scene, membership), move)))
    except RulesError as refusal:
        return _answer(tell(refusal.sentence))


def _tell(meaning: Meaning) -> str:
    words = tell(meaning.words)
    if meaning.odds is None:
        return words
    chance = percent(float(meaning.odds.success))
    return _("%(words)s: %(chance)s to succeed") % {"words": words, "chance": chance}


def _answer(words: str) -> HttpResponse:
    return HttpResponse(words, content_type="text/plain; charset=utf-8")
