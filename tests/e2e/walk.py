"""`make walk`: every game in every situation, as every seat sees it, in both themes and all windows.

Each of them must keep to the laws of the table (`tests.e2e.laws`). A picture of each is put into a folder, with a page
that shows them side by side. `python -m tests.e2e.walk FOLDER exalted2e dark` looks at those alone whose names have
these words.
"""

import html
import sys
import tempfile
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from tests.e2e.chromium import open_chromium
from tests.e2e.conftest import ROOT, Server, Stage
from tests.e2e.laws import WINDOWS, find_faults, find_overlay_faults
from tests.e2e.looks import OVERLAY, Look, Viewer, list_all
from tests.ready import SITUATIONS, Ready

FOLDER = ROOT / "var" / "walk"
QUALITY = 70
"""Of a picture, in percent: texts are still sharp."""
PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Looks</title>
<style>
body {{ font: 14px sans-serif; background: #777; color: #fff }}
h2 {{ font-size: 16px; margin: 24px 0 4px }}
p {{ display: flex; gap: 8px; align-items: start; overflow: auto; margin: 0 }}
img {{ height: 260px; width: auto }}
</style>
<ul>{faults}</ul>
{looks}
"""


def take(viewer: Viewer, look: Look, folder: Path) -> list[str]:
    """Take the pictures of a look. Return what it breaks."""
    page, found = viewer.open(look), list[str]()
    for width, height in WINDOWS:
        find = find_overlay_faults if look.seat == OVERLAY else find_faults
        found += [f"{look.name}, {fault}" for fault in find(page, (width, height))]
        page.screenshot(path=folder / name_picture(look, (width, height)), type="jpeg", quality=QUALITY)
    return found


def name_picture(look: Look, window: tuple[int, int]) -> str:
    """Return the name of its file."""
    return "{}-{}x{}.jpg".format(look.name.replace(", ", "-").replace(" ", "_"), *window)


def write_page(looks: Collection[Look], faults: Collection[str], folder: Path) -> None:
    """Write the page that shows all pictures."""
    rows = (
        f"<h2>{look.name}</h2><p>"
        + "".join(
            f'<a href="{name_picture(look, window)}"><img src="{name_picture(look, window)}" alt="" loading="lazy"></a>'
            for window in WINDOWS
        )
        + "</p>"
        for look in looks
    )
    listed = "".join(f"<li>{html.escape(fault)}</li>" for fault in faults)
    (folder / "index.html").write_text(PAGE.format(faults=listed, looks="\n".join(rows)))


@contextmanager
def open_viewer(browser: Browser) -> Iterator[Viewer]:
    """A server with all situations, and people who look at them."""
    with tempfile.TemporaryDirectory() as made:
        var = Path(made, "var")
        Ready(Path(made, "ready")).put(SITUATIONS, var)
        server = Server(var)
        server.start()
        viewer = Viewer(browser, Stage(browser, server))
        try:
            yield viewer
        finally:
            viewer.close()
            server.kill()


def main(folder: Path, words: Collection[str]) -> int:
    """Look at every page whose name has all the words. Return how many faults there are."""
    folder.mkdir(parents=True, exist_ok=True)
    looks = [look for look in list_all() if all(word in look.name for word in words)]
    faults: list[str] = []
    with sync_playwright() as playwright:
        browser = open_chromium(playwright)
        with open_viewer(browser) as viewer:
            for look in looks:
                faults += (found := take(viewer, look, folder))
                print(look.name, *found, sep="\n  ", flush=True)
        browser.close()
    write_page(looks, faults, folder)
    print(f"{len(looks)} looks in {len(WINDOWS)} windows, {len(faults)} faults: {folder / 'index.html'}")
    return len(faults)


if __name__ == "__main__":
    given, *wanted = sys.argv[1:] or [str(FOLDER)]
    sys.exit(1 if main(Path(given), wanted) else 0)
