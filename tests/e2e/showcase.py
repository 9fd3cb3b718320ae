"""A fight in mid-turn of every system, one of forty, and a roll or two: what pictures and looks are taken of.

`python -m tests.e2e.showcase` writes them beside the demo into the database of `STORYWHEEL_VAR` and prints where each
of them is as JSON. The dice come from a seeded roller, so that the pictures are the same from day to day.
"""

import json
import random
import sys
import uuid
from collections.abc import Callable
from typing import Any

from rules.dice import Roller

EXTRAS = 38
STEPS = 60


class SeededRoller:
    """Faces from a seeded generator."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def roll(self, count: int) -> tuple[int, ...]:
        """So many faces."""
        return tuple(self._random.randint(1, 10) for _ in range(count))


class Game:
    """One scene, played on by its Storyteller with the first legal choice that has something to show."""

    def __init__(self, scene: Any, seed: int = 7) -> None:
        from campaigns.models import Membership, Scene

        self.scene = Scene.objects.select_related("episode__story__series").get(pk=scene.pk)
        self.membership = Membership.objects.select_related("series", "user").get(
            series=self.scene.series, user=self.scene.series.owner
        )
        self.hidden: set[str] = set()
        self.random = random.Random(seed)
        self.roller: Roller = SeededRoller(seed)

    def submit(self, move: Any, membership: Any = None) -> None:
        """Do it as the Storyteller, or as `membership`."""
        from play.commands.submit import submit

        submit(membership or self.membership, self.scene, uuid.uuid4(), None, move, self.roller)

    def as_member(self, name: str) -> Any:
        """The membership of a person of the series."""
        from campaigns.models import Membership

        return Membership.objects.select_related("series", "user").get(series=self.scene.series, user__username=name)

    def board(self, membership: Any = None) -> Any:
        """What a member sees now."""
        from play.seats.facts import load_facts, seat_class_of
        from play.seats.gather import gather_translated_board

        return gather_translated_board(load_facts(self.scene.pk), seat_class_of(membership or self.membership))

    def play_until(self, is_good: Callable[[int], bool], most: int = STEPS) -> None:
        """Play on until the moment is one for a picture. Raises `AssertionError` if none comes."""
        for step in range(most):
            if is_good(step):
                return
            self.step()
        raise AssertionError(f"{self.scene} had no such moment in {most} steps")

    def step(self) -> None:
        """One move of whoever is awaited."""
        from play.commands.moves import BattleMove

        board = self.board()
        self.hidden = {who["id"] for who in board.battle["combatants"] if who["hidden"]}
        offers = [offer for offer in board.offers if not offer.reason]
        answers = [offer for offer in offers if offer.prompt]
        acts = [offer for offer in offers if offer.group == "act"]
        strikes = [offer for offer in acts if "Attack" in offer.move or "Withering" in offer.move]
        turns = [offer for offer in offers if offer.group not in ("storyteller", "reflex", "setup", "table")]
        watch = [offer for offer in acts if offer.actor in self.hidden and offer.move == "TakeGuard"]
        offer = (answers or watch or (strikes if self.random.random() < 0.7 else []) or acts or turns or offers)[0]
        self.submit(BattleMove(self.fill(offer)))

    def fill(self, offer: Any) -> dict[str, Any]:
        """The offer with what must be answered answered, at random among what is free."""
        from rules.battle import gather_items
        from rules.codec import encode

        asked = {asked.name: self.answer(asked) for asked in offer.fields if asked.required}
        return {"kind": offer.move, **encode(offer.fixed), **gather_items(asked)}

    def answer(self, asked: Any) -> Any:
        """A legal answer to one field."""
        free = [choice.value for choice in asked.choices if not choice.reason and choice.value not in self.hidden]
        if asked.kind == "choice":
            return self.random.choice(free) if free else None
        if asked.kind in ("choices", "list"):
            return free[: max(asked.low, 1)]
        if asked.kind == "number":
            return asked.initial if asked.initial is not None else asked.low
        if asked.kind == "flag":
            return False
        return "through the fog"[: asked.high or 15]

    def someone_due(self, name: str) -> bool:
        """Whether a player's own turn or prompt waits for them."""
        board = self.board(self.as_member(name))
        due = {who["id"] for who in board.battle["combatants"] if who["mine"] and who["acts_now"]}
        return any(offer.actor in due and offer.group == "act" and not offer.reason for offer in board.offers)

    def may_choose(self, name: str) -> bool:
        """Whether a player's turn waits, and where one declares first, its declaration."""
        return self.someone_due(name) and self.board().battle["picture"].get("stage") != "act"

    def is_asked(self, name: str) -> bool:
        """Whether a prompt of an exchange waits for a player who may answer it in more than one way."""
        pending = self.board().battle["pending"]
        mine = {prompt["id"] for prompt in self.board(self.as_member(name)).battle["pending"] if prompt["mine"]}
        return bool(pending) and pending[0]["id"] in mine


def make_all() -> dict[str, str]:
    """Write everything; gives the path of each table and page by a short name."""
    from campaigns.models import Character, Scene, User
    from config.demo import has_demo, load_demo
    from config.demo.games import GAMES
    from config.demo.people import DEMO_PASSWORD

    if not has_demo():
        load_demo(SeededRoller(7))
    User.objects.create_superuser("host", password=DEMO_PASSWORD)
    bridge = Scene.objects.get(title="The Toll Bridge")
    _play_the_bridge(Game(bridge, seed=8))
    made = {"exalted2e": f"/scenes/{bridge.pk}/"}
    made |= _sheets(bridge.episode.story.series)
    made["public"] = _tell(Game(bridge))
    made["overlay"] = _stream(Game(bridge))
    for key, told in GAMES.items():
        made[key] = f"/scenes/{_play(told).pk}/"
        made[f"{key}_sheet"] = f"/characters/{Character.objects.get(name=next(iter(told.heroes))).pk}/"
    made["exchange"] = f"/scenes/{_exchange().pk}/"
    made["quiet"] = f"/scenes/{_quiet().pk}/"
    made["crowd"] = f"/scenes/{_crowd().pk}/"
    made["empty"] = f"/scenes/{Scene.objects.get(title='Under the Bridge').pk}/"
    return made


def _sheets(series: Any) -> dict[str, str]:
    heroine = series.characters.get(name="Ysane of the Reeds")
    found = f"/series/{series.pk}/search/?q=the"
    return {"series": f"/series/{series.pk}/", "found": found, "sheet": f"/characters/{heroine.pk}/"}


def _tell(game: Game) -> str:
    """A published recap, and a public page with the cast; gives its path."""
    from django.urls import reverse

    from campaigns.chronicle.recaps.services import open_public_page, show_cast
    from tests.cast import write_recap

    teller, series = game.membership, game.scene.series
    told = "The company held the bridge **until the bell**. Ysane crossed, and the toll was paid in blood."
    write_recap(teller, game.scene, told, published=True)
    write_recap(teller, game.scene.episode, "Three crossings, one bell.", published=True)
    open_public_page(teller)
    show_cast(teller, shown=True)
    return reverse("public_page", args=[series.public_page.token])


def _stream(game: Game) -> str:
    """An overlay for streams; gives its path."""
    from django.urls import reverse

    from campaigns.series.overlays.services import renew_overlay

    looks = {"delay": 0, "theme": "dark", "size": "medium", "language": "en"}
    return reverse("overlay", args=[renew_overlay(game.membership, looks)])


def _play_the_bridge(game: Game) -> None:
    from play.commands.moves import MakeRoll, Say

    game.play_until(lambda step: step > 9 and game.someone_due("mira"))
    ysane = next(roll.character for roll in game.board().rolls if roll.name == "Ysane of the Reeds")
    for line in ("Hold the rope, I am going *over* the rail.", "/me leaps", "**Now**, Oskel!"):
        game.submit(Say(line, speaker=ysane), game.as_member("mira"))
    oskel = next(roll for roll in game.board().rolls if roll.name == "Brother Oskel")
    asked = {item.name: item.initial for item in oskel.fields if item.required and item.initial is not None}
    asked |= {"attribute": "perception", "ability": "awareness"}
    known = {item.name for item in oskel.fields}
    game.submit(MakeRoll(oskel.character, {k: v for k, v in asked.items() if k in known}), game.as_member("jonas"))


def _exchange() -> Any:
    """An attack at the moment when a player must choose how to meet it."""
    from config.demo.shape import Game as Told

    heroes = {"Ysane of the Reeds": ("mira", "dawn"), "Brother Oskel": ("jonas", "heroic_mortal")}
    foes = {"Captain Deruvin": "night", "Ledger clerk with a crossbow": "soldier"}
    told = Told("exalted2e", "The Drowned Ledger", "The Counting House Roof", heroes, foes)
    return _play(told, lambda game: game.is_asked("mira"))


def _play(told: Any, is_good: Callable[["Game"], bool] | None = None) -> Any:
    """A fight of `config.demo.games` at a moment for a picture."""
    from campaigns.models import Scene, Series
    from config.demo.games import make_game
    from config.demo.people import make_people

    series = Series.objects.filter(name=told.name).first() or make_game(told, make_people(), SeededRoller(7))
    game = Game(Scene.objects.get(episode__story__series=series, title=told.scene), seed=7)
    game.play_until(lambda step: is_good(game) if is_good else step > 8 and game.may_choose("mira"))
    return game.scene


def _quiet() -> Any:
    """A scene in which nobody fights: who is there, what they have spent, and a roll that is kept."""
    from campaigns.sheets.favorites import keep_roll
    from play.commands.moves import Say, SetCondition, ShowCharacter, Tap

    heroes = {"Ysane of the Reeds": ("mira", "dawn"), "Brother Oskel": ("jonas", "heroic_mortal")}
    foes = {"Captain Deruvin": "soldier", "The Ferryman": "spirit"}
    scene, keys = _scene("exalted2e", "The Ferry House", "Supper at the Ferry House", heroes, foes)
    game = Game(scene)
    mira, heroine = game.as_member("mira"), keys["heroes"][0]
    keep_roll(mira, scene.series.characters.get(pk=heroine), {"attribute": "wits", "ability": "awareness"})
    game.submit(ShowCharacter(keys["foes"][0], True))
    game.submit(Tap(f"{heroine} mark 1", harm="bashing", reason="the low beam"))
    game.submit(Tap(f"{heroine} peripheral -1", times=7), mira)
    game.submit(SetCondition(f"{heroine} 1 soaked to the bone"), mira)
    game.submit(Say("Whoever rows tonight, rows for double."))
    return scene


def _crowd() -> Any:
    """Forty on one bridge, with the long names that people give."""
    from play.commands.moves import BattleMove, BringIn, OpenBattle

    heroes = {
        "Ragara Myrrun Ashen-Banner Who-Counts-the-Bridges": ("mira", "twilight"),
        "Seven Quiet Rains upon the Copper Roof": ("jonas", "eclipse"),
    }
    foes = {"Toll company halberdier": "extra", "Barge hand with a boathook": "extra"}
    scene, keys = _scene("exalted2e", "The Long Muster", "The Muster at the Ford", heroes, foes)
    game = Game(scene)
    for move in (
        OpenBattle(),
        BringIn(keys["heroes"], "the ford’s defenders"),
        BringIn(keys["foes"][:1], "toll company", copies=EXTRAS // 2),
        BringIn(keys["foes"][1:], "the ford’s defenders", copies=EXTRAS // 2),
        BattleMove({"kind": "StartBattle"}),
    ):
        game.submit(move)
    game.play_until(lambda step: step > 6)
    return scene


def _scene(key: str, series: str, title: str, heroes: dict[str, Any], foes: dict[str, str]) -> Any:
    """A scene, and the keys of the characters of both sides."""
    from config.demo.games import make_scene
    from config.demo.people import make_people
    from config.demo.shape import Game as Told

    scene, ours, theirs = make_scene(Told(key, series, title, heroes, foes, ("extra",)), make_people())
    return scene, {"heroes": ours, "foes": theirs}


if __name__ == "__main__":
    import os

    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    json.dump(make_all(), sys.stdout)
