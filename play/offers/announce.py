"""What screen readers announce at each push: the newest result or line, and whether this seat is awaited."""

from collections.abc import Sequence
from itertools import takewhile

from django.utils.text import capfirst

from campaigns.core.language import translate
from campaigns.core.markdown import strip_emphasis
from play.offers.hand import Hand
from play.seats.long_posts import cut_post
from play.seats.results import Result, is_newest, say_result
from play.table.lines import LogLine

SPOKEN_OUT = 300
"""How many characters of a post are read out at most when it comes."""


def announce(log: Sequence[LogLine], hand: Hand, result: Result | None) -> str:
    """Return what is read out. A line that heads its exchange stands for the newest: of a new turn its beginning, not
    an initiative.
    """
    mine = [card for card in hand.mine if card.is_due]
    step = _list_newest(log)
    newest = next((line for line in step if line.event.get("heads")), step[0] if step else None)
    opening = next((line.event["line"] for line in step if line.event.get("opens") and line is not newest), "")
    if result is not None and is_newest(result, log):
        parts = (*say_result(result), opening)
    else:
        parts = (opening, *_say(newest)) if newest else ()
    sentences = [_sentence(translate(words)) for words in parts if words]
    awaited = _sentence(mine[0].title) if mine else ""
    if not any(sentence.endswith(awaited) for sentence in sentences):  # "The wheel turns to 4. Ysane acts."
        sentences.append(awaited)
    return " ".join(sentences)


def _list_newest(log: Sequence[LogLine]) -> list[LogLine]:
    """Return the lines of the newest command that counts, newest first."""
    counted = [line for line in log if not line.undone]
    return list(takewhile(lambda line: line.at == counted[0].at, counted))


def _say(line: LogLine) -> tuple[str, ...]:
    """Return a line of the log for screen readers: who said what, or the verdict and the sentence."""
    if line.speech is None or line.speech.is_deed:
        return capfirst(line.event["verdict"]), line.event["line"]
    words = line.speech.text if not line.speech.is_post else cut_post(line.speech.text, SPOKEN_OUT)[0]
    return (f"{line.event['line']}: {strip_emphasis(words)}",)


def _sentence(words: str) -> str:
    return words if words[-1] in ".?!…”" else f"{words}."
