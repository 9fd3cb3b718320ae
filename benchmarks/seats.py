"""One table in this process: the Storyteller's clicks, and the drawings of everybody who sits at it."""

import json
import uuid
from collections import defaultdict
from typing import Any

from django.db import transaction
from django.http import QueryDict
from play.html.page import lazy_details

from benchmarks.script import choose
from campaigns.models import Membership, User
from play.commands.forms import read_move
from play.commands.submit import submit
from play.live.frames import Drawing, changed_frame, draw_board
from play.seats.facts import SeatClass, read_facts, read_room
from play.seats.reading import read_board
from play.server.websocket_deflate import deflate
from play.table.people import get_scene_for
from rules import get_system
from rules.battle import STORYTELLER
from rules.errors import IllegalMove


class Seats:
    """The table that `set_stage` has told of."""

    def __init__(self, told: str) -> None:
        stage = json.loads(told)
        self.scene = stage["scenes"][0]
        self.begin = stage["number"]
        people = Membership.objects.filter(series__stories__episodes__scenes=self.scene).distinct()
        self.users = {member.user_id for member in people}
        self.storyteller = User.objects.get(memberships__in=people, memberships__role="storyteller")
        self.turn = 0
        self.drawings: dict[SeatClass, Drawing] = {}
        self.windows: dict[SeatClass, bytes] = defaultdict(bytes)
        """What a browser of each class has been sent last: the next push is told by it."""

    def play(self, clicks: int, clock: Any) -> dict[str, float]:
        sizes: dict[str, float] = defaultdict(float)
        done = 0
        while done < clicks:
            self._draw(clock, sizes)
            try:
                self._click(clock)
            except IllegalMove as refusal:
                print("refused:", refusal.sentence)
                self.turn += 1
                continue
            done += 1
        self._draw(clock, sizes)
        return sizes

    def _click(self, clock: Any) -> None:
        self.turn += 1
        regions = next((d.regions for (seat, _), d in self.drawings.items() if seat.storyteller), {})
        form = choose(regions.get("mine", "") + regions.get("waiting", ""), self.turn)
        while isinstance(form, str):
            with clock.part("folds"):
                html = lazy_details(read_board(read_facts(self.scene), (STORYTELLER, False)), form)
            form = choose(html or "", self.turn)
        filled = {"move": ["BattleMove"], **form} if form else {"move": ["Rewind"], "entry": [str(self.begin + 1)]}
        data = QueryDict(mutable=True)
        for name, values in filled.items():
            data.setlist(name, values)
        with clock.part("command"), transaction.atomic():
            scene, membership = get_scene_for(self.storyteller, self.scene)
            move = read_move(get_system(scene.series.system), data)
            submit(membership, scene, uuid.uuid4(), None, move)

    def _draw(self, clock: Any, sizes: dict[str, float]) -> None:
        with clock.part("facts"):
            seats, facts = read_room(self.scene, self.users)
        with clock.part("boards"):
            boards = {one: read_board(facts, one) for one in set(seats.values())} if facts else {}
        with clock.part("drawing"):
            drawings = {one: draw_board(board) for one, board in boards.items()}
        with clock.part("frames"):
            drawings = {one: self._put_in_row(one, drawing) for one, drawing in drawings.items()}
            frames = {one: changed_frame(self.drawings[one], d) for one, d in drawings.items() if one in self.drawings}
        for one, drawing in drawings.items():
            name = "storyteller" if one[0].storyteller else "spectator" if one[1] else "player"
            before = self.drawings.get(one)
            if before:
                for key, html in drawing.regions.items():
                    if before.regions[key] != html:
                        sizes[f"{name} {key}"] += len(html)
        for one, frame in frames.items():
            with clock.part("deflate"):
                data, self.windows[one] = deflate(self.windows[one], frame.encode())
            sizes["frames"] += len(frame)
            sizes["frames deflated"] += len(data)
        self.drawings = drawings

    def _put_in_row(self, one: SeatClass, drawing: Drawing) -> Drawing:
        before = self.drawings.get(one)
        return drawing.put_after(before) if before else drawing
