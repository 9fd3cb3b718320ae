"""Private notes: one page for those of a scene, and one for all of a series."""

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse

from campaigns.chronicle.tree import scenes_for
from campaigns.core import access
from campaigns.core.decorators import login_required
from campaigns.core.edit_conflict import SEEN_FIELD, fingerprint
from campaigns.core.form_views import answer_form, posted_data, wants_json
from campaigns.core.records.pages import save_form
from campaigns.core.refusals import Refused, Stale
from campaigns.handouts.private_notes.forms import NoteForm
from campaigns.handouts.private_notes.services import find_note
from campaigns.models import PrivateNote, Scene, User


@login_required("GET")
def private_notes(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Show all notes that a person has written in a series. Scenes that they may not know of have no title."""
    series, membership = access.get_series_for(user, pk)
    known = {scene.pk: scene for scene in scenes_for(membership)}
    order = {key: place for place, key in enumerate(known)}
    notes = PrivateNote.objects.filter(series=series, user=user)
    rows = [(known.get(note.scene_id or 0), note) for note in notes]
    rows.sort(key=lambda row: order.get(row[1].scene_id or 0, len(order)))
    return render(request, "campaigns/private_notes.html", {"series": series, "rows": rows})


@login_required("GET", "POST")
def private_note(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Show and change a person's notes of a scene. The table's page saves them while they are typed."""
    scene, membership = access.get_part_for(Scene, user, pk)
    note = find_note(membership, scene)
    form = NoteForm(membership, note, posted_data(request))

    def change() -> str:
        save_form(form)
        if not form.cleaned_data["back"]:
            return reverse("part", args=["scene", pk])
        return reverse("table_plain" if form.cleaned_data["back"] == "plain" else "table", args=[pk])

    def draw(status: int) -> HttpResponse:
        context = {"form": form, "scene": scene, "series": membership.series}
        return render(request, "campaigns/private_note.html", context, status=status)

    if request.method == "POST" and (getattr(request, "htmx", False) or wants_json(request)):
        return _answer_typing(request, form, note)
    return answer_form(request, form, change, draw)


def _answer_typing(request: HttpRequest, form: NoteForm, note: PrivateNote) -> HttpResponse:
    """Answer the table's page, which goes on with what is typed: saved, or why not.

    After a conflict the page keeps its old fingerprint, so that nothing is replaced unless the person asks for it.
    """
    status, wrong, seen = HTTPStatus.OK.value, "", str(form.data.get(SEEN_FIELD, ""))
    try:
        if form.is_valid():
            note = save_form(form)
            seen = fingerprint(note, form.watched)
        else:
            wrong, status = " ".join(map(str, form.errors.get("text", ()))), HTTPStatus.UNPROCESSABLE_ENTITY.value
    except Refused as refusal:
        wrong, status = refusal.sentence, refusal.status
        if isinstance(refusal, Stale) and isinstance(refusal.record, PrivateNote):
            note = refusal.record
    over = fingerprint(note, form.watched)
    if wants_json(request):
        conflict = {"theirs": note.text, "over": over} if form.theirs else {}
        return JsonResponse({"seen": seen, "saved": not wrong, "wrong": wrong, **conflict}, status=status)
    context = {"seen": seen, "saved": not wrong, "wrong": wrong, "theirs": form.theirs, "text": note.text}
    context["over"] = over
    return render(request, "campaigns/_private_note_state.html", context, status=status)
