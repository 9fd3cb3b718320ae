"""Ids of prompts and attacks, which every seat may read."""

from zlib import crc32


def opaque(*parts: object) -> str:
    """An id made of these parts that does not show them: one of them may go into hiding."""
    return f"{crc32(repr(parts).encode()):08x}"
