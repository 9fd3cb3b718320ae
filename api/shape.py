"""What is wrong with the shape of a request, in a sentence with the bound that it has not kept."""

from collections.abc import Callable, Iterable, Mapping
from types import MethodType
from typing import Any, cast

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from api.problems import problem

MAX_PLACES = 5
"""As many places are named in one refusal."""
MAX_LETTERS = 80


def describe_shape(errors: Iterable[Mapping[str, Any]]) -> str:
    """Return a sentence for each place that is wrong."""
    errors_by_place = {_name_place(error["loc"]): error for error in errors}
    return " ".join(_describe(place, error) for place, error in sorted(errors_by_place.items())[:MAX_PLACES])


def _name_place(loc: Iterable[object]) -> str:
    """Return a place as its reader knows it: "command", not "body.body.command"."""
    _where, *names = map(str, loc)
    return ".".join(names[1:] if names[:1] == ["body"] and len(names) > 1 else names)[:MAX_LETTERS]


def _describe(place: str, error: Mapping[str, Any]) -> str:
    values = {"place": place, "bound": _find_bound(error)}
    match error["type"]:
        case "missing":
            return _("%(place)s is missing.") % values
        case "extra_forbidden":
            return _("There is no %(place)s here. openapi.json lists what there is.") % values
        case "less_than_equal":
            return _("%(place)s must be at most %(bound)s.") % values
        case "greater_than_equal":
            return _("%(place)s must be at least %(bound)s.") % values
        case "less_than":
            return _("%(place)s must be less than %(bound)s.") % values
        case "int_parsing" | "int_type" | "int_from_float" | "int_parsing_size":
            return _("%(place)s must be a whole number.") % values
        case "uuid_parsing" | "uuid_type":
            return _("%(place)s must be a UUID.") % values
        case "dict_type" | "model_type" | "model_attributes_type":
            return _("%(place)s must be an object.") % values
    return _("Does not match openapi.json: %(place)s.") % values


def _find_bound(error: Mapping[str, Any]) -> object:
    bounds = error.get("ctx", {})
    return next((bounds[key] for key in ("le", "ge", "lt") if key in bounds), "")


def refuse_unknown_parameters(run: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Refuse a request whose address has a parameter that its operation does not know. It decorates `Operation.run`."""
    operation: Any = cast(MethodType, run).__self__
    known = {
        field.alias or name
        for model in operation.models
        if model.__ninja_param_source__ == "query"
        for name, field in model.model_fields.items()
    }

    def look_first(request: HttpRequest, **keys: Any) -> HttpResponse:
        if unknown := sorted(set(request.GET) - known):
            wrong = [{"type": "extra_forbidden", "loc": ("query", name)} for name in unknown]
            return problem(422, describe_shape(wrong))
        return run(request, **keys)

    return look_first
