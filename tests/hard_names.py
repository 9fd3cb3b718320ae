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
