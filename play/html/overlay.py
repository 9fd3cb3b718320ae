"""The regions of an overlay: the last result, and the picture of the fight or (in a game that has none) the list of the
fighters, as a spectator's page has them.
"""

import re
from collections.abc import Mapping

from django.core.signing import BadSignature, Signer

BLANK = {
    "result": '<section id="result" class="region result"></section>',
    "wheel": '<div id="wheel" class="region wheel-region"></div>',
    "fighters": '<section id="fighters" class="region"></section>',
}
"""The regions while there is nothing to see."""
LINK = re.compile(r"<a\b.*?</a>", re.DOTALL)
FACE = re.compile(r'href="/(?:characters|scenes/\d+/faces)/(\d+)[^"?]*')
"""Matches the address of a portrait, up to the query string that names the picture."""


def cut_overlay(regions: Mapping[str, str], digest: str) -> dict[str, str]:
    """Return the regions of an overlay from those of a spectator's page.

    Nobody can follow a link there. Portraits have addresses below the overlay's own, which its page cannot guess before
    it is sent them. `digest`: the overlay's.
    """
    signer = _signer(digest)
    shown = {region: regions[region] for region in BLANK}
    if shown["wheel"] != BLANK["wheel"]:
        shown["fighters"] = BLANK["fighters"]
    return {
        region: FACE.sub(lambda found: f'href="faces/{signer.sign(found[1])}.webp', LINK.sub("", html))
        for region, html in shown.items()
    }


def read_face(signed: str, digest: str) -> int | None:
    """Return the key of the character that the address of a portrait names; None if this overlay was not sent it."""
    try:
        return int(_signer(digest).unsign(signed))
    except BadSignature:
        return None


def _signer(digest: str) -> Signer:
    return Signer(salt=f"overlay {digest}")
