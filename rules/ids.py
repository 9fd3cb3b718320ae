"""Ids of prompts and attacks, which every seat may read."""

from zlib import crc32


def opaque(*parts: object) -> str:
    """Return an id that is made of these parts but does not show them, because one of them may be hidden later."""
    return f"{crc32(repr(parts).encode()):08x}"
