"""The fonts that we ship: small enough for a first visit, whole enough for names, and under licences that allow it."""

import re
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders

FONTS = Path(settings.BASE_DIR) / "static/fonts"
CSS = (Path(settings.BASE_DIR) / "static/css/fonts.css").read_text()
FACES = re.findall(r"@font-face \{(.*?)\}", CSS)
MOST = 120_000
"""Bytes of all fonts together."""


def test_all_fonts_together_stay_small() -> None:
    sizes = {font.name: font.stat().st_size for font in FONTS.glob("*.woff2")}
    assert 0 < sum(sizes.values()) < MOST, sizes


def test_the_stylesheet_names_every_font_once() -> None:
    named = re.findall(r'url\("\.\./fonts/([\w-]+\.woff2)"\)', CSS)
    assert sorted(named) == sorted(font.name for font in FONTS.glob("*.woff2"))


def test_no_face_makes_the_page_shift() -> None:
    assert FACES
    assert all("font-display: optional" in face for face in FACES)


def test_each_family_comes_with_its_open_licence() -> None:
    for family in ("alegreya", "open-sans"):
        licence = finders.find(f"fonts/{family}.LICENSE.txt")
        assert "SIL Open Font License, Version 1.1" in Path(str(licence)).read_text()
