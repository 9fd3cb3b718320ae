"""Every answer of the API in tests is held against its OpenAPI document: the status, the kind of body, and the body."""

import json
import re
from functools import cache
from typing import Any

from django.test import Client
from jsonschema import Draft202012Validator
from referencing import Registry
from referencing.jsonschema import DRAFT202012

from rules import SYSTEMS

URI = "urn:storywheel"
PREFIX = "/api/v1/"


def read_document() -> dict[str, Any]:
    """The document of all games that there are now: a test may add one."""
    return _read_document(tuple(SYSTEMS))


@cache
def _read_document(_keys: tuple[str, ...]) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(Client().get(f"{PREFIX}openapi.json").content)
    return told


@cache
def _registry(keys: tuple[str, ...]) -> Any:
    return Registry().with_resource(URI, DRAFT202012.create_resource(_read_document(keys)))


@cache
def _find_operation(method: str, path: str) -> tuple[str, ...] | None:
    for template, methods in read_document()["paths"].items():
        pattern = re.sub(r"\\\{\w+\\\}", r"[^/]+", re.escape(template))
        if re.fullmatch(pattern, path) and method in methods:
            return ("paths", template, method)
    return None


@cache
def _validator(keys: tuple[str, ...], *places: str) -> Draft202012Validator:
    pointer = "/".join(one.replace("~", "~0").replace("/", "~1") for one in places)
    return Draft202012Validator({"$ref": f"{URI}#/{pointer}"}, registry=_registry(keys))


def list_misfits(name: str, value: Any) -> list[str]:
    """What does not fit the component of this name."""
    validator = _validator(tuple(SYSTEMS), "components", "schemas", name)
    return [f"{error.json_path}: {error.message}" for error in validator.iter_errors(value)]


def check_answer(method: str, path: str, answer: Any) -> None:
    """Fail if the document does not describe this answer."""
    found = _find_operation(method, PREFIX + path.partition("?")[0])
    if found is None or answer.status_code == 304:  # no operation: 404 or 405; not modified: no body
        assert answer.status_code in (304, 404, 405) or path == "openapi.json", (method, path, answer.status_code)
        return
    described = read_document()
    for place in found:
        described = described[place]
    content = described["responses"].get(str(answer.status_code), {}).get("content")
    assert content, f"{method} {path} answered {answer.status_code}, which is not described"
    kind = answer["Content-Type"].partition(";")[0]
    assert kind in content, f"{method} {path} answered with {kind}, and {[*content]} is described"
    if kind.endswith("json"):
        validator = _validator(tuple(SYSTEMS), *found, "responses", str(answer.status_code), "content", kind, "schema")
        wrong = [f"{error.json_path}: {error.message}" for error in validator.iter_errors(json.loads(answer.content))]
        assert not wrong, f"{method} {path}: {wrong[:5]}"
