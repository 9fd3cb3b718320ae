"""What a downtime does to trainings: which end, and how long the others still take."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from campaigns.calendar.calendar import DAY
from campaigns.experience.training import trainings_of
from campaigns.models import Character, DowntimeResult, DowntimeRun, Proposal, ProposalState, RunState

Trainings = tuple["TrainingAfter", ...]


@dataclass(frozen=True, slots=True)
class TrainingAfter:
    """One training after a downtime. `left`: the seconds still to train, 0 if it ended."""

    label: str
    left: int


def foresee_trainings(character: Character, days: int) -> Trainings:
    """Return the character's trainings as they would be after this many days of training."""
    clock = character.series.clock
    return tuple(_after(training, training.remaining(clock), days) for training in trainings_of(character))


def load_trainings(run: DowntimeRun, results: Iterable[DowntimeResult]) -> Mapping[int, Trainings]:
    """Return what a run does to the trainings of these characters, or did if it is published, by character id."""
    days = {result.character_id: result.trained for result in results}
    trainings = Proposal.objects.filter(character__in=days).order_by("ends_at", "pk")
    trainings_by_character: dict[int, list[TrainingAfter]] = defaultdict(list)
    if run.state == RunState.PUBLISHED:
        for training in trainings.filter(pk__in=[int(key) for key in run.trainings]):
            end = run.trainings[str(training.pk)][1]
            trainings_by_character[training.character_id].append(
                TrainingAfter(training.label, max(0, end - (run.ends_at or 0)))
            )
    else:
        running = trainings.filter(state=ProposalState.TRAINING).select_related("character__series")
        for training in running:
            left = training.remaining(training.character.series.clock)
            trainings_by_character[training.character_id].append(_after(training, left, days[training.character_id]))
    return {key: tuple(them) for key, them in trainings_by_character.items()}


def _after(training: Proposal, left: int, days: int) -> TrainingAfter:
    return TrainingAfter(training.label, max(0, left - days * DAY))
