"""Names that are easy to get wrong: as somebody types them, and as they are kept."""

from typing import Final

HARD: Final = {
    "علی\u200cرضا": "علی\u200cرضا",
    "क्\u200dषमा": "क्\u200dषमा",
    "سارة": "سارة",
    "שרה בת-אל": "שרה בת-אל",
    "Rescuer 👩\u200d🚒": "Rescuer 👩\u200d🚒",
    "Sel\u00adma": "Selma",
    "Abu\u200e Ali": "Abu Ali",
    "\u202efedcba": "fedcba",
    "橋本\u3000太郎": "橋本 太郎",
    "สมชาย": "สมชาย",
    "Łódź": "Łódź",
    "Søren": "Søren",
    "Zoe\u0308  of\u00a0Ale\u0301s": "Zoë of Alés",
    "O’Neil <b>&amp;": "O’Neil <b>&amp;",
    "x": "x",
    "Ä" * 80: "Ä" * 80,
}

MIXED: Final = "שרה Sel\u00adma \u202e👩\u200d🚒 क्\u200dषमा\u200b"
"""All that is hard in one name, short enough for every form."""
KEPT: Final = "שרה Selma 👩\u200d🚒 क्\u200dषमा"
UNSEEN: Final = "\u00ad\u200b\u202e"
"""What no door lets in, and no row keeps."""


def is_clean(text: str) -> bool:
    """Return whether a text, or JSON, holds nothing of what no door lets in."""
    return not any(mark in text or f"\\u{ord(mark):04x}" in text for mark in UNSEEN)
