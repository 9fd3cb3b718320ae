"""Make or change a character, step by step."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from campaigns.chronicle.attendance import find_fight
from campaigns.chronicle.tree import list_open_scenes
from campaigns.core import access
from campaigns.core.decorators import login_required
from campaigns.core.form_views import posted_data
from campaigns.core.refusals import Refused
from campaigns.models import Character, Membership, User
from campaigns.sheets.creation import settle
from campaigns.sheets.sheet_form import SheetForm
from campaigns.sheets.steps import ALL
from campaigns.sheets.views import character_context
from rules.text import isolate_name

FINISH = "finish"
"""What the last button of making asks for. `NEXT` and `SHEET` are what other buttons do."""
NEXT, SHEET = "next", "sheet"


@login_required("GET", "POST")
def character_edit(request: HttpRequest, user: User, pk: int, step: str = "") -> HttpResponse:
    """Edit the record and the sheet: one step, the first if none is named, or everything on one page.

    A step is saved when its person goes on, to the next or to any other. If the rules refuse it, the field says so and
    nothing is saved. What is posted without a step is saved whole.
    """
    character, membership = access.get_character_to_edit(user, pk)
    posted = posted_data(request)
    form = SheetForm(character, membership, posted, step)
    if form.step is None and step not in ("", ALL):
        return redirect("character_edit", pk)
    if posted is None:
        return _draw(request, form if step else SheetForm(character, membership, None, form.steps[0].key))
    status = form.save()
    if status == 200:
        _note_side_effects(request, form, membership)
        try:
            return _go_on(request, form, membership, posted.get("go", ""))
        except Refused as refusal:
            form.refusal, status = refusal.sentence, refusal.status
    return _draw(request, form, status)


def _draw(request: HttpRequest, form: SheetForm, status: int = 200) -> HttpResponse:
    context = {**character_context(form.character, form.membership), "form": form}
    return render(request, "campaigns/character_edit.html", context, status=status)


def _go_on(request: HttpRequest, form: SheetForm, membership: Membership, wanted: str) -> HttpResponse:
    """Lead to the step that is wanted, or to the sheet. Finish the character first if that is asked for.

    A step that the sheet does not have, such as the Disciplines of a mortal, leaves one where one is.
    """
    pk = form.character.pk
    if wanted == NEXT and form.next:
        wanted = form.next.key
    if wanted in (ALL, *(step.key for step in form.steps)):
        return redirect("character_step", pk, wanted)
    if wanted == FINISH:
        settle(membership, form.character, True, anyway=True)
        messages.success(request, _("%(name)s is finished.") % {"name": isolate_name(form.saved.name)})
    elif wanted not in ("", SHEET) and form.step:
        return redirect("character_step", pk, form.step.key)
    else:
        messages.success(request, _("%(name)s saved.") % {"name": isolate_name(form.saved.name)})
    return redirect("character", pk)


def _note_side_effects(request: HttpRequest, form: SheetForm, membership: Membership) -> None:
    """Say what a save has set going beside the sheet."""
    if form.saved.name != form.character.name and _is_in_fight(form.saved, membership):
        messages.info(request, _("The fight that is under way keeps the old name until it ends."))
    if form.has_described:
        messages.success(request, _("Your changes to powers are waiting for the Storyteller."))


def _is_in_fight(character: Character, membership: Membership) -> bool:
    """Return whether the character is in the running fight of an open scene."""
    return find_fight(character, list_open_scenes([membership])) is not None


@login_required("POST")
def character_check(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Return the budget of the sheet as typed so far. Nothing is saved."""
    character, membership = access.get_character_to_edit(user, pk)
    budget = SheetForm(character, membership, request.POST, request.POST.get("step", "")).budget
    return render(request, "campaigns/_creation_drawn.html", {"budget": budget})


@login_required("GET", "POST")
def character_settle(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Settle the character, or (Storyteller) unsettle it. What is over or missing stands on the last step of making."""
    character, membership = access.get_character_to_edit(user, pk)
    if request.method == "GET":
        return redirect("character", pk) if character.settled else redirect("character_step", pk, "check")
    settled = request.POST.get("settled") != "no"
    settle(membership, character, settled, anyway=request.POST.get("anyway") == "yes")
    said = _("%(name)s is finished.") if settled else _("%(name)s is a draft again.")
    messages.success(request, said % {"name": isolate_name(character.name)})
    return redirect("character", pk)
