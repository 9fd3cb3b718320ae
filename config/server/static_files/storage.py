"""The storage of static files."""

import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from django.core.files.base import ContentFile
from django.core.files.storage import InMemoryStorage
from whitenoise.storage import CompressedManifestStaticFilesStorage

from config.server.static_files.scripts import join_modules

JOINED = ("js/overlay.js", "js/stage/stage.js")
"""The scripts that are sent in one piece with all modules that they import."""
WHOLE = "put in its place"
"""Stands where a pattern has the template of its new URL: the file itself replaces what names it."""


class StaticStorage(CompressedManifestStaticFilesStorage):
    """Static files compressed and named by their content, with the modules that our scripts import.

    Packages may name modules that they do not include, so this is for our scripts only. The stylesheet's parts are put
    in the places where it imports them, and sent in one piece.
    """

    joins_modules = True
    """Whether scripts are sent with their modules, so that pages need not ask for each."""
    max_post_process_passes = 12
    """A module is named by its content, and so by the names of what it imports: each step of a chain takes a pass."""

    patterns = (
        *(
            (f"css/{name}.css", ((r'@import url\("(?P<url>\w+\.css)"\);', WHOLE),))
            for name in ("storywheel", "odds", "overlay", "stage")
        ),
        *CompressedManifestStaticFilesStorage.patterns,
        (
            "js/*.js",
            (
                (r"""(?P<matched>from ?"(?P<url>\.\.?/[^"]+)")""", 'from "%(url)s"'),
                (r"""(?P<matched>(?<!\{)import\("(?P<url>\.\.?/[^"]+)"\))""", 'import("%(url)s")'),
            ),
        ),
    )

    def post_process(self, paths: dict[str, Any], dry_run: bool = False, **options: Any) -> Iterator[Any]:
        """Join scripts with their modules, then name and compress everything."""
        joined = InMemoryStorage()
        for name in JOINED:
            if name in paths and not dry_run:
                joined.save(name, ContentFile(join_modules(name, partial(_load_source, dict(paths)))))
                paths[name] = joined, name
        yield from super().post_process(paths, dry_run, **options)

    def url_converter(
        self, name: str, hashed_files: dict[str, str], template: str | None = None
    ) -> Callable[[re.Match[str]], str]:
        """Return the function that replaces a match of a pattern in the file of this name."""
        if template == WHOLE:
            return self._load_part
        converter: Callable[[re.Match[str]], str] = super().url_converter(name, hashed_files, template)
        return converter

    def _load_part(self, found: re.Match[str]) -> str:
        with self.open(f"css/{found['url']}") as part:
            text: str = part.read().decode()
        return text


def _load_source(paths: dict[str, Any], name: str) -> str:
    """Return a script from its package. The collected copy may be older."""
    storage, path = paths[name]
    with storage.open(path) as file:
        text: str = file.read().decode()
    return text
