"""Django's templates, without the circle that held a page until a full run of the garbage collector.

A context and what stands in it know each other (`ContextDict.context`). So the board of a table, with each line of its
log, outlived its request: 4,000 pages by many connections made the process grow to more than a gigabyte.
"""

from typing import Any

from django.http import HttpRequest
from django.template import TemplateDoesNotExist
from django.template.backends.django import DjangoTemplates, Template, reraise
from django.template.context import make_context


class OpenTemplate(Template):
    """A template whose context is taken apart after it is drawn."""

    def render(self, context: dict[str, Any] | None = None, request: HttpRequest | None = None) -> Any:
        """Return the drawn template."""
        full = make_context(context, request, autoescape=self.backend.engine.autoescape)
        try:
            return self.template.render(full)
        except TemplateDoesNotExist as missing:
            reraise(missing, self.backend)
        finally:
            full.dicts.clear()


class Templates(DjangoTemplates):
    """The backend for `TEMPLATES`."""

    def from_string(self, template_code: str) -> OpenTemplate:
        return OpenTemplate(self.engine.from_string(template_code), self)

    def get_template(self, template_name: str) -> OpenTemplate:
        try:
            return OpenTemplate(self.engine.get_template(template_name), self)
        except TemplateDoesNotExist as missing:
            reraise(missing, self)
