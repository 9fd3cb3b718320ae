"""The people at the demo's table."""

from django.contrib.auth.hashers import make_password

from campaigns.models import Role, User

DEMO_PASSWORD = "wheel-and-salt"
STORYTELLER, PLAYERS, SPECTATOR = "petra", ("mira", "jonas"), "aino"
ROLES = {STORYTELLER: Role.STORYTELLER, **dict.fromkeys(PLAYERS, Role.PLAYER), SPECTATOR: Role.SPECTATOR}

People = dict[str, User]
"""Users by name."""


def make_people() -> People:
    """Create the people. Accounts that exist already are left alone."""
    password = make_password(DEMO_PASSWORD)
    return {name: User.objects.get_or_create(username=name, defaults={"password": password})[0] for name in ROLES}


def demo_people() -> str:
    """Return who may sign in to the demo, in words."""
    players = " and ".join(PLAYERS)
    return f"{STORYTELLER} (Storyteller), {players} (players) or {SPECTATOR} (spectator)"


def has_demo() -> bool:
    """Whether the demo's people exist already."""
    return User.objects.filter(username=STORYTELLER).exists()
