"""What strangers must not reach on a public demo, and the sentences that say so."""

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy

from campaigns.core.decorators import refuse
from config.demo.public.banner import TABLE
from config.demo.public.tables import note_use

HIDDEN = ("/admin/", "/staff/", "/first/")
ACCOUNT = "/account/"
DOORS = {"account_login", "account_signup"}
"""Pages in whose place visitors find the one where they take a seat."""
OPEN = {"account_logout"}
NO_FILES = gettext_lazy("You can’t upload files in this demo. Pictures and imports work on your own server.")
NO_OUTSIDE = gettext_lazy("This demo sends and publishes nothing. Your own server does.")
NO_ACCOUNT = gettext_lazy("Demo accounts last until tonight and have no account pages.")
SHUT = {
    "series_import": NO_FILES,
    "character_import": NO_FILES,
    "import_look": NO_FILES,
    "portrait_edit": NO_FILES,
    "discord": NO_OUTSIDE,
    "tokens": NO_OUTSIDE,
    "webhooks": NO_OUTSIDE,
    "overlay_settings": NO_OUTSIDE,
    "overlay": NO_OUTSIDE,
    "public_page_settings": NO_OUTSIDE,
    "public_page": NO_OUTSIDE,
    "public_portrait": NO_OUTSIDE,
    "feed_renew": NO_OUTSIDE,
    "feed": NO_OUTSIDE,
    "invite_new": gettext_lazy("In this demo people join through your table’s link: see the line at the top."),
    "join": gettext_lazy("In this demo you join a table with its link, or open your own."),
}
"""Names of addresses, with the sentence that a visitor sees there."""


class DemoGate:
    """Django middleware, after those that load the user. It is there on a public demo only."""

    sync_capable, async_capable = True, False

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        if not settings.PUBLIC_DEMO:
            raise MiddlewareNotUsed
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Go on: `process_view` decides, when the address is known."""
        return self._get_response(request)

    def process_view(self, request: HttpRequest, *_view: Any) -> HttpResponse | None:
        """Return a page in place of the one that is shut, or None."""
        match = request.resolver_match
        name = (match.url_name or "") if match else ""
        if request.path.startswith(HIDDEN):
            raise Http404
        if table := request.session.get(TABLE):
            note_use(table)
        if name in DOORS:
            return redirect("demo")
        if request.path.startswith(ACCOUNT) and name not in OPEN:
            return refuse(request, str(NO_ACCOUNT), 403)
        if name in SHUT:
            return refuse(request, str(SHUT[name]), 403)
        if request.method == "POST" and request.FILES:
            return refuse(request, str(NO_FILES), 403)
        return None
