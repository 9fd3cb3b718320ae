"""What a downtime does to the trainings of its characters: what comes to the sheet, and what is left of the rest."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from campaigns.calendar import DAY
from campaigns.models import Character, DowntimeResult, DowntimeRun, Proposal, ProposalState, RunState
from campaigns.services.experience.training import trainings_of

Trainings = tuple["Trained", ...]


@dataclass(frozen=True, slots=True)
class Trained:
    """One training after a downtime. `left`: seconds that are still to train, 0 for what is on the sheet then."""

    label: str
    left: int


def foresee_trainings(character: Character, days: int) -> Trainings:
    """What so many days of training make of what the character trains at now."""
    clock = character.series.clock
    return tuple(_after(one, one.remaining(clock), days) for one in trainings_of(character))


def read_trainings(run: DowntimeRun, results: Iterable[DowntimeResult]) -> Mapping[int, Trainings]:
    """What a run does, or has done once it is published, to the trainings of these characters, by their keys."""
    days = {result.character_id: result.trained for result in results}
    trainings = Proposal.objects.filter(character__in=days).order_by("ends_at", "pk")
    told: dict[int, list[Trained]] = defaultdict(list)
    if run.state == RunState.PUBLISHED:
        for one in trainings.filter(pk__in=[int(key) for key in run.trainings]):
            end = run.trainings[str(one.pk)][1]
            told[one.character_id].append(Trained(one.label, max(0, end - (run.ends_at or 0))))
    else:
        running = trainings.filter(state=ProposalState.TRAINING).select_related("character__series")
        for one in running:
            left = one.remaining(one.character.series.clock)
            told[one.character_id].append(_after(one, left, days[one.character_id]))
    return {key: tuple(them) for key, them in told.items()}


def _after(training: Proposal, left: int, days: int) -> Trained:
    return Trained(training.label, max(0, left - days * DAY))
