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


def open_chromium(playwright: Playwright) -> Browser:
    """Start the machine's own Chromium without a window."""
    path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    assert path, "The journeys need Chromium: deploy/install-test-tools installs it."
    return playwright.chromium.launch(executable_path=path, args=[f"--disable-features={','.join(OFF)}"])
