"""A program that knows no game: it fills in a JSON Schema by chance, and by nothing but the schema."""

import random
from collections.abc import Mapping
from typing import Any

from jsonschema import Draft202012Validator

WORDS = ("because", "Halt! Who goes there?", "a", "Ärmel & Söhne")


class Filler:
    """Fills in schemas by chance. `optional`: the share of the values that are sent though they need not be."""

    def __init__(self, seed: int, optional: float = 0.5) -> None:
        self.random = random.Random(seed)
        self.optional = optional

    def fill(self, schema: Mapping[str, Any]) -> Any:
        """A value that fits the schema; it is proved to."""
        made = self._fill(schema)
        wrong = next(Draft202012Validator(schema).iter_errors(made), None)
        assert wrong is None, f"the generator does not know this schema: {wrong}"
        return made

    def _fill(self, schema: Mapping[str, Any]) -> Any:
        if "const" in schema:
            return schema["const"]
        if "enum" in schema:
            return self.random.choice(schema["enum"])
        if "oneOf" in schema:
            return self._fill(self.random.choice(schema["oneOf"]))
        kind = schema["type"]
        if isinstance(kind, list):
            kind = self.random.choice(kind)
        match kind:
            case "object":
                return self._fill_object(schema)
            case "array":
                return self._fill_array(schema)
            case "integer":
                return self.random.randint(schema["minimum"], schema["maximum"])
            case "boolean":
                return self.random.random() < 0.5
            case "string":
                return self.random.choice(WORDS)[: schema.get("maxLength", 100)]
        return None

    def _fill_object(self, schema: Mapping[str, Any]) -> dict[str, Any]:
        shapes = {
            name: shape
            for name, shape in schema["properties"].items()
            if name in schema["required"] or self.random.random() < self.optional
        }
        made = {name: self._fill(shape) for name, shape in shapes.items()}
        for rule in schema.get("allOf", ()):
            if Draft202012Validator(rule["if"]).is_valid(made):
                for name, narrower in rule["then"]["properties"].items():
                    if name in made:
                        shapes[name] = _narrow(shapes[name], narrower)
                        made[name] = self._fill(shapes[name])
        return made

    def _fill_array(self, schema: Mapping[str, Any]) -> list[Any]:
        low, shapes = schema.get("minItems", 0), schema.get("prefixItems")
        if shapes:
            return [self._fill(shape) for shape in shapes[: self.random.randint(low, schema["maxItems"])]]
        if schema.get("uniqueItems"):
            words = [one["const"] for one in (schema["items"] or {}).get("oneOf", ())]
            most = min(len(words), schema.get("maxItems", len(words)))
            return self.random.sample(words, self.random.randint(low, most))
        most = schema.get("maxItems", low + 2)
        return [self._fill(schema["items"]) for _ in range(self.random.randint(low, most))]


def _narrow(shape: Mapping[str, Any], narrower: Mapping[str, Any]) -> dict[str, Any]:
    """A schema that both fit."""
    made = {**shape, **narrower}
    if "enum" in narrower:
        made.pop("oneOf", None)
    if "prefixItems" in made:
        made["prefixItems"] = made["prefixItems"][: made["maxItems"]]
    for key, choose in (("minimum", max), ("maximum", min), ("maxItems", min)):
        if key in shape and key in narrower:
            made[key] = choose(shape[key], narrower[key])
    return made
