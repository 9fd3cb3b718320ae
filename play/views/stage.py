"""The table that draws itself in the browser: its page with the first facts, and what is fetched when it is opened."""

from http import HTTPStatus

from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns.core.access import get_part_for, get_part_to_run
from campaigns.core.decorators import login_required
from campaigns.core.offline import mark_offline
from campaigns.core.reach import make_link
from campaigns.core.timezone import TIMEZONE_FIELD
from campaigns.models import Scene, User
from campaigns.people.visible import list_known_names
from campaigns.sessions.working_time import remember_zone
from play.commands.forms import check_text
from play.commands.tasks.chances import load_context
from play.offers.hand import Hand
from play.seats.entries import gather_first
from play.seats.facts import get_facts_for, load_facts, seat_at
from play.seats.gather import gather_board
from play.seats.log import load_lines_from, preview_rewind
from play.seats.mentioned import load_names
from play.seats.translate import translate_lines
from play.seats.unread import load_personal
from play.seats.what_if import find_what_if
from play.stage.asked import make_preview
from play.stage.completing import list_completions
from play.stage.facts import make_facts
from play.stage.forms import make_form
from play.stage.hand import find_card, make_person
from play.stage.labels import list_labels
from play.stage.log import make_post, make_steps
from play.stage.palette import MAX_TYPED, list_rows
from play.stage.personal import make_invite, make_personal
from play.stage.pictures import list_labels as list_picture_labels
from play.stage.rolls import make_roll_form
from play.stage.shape import VERSION
from play.stage.standing_orders import list_occasions, make_plan_form
from play.stage.tools import make_tool
from play.stage.words import active_language, list_properties, translate
from play.views.table import TableRequest, sit_down
from rules import get_system
from rules.battle import STORYTELLER
from rules.errors import BadInput, RulesError


@login_required("GET", in_utc=True)
def show_table(request: TableRequest, user: User, scene_id: int) -> HttpResponse:
    """Show the scene with the facts of its seat. Its socket begins with the whole facts once more, and then counts."""
    table, membership = get_facts_for(user, scene_id)
    board = gather_board(table, seat_at(table, membership))
    personal = load_personal(membership, table.scene, board.seat, board.count)
    if table.state.post:
        remember_zone(user.pk, request.COOKIES.get(TIMEZONE_FIELD, ""), personal.zone)
    facts, mine = make_facts(board), make_personal(personal)
    if path := facts["start"]["invite"] if "start" in facts else "":
        mine["invite"] = make_invite(make_link(request, path), path)
    context = {
        "board": board,
        "mine": mine,
        "facts": {**facts, "v": VERSION, "n": 0},
        "face": list_properties(get_system(board.system).face),
        "is_apart": not getattr(staticfiles_storage, "joins_modules", False),
        "words": {**list_labels(), **list_picture_labels()},
        "stage": {
            "socket": f"/ws/scenes/{scene_id}/",
            "command": board.command_url,
            "base": reverse("table", args=[scene_id]),
        },
    }
    return mark_offline(request, render(request, "play/stage.html", context), user, membership)


@login_required("GET", in_utc=True)
def show_entry(request: TableRequest, user: User, scene_id: int, entry: int) -> HttpResponse:
    """Return every step of the entry that begins with the seat's own line of this count, and where to ask "What if"."""
    table, seat_class = sit_down(user, scene_id)
    _count, found = load_lines_from(table, seat_class[0], entry)
    lines = translate_lines(found)
    if not lines:
        return refuse_json(_("This entry is no longer there."), HTTPStatus.NOT_FOUND)
    fragment = {
        "steps": make_steps(gather_first(lines).steps),
        **make_post(lines[-1], load_names(table, seat_class[0], lines)),
    }
    what_if = find_what_if(table, seat_class[0], lines)
    return JsonResponse(fragment | ({"what_if": what_if} if what_if else {}))


@login_required("GET", in_utc=True)
def show_offer(request: TableRequest, user: User, scene_id: int, offer: str) -> HttpResponse:
    """Return the form of a move that the seat may make now."""
    hand = Hand(gather_board(*sit_down(user, scene_id)))
    found = hand.find_offer(offer)
    form = None if found is None else make_form(hand, found, active_language())
    return _answer(form, _("This move is no longer possible: the table has moved on."))


@login_required("GET", in_utc=True)
def show_card(request: TableRequest, user: User, scene_id: int, card: str) -> HttpResponse:
    """Return what a card offers that was closed, with the form of what stands first in it."""
    found = find_card(Hand(gather_board(*sit_down(user, scene_id))), card, active_language())
    return _answer(found, _("This move is no longer possible: the table has moved on."))


@login_required("GET", in_utc=True)
def show_person(request: TableRequest, user: User, scene_id: int, who: str) -> HttpResponse:
    """Return what is behind the row of a combatant: its sums, and what the Storyteller may decide about it."""
    found = make_person(Hand(gather_board(*sit_down(user, scene_id))), who)
    return _answer(found, _("This combatant is no longer there."), HTTPStatus.NOT_FOUND)


@login_required("GET", in_utc=True)
def show_roll(request: TableRequest, user: User, scene_id: int, character: str) -> HttpResponse:
    """Return the form of a character's roll."""
    found = make_roll_form(gather_board(*sit_down(user, scene_id)), character, active_language())
    return _answer(found, _("You can’t roll for this character now."))


@login_required("GET", in_utc=True)
def show_occasions(request: TableRequest, user: User, scene_id: int, actor: str) -> HttpResponse:
    """Return the occasions for which the seat may plan moves of a combatant."""
    found = list_occasions(gather_board(*sit_down(user, scene_id)), actor)
    return _answer(None if found is None else {"occasions": found})


@login_required("GET", in_utc=True)
def show_plan(request: TableRequest, user: User, scene_id: int, actor: str, when: str, offer: str) -> HttpResponse:
    """Return the form by which a move is planned."""
    return _answer(make_plan_form(gather_board(*sit_down(user, scene_id)), actor, when, offer, active_language()))


@login_required("GET", in_utc=True)
def show_tool(request: TableRequest, user: User, scene_id: int, tool: str) -> HttpResponse:
    """Return what a tool of the Storyteller asks for."""
    return _answer(make_tool(gather_board(*sit_down(user, scene_id)), tool, active_language()))


@login_required("GET", in_utc=True)
def show_undo(request: TableRequest, user: User, scene_id: int, entry: int) -> HttpResponse:
    """Return what it would do to undo the table from this entry on, or why it cannot be done."""
    scene, _membership = get_part_to_run(Scene, user, scene_id)
    facts = load_facts(scene.pk)
    try:
        preview = preview_rewind(facts, entry)
    except RulesError as refusal:
        return JsonResponse({"refused": translate(refusal.sentence)})
    _count, found = load_lines_from(facts, STORYTELLER, entry)
    lines = translate_lines(found)
    return JsonResponse(make_preview(preview, find_what_if(facts, STORYTELLER, lines) if lines else ""))


@login_required("GET", in_utc=True)
def show_palette(request: TableRequest, user: User, scene_id: int) -> HttpResponse:
    """Return what a typed line would do, and what its words find. Nothing is done and nothing is stored."""
    scene, membership = get_part_for(Scene, user, scene_id)
    board = gather_board(*sit_down(user, scene_id))
    context = load_context(scene, membership) if scene.is_open and not board.spectator else None
    try:
        typed, group = (check_text(request.GET.get(name, "")[:MAX_TYPED], name) for name in ("q", "group"))
    except BadInput as refusal:
        return refuse_json(translate(refusal.sentence), HTTPStatus.BAD_REQUEST)
    return JsonResponse({"rows": list_rows(board, context, typed, group)})


@login_required("GET", in_utc=True)
def show_completions(request: TableRequest, user: User, scene_id: int) -> HttpResponse:
    """Return what a line may go on with."""
    _scene, membership = get_part_for(Scene, user, scene_id)
    names = list_known_names(user, membership.series_id)
    return JsonResponse(list_completions(gather_board(*sit_down(user, scene_id)), names))


def _answer(found: object, refusal: str = "", status: HTTPStatus = HTTPStatus.CONFLICT) -> JsonResponse:
    """Answer with a part of the page, or with why there is none."""
    return refuse_json(refusal or _("This is not possible now."), status) if found is None else JsonResponse(found)


def refuse_json(sentence: str, status: HTTPStatus) -> JsonResponse:
    """Answer with a sentence that the page shows."""
    return JsonResponse({"error": sentence}, status=status)
