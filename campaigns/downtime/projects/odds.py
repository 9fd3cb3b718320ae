"""The odds of one roll for an extended project."""

from dataclasses import dataclass
from typing import Any

from campaigns.downtime.resolution import prepare_request, rolls_help
from campaigns.models import Project
from rules import get_system
from rules.codec import decode
from rules.errors import RulesError
from rules.odds import percent
from rules.text import Text


@dataclass(frozen=True, slots=True)
class ProjectOdds:
    """The dice of one roll, the chance that it brings something, and the mean of its successes.

    `is_without_help`: somebody rolls to help, which is not in it.
    """

    dice: int
    chance: Text
    mean: float
    is_without_help: bool


def weigh_project(project: Project) -> ProjectOdds | None:
    """Return the odds of the next roll; None where it cannot be made as the sheet stands."""
    system = get_system(project.character.series.system)
    try:
        options: Any = decode(system.options, project.character.series.options)
        sheet: Any = project.character.parsed_sheet()
        request = prepare_request(system, options, project, sheet, project.request)
        pool, odds = system.rolls.pool(sheet, request, options), system.rolls.odds(sheet, request, options)
    except RulesError:
        return None
    is_without = project.helper is not None and rolls_help(system)
    return ProjectOdds(pool.dice, percent(float(odds.success)), float(odds.mean), is_without)
