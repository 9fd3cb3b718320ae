"""What the foreign files of Exalted, Second Edition, have in common: where it stands on our sheet."""

from campaigns.imports.draft import Builder

ATTRIBUTES = (
    *("strength", "dexterity", "stamina", "charisma", "manipulation", "appearance", "perception", "intelligence"),
    "wits",
)
ABILITIES = (
    *("archery", "martial_arts", "melee", "thrown", "war", "integrity", "performance", "presence", "resistance"),
    *("survival", "craft", "investigation", "lore", "medicine", "occult", "athletics", "awareness", "dodge", "larceny"),
    *("stealth", "bureaucracy", "linguistics", "ride", "sail", "socialize"),
)
VIRTUES = ("compassion", "conviction", "temperance", "valor")
CASTES = ("dawn", "zenith", "twilight", "night", "eclipse")
SPLATS = {
    "solar": "solar",
    "lunar": "lunar",
    "sidereal": "sidereal",
    "dragon": "dragon_blooded",
    "terrest": "dragon_blooded",
}
"""How people write the exalt types, and ours."""


def choose_archetype(kind: str, caste: str) -> str:
    """The archetype nearest to an exalt type and caste, as people write them."""
    if caste.lower() in CASTES:
        return caste.lower()
    written = kind.lower()
    if "mortal" in written or not written:
        return "heroic_mortal"
    return "spirit" if "spirit" in written or "god" in written else "dawn"


def put_caste(builder: Builder, kind: str, caste: str) -> None:
    """The splat and the caste, as far as our sheet knows them."""
    splat = next((ours for theirs, ours in SPLATS.items() if theirs in kind.lower()), None)
    builder.put("splat", splat)
    if builder.sheet["being"] == "exalt":
        builder.put("caste", caste.lower() if caste.lower() in CASTES else "")


def clear(builder: Builder) -> None:
    """Take the archetype's own ratings and gear off, so that what the file does not name is not there."""
    for name in ABILITIES:
        builder.set(f"abilities.{name}", 0)
    for place in ("weapons", "armor"):
        builder.set(place, [])
