"""Plain actions with a roll as a seat reads them: a hidden difficulty is the Storyteller's to know (2E-066)."""

from rules.battle import Seat
from rules.exalted2e.actions.hidden import VERDICTS
from rules.exalted2e.actions.requests import WORSE_BOTCH
from rules.exalted2e.events.table import ActionRolled, DifficultySet
from rules.exalted2e.state import Difficulty, PlainAction
from rules.text import EMPTY, Text, join
from rules.view import LogStepView, make_step


def say_roll(event: ActionRolled, seat: Seat) -> Text:
    """Return the sentence of a plain action that was rolled."""
    values = {"who": event.actor_name, "what": event.pool.title, "result": say_result(event, seat)}
    line = Text("{who} rolls {what}: {result}.", **values)
    if event.action.text:
        line = Text("{who} rolls {what} for “{text}”: {result}.", text=event.action.text, **values)
    return join(" ", (line, WORSE_BOTCH)) if event.worse else line


def say_result(event: ActionRolled, seat: Seat) -> Text:
    """Return the successes, with the difficulty if this seat may know it."""
    n, difficulty = event.total, event.action.request.difficulty
    if not event.action.hidden:
        return Text("{n} success against difficulty {n2}", "{n} successes against difficulty {n2}", n=n, n2=difficulty)
    if seat.storyteller:
        return Text(
            "{n} success against the hidden difficulty {n2}",
            "{n} successes against the hidden difficulty {n2}",
            n=n,
            n2=difficulty,
        )
    return Text("{n} success against a hidden difficulty", "{n} successes against a hidden difficulty", n=n)


def find_verdict(event: ActionRolled, seat: Seat) -> Text:
    """Return the result in a word. Whether a hidden difficulty was reached is the Storyteller's to know and to say."""
    is_known = not event.action.hidden or seat.storyteller or event.verdict in VERDICTS.values()
    return event.verdict if is_known else EMPTY


def say_outcome(event: ActionRolled, seat: Seat) -> Text:
    """Return the successes and what they come to, as far as this seat may know it."""
    result, verdict = say_result(event, seat), find_verdict(event, seat)
    return Text("{what}: {verdict}.", what=result, verdict=verdict) if verdict else Text("{what}.", what=result)


def say_set(event: DifficultySet, seat: Seat) -> Text:
    """Return the sentence of a difficulty that the Storyteller has set."""
    ruled, who = event.difficulty, event.actor_name
    if not ruled.value:
        return Text("{who}’s next roll has the standard difficulty.", who=who)
    if not ruled.hidden:
        return Text("{who} rolls against difficulty {n}.", who=who, n=ruled.value)
    if seat.storyteller:
        return Text("{who} rolls against the hidden difficulty {n}.", who=who, n=ruled.value)
    return Text("{who} rolls against a hidden difficulty.", who=who)


def say_next_difficulties(ruled: Difficulty, *, is_storyteller: bool) -> Text:
    """Return the difficulties of the next roll, shown with a combatant; empty where nothing is set."""
    if not ruled.value:
        return EMPTY
    if not ruled.hidden:
        return Text("next roll: difficulty {n}", n=ruled.value)
    if is_storyteller:
        return Text("next roll: hidden difficulty {n}", n=ruled.value)
    return Text("next roll: hidden difficulty")


def describe_stunt(action: PlainAction) -> list[LogStepView]:
    """Return the stunt of a roll as a step, if there was one."""
    rating = Text("{n}-die stunt.", n=action.stunt) if action.stunt else EMPTY
    text = join(" ", (rating, quote(action.stunt_text)))
    return [make_step(Text("Stunt"), text, "2E-180")] if text else []


def describe_botch(event: ActionRolled) -> list[LogStepView]:
    """Return that a botch is worse for the unskilled as a step, if it is (2E-048)."""
    return [make_step(Text("Botch"), WORSE_BOTCH, "2E-048")] if event.worse else []


def quote(text: str) -> Text:
    """Return someone's words in quotation marks; empty for none."""
    return Text("“{text}”", text=text) if text else EMPTY
