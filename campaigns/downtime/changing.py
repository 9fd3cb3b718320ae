"""The kind of record that a downtime's result is: the Storyteller's words, and the values before they are published."""

from collections.abc import Mapping
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns.core.records.kind import RecordKind, Save
from campaigns.core.refusals import Refused
from campaigns.downtime.results import after_values, require_look
from campaigns.models import DowntimeResult, Series
from campaigns.sheets.changes import differences, get_value, passing_paths
from campaigns.sheets.json import canonical, with_values
from rules import get_system
from rules.errors import RulesError


class Results(RecordKind[DowntimeResult]):
    """Results. Beside the words come `values` by path, and how far the next wound has healed (`begun`; None leaves it).

    The Storyteller may change what was resolved and whatever else a scene may change.
    """

    model = DowntimeResult
    gone = gettext_lazy("Resolve it first.")
    watched = {"changes": "words", "carry": "words"}
    follows = ("changes", "carry")

    def list_rows(self, series: Series, row: DowntimeResult) -> QuerySet[DowntimeResult]:
        """Return the results of the series."""
        rows = DowntimeResult.objects.filter(run__downtime__story__series=series)
        return rows.select_related("run", "character__series")

    def find(self, series: Series, row: DowntimeResult) -> DowntimeResult:
        """Return the result as it is now. Raises `Refused` if the Storyteller has not it before her."""
        fresh = super().find(series, row)
        require_look(fresh.run)
        return fresh

    def check(self, save: Save[DowntimeResult]) -> None:
        """Replace values of the result, within the rules."""
        result, values, begun = save.row, save.beside.get("values", {}), save.beside.get("begun")
        _require_passing(result, values)
        before = result.character.sheet
        try:
            sheet = canonical(save.series.system, with_values(before, {**after_values(result), **values}))
            if begun is not None:
                sheet = _put_begun(result, sheet, begun)
        except RulesError as refusal:
            raise Refused(refusal.sentence, status=422) from refusal
        changes = {path: [pair[0], get_value(sheet, path)] for path, pair in result.changes.items()}
        for path, was, now in differences(before, sheet):
            changes.setdefault(path, [was, now])
        result.changes = {path: pair for path, pair in changes.items() if pair[0] != pair[1]}


RESULTS = Results()


def _require_passing(result: DowntimeResult, values: Mapping[str, Any]) -> None:
    """Raise `Refused` for paths that neither the downtime nor a scene may change."""
    sheet = result.character.parsed_sheet()
    lasting = get_system(result.character.series.system).sheets.kept_by("storyteller", sheet)
    known = {*result.changes, *passing_paths(result.character), *lasting}
    if strange := [path for path in values if path not in known]:
        sentence = _("A downtime can’t change that: %(what)s. Edit the sheet instead.")
        raise Refused(sentence % {"what": ", ".join(strange[:3])}, status=422)


def _put_begun(result: DowntimeResult, sheet: dict[str, Any], begun: int) -> dict[str, Any]:
    """Return the sheet with the next wound healed this far, and store the rest of it in the result's carry."""
    system = get_system(result.character.series.system)
    parsed = system.sheets.parse(sheet)
    now = system.recovery.begun(parsed, result.carry)
    if now is None or now.value == begun:
        return sheet
    done = system.recovery.begin(parsed, result.carry, begun)
    result.carry = dict(done.carry)
    return canonical(system.key, with_values(sheet, done.changes))
