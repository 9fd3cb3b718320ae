"""Format the logs: a line for people, or a JSON object for machines (`STORYWHEEL_LOGS=json`), without secrets.

The messages of exceptions can quote what people wrote, and URLs can hold keys. So of an exception only its kind and its
places in the code are logged, unless DEBUG is on, and keys are masked.
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
    (re.compile(r"(/(?:join|demo|read|notices/stop|characters/look)/)[^/\s\"']+"), rf"\1{BLOT}"),
    (re.compile(r"(/(?:reset|confirm-email|invited|calendar|feed)/(?:key/)?)[^/\s\"']+"), rf"\1{BLOT}"),
    (re.compile(r"(/overlay/)[^\s\"']+"), rf"\1{BLOT}"),
    (re.compile(r"(?<=://)[^/@\s:]*+:[^/@\s]*+@"), f"{BLOT}@"),
    (re.compile(rf"((?:{_NAMES})[\"']?\s*[=:]\s*)[^\s,;&]+", re.IGNORECASE), rf"\1{BLOT}"),
    (re.compile(r"(Bearer\s+)\S+", re.I), rf"\1{BLOT}"),
    (re.compile(r"(\?)\S+"), rf"\1{BLOT}"),
)


def scrub(text: str) -> str:
    """Return the text with keys, passwords and query strings masked."""
    for pattern, blotted in _SECRETS:
        text = pattern.sub(blotted, text)
    return text


class LineFormatter(logging.Formatter):
    """Format a record as a line."""

    def format(self, record: logging.LogRecord) -> str:
        line = f"{record.levelname} {record.name}: {scrub(record.getMessage())}"
        failure = describe(record)
        return f"{line}\n{failure}" if failure else line


class JsonFormatter(logging.Formatter):
    """Format a record as a JSON object: time, level, logger, message, and what failed and where."""

    def format(self, record: logging.LogRecord) -> str:
        data = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": scrub(record.getMessage()),
        }
        if failure := describe(record):
            data["failure"] = failure
        if isinstance(status := getattr(record, "status_code", None), int):
            data["status"] = str(status)
        return json.dumps(data, ensure_ascii=False)


def describe(record: logging.LogRecord) -> str:
    """Return what failed and where, without the exception's message, which can quote people."""
    if not record.exc_info or record.exc_info[1] is None:
        return ""
    if settings.DEBUG:
        return "".join(traceback.format_exception(record.exc_info[1]))
    error: BaseException | None = record.exc_info[1]
    chain: list[BaseException] = []
    while error is not None and error not in chain:
        chain.append(error)
        error = error.__cause__ or error.__context__
    return "\nafter ".join(_place(failure, failure.__traceback__) for failure in chain)


def _place(error: BaseException, trace: TracebackType | None) -> str:
    frames = [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in traceback.extract_tb(trace)]
    return "\n  ".join([f"{type(error).__module__}.{type(error).__qualname__}", *frames])
