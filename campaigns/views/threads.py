"""Threads: the list, the page of one, its form, and its clock."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns import access, services
from campaigns.edit_conflict import SEEN_FIELD
from campaigns.models import User
from campaigns.people import add_faces
from campaigns.refusals import Refused
from campaigns.services.threads import EDITABLE
from campaigns.thread_forms import ThreadForm
from campaigns.threads import get_thread_for, get_thread_to_run, visible_threads
from campaigns.views.decorators import login_required
from campaigns.views.form_views import answer_form, answer_form_once, posted_data


@login_required("GET")
def threads(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """List the threads of a series that the member knows of."""
    series, membership = access.get_series_for(user, pk)
    found = list(visible_threads(membership))
    context = {
        "series": series,
        "storyteller": access.is_storyteller(membership),
        "open_threads": [one for one in found if one.is_open],
        "resolved": [one for one in found if not one.is_open],
    }
    return render(request, "campaigns/threads.html", context)


@login_required("GET")
def thread(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Show a thread to those who know of it."""
    thread, membership = get_thread_for(user, pk)
    faces = add_faces(thread.subjects.all(), membership)
    shown = {face.character for face in faces}
    context = {
        "series": thread.series,
        "thread": thread,
        "storyteller": access.is_storyteller(membership),
        "faces": faces,
        "characters": [one for one in thread.characters.all() if one not in shown],
    }
    return render(request, "campaigns/thread.html", context)


@login_required("GET", "POST")
def thread_new(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Make a thread."""
    series, membership = access.get_series_to_run(user, pk)
    form = ThreadForm(membership, None, posted_data(request))

    def make() -> str:
        return reverse("thread", args=[services.add_thread(membership, form.values, form.ties).pk])

    def draw(status: int) -> HttpResponse:
        return render(request, "campaigns/thread_form.html", {"form": form, "series": series}, status=status)

    return answer_form_once(request, user, form, make, draw)


@login_required("GET", "POST")
def thread_edit(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Change a thread."""
    thread, membership = get_thread_to_run(user, pk)
    form = ThreadForm(membership, thread, posted_data(request))

    def change() -> str:
        with form.catch_conflict(thread, EDITABLE):
            services.edit_thread(membership, thread, form.values, form.ties, form.cleaned_data[SEEN_FIELD])
        return reverse("thread", args=[pk])

    def draw(status: int) -> HttpResponse:
        context = {"form": form, "series": membership.series, "thread": thread}
        return render(request, "campaigns/thread_form.html", context, status=status)

    return answer_form(request, form, change, draw)


@login_required("POST")
def thread_fill(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Set how many segments of a thread's clock are filled."""
    thread, membership = get_thread_to_run(user, pk)
    wanted = request.POST.get("filled", "")
    if not (wanted.isascii() and wanted.isdecimal() and len(wanted) < 4):
        raise Refused(_("Choose a number of segments."), status=422)
    services.fill_clock(membership, thread, int(wanted))
    return redirect(f"{reverse('thread', args=[pk])}#tools")  # who goes by keys stays beside the button


@login_required("POST")
def thread_resolve(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Resolve a thread, or open it again."""
    thread, membership = get_thread_to_run(user, pk)
    wanted = {"yes": True, "no": False}
    if (resolved := wanted.get(request.POST.get("resolved", ""))) is None:
        raise Refused(_("A thread is resolved or opened again."), status=422)
    services.resolve_thread(membership, thread, resolved)
    return redirect("thread", pk)


@login_required("POST")
def thread_remove(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Delete a thread."""
    thread, membership = get_thread_to_run(user, pk)
    services.remove_thread(membership, thread)
    messages.success(request, _("%(title)s is taken out.") % {"title": thread.title})
    return redirect("threads", thread.series_id)
