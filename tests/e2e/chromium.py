"""The Chromium that the journeys and the pictures are made with."""

import shutil

from playwright.sync_api import Browser, Playwright

OFF = (
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    # Only the last list of this kind counts, so what Playwright itself turns off for pages is named once more:
    "AimEnabled",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "LensOverlay",
    "MediaRouter",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "ThirdPartyStoragePartitioning",
)
"""Features that nobody sees here. The first two draw the list below the address bar, in two processes for each one."""

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The first is the same engine without the browser around it, which nobody sees here."""


def find_chromium() -> str:
    """Return the path of the machine's own Chromium."""
    path = next(filter(None, map(shutil.which, NAMES)), None)
    assert path, "The journeys need Chromium: deploy/install-test-tools installs it."
    return path


def open_chromium(playwright: Playwright) -> Browser:
    """Start it without a window."""
    return playwright.chromium.launch(executable_path=find_chromium(), args=[f"--disable-features={','.join(OFF)}"])
