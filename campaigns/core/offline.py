"""Which pages a device keeps, so that their reader has them while she is offline.

Django says it and the service worker (`templates/worker.js`) does it: a response that bears no mark is never kept.
"""

import json

from django.http import HttpRequest, HttpResponse

from campaigns.models import Membership, User

MARK = "Storywheel-Offline"
"""The header that tells the worker whose device this is, which seats the person has, and whether to keep the page."""
OFFLINE_COOKIE = "offline"
ON, OFF = "on", "off"


def keeps_pages(request: HttpRequest) -> bool:
    """Return whether this device keeps pages: as the person chose, or else as long as it keeps them signed in."""
    chosen = request.COOKIES.get(OFFLINE_COOKIE)
    if chosen in (ON, OFF):
        return chosen == ON
    return not request.session.get_expire_at_browser_close()


def mark_offline(
    request: HttpRequest, response: HttpResponse, user: User, membership: Membership | None = None
) -> HttpResponse:
    """Mark a response for the worker, and return it.

    `membership`: keep the page, which shows what this seat sees. Other pages name all seats of the person, and the
    worker drops what is of none of them. A device that is to keep nothing gets no seat.
    """
    mark: dict[str, object] = {"person": user.pk}
    if not keeps_pages(request):
        mark["seats"] = []
    elif membership is None:
        mark["seats"] = [f"{series}-{role}" for series, role in user.memberships.values_list("series", "role")]
    elif response.status_code == 200:
        mark["seat"] = f"{membership.series_id}-{membership.role}"
    response[MARK] = json.dumps(mark)
    return response


def forget_device(response: HttpResponse) -> HttpResponse:
    """Have the browser erase all that this site has stored there but its cookies, and return the response."""
    response["Clear-Site-Data"] = '"storage"'
    return response
