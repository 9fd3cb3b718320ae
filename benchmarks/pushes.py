"""How much a push has on the wire, in each game and for each class of seat: compressed, as a browser gets it.

    python -m benchmarks.pushes --steps 80

A fight of eleven in each game, played on with seeded dice by the first choice that has something to show. After each
command the table is drawn for everybody who sits at it; what differs from the drawing before is compressed with what
the browser was sent last, as the server does it.
"""

import argparse
import os
import statistics
import tempfile
import uuid
from collections import defaultdict
from typing import Any

HEROES = {"Ysane": "mira", "Oskel": "jonas"}
GUARDS = 8
FIGHTS = {
    "exalted2e": ("dawn", "night", "extra"),
    "exalted3e": ("solar", "abyssal", "mortal"),
    "wod2004": ("supernatural", "supernatural", "thug"),
    "v20da": ("vampire", "knight", "guard"),
}
"""For each game the archetypes of the heroes, of their foe, and of its guards."""
SEEDS = (7, 8, 9)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="benchmarks.pushes", description=__doc__.partition("\n")[0])
    parser.add_argument("--steps", type=int, default=80, help="commands of each fight, three fights a game")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="storywheel-pushes-") as folder:
        set_up(folder)
        heads = [f"{seat}: p50, p95, max" for seat in ("Storyteller", "player", "spectator")]
        print(f"| | {' | '.join(heads)} | pushes |")
        for key in FIGHTS:
            sizes: dict[str, list[int]] = defaultdict(list)
            for seed in SEEDS:
                _play(key, seed, options.steps, sizes)
            told = (
                f"{statistics.median(of):,.0f}, {statistics.quantiles(of, n=20)[-1]:,.0f}, {max(of):,}"
                for of in map(sizes.get, ("st", "player", "watch"))
                if of
            )
            print(f"| {key} | {' | '.join(told)} | {len(sizes['st'])} |")


def set_up(folder: str) -> None:
    """Make a database of our own in a folder, for this process."""
    os.environ |= {"STORYWHEEL_VAR": folder, "DEBUG": "0", "DJANGO_SETTINGS_MODULE": "config.settings"}
    os.environ |= {"DATABASE_URL": "", "REDIS_URL": ""}
    os.environ.pop("DATABASE_URL")

    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)


def _play(key: str, seed: int, steps: int, sizes: dict[str, list[int]]) -> None:
    """Play a fight and note the size of each push by the class of its seat."""
    from tests.e2e.showcase import Game

    game = Game(make_fight(key, seed), seed)
    wire = Wire(game.scene.pk)
    for _ in range(steps):
        wire.draw(sizes)
        if game.board().battle["phase"] != "running":
            break
        game.step()
    wire.draw(sizes)


def make_fight(key: str, seed: int) -> Any:
    """Begin the fight; gives its scene."""
    from campaigns.models import Membership
    from config.demo.games import Game, make_scene
    from config.demo.people import STORYTELLER, make_people
    from play.commands.moves import BattleMove, BringIn, OpenBattle
    from play.commands.submit import submit
    from tests.e2e.showcase import SeededRoller

    hero, foe, guard = FIGHTS[key]
    told = Game(key, f"Fight {seed}", "The Bridge", {name: (who, hero) for name, who in HEROES.items()},
                {"The Captain": foe, "Bridge guard": guard}, (guard,))  # fmt: skip
    people = make_people()
    scene, ours, theirs = make_scene(told, people)
    storyteller = Membership.objects.get(series=scene.episode.story.series, user=people[STORYTELLER])
    for move in (
        OpenBattle(),
        BringIn(ours, "travellers"),
        BringIn(theirs[:1], "toll company"),
        BringIn(theirs[1:], "toll company", copies=GUARDS),
        BattleMove({"kind": "StartBattle"}),
    ):
        submit(storyteller, scene, uuid.uuid4(), None, move, SeededRoller(seed))
    return scene


class Wire:
    """What the browsers of a scene were sent last."""

    def __init__(self, scene: int) -> None:
        from campaigns.models import Membership

        self.scene = scene
        self.users = {one.user_id for one in Membership.objects.filter(series__stories__episodes__scenes=scene)}
        self.drawn: dict[Any, Any] = {}
        self.windows: dict[Any, bytes] = defaultdict(bytes)

    def draw(self, sizes: dict[str, list[int]]) -> None:
        """Draw for each class of seats, and note the size of what is sent."""
        from play.live.frames import changed_frame, draw_board
        from play.seats.facts import read_room
        from play.seats.reading import read_board
        from play.server.websocket_deflate import SHORT, deflate

        seats, facts = read_room(self.scene, self.users)
        assert facts
        for one in set(seats.values()):
            drawing = draw_board(read_board(facts, one))
            if (before := self.drawn.get(one)) and not drawing.shows_same(before):
                drawing = drawing.put_after(before)
                data = changed_frame(before, drawing).encode()
                if len(data) > SHORT:
                    data, self.windows[one] = deflate(self.windows[one], data)
                sizes["st" if one[0].storyteller else "watch" if one[1] else "player"].append(len(data))
            self.drawn[one] = drawing


if __name__ == "__main__":
    main()
