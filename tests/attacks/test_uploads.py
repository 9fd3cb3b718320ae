"""Files that are meant to break their reader, at every address that takes one."""

import functools
import gzip
import inspect
import io
import struct
import sys
import tempfile
import time
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from django import forms
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.attacks.siege import all_rows, browser, knock
from tests.attacks.walk import Examples, routes
from tests.cast import Cast

pytestmark = pytest.mark.walk

OUTSIDE = Path(tempfile.gettempdir()) / "storywheel-was-here"
LONGEST = 2.0
"""Seconds of the processor that one file may cost the others."""


def file_fields() -> set[str]:
    """The names under which our forms take files."""

    def walk(form: type[forms.BaseForm]) -> Iterator[str]:
        fields = getattr(form, "base_fields", {})
        yield from (name for name, field in fields.items() if isinstance(field, forms.FileField))
        for one in form.__subclasses__():
            yield from walk(one)

    return set(walk(forms.BaseForm))


def zipped(name: str, content: bytes) -> bytes:
    kept = io.BytesIO()
    with zipfile.ZipFile(kept, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, content)
    return kept.getvalue()


def laughs() -> bytes:
    entities = "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 10))
    head = f'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a0 "ha">{entities}]>'
    return f"{head}<ExaltedCharacter>&a9;</ExaltedCharacter>".encode()


def picture(side: int) -> bytes:
    """A PNG that says it is this wide and high, and holds next to nothing."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(bytes(1000))) + chunk(b"IEND", b"")
    )


@functools.cache
def bombs() -> dict[str, bytes]:
    zeros = bytes(101_000_000)
    outside = b'<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><ExaltedCharacter>&a;</ExaltedCharacter>'
    packed = gzip.compress(zeros, 1)
    return {
        "a gzip of zeros": packed,
        "a gzip in a gzip": gzip.compress(packed, 1),
        "a zip of zeros": zipped("character.json", zeros[:20_000_000]),
        "a zip of zips": zipped("a.zip", zipped("b.zip", zipped("c.json", zeros[:20_000_000]))),
        "a zip of a thousand files": zipped("x", b"") * 1000,
        "a file with a way out of the folder": zipped(f"../../../../../../..{OUTSIDE}", b"{}"),
        "laughs": laughs(),
        "laughs in a zip": zipped("character.ecg", laughs()),
        "an entity of this machine": outside,
        "brackets without end": b"[" * 200_000,
        "brackets without end, packed": gzip.compress(b"[" * 5_000_000, 1),
        "a number without end": gzip.compress(b'{"format": "storywheel-series", "version": ' + b"9" * 100_000 + b"}"),
        "a picture of a billion points": picture(32_000),
        "a picture that lies": picture(3_000),
        "nothing": b"",
    }


def test_no_file_breaks_or_holds_up_the_server(siege: Cast, examples: Examples) -> None:
    client, before, names = browser(siege.storyteller), all_rows(), file_fields()
    takers = [url for url in _addresses(examples, "FILES") if 'type="file"' in knock(client, url).text]
    assert len(takers) >= 3
    for url in takers:
        for what, content in bombs().items():
            begun = time.process_time()
            answer = knock(client, url, {name: SimpleUploadedFile("a.bin", content) for name in names})
            assert time.process_time() - begun < LONGEST, (url, what)
            assert answer.status in (413, 422), (url, what, answer.status)
            assert "root:" not in answer.text, (url, what)
            cache.clear()
    assert all_rows() == before
    assert not OUTSIDE.exists()


def test_a_file_where_none_is_asked_for_is_not_read(siege: Cast, examples: Examples) -> None:
    client, names = browser(siege.storyteller), file_fields()
    for url in _addresses(examples):
        sent = {name: SimpleUploadedFile("a.ecg", laughs()) for name in (*names, "draft", "name", "title")}
        assert knock(client, url, sent).status < 500, url


def _addresses(examples: Examples, mention: str = "") -> list[str]:
    """All of ours, or those whose view stands in a module that mentions something."""
    ours = (route for route in routes() if not route.path.startswith(("admin/", "account/")))
    asked = (route for route in ours if mention in _source(route.view.__module__))
    return [url for route in asked for url in examples.addresses(route)]


@functools.cache
def _source(module: str) -> str:
    return inspect.getsource(sys.modules[module])
