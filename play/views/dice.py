"""How the dice have fallen, what seals them, and the proof of it."""

import uuid
from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.text import slugify
from django.utils.translation import gettext as _

from campaigns.core.access import get_part_for, get_part_to_run, get_series_for, is_storyteller, visible_parts
from campaigns.core.decorators import login_required, require_methods
from campaigns.core.language import translate
from campaigns.models import Scene, User
from play.commands.dice import seal_again
from play.commands.moves import MAX_LETTERS, MixDice
from play.commands.submit import submit
from play.html.dice import draw_tally
from play.seats.dice import count_fallen, find_next_hash, list_known_hashes, write_proof
from play.server.threads import carry_out
from play.views.export import attach
from rules.errors import RulesError
from rules.replay import canonical


@login_required("GET", "POST")
def scene_dice(request: HttpRequest, user: User, scene_id: int) -> HttpResponse:
    """Show how the dice of a scene have fallen and what seals them. A form adds words to the further ones."""
    scene, membership = get_part_for(Scene, user, scene_id)
    refusal, status, words = "", 200, request.POST.get("words", "")[: MAX_LETTERS * 2]
    if request.method == "POST":
        try:
            carry_out(partial(submit, membership, scene, _parse_key(request), None, MixDice(words)))
        except RulesError as error:
            refusal, status = translate(error.sentence), 409
        else:
            return redirect("scene_dice", scene_id)
    whole, people = count_fallen(membership, [scene])
    sealings = list_known_hashes(scene, membership)
    context = {
        "scene": scene,
        "series": scene.series,
        "storyteller": is_storyteller(membership),
        "whole": draw_tally("", whole),
        "people": [draw_tally(person.who, person.tally) for person in people],
        "open_seals": [sealing for sealing in sealings if sealing.is_open],
        "may_seal": bool(sealings),
        "secret_seals": [sealing for sealing in sealings if not sealing.is_open],
        "next_hash": find_next_hash(scene),
        "command": uuid.uuid4(),
        "refusal": refusal,
        "words": words,
        "most": MAX_LETTERS,
    }
    return render(request, "play/dice.html", context, status=status)


def _parse_key(request: HttpRequest) -> uuid.UUID:
    try:
        return uuid.UUID(request.POST.get("command", ""))
    except ValueError:
        return uuid.uuid4()


@login_required("POST")
def reseal_dice(request: HttpRequest, user: User, scene_id: int) -> HttpResponse:
    """Show the seeds of the dice so far, and seal the further dice from another seed."""
    scene, membership = get_part_to_run(Scene, user, scene_id)
    seal_again(membership, scene)
    messages.success(request, _("Seeds so far are revealed. The next dice use a new one."))
    return redirect("scene_dice", scene_id)


@login_required("GET")
def proof(request: HttpRequest, user: User, scene_id: int) -> HttpResponse:
    """Return the file that proves the dice which the person's seat saw."""
    scene, membership = get_part_for(Scene, user, scene_id)
    text = canonical(write_proof(scene, membership))
    name = f"{slugify(scene.title) or 'scene'}.dice.json"
    return attach(HttpResponse(text, content_type="application/json"), name)


@login_required("GET")
def series_dice(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Show how the dice of a whole series have fallen, as far as everybody saw them."""
    series, membership = get_series_for(user, pk)
    scenes = visible_parts(Scene.objects.filter(episode__story__series=series), membership)
    whole, people = count_fallen(membership, scenes)
    context = {
        "series": series,
        "whole": draw_tally("", whole),
        "people": [draw_tally(person.who, person.tally) for person in people],
    }
    return render(request, "play/dice.html", context)


@require_methods("GET")
def verify(request: HttpRequest) -> HttpResponse:
    """Show the page that verifies a file in the browser. Nothing is sent anywhere."""
    return render(request, "play/dice_verify.html")
