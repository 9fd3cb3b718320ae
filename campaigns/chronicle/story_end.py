"""The end of a story: what the game gives back to everybody, on the sheets, and how that is taken back."""

from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.core.locks import series_to_run
from campaigns.core.refusals import Refused
from campaigns.models import Character, Membership, Series, SheetChange, Story, User
from campaigns.sheets.changes import get_value, write_sheet
from campaigns.sheets.json import canonical, with_values
from rules import get_system
from rules.codec import decode
from rules.errors import RulesError
from rules.text import Text


def end_story(membership: Membership, story: Story) -> None:
    """Close a story, and give everybody back what its end gives. A sheet that the rules refuse stays as it is."""
    with series_to_run(membership) as series:
        fresh = Story.objects.filter(pk=story.pk, series=series, closed_at=None).first()
        if fresh is None:
            raise Refused(_("This story is already closed."))
        fresh.closed_at = timezone.now()
        fresh.save(update_fields=["closed_at"])
        system = get_system(series.system)
        options: Any = decode(system.options, series.options)
        for character in _lock_people(series):
            try:
                values = system.recovery.end_story(character.parsed_sheet(), options)
                sheet = canonical(series.system, with_values(character.sheet, values))
            except RulesError:  # saved under older rules: its page says so
                continue
            write_sheet(character, sheet, membership.user, say_end(fresh))


def take_end_back(series: Series, story: Story, user: User) -> None:
    """Take back what the end of a story gave, on each sheet on which it still stands. The series must be locked."""
    for character in _lock_people(series):
        change = character.changes.filter(why=say_end(story), undone_by=None, at__gte=story.closed_at).first()
        if change is None or any(
            get_value(character.sheet, path) != now for path, (_was, now) in change.values.items()
        ):
            continue
        before = {path: was for path, (was, _now) in change.values.items()}
        sheet = canonical(series.system, with_values(character.sheet, before))
        if done := write_sheet(character, sheet, user, Text("{why}, taken back", why=say_end(story))):
            SheetChange.objects.filter(pk=done.pk).update(undoes=change)


def say_end(story: Story) -> Text:
    """Return why the sheets change."""
    return Text("End of the story: {title}", title=story.title)


def _lock_people(series: Series) -> list[Character]:
    people = Character.objects.select_for_update(of=("self",)).select_related("series").order_by("pk")
    return list(people.filter(series=series, extra=False))
