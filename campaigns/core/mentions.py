"""Find names that a text mentions: "@Captain Deruvin", or "@[Captain Deruvin]" where letters follow at once."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

MAX_NAME = 120
_SIGN = re.compile(rf"(?<![\w@/])@(?:\[([^\[\]\n]{{1,{MAX_NAME}}})\]|(?=[^\W\d_]))")


@dataclass(frozen=True)
class Names:
    """The names that one person knows in a series, each with the address of its page.

    Of two equal names the first counts.
    """

    pages: tuple[tuple[str, str], ...] = ()

    @cached_property
    def _addresses(self) -> Mapping[str, str]:
        return {name.casefold(): address for name, address in reversed(self.pages)}

    @cached_property
    def _alternatives(self) -> str:
        """Every name as a regular expression, the longest first. Without names it matches nothing."""
        names = {name for name, _ in self.pages}
        return "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True)) or "(?!)"

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        bracketed = rf"\[([^\[\]\n]{{1,{MAX_NAME}}})\]"
        return re.compile(rf"(?<![\w@])@(?:{bracketed}|({self._alternatives})(?!\w))", re.IGNORECASE)

    def split(self, text: str) -> Iterator[tuple[str, str]]:
        """Yield the text in pieces, each with the address that it leads to, or an empty string.

        A mention of a name that the person does not know stays as it was typed, without brackets. So does one that
        nobody knows.
        """
        end = 0
        for found in self._pattern.finditer(text):
            yield text[end : found.start()], ""
            name = found[1] or found[2]
            address = self._addresses.get(name.strip().casefold(), "")
            yield (name if address else f"@{name}", address)
            end = found.end()
        yield text[end:], ""

    def find(self, text: str) -> set[str]:
        """Return the addresses of all that the text mentions."""
        return {address for _, address in self.split(text) if address}

    def find_bare(self, text: str, *, but: str) -> str:
        """Return the address of the first name in a text, without "@"; empty if there is none. `but`: to leave out."""
        found = re.finditer(rf"(?<!\w)(?:{self._alternatives})(?!\w)", text, re.IGNORECASE)
        addresses = (self._addresses.get(name[0].casefold(), "") for name in found)
        return next((address for address in addresses if address not in ("", but)), "")


def say_plainly(text: str) -> str:
    """Return a text with its mentions as plain words, for readers who know no names: "@[Deruvin]" becomes "Deruvin"."""
    return _SIGN.sub(lambda found: found[1] or "", text)


NO_NAMES = Names()
