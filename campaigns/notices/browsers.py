"""The name of a device, for the list on its owner's page."""

BROWSERS = {"Edg": "Edge", "OPR": "Opera", "Firefox": "Firefox", "Chrome": "Chrome", "Safari": "Safari"}
SYSTEMS = {
    "Android": "Android",
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Windows": "Windows",
    "Mac OS": "macOS",
    "Linux": "Linux",
}
"""What browsers and systems write into their User-Agent, and their names. The first that is found counts."""


def name_browser(agent: str) -> str:
    """Return the browser and the system that a User-Agent names: "Firefox, Android". Empty for an unknown one."""
    found = (next((name for mark, name in names.items() if mark in agent), "") for names in (BROWSERS, SYSTEMS))
    return ", ".join(filter(None, found))
