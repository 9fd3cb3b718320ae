"""Attachments: the page with the list and the form, the contents themselves, and the pages that change them."""

from base64 import b64decode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import content_disposition_header
from django.utils.text import slugify
from django.utils.translation import gettext as _

from campaigns import access, services
from campaigns.attachment_forms import AttachmentForm, UploadForm
from campaigns.attachments import (
    get_attachment_for,
    get_attachment_to_edit,
    may_edit,
    require_uploader,
    visible_attachments,
)
from campaigns.edit_conflict import SEEN_FIELD
from campaigns.models import AttachmentContent, Role, User
from campaigns.services.attachments import EDITABLE
from campaigns.views.decorators import login_required
from campaigns.views.form_views import answer_form, answer_form_once, posted_data
from campaigns.views.portraits import answer_picture


@login_required("GET", "POST")
def attachments(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """List the attachments of a series that the member may see, and keep what they upload."""
    series, membership = access.get_series_for(user, pk)
    if request.method == "POST":
        require_uploader(membership)
    form = UploadForm(membership, None, posted_data(request), request.FILES or None)

    def make() -> str:
        attachment = services.add_attachment(membership, form.values, form.knowers, form.upload)
        messages.success(request, _("%(title)s is there. Copy its code into any text.") % {"title": attachment.title})
        return reverse("pictures", args=[pk])

    def draw(status: int) -> HttpResponse:
        rows = [(one, may_edit(one, membership)) for one in visible_attachments(membership)]
        context = {
            "series": series,
            "rows": rows,
            "form": form if membership.role != Role.SPECTATOR else None,
            "storyteller": access.is_storyteller(membership),
        }
        return render(request, "campaigns/pictures.html", context, status=status)

    return answer_form_once(request, user, form, make, draw)


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


@login_required("GET", "POST")
def attachment_edit(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Change the words of an attachment, and who knows of it."""
    attachment, membership = get_attachment_to_edit(user, pk)
    form = AttachmentForm(membership, attachment, posted_data(request))

    def change() -> str:
        with form.catch_conflict(attachment, EDITABLE):
            services.edit_attachment(membership, attachment, form.values, form.knowers, form.cleaned_data[SEEN_FIELD])
        return reverse("pictures", args=[attachment.series_id])

    def draw(status: int) -> HttpResponse:
        context = {"form": form, "series": attachment.series, "attachment": attachment}
        return render(request, "campaigns/picture_form.html", context, status=status)

    return answer_form(request, form, change, draw)


@login_required("GET", "POST")
def attachment_remove(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Ask, then delete an attachment."""
    attachment, membership = get_attachment_to_edit(user, pk)
    if request.method == "GET":
        context = {"series": attachment.series, "attachment": attachment}
        return render(request, "campaigns/picture_remove.html", context)
    services.remove_attachment(membership, attachment)
    messages.success(request, _("%(title)s is taken out.") % {"title": attachment.title})
    return redirect("pictures", attachment.series_id)
