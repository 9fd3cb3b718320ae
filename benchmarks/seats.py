"""One table in this process: the Storyteller's clicks, and the facts of everybody who sits at it."""

import json
import uuid
from collections import defaultdict
from typing import Any
from urllib.parse import unquote

from django.db import transaction
from django.http import QueryDict

from benchmarks.script import choose
from campaigns.models import Membership, User
from play.commands.forms import parse_move
from play.commands.submit import submit
from play.live.frames import Drawing, draw_board
from play.offers.hand import Hand
from play.seats.facts import SeatClass, load_facts, load_room
from play.seats.gather import gather_board
from play.server.websocket_deflate import deflate
from play.stage.forms import make_form
from play.stage.hand import find_card
from play.stage.words import active_language
from play.table.people import get_scene_for
from rules import get_system
from rules.battle import STORYTELLER
from rules.errors import IllegalMove


class Seats:
    """The table that `set_stage` has told of."""

    def __init__(self, stage_json: str) -> None:
        stage = json.loads(stage_json)
        self.scene = stage["scenes"][0]
        self.begin = stage["number"]
        people = Membership.objects.filter(series__stories__episodes__scenes=self.scene).distinct()
        self.users = {member.user_id for member in people}
        self.storyteller = User.objects.get(memberships__in=people, memberships__role="storyteller")
        self.turn = 0
        self.sent: list[QueryDict] = []
        """The forms of all clicks."""
        self.leave()

    def leave(self) -> None:
        """Let everybody go: their pages will know nothing."""
        self.drawings: dict[SeatClass, Drawing] = {}
        self.windows: dict[SeatClass, bytes] = defaultdict(bytes)
        """What a browser of each class was sent last. The next push is compressed by it."""

    def play(self, clicks: int, clock: Any) -> dict[str, float]:
        """Click so often, and draw for everybody after each click. Return how many bytes were sent in all."""
        sizes: dict[str, float] = defaultdict(float)
        done = 0
        while done < clicks:
            self.draw(clock, sizes)
            try:
                self._click(clock)
            except IllegalMove as refusal:
                print("refused:", refusal.sentence)
                continue
            done += 1
        self.draw(clock, sizes)
        return sizes

    def _click(self, clock: Any) -> None:
        self.turn += 1
        facts = next(drawing.facts for (seat, _), drawing in self.drawings.items() if seat.storyteller)
        fetched: dict[str, Any] = {}
        form = choose(facts, self.turn, fetched)
        while isinstance(form, str):
            with clock.part("forms"):
                fetched[form] = self._fetch(form)
            form = choose(facts, self.turn, fetched)
        data = QueryDict(mutable=True)
        for name, values in (form or {"move": ["Rewind"], "entry": [str(self.begin + 1)]}).items():
            data.setlist(name, values)
        with clock.part("command"):
            self.act(data)
        self.sent.append(data)

    def _fetch(self, place: str) -> Any:
        """What a page gets that asks for a card or for the form of a move."""
        kind, _, id = unquote(place).partition("/")
        hand = Hand(gather_board(load_facts(self.scene), (STORYTELLER, False)))
        if kind == "cards":
            return find_card(hand, id, active_language())
        offer = hand.find_offer(id)
        assert offer is not None
        return make_form(hand, offer, active_language())

    def act(self, data: QueryDict) -> None:
        """Carry out what the Storyteller sends."""
        with transaction.atomic():
            scene, membership = get_scene_for(self.storyteller, self.scene)
            submit(membership, scene, uuid.uuid4(), None, parse_move(get_system(scene.series.system), data))

    def draw(self, clock: Any, sizes: dict[str, float]) -> None:
        """Make the facts of each class, and what its pages are sent of them."""
        with clock.part("facts"):
            seats, facts = load_room(self.scene, self.users)
        with clock.part("boards"):
            boards = {kind: gather_board(facts, kind) for kind in set(seats.values())} if facts else {}
        with clock.part("drawing"):
            drawings = {seat_class: draw_board(board) for seat_class, board in boards.items()}
        for seat_class, drawing in drawings.items():
            self._send(seat_class, drawing, clock, sizes)

    def _send(self, seat_class: SeatClass, drawing: Drawing, clock: Any, sizes: dict[str, float]) -> None:
        before = self.drawings.get(seat_class)
        with clock.part("frames"):
            now = self.drawings[seat_class] = drawing if before is None else drawing.come_after(before)
            if now is before:
                return
            frame = now.make_whole() if before is None else now.make_change(before)
        with clock.part("deflate"):
            data, self.windows[seat_class] = deflate(self.windows[seat_class], frame.encode())
        sizes["frames"] += len(frame)
        sizes["frames deflated"] += len(data)
        name = "storyteller" if seat_class[0].storyteller else "spectator" if seat_class[1] else "player"
        for key, part in now.change.items():
            sizes[f"{name} {key}"] += len(json.dumps(part))
