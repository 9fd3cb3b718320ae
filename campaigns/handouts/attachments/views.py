"""Attachments: the page with the list and the form, the contents themselves, and the pages that change them."""

from base64 import b64decode
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.http import content_disposition_header
from django.utils.text import slugify
from django.utils.translation import gettext as _

from campaigns.core import access
from campaigns.core.decorators import login_required
from campaigns.core.pictures import answer_picture
from campaigns.core.records.form import RecordForm
from campaigns.core.records.pages import RecordPages
from campaigns.handouts.attachments.forms import AttachmentForm, UploadForm
from campaigns.handouts.attachments.visible import (
    get_attachment_for,
    get_attachment_to_edit,
    may_edit,
    require_uploader,
    visible_attachments,
)
from campaigns.models import Attachment, AttachmentContent, Membership, Role, User
from rules.text import isolate_name


class AttachmentPages(RecordPages[Attachment]):
    """The page with the list of attachments, where one uploads, and the forms of those that are there."""

    form, new_form = AttachmentForm, UploadForm
    name, plural = "attachment", "pictures"
    asks_to_remove = "campaigns/picture_remove.html"

    def begin(self, request: HttpRequest, user: User, pk: int) -> tuple[Attachment, Membership]:
        """Return a blank attachment. Spectators may look at the list alone."""
        series, membership = access.get_series_for(user, pk)
        if request.method == "POST":
            require_uploader(membership)
        return Attachment(series=series), membership

    def form_context(self, row: Attachment | None, blank: Attachment, membership: Membership) -> dict[str, Any]:
        """Show the list beside the form of a new attachment; no form to spectators."""
        context = super().form_context(row, blank, membership)
        if row is None:
            context["rows"] = [
                (attachment, may_edit(attachment, membership)) for attachment in visible_attachments(membership)
            ]
        return context | ({"form": None} if membership.role == Role.SPECTATOR else {})

    def find_template(self, row: Attachment | None) -> str:
        """Return the page with the list for a new attachment."""
        return "campaigns/picture_form.html" if row else "campaigns/pictures.html"

    def find_way_on(self, row: Attachment, form: RecordForm) -> str:
        """Go to the list."""
        return reverse("pictures", args=[row.series_id])

    def say_saved(self, row: Attachment, *, is_new: bool) -> str:
        """Say what to do with a new attachment."""
        sentence = _("%(title)s uploaded. Copy its code into any text.") % {"title": isolate_name(row.title)}
        return sentence if is_new else ""

    def say_removed(self, row: Attachment) -> str:
        """Name what was deleted."""
        return _("%(title)s deleted.") % {"title": isolate_name(row.title)}


PAGES = AttachmentPages(get_attachment_to_edit)


@login_required("GET")
def attachment(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Return the content of an attachment, for people who may see it. A text is a file to keep: no page shows it."""
    attachment, _membership = get_attachment_for(user, pk)
    content = b64decode(get_object_or_404(AttachmentContent, attachment=attachment).data)
    answer = answer_picture(request, content, attachment.content_name)
    if not attachment.is_picture:
        name = f"{slugify(attachment.title) or attachment.number}.txt"
        answer["Content-Type"] = "text/plain; charset=utf-8"
        answer["Content-Disposition"] = str(content_disposition_header(as_attachment=True, filename=name))
    return answer
