"""The demo: a series of our own with two stories, six characters and a fight about to turn."""

import uuid
from typing import Any

from django.contrib.auth.hashers import make_password
from django.db import transaction
from django.utils import timezone

from campaigns.calendar import DAY
from campaigns.models import Character, Downtime, Episode, Membership, Role, Scene, Series, Story, User
from play.moves import BattleMove, BringIn, OpenBattle, Say
from play.services.commands import submit
from rules import get_system
from rules.battle import Json, Move
from rules.codec import encode
from rules.paths import write_path

DEMO_PASSWORD = "wheel-and-salt"
STORYTELLER, PLAYERS, SPECTATOR = "petra", ("mira", "jonas"), "aino"
SYSTEM = "exalted2e"

CHARACTERS: dict[str, dict[str, Any]] = {
    "Ysane of the Reeds": {
        "owner": "mira",
        "archetype": "dawn",
        "notes": "Ferried grain down the river until the river chose her. Laughs before she strikes.",
        "sheet": {
            "attributes.strength": 4,
            "attributes.dexterity": 5,
            "attributes.stamina": 3,
            "abilities.melee": 5,
            "abilities.dodge": 3,
            "abilities.awareness": 3,
            "weapons": ["daiklave"],
            "armor": ["breastplate"],
            "motivation": "Break the toll lords' hold on the river.",
        },
    },
    "Brother Oskel": {
        "owner": "jonas",
        "archetype": "heroic_mortal",
        "notes": "A lay brother with a healer's bag and a soldier's knees.",
        "sheet": {
            "abilities.martial_arts": 3,
            "abilities.medicine": 3,
            "abilities.resistance": 3,
            "weapons": ["staff"],
            "armor": ["buff_jacket"],
            "motivation": "Bring every traveller in his care home alive.",
        },
    },
    "Wren Little-Lantern": {
        "owner": "jonas",
        "archetype": "night",
        "notes": "Knows the roofs of nine towns, and is owed money in eight of them.",
        "sheet": {
            "attributes.dexterity": 5,
            "abilities.thrown": 4,
            "abilities.stealth": 4,
            "weapons": ["shuriken", "knife"],
            "armor": ["chain_shirt"],
        },
    },
    "Captain Deruvin": {
        "archetype": "heroic_mortal",
        "notes": "Holds the bridge, the winch and the ledger.",
        "secret_notes": "He has stopped believing in the toll. A good word at the right moment turns him.",
        "sheet": {
            "attributes.strength": 4,
            "attributes.dexterity": 4,
            "abilities.melee": 4,
            "weapons": ["spear"],
            "armor": ["lamellar"],
            "shield": "target",
        },
    },
    "Toll guard": {"archetype": "extra", "extra": True, "sheet": {"weapons": ["spear"], "armor": ["buff_jacket"]}},
    "The Ferryman": {
        "archetype": "spirit",
        "hidden": True,
        "secret_notes": "Rises when blood touches the water. He wants the salt, not the blood.",
        "sheet": {},
    },
}


def demo_people() -> str:
    """Who may sign in to the demo, and as what."""
    players = " and ".join(PLAYERS)
    return f"{STORYTELLER} (Storyteller), {players} (players) or {SPECTATOR} (spectator)"


def has_demo() -> bool:
    """Whether the demo's people are here already."""
    return User.objects.filter(username=STORYTELLER).exists()


@transaction.atomic
def load_demo() -> Series:
    """Make the demo's people, series, characters and fight."""
    password = make_password(DEMO_PASSWORD)
    people = {
        name: User.objects.get_or_create(username=name, defaults={"password": password})[0]
        for name in (STORYTELLER, *PLAYERS, SPECTATOR)
    }
    series = _make_series(people)
    scene = _make_chronicle(series)
    characters = {name: _make_character(series, people, name, row) for name, row in CHARACTERS.items()}
    _make_fight(series, scene, characters, people)
    return series


@transaction.atomic
def reset_demo() -> Series:
    """Throw the demo's series away, whatever was played in it, and load it anew. Other series stay."""
    Series.objects.filter(owner__username=STORYTELLER, name="The Salt Road").delete()
    return load_demo()


def _make_series(people: dict[str, User]) -> Series:
    series = Series.objects.create(
        name="The Salt Road",
        system=SYSTEM,
        tone="A long road, a little money, and the people who stand in the way of both.",
        house_notes="Stunts are **offered**, not demanded.\n\n* No character dies without their player's nod.",
        owner=people[STORYTELLER],
        clock=12 * DAY + 18 * 3600,
    )
    for name, person in people.items():
        role = Role.STORYTELLER if name == STORYTELLER else Role.SPECTATOR if name == SPECTATOR else Role.PLAYER
        Membership.objects.create(series=series, user=person, role=role)
    return series


def _make_chronicle(series: Series) -> Scene:
    """Two stories with what has been played and what is to come; gives back the scene of the fight."""
    played = {"closed_at": timezone.now()}
    reeds = Story.objects.create(
        series=series, title="Out of the Reeds", position=1, in_world_time="The wet season", **played
    )
    first = Episode.objects.create(story=reeds, title="The Grain Barge", position=1, **played)
    Scene.objects.create(episode=first, title="Fire on the Landing", position=1, in_world_time="Day 1, night", **played)
    Scene.objects.create(episode=first, title="What the Heron Saw", position=2, in_world_time="Day 2, dawn", **played)
    Downtime.objects.create(story=reeds, title="Ten Days Upriver", position=2, days=10, **played)
    salt = Story.objects.create(series=series, title="Salt and Toll", position=2, in_world_time="The dry season")
    low_water = Episode.objects.create(
        story=salt,
        title="Low Water",
        position=1,
        notes="The river is so low that the barges must pay at the bridge or turn back.",
    )
    Scene.objects.create(episode=low_water, title="The Salt Market", position=1, in_world_time="Day 13, noon", **played)
    bridge = Scene.objects.create(
        episode=low_water,
        title="The Toll Bridge",
        position=2,
        in_world_time="Day 13, dusk",
        notes="Dusk, fog off the river. Footing on the bridge is wet.",
        secret_notes="The Ferryman rises once blood touches the water.",
    )
    Scene.objects.create(episode=low_water, title="Under the Bridge", position=3, hidden=True)
    Episode.objects.create(story=salt, title="The Ledger", position=2, hidden=True)
    return bridge


def _make_character(series: Series, people: dict[str, User], name: str, row: dict[str, Any]) -> Character:
    sheets = get_system(SYSTEM).sheets
    sheet: Json = sheets.blank(row["archetype"])
    for path, value in row["sheet"].items():
        sheet = write_path(sheet, path, value)
    return Character.objects.create(
        series=series,
        name=name,
        owner=people.get(row.get("owner", "")),
        sheet=encode(sheets.parse(sheet)),
        extra=row.get("extra", False),
        hidden=row.get("hidden", False),
        notes=row.get("notes", ""),
        secret_notes=row.get("secret_notes", ""),
    )


def _make_fight(series: Series, scene: Scene, characters: dict[str, Character], people: dict[str, User]) -> None:
    """Bring everybody to the bridge and have them join battle."""

    def keys(*names: str) -> tuple[str, ...]:
        return tuple(str(characters[name].pk) for name in names)

    moves: list[Move] = [
        Say("The winch groans. A chain comes up out of the water and hangs there, dripping, across your way."),
        OpenBattle(),
        BringIn(keys("Ysane of the Reeds", "Brother Oskel", "Wren Little-Lantern"), "travellers"),
        BringIn(keys("Captain Deruvin"), "toll company"),
        BringIn(keys("Toll guard"), "toll company", copies=2),
        BringIn(keys("The Ferryman"), "the river", hidden=True),
        BattleMove({"kind": "StartBattle"}),
    ]
    storyteller = Membership.objects.select_related("user").get(series=series, user=people[STORYTELLER])
    for move in moves:
        table = getattr(Scene.objects.get(pk=scene.pk), "table", None)
        submit(storyteller, scene, uuid.uuid4(), table.number if table else 0, move)
