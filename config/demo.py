"""The demo: a series of our own with two stories, six characters and a fight about to turn."""

import uuid
from datetime import timedelta
from typing import Any

from django.contrib.auth.hashers import make_password
from django.db import transaction
from django.utils import timezone

from campaigns.calendar import DAY
from campaigns.models import Character, Downtime, Episode, ExperienceEntry, Membership, Role, Scene, Series, Story, User
from campaigns.services import downtime, experience
from campaigns.services.portraits import keep_portrait
from config.demo_faces import FACES, draw_portrait
from play.moves import BattleMove, BringIn, OpenBattle, Say
from play.services.commands import submit
from rules import get_system
from rules.battle import Json, Move
from rules.codec import encode
from rules.paths import write_path
from rules.raising import GENERAL

DEMO_PASSWORD = "wheel-and-salt"
STORYTELLER, PLAYERS, SPECTATOR = "petra", ("mira", "jonas"), "aino"
SYSTEM = "exalted2e"

POWERS: dict[str, list[Json]] = {
    "Ysane of the Reeds": [
        {
            "name": "Heron Takes the Fish",
            "use": "attack",
            "timing": "supplemental",
            "cost": {"motes": 3},
            "effects": [{"kind": "dice", "amount": 3}, {"kind": "damage", "amount": 2}],
            "text": "She stands still until the water has forgotten her.",
        },
        {
            "name": "The River Bends",
            "use": "defense",
            "timing": "reflexive",
            "cost": {"motes": 4},
            "effects": [{"kind": "dv", "amount": 2}, {"kind": "soak", "amount": 3}],
        },
        {
            "name": "Water Holds Her",
            "use": "ticks",
            "lasts": 12,
            "timing": "reflexive",
            "cost": {"motes": 3},
            "effects": [{"kind": "soak", "amount": 2}],
        },
    ],
    "Wren Little-Lantern": [
        {
            "name": "Nine Roofs in One Breath",
            "use": "any",
            "timing": "reflexive",
            "cost": {"motes": 2},
            "effects": [{"kind": "dice", "amount": 2}],
        },
        {
            "name": "One Last Lantern",
            "use": "any",
            "timing": "reflexive",
            "cost": {"health": 1},
            "harm": "bashing",
            "once": True,
            "effects": [{"kind": "dice", "amount": 3}],
        },
    ],
}
"""Powers of our own, to be switched on at the table."""

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
            "specialties": [{"ability": "melee", "name": "On boats", "dots": 2}],
            "intimacies": [{"text": "The ferrymen of the lower river"}, {"text": "Her brother, wherever he was sold"}],
            "own_backgrounds": [{"name": "A barge", "dots": 2}],
            "powers": POWERS["Ysane of the Reeds"],
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
            "health": "LL.....",
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
            "powers": POWERS["Wren Little-Lantern"],
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


TRAINS = "Ysane of the Reeds"
WISHES = (
    (TRAINS, "abilities.dodge", 3, "I want to be gone before they strike."),
    ("Wren Little-Lantern", "abilities.stealth", 4, "For the nine towns."),
)
"""Who would like to raise what, from how many dots, and what they say to it. The first is granted."""


UPRIVER, HIGH_WATER = "Ten Days Upriver", "Until the River Rises"
PLANS: dict[str, tuple[tuple[str, downtime.Plan], ...]] = {
    UPRIVER: (
        ("Brother Oskel", downtime.Plan("rest", 1, 8, text="The knees first, then the ribs.")),
        (TRAINS, downtime.Plan("free", 1, 10, text="She poles the barge.", secret="She counts the toll posts.")),
    ),
    HIGH_WATER: (
        (TRAINS, downtime.Plan("train", 1, 5)),
        (TRAINS, downtime.Plan("free", 6, 2, text="A visit home.", secret="She asks who sold her brother.")),
    ),
}
"""What is put in for which downtime. The first is over."""
HOSPITAL = {"request": {"attribute": "intelligence", "ability": "medicine"}, "difficulty": 2, "goal": 8, "interval": 2}


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
    _make_downtimes(series, characters, people)
    _make_experience(series, characters, people)
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
        clock=2 * DAY + 18 * 3600,
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
    Downtime.objects.create(story=reeds, title=UPRIVER, position=2, days=10)
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
    Downtime.objects.create(story=salt, title=HIGH_WATER, position=3, days=14)
    return bridge


def _make_character(series: Series, people: dict[str, User], name: str, row: dict[str, Any]) -> Character:
    sheets = get_system(SYSTEM).sheets
    sheet: Json = sheets.blank(row["archetype"])
    for path, value in row["sheet"].items():
        sheet = write_path(sheet, path, value)
    character = Character.objects.create(
        series=series,
        name=name,
        owner=people.get(row.get("owner", "")),
        sheet=encode(sheets.parse(sheet)),
        extra=row.get("extra", False),
        hidden=row.get("hidden", False),
        settled=True,
        made_freely="owner" not in row,
        notes=row.get("notes", ""),
        secret_notes=row.get("secret_notes", ""),
    )
    if name in FACES:
        keep_portrait(character, draw_portrait(name))
    return character


def _make_downtimes(series: Series, characters: dict[str, Character], people: dict[str, User]) -> None:
    """One that is over, in which a mortal's wounds have healed, and one that players fill."""
    petra = Membership.objects.select_related("user", "series").get(series=series, user=people[STORYTELLER])
    hospital = downtime.begin_project(petra, characters["Brother Oskel"], "Beds for the salt porters", HOSPITAL)
    for title, plans in PLANS.items():
        place = Downtime.objects.get(story__series=series, title=title)
        for name, plan in plans:
            downtime.put_in(petra, place, characters[name], plan)
        if title == UPRIVER:
            run = downtime.start_run(petra, place)
            downtime.work_out(run.pk)
            result = run.results.select_related("character__series", "run").get(character=characters["Brother Oskel"])
            downtime.change_result(petra, result, "The river is slow, and nobody asks for you.", "", {})
            downtime.publish(petra, place)
        else:
            work = downtime.Plan("project", 1, 10, hospital.pk, "Straw, vinegar and a roof.")
            downtime.put_in(petra, place, characters["Brother Oskel"], work)
    series.refresh_from_db()


def _make_experience(series: Series, characters: dict[str, Character], people: dict[str, User]) -> None:
    """Two evenings' awards, a training under way, and a proposal that waits for the Storyteller."""
    members = {name: Membership.objects.select_related("user").get(series=series, user=people[name]) for name in people}
    owned = [one.pk for one in characters.values() if one.owner_id]
    reeds = Story.objects.get(series=series, title="Out of the Reeds")
    market = Scene.objects.get(episode__story__series=series, title="The Salt Market")
    for part, points, days_ago, reason in ((reeds, 8, 28, "A story told"), (market, 4, 7, "A good bargain")):
        gift = experience.Gift(GENERAL, points, reason)
        made = experience.award(members[STORYTELLER], owned, [gift], part)
        at = timezone.now() - timedelta(days=days_ago)
        ExperienceEntry.objects.filter(pk__in=[entry.pk for entry in made]).update(at=at)
    for name, path, dots, words in WISHES:
        character = characters[name]
        wish = experience.Wish(path=path, before=dots, after=dots + 1)
        asked = experience.propose(members[CHARACTERS[name]["owner"]], character, wish, words)
        if name == TRAINS:
            experience.approve(members[STORYTELLER], asked, asked.points, asked.seconds, "The heron showed you how.")


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
