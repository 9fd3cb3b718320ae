"""Portraits of unrevealed characters, for those who see them at the table."""

from django.http import Http404, HttpResponse
from django.urls import reverse

from campaigns.core.decorators import login_required
from campaigns.models import Character, User
from campaigns.people.portraits.views import answer_portrait
from play.seats.facts import load_room
from play.seats.gather import gather_translated_board
from play.views.table import TableRequest


@login_required("GET", in_utc=True)
def show_portrait(request: TableRequest, user: User, scene_id: int, character_id: int) -> HttpResponse:
    """Return the small portrait of a combatant whose face this person sees at this table; 404 for all others."""
    seats, facts = load_room(scene_id, [user.pk])
    if facts is None:
        raise Http404
    battle = gather_translated_board(facts, seats[user.pk]).battle
    address = reverse("table_face", args=[scene_id, character_id])
    if battle is None or not any(who.get("portrait", "").startswith(address) for who in battle["combatants"]):
        raise Http404
    return answer_portrait(request, Character.objects.get(pk=character_id), is_small=True)
