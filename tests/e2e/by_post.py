"""A fight of every game for the journeys by post: the Storyteller, four players, and a blow that waits for one of them.

`python -m tests.e2e.by_post` writes them into the database of `STORYWHEEL_VAR` and prints where each is as JSON. The
dice come from a seeded roller.
"""

import json
import sys
from typing import Any

from tests.e2e.showcase import Game

STORYTELLER = "petra"
PLAYERS = {"mira": "Anchor", "jonas": "Brine", "kaisa": "Cable", "otto": "Davit"}
"""The players, and what their characters are called."""
FOE = "Gull"
GAMES = {
    "exalted2e": ("dawn", "soldier"),
    "exalted3e": ("solar", "mortal"),
    "wod2004": ("supernatural", "thug"),
    "v20da": ("vampire", "guard"),
}
"""What the players' characters and their foe are, in each game."""
STRIKES = ("DeclareAttack", "Attack", "MakeAttack", "DeclareActions")
"""The moves by which a blow begins."""


class Blow(Game):
    """A fight that is played on until its foe has struck at the last of the players."""

    def step(self) -> None:
        """Strike at him, or let time pass with the mildest that is offered."""
        from play.commands.moves import BattleMove
        from rules.defaults import default_answer

        board = self.board()
        there = {who["id"]: who["name"] for who in board.battle["combatants"]}
        target = next(id for id, name in there.items() if name == PLAYERS["otto"])
        offers = [one for one in board.offers if not one.reason]
        if pending := board.battle["pending"]:
            self.submit(BattleMove(default_answer(board.offers, pending[0]["id"]) or {}))
            return
        hers = [one for one in offers if there.get(one.actor or "") == FOE]
        strike = next((one for kind in STRIKES for one in hers if one.move == kind), None)
        if strike:
            made = self.fill(strike)
            whom = {"target": target} if "target" in made else {"targets": [target]}
            self.submit(BattleMove({**made, **{name: one for name, one in whom.items() if name in made}}))
        else:
            self.pass_turn()

    def pass_turn(self) -> None:
        """Let whoever acts do the book's mildest."""
        from play.commands.moves import BattleMove
        from rules.defaults import fill_form

        board = self.board()
        acting = [who["id"] for who in board.battle["combatants"] if who["acts_now"]]
        state = self.state()
        _mild, offer = next(filter(None, (self.system.battle.pass_turn(state, id) for id in acting)))
        self.submit(BattleMove(fill_form(offer)))

    @property
    def system(self) -> Any:
        from rules import get_system

        return get_system(self.scene.series.system)

    def state(self) -> Any:
        from play.seats.facts import load_facts

        return load_facts(self.scene.pk).state.battle

    def is_struck(self) -> bool:
        """Whether he has to answer the blow."""
        state = self.state()
        asked = (one for one in self.system.battle.prompts(state) if one.kind == "defense")
        return any(state.get(one.who).name == PLAYERS["otto"] for one in asked)


def make_all() -> dict[str, str]:
    """Write the people and the fights. Return the path of each scene and series by the key of its game."""
    from django.contrib.auth.hashers import make_password

    from campaigns.models import User
    from config.demo.people import DEMO_PASSWORD

    password = make_password(DEMO_PASSWORD)
    people = {name: User.objects.create(username=name, password=password) for name in (STORYTELLER, *PLAYERS)}
    scenes = {key: _play(key, people) for key in GAMES}
    made = {key: f"/scenes/{scene.pk}/" for key, scene in scenes.items()}
    return made | {f"{key} series": f"/series/{scene.series.pk}/" for key, scene in scenes.items()}


def _play(key: str, people: dict[str, Any]) -> Any:
    from campaigns.models import Character, Episode, Membership, Role, Scene, Series, Story
    from play.commands.moves import BattleMove, BringIn, OpenBattle
    from rules import get_system

    series = Series.objects.create(name=f"The Slow Ferry, {key}", system=key, owner=people[STORYTELLER])
    for name, user in people.items():
        role = Role.STORYTELLER if name == STORYTELLER else Role.PLAYER
        Membership.objects.create(series=series, user=user, role=role)
    story = Story.objects.create(series=series, title="Ebb", position=1)
    episode = Episode.objects.create(story=story, title="Slack water", position=1)
    scene = Scene.objects.create(episode=episode, title="The Landing", position=1)
    hero, foe = (get_system(key).sheets.blank(archetype) for archetype in GAMES[key])
    ours = [
        Character.objects.create(series=series, name=name, sheet=hero, owner=people[who])
        for who, name in PLAYERS.items()
    ]
    theirs = Character.objects.create(series=series, name=FOE, sheet=foe)
    game = Blow(scene)
    for move in (
        OpenBattle(),
        BringIn(tuple(str(one.pk) for one in ours), "ours"),
        BringIn((str(theirs.pk),), "theirs"),
        BattleMove({"kind": "StartBattle"}),
    ):
        game.submit(move)
    if key == "exalted3e":  # within reach of all
        near = {"kind": "Override", "actor": "c5", "what": "position", "value": 0, "reason": "close"}
        game.submit(BattleMove(near))
    game.play_until(lambda _step: game.is_struck())
    return game.scene


if __name__ == "__main__":
    import os

    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    json.dump(make_all(), sys.stdout)
