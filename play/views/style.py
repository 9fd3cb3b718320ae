"""The style page for those who work on the look. It exists only where `DEBUG` is set."""

import re
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString

from play.html import page as drawing
from play.html.odds import OddsPicture, draw_odds
from play.html.style.samples import MOMENTS, fill_in, sample_boards
from rules import SYSTEMS, get_system
from rules.codec import decode
from rules.pool import Pool

THEMES = ("light", "dark")
SHOWN = {
    "turn": {
        "Storyteller": ("status", "mine", "waiting", "fighters", "rolls", "tasks", "cast", "notes", "log"),
        "Player": ("me", "mine", "wheel", "order", "rolls"),
        "Spectator": ("waiting", "fighters"),
    },
    "asked": {"Storyteller": ("waiting",), "Player": ("mine", "waiting"), "Spectator": ("waiting", "log")},
}
"""The regions that show something new, by the moment and the seat."""
REFERENCES = re.compile(r'\b(id|for|name|form|aria-labelledby|aria-describedby)="([^"]+)"')


@dataclass(frozen=True, slots=True)
class Sample:
    """One region as one seat sees it, drawn for both themes; only the ids differ."""

    title: str
    drawn: tuple[SafeString, ...]


@dataclass(frozen=True, slots=True)
class Chapter:
    """A system's regions at one moment."""

    title: str
    anchor: str
    samples: tuple[Sample, ...]


def show_style(request: HttpRequest) -> HttpResponse:
    """Every region of the table in every system, for every seat, at each moment, light and dark side by side."""
    chapters = [_chapter(key, moment) for key in SYSTEMS for moment in MOMENTS]
    odds = [(get_system(key).name, *_odds(key)) for key in SYSTEMS]
    return render(request, "play/style.html", {"chapters": chapters, "themes": THEMES, "odds": odds})


def _chapter(key: str, moment: str) -> Chapter:
    samples = []
    for seat, board in sample_boards(key, moment).items():
        log = "".join(html for _, html in drawing.log_lines(board))
        regions = {**drawing.regions(board), "log": f'<ol class="log">{log}</ol>'}
        for name in SHOWN[moment].get(seat, ()):
            html = regions[name]
            if re.search(r">\s*[^<\s]", html):
                samples.append(Sample(f"{seat}: {name}", _in_both(html, f"{key}-{moment}-{seat}")))
    return Chapter(f"{get_system(key).name}, {moment}", f"{key}-{moment}", tuple(samples))


def _in_both(html: str, place: str) -> tuple[SafeString, ...]:
    """Return the drawing once for each theme, with ids and names of its own."""
    return tuple(_renamed(html, f"{place}-{theme}") for theme in THEMES)


def _renamed(html: str, end: str) -> SafeString:
    def rename(found: re.Match[str]) -> str:
        return f'{found[1]}="{" ".join(f"{id}-{end}" for id in found[2].split())}"'

    return SafeString(REFERENCES.sub(rename, html))


def _odds(key: str) -> tuple[OddsPicture, Pool]:
    system = get_system(key)
    sheet = system.sheets.parse(system.sheets.blank(next(iter(system.sheets.archetypes))))
    asked: Any = decode(system.rolls.request, fill_in(system.rolls.fields(sheet)))
    pool = system.rolls.pool(sheet, asked, system.options())
    return draw_odds(system.rolls.odds(sheet, asked, system.options()), pool.dice, key), pool
