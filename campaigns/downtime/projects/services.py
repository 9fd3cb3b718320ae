"""The kind of record that an extended project is: begun by the character's player, rated by the Storyteller."""

from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns.core.access import is_storyteller, require_editor, require_storyteller
from campaigns.core.locks import lock_character, locked_series
from campaigns.core.records.kind import RecordKind, Save
from campaigns.core.refusals import Refused
from campaigns.downtime.resolution import prepare_request
from campaigns.models import Membership, Project, Series
from campaigns.notices.record_notices import notify_rated, notify_to_rate, settle_project
from rules import get_system
from rules.codec import decode
from rules.errors import RulesError

MAX_PROJECTS = 30
"""The most unfinished projects of one character."""
MAX_GOAL = 999
MAX_INTERVAL = 999


class Projects(RecordKind[Project]):
    """Projects. What is rolled is chosen at the beginning, and the rest rated by the Storyteller.

    A player's numbers are a suggestion: nothing is rolled until the Storyteller has rated the project.
    """

    model = Project
    most = MAX_PROJECTS
    too_many = gettext_lazy("There are already too many projects. Finish or give up some first.")
    gone = gettext_lazy("Someone has just deleted this.")
    follows = ("rated",)

    def list_rows(self, series: Series, row: Project) -> QuerySet[Project]:
        """Return the projects of the series."""
        return Project.objects.filter(character__series=series).select_related("character__series", "helper")

    def begin(self, series: Series, row: Project) -> Project:
        """Return a new project. Raises `Refused` if the character has too many that are not finished."""
        row.character = lock_character(row.character)
        if row.character.projects.filter(outcome="").count() >= self.most:
            raise Refused(str(self.too_many))
        return row

    def require_writer(self, membership: Membership, row: Project) -> None:
        """Let people begin one for their characters, and Storytellers rate it."""
        if row.pk is None:
            require_editor(row.character, membership)
        else:
            require_storyteller(membership)

    def check(self, save: Save[Project]) -> None:
        """Refuse numbers and traits that cannot be, and to rate what is over."""
        if save.row.outcome:
            raise Refused(_("This project is over and can no longer be reviewed."))
        _check_project(save.row, is_storyteller(save.membership))
        save.row.rated = is_storyteller(save.membership)

    def finish(self, save: Save[Project]) -> None:
        """Notify Storytellers of one to rate, and its player once it is."""
        if not save.row.rated:
            notify_to_rate(save.row, save.membership.user)
        elif not save.is_new:
            notify_rated(save.row, save.membership.user)


PROJECTS = Projects()


def give_up_project(membership: Membership, project: Project) -> None:
    """End a project before it is done."""
    with locked_series(membership):
        require_editor(lock_character(project.character), membership)
        Project.objects.filter(pk=project.pk, outcome="").update(outcome=Project.GIVEN_UP)
        settle_project(project)


def _check_project(project: Project, is_ruled: bool) -> None:
    character = project.character
    system = get_system(character.series.system)
    if project.helper_id == character.pk or (project.helper_id and system.tasks.help is None):
        raise Refused(_("Choose a different helper."), status=422, field="helper")
    if system.tasks.stunts and not is_ruled:  # a stunt is the Storyteller's to grant
        project.request = {k: v for k, v in project.request.items() if k != system.tasks.stunts.field}
    if not 1 <= project.goal <= MAX_GOAL or not 1 <= project.interval <= MAX_INTERVAL:
        raise Refused(_("A project needs 1 to 999 successes, with a roll every 1 to 999 days."), status=422)
    rated = system.tasks.difficulty
    if rated is None:
        project.difficulty = None
    elif project.difficulty is not None and not rated.low <= project.difficulty <= rated.high:
        sentence = _("Difficulty must be %(low)s to %(high)s.") % {"low": rated.low, "high": rated.high}
        raise Refused(sentence, status=422, field="difficulty")
    try:
        options: Any = decode(system.options, character.series.options)
        sheet = character.parsed_sheet()
        system.rolls.pool(sheet, prepare_request(system, options, project, sheet, project.request), options)
    except RulesError as refusal:
        raise Refused(refusal.sentence, status=422) from refusal
