"""Django's templates, without their indentation, and without the circle that held a page until a full run of the
garbage collector.

A context and what stands in it know each other (`ContextDict.context`). So the board of a table, with each line of its
log, outlived its request: 4,000 pages by many connections made the process grow to more than a gigabyte.
"""

import re
from typing import Any

from django.http import HttpRequest
from django.template import TemplateDoesNotExist
from django.template.backends.django import DjangoTemplates, Template, reraise
from django.template.base import Origin
from django.template.context import make_context
from django.template.loaders import filesystem

PARTS = r"\{%.*?%\}|\{\{.*?\}\}"
TAG = re.compile(rf"""<([a-z]\w*)(?:{PARTS}|"(?:{PARTS}|[^"])*"|'(?:{PARTS}|[^'])*'|[^<>"'])*>\s*""", re.DOTALL)
"""An opening tag of HTML, with template tags in it, and the blanks after it."""
BLOCKS = (
    "article|aside|button|dd|details|div|dl|dt|fieldset|figcaption|figure|footer|form|h1|h2|h3|header|legend|li|main|nav"
    "|ol|option|p|section|select|summary|table|tbody|td|th|thead|title|tr|ul"
)
"""Elements at whose edges no blank is shown, unless a `::before` or a `::after` stands there."""
BEFORE_END = re.compile(rf"\s+(?=</(?:{BLOCKS})>)")
INDENT = re.compile(r"\n\s+")
"""The blanks that begin a line, and empty lines before it."""


class Loader(filesystem.Loader):
    """Loads the site's own pages without the line breaks and indentation of their source.

    They would be a quarter of what is sent. A line break between elements stays, for it is a blank on the page. No page
    has a `<pre>` of more than one line.
    """

    def get_contents(self, origin: Origin) -> str:
        contents: str = super().get_contents(origin)
        return _tighten(contents) if str(origin.name).endswith(".html") else contents


def _tighten(page: str) -> str:
    return INDENT.sub("\n", BEFORE_END.sub("", TAG.sub(_join_lines, page)))


def _join_lines(found: re.Match[str]) -> str:
    """The tag in one line, and a blank after it only where it may be shown."""
    tag = found[0].rstrip()
    blank = "" if re.fullmatch(BLOCKS, found[1]) else found[0][len(tag) :]
    return re.sub(r"\s+", " ", tag[:-1]).rstrip() + ">" + blank


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
