"""Threads: the list, the page of one, its form, and its clock."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns.core.decorators import login_required
from campaigns.core.faces import add_faces
from campaigns.core.records.pages import RecordPages
from campaigns.core.refusals import Refused
from campaigns.models import Membership, Thread, User
from campaigns.threads.forms import ThreadForm
from campaigns.threads.services import fill_clock, resolve_thread
from campaigns.threads.visible import get_thread_for, get_thread_to_run, visible_threads
from rules.text import isolate_name


class ThreadPages(RecordPages[Thread]):
    """The pages of threads."""

    form = ThreadForm
    name, plural = "thread", "threads"

    def list_context(self, request: HttpRequest, membership: Membership) -> dict[str, Any]:
        """Show open threads and resolved ones."""
        found = list(visible_threads(membership))
        return {
            "open_threads": [thread for thread in found if thread.is_open],
            "resolved": [thread for thread in found if not thread.is_open],
        }

    def page_context(self, request: HttpRequest, row: Thread, membership: Membership) -> dict[str, Any]:
        """Show what the thread is tied to; a character that a page is about just once."""
        faces = add_faces(row.subjects.all(), membership)
        shown = {face.character for face in faces}
        return {
            "faces": faces,
            "characters": [character for character in row.characters.all() if character not in shown],
        }

    def say_removed(self, row: Thread) -> str:
        """Name what was deleted."""
        return _("%(title)s deleted.") % {"title": isolate_name(row.title)}


PAGES = ThreadPages(get_thread_to_run, get_thread_for)


@login_required("POST")
def thread_fill(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Set how many segments of a thread's clock are filled."""
    thread, membership = get_thread_to_run(user, pk)
    wanted = request.POST.get("filled", "")
    if not (wanted.isascii() and wanted.isdecimal() and len(wanted) < 4):
        raise Refused(_("Choose a number of segments."), status=422)
    fill_clock(membership, thread, int(wanted))
    return redirect(f"{reverse('thread', args=[pk])}#tools")  # who goes by keys stays beside the button


@login_required("POST")
def thread_resolve(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Resolve a thread, or open it again."""
    thread, membership = get_thread_to_run(user, pk)
    wanted = {"yes": True, "no": False}
    if (resolved := wanted.get(request.POST.get("resolved", ""))) is None:
        raise Refused(_("Choose to resolve or reopen the thread."), status=422)
    resolve_thread(membership, thread, resolved)
    return redirect("thread", pk)
