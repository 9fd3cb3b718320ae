"""What the logs say: for people a line, for machines a JSON object (`STORYWHEEL_LOGS=json`), and no secrets in either.

Texts of people get into logs by the messages of exceptions, and keys by addresses. So of an exception only its kind and
the places in the code are told, unless DEBUG is on; and keys are blotted out wherever they stand.
"""

import json
import logging
import re
import traceback
from datetime import UTC, datetime
from types import TracebackType

from django.conf import settings

BLOT = "***"
_NAMES = "sessionid|csrftoken|csrfmiddlewaretoken|token|password|secret"
_SECRETS = (
    (re.compile(r"(/join/)[^/\s\"']+"), rf"\1{BLOT}"),
    (re.compile(r"(/(?:reset|confirm-email|invited|calendar|feed)/(?:key/)?)[^/\s\"']+"), rf"\1{BLOT}"),
    (re.compile(r"(?<=://)[^/@\s:]*+:[^/@\s]*+@"), f"{BLOT}@"),
    (re.compile(rf"((?:{_NAMES})[\"']?\s*[=:]\s*)[^\s,;&]+", re.IGNORECASE), rf"\1{BLOT}"),
    (re.compile(r"(Bearer\s+)\S+", re.I), rf"\1{BLOT}"),
    (re.compile(r"(\?)\S+"), rf"\1{BLOT}"),
)


def scrub(text: str) -> str:
    """The text without keys, passwords and query strings."""
    for pattern, blotted in _SECRETS:
        text = pattern.sub(blotted, text)
    return text


class LineFormatter(logging.Formatter):
    """A line for people."""

    def format(self, record: logging.LogRecord) -> str:
        line = f"{record.levelname} {record.name}: {scrub(record.getMessage())}"
        failure = describe(record)
        return f"{line}\n{failure}" if failure else line


class JsonFormatter(logging.Formatter):
    """A JSON object for machines: when, level, logger, message, and if something failed, what and where."""

    def format(self, record: logging.LogRecord) -> str:
        told = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": scrub(record.getMessage()),
        }
        if failure := describe(record):
            told["failure"] = failure
        if isinstance(status := getattr(record, "status_code", None), int):
            told["status"] = str(status)
        return json.dumps(told, ensure_ascii=False)


def describe(record: logging.LogRecord) -> str:
    """What failed and where, without what was said: the message of an exception may quote anybody."""
    if not record.exc_info or record.exc_info[1] is None:
        return ""
    if settings.DEBUG:
        return "".join(traceback.format_exception(record.exc_info[1]))
    error: BaseException | None = record.exc_info[1]
    chain: list[BaseException] = []
    while error is not None and error not in chain:
        chain.append(error)
        error = error.__cause__ or error.__context__
    return "\nafter ".join(_place(one, one.__traceback__) for one in chain)


def _place(error: BaseException, trace: TracebackType | None) -> str:
    frames = [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in traceback.extract_tb(trace)]
    return "\n  ".join([f"{type(error).__module__}.{type(error).__qualname__}", *frames])
