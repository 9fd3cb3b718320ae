"""Every answer of the API in tests is held against its OpenAPI document: the status, the kind of body, and the body.

In the document an answer may get more keys one day. Here it has none that the document does not name.
"""

import json
import re
from functools import cache
from typing import Any

from django.test import Client
from jsonschema import Draft202012Validator
from referencing import Registry
from referencing.jsonschema import DRAFT202012

URI = "urn:storywheel"
PREFIX = "/api/v1/"


@cache
def read_document() -> dict[str, Any]:
    told: dict[str, Any] = json.loads(Client().get(f"{PREFIX}openapi.json").content)
    return told


@cache
def _registry() -> Any:
    closed = _close(read_document())
    return Registry().with_resource(URI, DRAFT202012.create_resource(closed))


def _close(schema: Any) -> Any:
    """The document, with every object closed whose keys it lists."""
    if isinstance(schema, list):
        return [_close(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    made = {key: _close(value) for key, value in schema.items()}
    if made.get("type") == "object" and isinstance(schema.get("properties"), dict):
        made.setdefault("additionalProperties", False)
    return made


@cache
def _find_operation(method: str, path: str) -> tuple[str, ...] | None:
    for template, methods in read_document()["paths"].items():
        pattern = re.sub(r"\\\{\w+\\\}", r"[^/]+", re.escape(template))
        if re.fullmatch(pattern, path) and method in methods:
            return ("paths", template, method)
    return None


@cache
def _validator(*places: str) -> Draft202012Validator:
    pointer = "/".join(one.replace("~", "~0").replace("/", "~1") for one in places)
    return Draft202012Validator({"$ref": f"{URI}#/{pointer}"}, registry=_registry())


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
        validator = _validator(*found, "responses", str(answer.status_code), "content", kind, "schema")
        wrong = [f"{error.json_path}: {error.message}" for error in validator.iter_errors(json.loads(answer.content))]
        assert not wrong, f"{method} {path}: {wrong[:5]}"
