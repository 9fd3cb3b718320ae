"""A scene of every game in every situation that it has, for the looks: a fight, an evening, a fight by post and so on.

`python -m tests.e2e.situations` writes them into the database of `STORYWHEEL_VAR` and prints where each of them is as
JSON: its table by "game situation", and the overlay of its series by "game situation overlay". The dice come from a
seeded roller.
"""

import json
import sys
from collections.abc import Callable
from typing import Any

from tests.e2e.showcase import Game

STORYTELLER, PLAYER, BYSTANDER, SPECTATOR = "petra", "mira", "jonas", "aino"
"""Who sits at every table; the bystander is a player without a character."""
FIGHT, EVENING, BY_POST, WAR, DEBATE, TASK = "fight", "evening", "by post", "mass combat", "debate", "task"
GAMES = {
    "exalted2e": (FIGHT, EVENING, BY_POST, WAR, DEBATE, TASK),
    "exalted3e": (FIGHT, EVENING, BY_POST, WAR, DEBATE, TASK),
    "wod2004": (FIGHT, EVENING, BY_POST, DEBATE, TASK),
    "v20da": (FIGHT, EVENING, BY_POST, DEBATE, TASK),
}
"""The situations of each game: only Exalted has mass combat."""
HEROES = {
    "exalted2e": {"Ysane of the Reeds": (PLAYER, "dawn"), "Brother Oskel": ("", "heroic_mortal")},
    "exalted3e": {"Mereth Vane": (PLAYER, "solar"), "Tamsin Cray": ("", "dragon_blooded")},
    "wod2004": {"Iva Lindqvist": (PLAYER, "supernatural"), "Sana Korpela": ("", "officer")},
    "v20da": {"Anselm of Ostmark": (PLAYER, "vampire"), "Mechtild": ("", "knight")},
}
FOES = {
    "exalted2e": {"Captain Deruvin": "night", "Ledger clerk with a crossbow": "soldier", "The Ferryman": "spirit"},
    "exalted3e": {"The Iron Quill": "abyssal", "Paper Hound": "mortal", "Gatekeeper of the Lower Vault": "mortal"},
    "wod2004": {"The Man from the Harbour Office": "supernatural", "Dock thug": "thug", "Night watchman": "mortal"},
    "v20da": {"The Abbot’s Gaoler": "knight", "Man-at-arms": "guard", "Brother Cellarer": "mortal"},
}
GROUPS = {"Vault wardens": (PLAYER, "group"), "Gate archers": ("", "group")}
"""The battle groups of the Third Edition: the player's, and one on the other side."""
TRAITS = {
    "exalted2e": "Wits + Awareness",
    "exalted3e": "Wits + Awareness",
    "wod2004": "Wits + Investigation",
    "v20da": "Wits + Alertness",
}
"""What a task asks for."""
WORDS: dict[str, tuple[str, str, dict[str, Any]]] = {
    "exalted3e": ("instill", "Charisma + Presence", {}),
    "wod2004": ("intimidate", "Presence + Intimidation", {"traits": "Resolve + Composure"}),
    "v20da": ("intimidate", "Charisma + Intimidation", {"traits": "Wits + Alertness"}),
}
"""By which influence somebody is met outside a fight, with which traits, and how the Storyteller rules on it."""
TALK = (
    (STORYTELLER, "The lamp goes out. Somebody laughs, close by."),
    (PLAYER, "Hold the rope, I am going *over* the rail."),
    (PLAYER, "/me leaps before anybody can say that the rail has not borne a child’s weight since the flood."),
    (STORYTELLER, "**Below you**, water. It is colder than it was an hour ago, and it is not quiet."),
    (BYSTANDER, "I keep watch at the door."),
    (STORYTELLER, "Nobody comes to the door."),
    (PLAYER, "/roll 6 # for luck"),
)
"""Who says what before the situation begins."""
LETTER = "The third pile from the north bank is hollow.\n\nWhat the company takes by day it *sinks there* by night."
POST = (
    "She counts the lamps along the bank: four, and then three. Somebody has put one out, or stands before it.\n\n"
    "“Whoever you are,” she says to the dark, “you are late, and I have been paid by the hour.”"
)
MOST_STEPS = 80
"""Moves until a fight must have come to the moment that is wanted."""


def make_all() -> dict[str, str]:
    """Write everything; gives the paths."""
    from django.db import transaction

    made: dict[str, str] = {}
    with transaction.atomic():
        for key, situations in GAMES.items():
            for situation in situations:
                table = Situation(key, situation)
                MAKERS[situation](table)
                table.read_up(STORYTELLER, PLAYER, SPECTATOR)
                made[f"{key} {situation}"] = f"/scenes/{table.scene.pk}/"
                made[f"{key} {situation} overlay"] = table.make_overlay()
    return made


class Situation(Game):
    """A scene of a series of its own, with what was said before. `ours`, `theirs`: the keys of both sides."""

    def __init__(self, key: str, situation: str) -> None:
        from config.demo.games import make_scene
        from config.demo.people import make_people
        from config.demo.shape import Game as Told

        heroes, foes = HEROES[key], FOES[key]
        if (key, situation) == ("exalted3e", WAR):
            (ours, theirs), (owner, kind) = GROUPS, GROUPS["Vault wardens"]
            heroes, foes = {**heroes, ours: (owner, kind)}, {**foes, theirs: kind}
        told = Told(key, f"The Drowned Ledger: {situation}", f"The Counting House, {situation}", heroes, foes)
        scene, self.ours, self.theirs = make_scene(told, make_people())
        super().__init__(scene)
        self.key, self.heroine = key, self.ours[0]
        self._talk()

    def _talk(self) -> None:
        from play.commands.moves import Say

        for who, words in TALK:
            speaker = self.heroine if who == PLAYER else ""
            self.submit(Say(words, speaker=speaker), self.as_member(who))

    def read_up(self, *names: str) -> None:
        """Mark all that was played as read by these; anybody else is told at the log how much is new."""
        from campaigns.notices.read_marks import mark_read
        from play.models import Table

        number = Table.objects.get(scene=self.scene).number
        for name in names:
            mark_read(self.as_member(name), self.scene, number)

    def make_overlay(self) -> str:
        """Give the series an overlay, and return its path."""
        from django.urls import reverse

        from campaigns.series.overlays.services import renew_overlay

        looks = {"delay": 0, "theme": "dark", "size": "medium", "language": "en"}
        return reverse("overlay", args=[renew_overlay(self.membership, looks)])

    def bring(self, *keys: str) -> None:
        """Add these to the scene. Players' characters are there."""
        from play.commands.moves import ShowCharacter

        for key in keys:
            self.submit(ShowCharacter(key, True))

    def start(self, *prepared: dict[str, Any], units: bool = False) -> None:
        """Open a fight, make these moves of it before anybody is in it, and let both sides join."""
        from play.commands.moves import BattleMove, BringIn, OpenBattle

        self.submit(OpenBattle())
        for move in prepared:
            self.submit(BattleMove(move))
        self.submit(BringIn(self.ours, "the company"))
        self.submit(BringIn(self.theirs, "the toll house"))
        if units:
            for number, who in enumerate(self.board().battle["combatants"]):
                drilled = {"name": f"Talon {number + 1}", "magnitude": 2, "drill": 2, "formation": "close order"}
                self.submit(BattleMove({"kind": "FormUnit", "actor": who["id"], **drilled}))
        self.submit(BattleMove({"kind": "StartBattle"}))

    def play_on(self, *moments: Callable[[str], bool]) -> None:
        """Play on until one of these moments has come for the player, after some exchanges."""
        self.play_until(lambda step: step > 5 and any(is_now(PLAYER) for is_now in moments), MOST_STEPS)

    def newest_task(self) -> str:
        """The id of the task that was set last."""
        from play.seats.facts import load_facts

        return str(load_facts(self.scene.pk).state.work.tasks[-1].id)


def _fight(table: Situation) -> None:
    table.start()
    table.play_on(table.is_asked if table.key in ("exalted2e", "v20da") else table.someone_due)


def _evening(table: Situation) -> None:
    from campaigns.handouts.services import keep_picture
    from campaigns.models import Handout
    from config.demo.handouts import draw_map
    from play.commands.moves import Say, ShowHandout, Tap

    chart = Handout.objects.create(
        series=table.scene.series, scene=table.scene, title="The Toll Crossing", description="A map of the crossing."
    )
    keep_picture(chart, draw_map())
    letter = Handout.objects.create(
        series=table.scene.series, scene=table.scene, title="A Letter, Wet at the Edges", text=LETTER
    )
    table.bring(table.ours[1], table.theirs[0])
    table.submit(ShowHandout(chart.pk, everybody=True, leads=True))
    table.submit(ShowHandout(letter.pk, everybody=True))
    table.submit(Tap(f"{table.heroine} mark 1", harm="bashing", reason="the low beam"))
    table.submit(Say("Whoever rows tonight, rows for double."))


def _by_post(table: Situation) -> None:
    from play.commands.moves import Post, SetPost

    table.start()
    table.play_on(table.someone_due)
    table.submit(SetPost(answer_hours=24, turn_hours=72))
    table.submit(Post("The tide turns. **Whoever has a boat**, it is worth more now than an hour ago."))
    table.submit(Post(POST, speaker=table.heroine), table.as_member(PLAYER))


def _war(table: Situation) -> None:
    if table.key == "exalted2e":
        table.start({"kind": "SetKind", "battle": "war"}, units=True)
    else:
        table.start()
    table.play_on(table.is_asked, table.someone_due)


def _debate(table: Situation) -> None:
    """In the Second Edition a debate is a fight; the others have influence, which the player has to meet."""
    from play.commands.moves import RollForTask, RuleListener, StartInfluence
    from tests.play.tasking import EvenRoller

    if table.key == "exalted2e":
        table.start({"kind": "SetKind", "battle": "debate"})
        table.play_on(table.is_asked)
        return
    speaker = table.theirs[0]
    table.bring(speaker)
    influence, traits, ruling = WORDS[table.key]
    table.submit(StartInfluence("Open the gate before the tide", influence, speaker, (table.heroine,), traits))
    table.submit(RuleListener(table.newest_task(), table.heroine, ruling))
    table.roller = EvenRoller(9)
    table.submit(RollForTask(table.newest_task(), speaker))


def _task(table: Situation) -> None:
    from play.commands.moves import RollForTask, StartTask

    table.bring(table.ours[1])
    traits = TRAITS[table.key]
    table.submit(StartTask("The strongroom door", "extended", table.heroine, traits, target=30, interval=10))
    table.submit(RollForTask(table.newest_task(), table.heroine), table.as_member(PLAYER))
    table.submit(StartTask("Who hears the chain?", "simple", characters=table.ours, traits=traits))


MAKERS: dict[str, Callable[[Situation], None]] = {
    FIGHT: _fight,
    EVENING: _evening,
    BY_POST: _by_post,
    WAR: _war,
    DEBATE: _debate,
    TASK: _task,
}

if __name__ == "__main__":
    import os

    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    json.dump(make_all(), sys.stdout)
