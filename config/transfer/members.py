"""Members in the file: who they were and when they are away. An import shows them, and brings none of them."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import Prefetch
from django.utils.translation import gettext as _

from campaigns.core.days import say_days
from campaigns.models import Absence, Role, Series
from config.transfer.rows import write_row
from rules.names import clean_name

ABSENCE = ("first_day", "last_day", "begins_at", "ends_at", "acts_as_usual")
MAX_SHOWN = 120
"""How much of a name is shown."""


@dataclass(frozen=True, slots=True)
class MemberPreview:
    """A member of the series in the file: name, role in words, and the days away, each in a line."""

    name: str
    role: str
    absences: tuple[str, ...] = ()


def write_members(series: Series) -> list[dict[str, Any]]:
    """Return the names and roles of the members, and when each is away, with the name of who stands in."""
    absences = Prefetch("absences", Absence.objects.select_related("stand_in"))
    return [
        {
            "name": member.user.get_username(),
            "role": member.role,
            "absences": [
                {**write_row(away, ABSENCE), "stand_in": away.stand_in.get_username() if away.stand_in else ""}
                for away in member.absences.all()
            ],
        }
        for member in series.memberships.select_related("user").prefetch_related(absences).order_by("pk")
    ]


def preview_member(row: Mapping[str, Any]) -> MemberPreview:
    """Return what the file says of a member; older files have no absences. Raises `KeyError` and the like for a row of
    another shape."""
    absences = tuple(map(_say_absence, row.get("absences", [])))
    return MemberPreview(shorten(row["name"]), str(dict(Role.choices).get(row["role"], "")), absences)


def shorten(text: Any) -> str:
    """Return a name or title out of the file, as much of it as is shown."""
    return clean_name(str(text), MAX_SHOWN)


def _say_absence(row: Mapping[str, Any]) -> str:
    days = say_days(date.fromisoformat(row["first_day"]), date.fromisoformat(row["last_day"]))
    if not row["stand_in"]:
        return _("away %(days)s") % {"days": days}
    return _("away %(days)s; %(name)s stands in") % {"days": days, "name": shorten(row["stand_in"])}
