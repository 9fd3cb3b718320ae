"""The storage of static files."""

import re
from collections.abc import Callable

from whitenoise.storage import CompressedManifestStaticFilesStorage

WHOLE = "put in its place"
"""Stands where a pattern has the template of its new URL: the file itself replaces what names it."""


class StaticStorage(CompressedManifestStaticFilesStorage):
    """Static files compressed and named by their content, with the modules that our scripts import.

    Packages may name modules that they do not include, so this is for our scripts only. The stylesheet's parts are put
    in the places where it imports them, and sent in one piece.
    """

    max_post_process_passes = 12
    """A module is named by its content, and so by the names of what it imports: each step of a chain takes a pass."""

    patterns = (
        *(
            (f"css/{name}.css", ((r'@import url\("(?P<url>\w+\.css)"\);', WHOLE),))
            for name in ("storywheel", "odds", "stage")
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

    def url_converter(
        self, name: str, hashed_files: dict[str, str], template: str | None = None
    ) -> Callable[[re.Match[str]], str]:
        """Return the function that replaces a match of a pattern in the file of this name."""
        if template == WHOLE:
            return self._read_part
        converter: Callable[[re.Match[str]], str] = super().url_converter(name, hashed_files, template)
        return converter

    def _read_part(self, found: re.Match[str]) -> str:
        with self.open(f"css/{found['url']}") as part:
            text: str = part.read().decode()
        return text
