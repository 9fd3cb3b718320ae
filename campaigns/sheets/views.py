"""Characters: show, create, copy, assign and delete; `step_views` changes them."""

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns.chronicle.attendance import find_fight
from campaigns.chronicle.tree import list_open_scenes
from campaigns.core import access
from campaigns.core.decorators import login_required
from campaigns.core.form_views import answer_form_once, answer_once, posted_data
from campaigns.core.known import visible_subjects
from campaigns.core.language import translate
from campaigns.core.offline import mark_offline
from campaigns.core.refusals import Refused
from campaigns.models import Character, Membership, User
from campaigns.sheets.changes import undo_change
from campaigns.sheets.forms import NewCharacterForm, OwnerForm
from campaigns.sheets.history import describe_changes
from campaigns.sheets.json import empty_sheet
from campaigns.sheets.page import build_sheet, load_training
from campaigns.sheets.pdf import can_make_pdf
from campaigns.sheets.services import assign_owner, copy_as_extra, create_character, remove_character
from campaigns.sheets.taps import last_tap, tap_sheet
from campaigns.threads.visible import threads_about
from rules.errors import BadInput
from rules.sheets.touch import BAD_TAP, parse_tap
from rules.text import isolate_name
from rules.wounds import HARMS, NAMES

CHANGES_A_PAGE = 50


@login_required("GET", "POST")
def character_new(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Create a character from an archetype or an empty sheet."""
    series, membership = access.get_series_to_play(user, pk)
    form = NewCharacterForm(membership, empty_sheet(series.system) is not None, posted_data(request))

    def make() -> str:
        values = form.cleaned_data
        hidden = values.get("hidden", False)
        character = create_character(membership, values["name"], values["archetype"], hidden=hidden)
        return reverse("character_edit", args=[character.pk])

    def draw(status: int) -> HttpResponse:
        return render(request, "campaigns/character_new.html", {"form": form, "series": series}, status=status)

    return answer_form_once(request, user, form, make, draw)


@login_required("GET")
def character(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Show the sheet to people who may read it, to others the name and the notes for all."""
    character, membership = access.get_character_for(user, pk)
    readable = access.can_read_sheet(character, membership)
    context = {**character_context(character, membership), "sheet": None}
    context["subject"] = subject = visible_subjects(membership).filter(character=character).first()
    context["threads"] = threads_about(subject, character, membership)
    if readable:
        context["sheet"] = build_sheet(character, load_training(character))
        context["harms"] = [(harm, NAMES[harm], harm == "lethal") for harm in HARMS]
        if context["can_edit"]:
            context |= _tap_context(character, membership)
    context["can_make_pdf"] = can_make_pdf()
    if access.is_storyteller(membership):
        context["owner_form"] = OwnerForm(character)
    page = render(request, "campaigns/character.html", context)
    return mark_offline(request, page, user, membership if character.owner_id == user.pk else None)


@login_required("GET")
def character_changes(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """List the changes of the sheet, newest first, each with a button to undo it."""
    character, membership = access.get_sheet_for(user, pk)
    pages = Paginator(character.changes.select_related("user", "undone_by"), CHANGES_A_PAGE)
    page = pages.get_page(request.GET.get("page"))
    context = {**character_context(character, membership), "page": page, "changes": describe_changes(character, page)}
    return render(request, "campaigns/character_changes.html", context)


@login_required("POST")
def change_undo(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Undo a change of a sheet."""
    change, membership = access.get_change_to_edit(user, pk)
    undo_change(membership, change)
    messages.success(request, _("Taken back."))
    return redirect("character" if request.POST.get("back") == "sheet" else "character_changes", change.character_id)


@login_required("POST")
def character_extra(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Copy the character as an extra."""
    character, membership = access.get_character_for(user, pk)
    access.require_storyteller(membership)

    def copy() -> str:
        extra = copy_as_extra(membership, character)
        sentence = _("%(name)s was created as a copy of %(original)s.")
        messages.success(
            request, sentence % {"name": isolate_name(extra.name), "original": isolate_name(character.name)}
        )
        return reverse("character", args=[extra.pk])

    return answer_once(request, user, copy)


@login_required("POST")
def character_owner(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Set who plays the character."""
    character, membership = access.get_character_for(user, pk)
    access.require_storyteller(membership)
    form = OwnerForm(character, request.POST)
    if not form.is_valid():
        raise Refused(_("Choose a member of this series who is not a spectator."), status=422)
    owner = form.chosen()
    assign_owner(membership, character, owner)
    said = (
        _("Played by %(name)s.") % {"name": isolate_name(owner.user.get_username())}
        if owner
        else _("Storyteller character.")
    )
    messages.success(request, f"{isolate_name(character.name)}: {said}")
    return redirect("character", pk)


@login_required("GET", "POST")
def character_remove(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Ask, then delete the character."""
    character, membership = access.get_character_to_edit(user, pk)
    if request.method == "POST":
        remove_character(membership, character)
        messages.success(request, _("%(name)s deleted.") % {"name": isolate_name(character.name)})
        return redirect("series", membership.series_id)
    return render(request, "campaigns/character_remove.html", character_context(character, membership))


def _tap_context(character: Character, membership: Membership) -> dict[str, object]:
    """Return where taps go: to the table of the open scene, or onto the sheet between scenes; nowhere in a fight.

    `scene`: the open scene to go to, one with the character's fight first.
    """
    scenes = list_open_scenes([membership])
    fight = find_fight(character, scenes)
    if scene := fight or next(reversed(scenes), None):
        tap_url = "" if fight else reverse("table_command", args=[scene.pk])
        return {"scene": scene, "tap_url": tap_url}
    tapped = last_tap(character, membership.user)
    last = describe_changes(character, [tapped])[0] if tapped else None
    return {"tap_url": reverse("character_tap", args=[character.pk]), "last": last}


def character_context(character: Character, membership: Membership) -> dict[str, object]:
    """Return the context that all pages of a character share."""
    return {
        "character": character,
        "series": character.series,
        "storyteller": access.is_storyteller(membership),
        "can_edit": access.can_edit_character(character, membership),
    }


@login_required("POST")
def character_tap(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Change a health box or a point of a pool on the sheet."""
    character, membership = access.get_character_to_edit(user, pk)
    try:
        touched = parse_tap(request.POST.get("tap", ""), request.POST.get("harm", "lethal"), 1)
    except BadInput as error:
        raise Refused(translate(error.sentence), status=422) from error
    if touched.who != str(pk):
        raise Refused(translate(BAD_TAP), status=422)

    def change() -> str:
        tap_sheet(membership, character, touched)
        return f"{reverse('character', args=[pk])}#play"

    return answer_once(request, user, change)
