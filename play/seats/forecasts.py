"""Forecasts of a table's fight: for the Storyteller as it is, for players as their seats know it.

Everybody has one forecast at a time. The worker has its fights played by a process of their own, which stands back
behind all others, and keeps the newest answer in the cache, from which the page is drawn. It is given up when another
is asked for, and when nobody looks at it.
"""

import json
import subprocess
import sys
import time
import uuid
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, replace
from tempfile import TemporaryFile
from threading import Timer
from typing import Any, Literal

from celery import current_app
from django.conf import settings
from django.core.cache import cache
from django.utils.translation import gettext as _
from kombu.exceptions import OperationalError

from campaigns.core.refusals import Refused
from campaigns.models import Scene, User
from play.seats.facts import TableFacts, load_room
from play.seats.guesses import Guess, make_guesses
from play.table.seat_log import count_entries
from rules.battle import Json, Seat
from rules.codec import decode, encode
from rules.errors import BadInput
from rules.forecast import Forecast, Weight
from rules.forecast.runs import RUNS, check
from rules.forecast.seen import NOBODY, check_known, imagine_fight, list_standing
from rules.text import Text
from rules.view import BattleView

TASK = "config.tasks.forecast_fight"
KEPT = 1800
"""Seconds for which a forecast is kept after its last answer."""
MAX_SECONDS = 30
"""Seconds that a forecast may take."""
SILENCE = 15
"""Seconds without a look after which a forecast is given up, and without an answer after which its worker is lost."""
MAX_FIGHTERS = 40
State = Literal["asked", "running", "whole", "late", "refused", "failed"]
"""How far it is. "late": the time was over before all fights were played."""


@dataclass(frozen=True, slots=True)
class ForecastQuestion:
    """A forecast that was asked for, and what came of it so far, as the cache keeps it.

    `number`: how many entries of the log the asker's seat could see then. `tactics`: the key of each side's. `taken`:
    the archetypes of those whose figures the asker has to guess, by their ids. `is_real`: the real fight is played, for
    a Storyteller. `answered_at`: when the last answer came, in seconds. `forecast` and `numbers` are encoded.
    """

    key: str
    scene: int
    number: int
    tactics: Mapping[str, str]
    state: State
    answered_at: float
    forecast: Json = None
    numbers: Json = None
    refusal: Json = None
    taken: Mapping[str, str] = field(default_factory=dict)
    is_real: bool = False

    @property
    def is_going(self) -> bool:
        """Whether more answers may come."""
        return self.state in ("asked", "running")

    @property
    def is_lost(self) -> bool:
        """Whether its worker has fallen silent."""
        return self.is_going and time.time() > self.answered_at + SILENCE

    def decode_forecast(self) -> Forecast | None:
        """Return the newest answer."""
        return decode(Forecast, self.forecast) if self.forecast else None

    def decode_numbers(self) -> tuple[Weight, ...]:
        """Return the numbers that matter most."""
        return decode(tuple[Weight, ...], self.numbers or [])

    def decode_refusal(self) -> Text | None:
        """Return why there is no forecast."""
        return decode(Text, self.refusal) if self.refusal else None


def list_sides(facts: TableFacts, seat: Seat) -> Mapping[str, Sequence[str]]:
    """Return the sides of the fight with the names of those whom the seat sees standing, in the order of joining."""
    sides, view = dict[str, list[str]](), _view(facts, seat)
    for combatant in list_standing(view) if view else ():
        sides.setdefault(combatant["side"], []).append(combatant["name"])
    return sides


def find_guesses(facts: TableFacts, seat: Seat, sent: Mapping[str, str]) -> tuple[Guess, ...]:
    """Return as what those are taken whose figures the seat has to guess. `sent`: what the form has sent."""
    view = _view(facts, seat)
    return make_guesses(facts.system, view, sent) if view else ()


def why_not_forecast(facts: TableFacts, seat: Seat) -> Text | None:
    """Return why there is no forecast for this seat, whatever is asked. None if there may be one, and for the
    Storyteller without a fight.
    """
    battle = facts.state.battle
    try:
        forecaster = facts.system.get_forecaster()
        if not seat.storyteller and battle is None:
            return NOBODY
        if not seat.storyteller:
            check_known(facts.system, battle, seat)
        elif battle is not None:
            check(forecaster, battle)
    except BadInput as refusal:
        return refusal.sentence
    return None


def _view(facts: TableFacts, seat: Seat) -> BattleView | None:
    battle = facts.state.battle
    return None if battle is None else facts.system.battle.view(battle, seat)


def find_fight(facts: TableFacts, seat: Seat, taken: Mapping[str, str]) -> Any:
    """Return the state from which the fights of a forecast for this seat are played: the real one for the Storyteller.

    Raises `BadInput` where there is none.
    """
    battle = facts.state.battle
    if battle is None:
        raise BadInput("no_fight", Text("There is no fight here. Set one up first; it does not have to start."))
    fight = battle if seat.storyteller else imagine_fight(facts.system, battle, seat, taken)
    if len(fight.combatants) > MAX_FIGHTERS:
        raise BadInput("crowd", Text("A forecast can have up to {n} fighters.", n=MAX_FIGHTERS))
    check(facts.system.get_forecaster(), fight)
    return fight


def find_forecast(user: User, scene: Scene, seat: Seat) -> ForecastQuestion | None:
    """Return the forecast that this person looks at, if it is one of this scene.

    None for who asked as the Storyteller and is one no longer, and the other way round.
    """
    asked = _find(user.pk)
    if asked is None or asked.scene != scene.pk or asked.is_real != seat.storyteller:
        return None
    cache.set(_look(user.pk), asked.key, SILENCE)
    return asked


def ask_for_forecast(
    user: User, facts: TableFacts, seat: Seat, tactics: Mapping[str, str], taken: Mapping[str, str]
) -> None:
    """Have the fights of a table played from now on, in place of an earlier forecast of this person.

    `tactics`: the key of each side's. `taken`: see `ForecastQuestion`. Raises `BadInput` or `Refused` where there is
    none.
    """
    find_fight(facts, seat, taken)
    known = facts.system.get_forecaster().tactics
    for side in list_sides(facts, seat):
        if tactics.get(side) not in known:
            raise BadInput("unknown_tactic", Text("Choose how {side} fights.", side=side))
    count = count_entries(facts.table, seat)
    asked = ForecastQuestion(
        uuid.uuid4().hex,
        facts.scene.pk,
        count,
        dict(tactics),
        "asked",
        time.time(),
        taken=dict(taken),
        is_real=seat.storyteller,
    )
    _keep(user.pk, asked)
    cache.set(_look(user.pk), asked.key, SILENCE)
    try:
        current_app.send_task(TASK, [user.pk, asked.key])
    except OperationalError:
        cache.delete(_place(user.pk))
        raise Refused(_("The worker can’t be reached: Redis does not answer. Try again soon."), status=503) from None


def give_up_forecast(user: User) -> None:
    """End the forecast of this person."""
    cache.delete(_place(user.pk))


def work_out_forecast(user: int, key: str) -> None:
    """Play the fights of a forecast, in the worker, until it is whole, late, replaced or looked at no more."""
    asked = _find(user)
    if asked is None or asked.key != key:
        return
    try:
        question = _pose(user, asked)
    except BadInput as refusal:
        _end(user, asked, "refused", refusal=encode(refusal.sentence))
        return
    with _play(question) as answers:
        for answer in answers:
            current = _find(user)
            if current is None or current.key != key or cache.get(_look(user)) != key:
                return
            asked = replace(current, **answer, state="running", answered_at=time.time())
            _keep(user, asked)
    _end(
        user,
        asked,
        "refused"
        if asked.refusal
        else "whole"
        if asked.numbers is not None
        else "late"
        if asked.forecast
        else "failed",
    )


def _pose(user: int, asked: ForecastQuestion) -> dict[str, Json]:
    """Return what the simulator is asked. Raises `BadInput` where the asker sees more by now, or is gone."""
    seats, facts = load_room(asked.scene, [user])
    seat, _is_spectator = seats.get(user, (Seat(), True))
    has_changed = asked.is_real != seat.storyteller
    if facts is None or has_changed or count_entries(facts.table, seat) != asked.number:
        raise BadInput("gone_on", Text("The fight has moved on. Run it again."))
    return make_question(facts, seat, asked)


def make_question(facts: TableFacts, seat: Seat, asked: ForecastQuestion) -> dict[str, Json]:
    """Return the input of the simulator (`rules.forecast.stream`). Raises `BadInput` where there is no forecast."""
    return {
        "system": facts.system.key,
        "state": encode(find_fight(facts, seat, asked.taken)),
        "tactics": asked.tactics,
        "runs": RUNS,
        "seed": int(asked.key[:6], 16),
    }


@contextmanager
def _play(question: Mapping[str, Json]) -> Iterator[Iterator[dict[str, Any]]]:
    """Play fights in a process of their own. Give its answers as they come; at the end of the block it ends, too."""
    command = [sys.executable, "-m", "rules.forecast.stream"]
    with TemporaryFile("w+") as asked:
        json.dump(question, asked)
        asked.seek(0)
        process = subprocess.Popen(command, cwd=settings.BASE_DIR, stdin=asked, stdout=subprocess.PIPE, text=True)  # noqa: S603  ours
        timer = Timer(MAX_SECONDS, process.kill)
        timer.start()
        try:
            with process:
                yield (json.loads(line) for line in process.stdout or () if line.endswith("\n"))
                process.kill()
        finally:
            timer.cancel()
            process.kill()


def _end(user: int, asked: ForecastQuestion, state: State, **answer: Json) -> None:
    current = _find(user)
    if current is not None and current.key == asked.key:
        _keep(user, replace(asked, state=state, answered_at=time.time(), **answer))


def _find(user: int) -> ForecastQuestion | None:
    kept = cache.get(_place(user))
    return ForecastQuestion(**kept) if kept else None


def _keep(user: int, asked: ForecastQuestion) -> None:
    cache.set(_place(user), asdict(asked), KEPT)


def _place(user: int) -> str:
    return f"forecast_question:{user}"


def _look(user: int) -> str:
    return f"forecast-looked-at:{user}"
