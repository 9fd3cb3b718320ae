"""Who sits at the demo's table."""

from django.contrib.auth.hashers import make_password

from campaigns.models import Role, User

DEMO_PASSWORD = "wheel-and-salt"
STORYTELLER, PLAYERS, SPECTATOR = "petra", ("mira", "jonas"), "aino"
ROLES = {STORYTELLER: Role.STORYTELLER, **dict.fromkeys(PLAYERS, Role.PLAYER), SPECTATOR: Role.SPECTATOR}

People = dict[str, User]
"""By their names."""


def make_people() -> People:
    """Those who are here already stay as they are."""
    password = make_password(DEMO_PASSWORD)
    return {name: User.objects.get_or_create(username=name, defaults={"password": password})[0] for name in ROLES}


def demo_people() -> str:
    """Who may sign in to the demo, and as what."""
    players = " and ".join(PLAYERS)
    return f"{STORYTELLER} (Storyteller), {players} (players) or {SPECTATOR} (spectator)"


def has_demo() -> bool:
    """Whether the demo's people are here already."""
    return User.objects.filter(username=STORYTELLER).exists()
