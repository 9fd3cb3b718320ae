"""The live pieces of the page: what of a board stands in each, and by what it is recognised when nothing changed."""

from collections import defaultdict
from collections.abc import Hashable
from functools import partial
from typing import Any

from django.utils.html import escape
from django.utils.safestring import SafeString

from campaigns.calendar import UNITS
from campaigns.phrases import tell
from play.board import Board, RollOffer
from play.cards import fields_key, ghosts_of, head_key
from play.deck import Context, Deck, Draw, chip_key
from play.doors import list_doors
from play.fields import make_input, split
from play.kept import mark_of
from play.ladder import ladder, measure, read_rows
from play.order import lay_out
from play.templatetags.table import draw_group
from play.wheel import FULL, SMALL, Size, lay_ghosts, wheel
from play.wheel.markup import draw_ghosts, draw_sectors, draw_turning
from rules.battle import Offer
from rules.view import BattleView, CombatantView, OrderView

__all__ = ["Context", "Draw", "Pieces"]

PAD = ("difficulty", "stunt")
"""What a roll pad keeps in sight though it has an answer already."""
SIZES = (FULL, SMALL)
SAID = "<!--said-->"
"""Where the sentence goes that is announced, which is another one at each push."""
PICTURES = ("wheel", "ladder", "order", "declarations")
"""The kinds of picture that are drawn; where there is none, the order stands open as a list."""


class Pieces:
    """One board, and the shelf that its rows are drawn from."""

    def __init__(self, board: Board, draw: Draw) -> None:
        self.board = board
        self.battle = board.battle
        self.draw = draw
        self.deck = Deck(board, draw)
        self.combatants = self.deck.combatants
        self.fighters_by_id = self.deck.fighters_by_id
        self.now = self.deck.now

    # the pieces

    def status(self) -> SafeString:
        """Title and headline, and the sentence that is announced."""
        battle = self.battle
        told = (
            [battle["headline"], battle["subline"]]
            if battle
            else [self.board.place.in_world_time, self.board.place.clock]
        )
        context = {
            "place": self.board.place,
            "headline": ": ".join(filter(None, told)),
            "storyteller": self.board.storyteller,
            "url": self.board.command_url,
            "fighting": battle is not None and battle["phase"] == "running",
            "paused": self.board.paused,
            "due_at": self.board.due_at,
        }
        drawn = self.draw("_status", tuple(context.values()), context)
        return SafeString(drawn.replace(SAID, escape(self._announced())))

    def _announced(self) -> str:
        """What is said at each push to those who listen: the newest line of the log, and whether they are awaited."""
        mine = [card for card in self.deck.mine if card.is_due]
        newest = next((line for line in self.board.log if not line.undone), None)
        told = f"{newest.author}: {newest.text}" if newest and newest.text else newest.event["line"] if newest else ""
        return " ".join(_sentence(words) for words in (told, mine[0].title if mine else "") if words)

    def me(self) -> SafeString:
        """The person's own characters, large."""
        mine = [who for who in self.combatants if who["character"] in self.board.characters]
        rows = [self.draw("_me_row", mark_of(who), {"who": who}) for who in mine]
        idle = [roll.name for roll in self.board.rolls] if not self.board.storyteller and not self.battle else []
        return self.draw("_me", (tuple(rows), tuple(idle)), {"rows": rows, "idle": idle})

    def mine(self) -> SafeString:
        """What waits for this person: one card framed and open, the next ones folded, then what goes at any time."""
        cards = self.deck.mine
        drawn = [
            self.deck.draw_first(card) if i == 0 and card.is_due else self.deck.draw_head(card, tell("Choose"))
            for i, card in enumerate(cards)
        ]
        shown = {card.fighter["id"] for card in cards if card.fighter}
        idle = [self._idle(who, who["id"] not in shown) for who in self.combatants if self._can_idle(who)]
        return self.draw("_mine", (tuple(drawn), tuple(idle)), {"cards": drawn, "idle": idle})

    def _can_idle(self, who: CombatantView) -> bool:
        return who["mine"] and not self.board.storyteller and bool(self.deck.by_actor.get(who["id"]))

    def _idle(self, who: CombatantView, waits: bool) -> SafeString:
        """What an own combatant may do at any time, and (while it waits) what it could do on its turn."""
        offers = self.deck.offers
        forms = [self.deck.draw_offer_head(offer, who["id"]) for offer in offers(who["id"], "reflex", legal=True)]
        off = offers(who["id"], "reflex", legal=False)
        later = offers(who["id"], "act", legal=False) if waits else []
        key = (who["id"], who["name"], tuple(forms), tuple(map(head_key, off)), tuple(map(head_key, later)))
        return self.draw("_idle", key, {"who": who, "forms": forms, "off": off, "later": later})

    def waiting(self) -> SafeString:
        """Whom the table waits for; the Storyteller may answer for anybody."""
        drawn = [self.deck.draw_head(card, tell("Answer")) for card in self.deck.theirs]
        answered = {card.id for card in self.deck.cards}
        awaited = [
            (f"await-{prompt['id']}", prompt["name"], prompt["question"])
            for prompt in (self.battle["pending"] if self.battle else [])
            if f"card-{prompt['id']}" not in answered
        ]
        acting = [
            (f"await-{who['id']}", who["name"], tell("acts"))
            for who in self.combatants
            if who["acts_now"] and not who["out"] and not who["mine"]
        ]
        rows = awaited or acting
        framed = next(iter(self.deck.mine), None)
        is_told = framed is not None and framed.is_due and self.deck.exchange_of(framed, "first") is not None
        exchange = self.battle["exchange"] if self.battle and not is_told else None
        key = (tuple(drawn), tuple(rows), mark_of(exchange))
        context = {"cards": drawn, "rows": rows, "count": len(drawn) + len(rows), "exchange": exchange}
        return self.draw("_waiting", key, {**context, "bar": self.deck.bar})

    def wheel(self) -> SafeString:
        """The picture of the fight, or why there is none."""
        battle = self.battle
        if battle is None:
            return self.draw("_no_battle", self.board.place.is_open, {"is_open": self.board.place.is_open})
        if battle["phase"] != "running":
            context = {"phase": battle["phase"], "sides": self._sides()}
            return self.draw("_gathering", mark_of(context), context)
        match battle["picture"].get("kind"):
            case "wheel":
                return self._battle_wheel(battle)
            case "ladder":
                return self.draw("_ladder", self._picture_key(battle), lambda: self._ladder_context(battle))
            case "order" | "declarations":
                return self.draw("_cards", self._picture_key(battle), lambda: {"order": lay_out(battle)})
        return self.draw("_no_picture", "", {})

    def _picture_key(self, battle: BattleView) -> tuple[Any, ...]:
        """Ladder and cards also show wounds, figures and conditions."""
        return mark_of(battle["picture"]), battle["headline"], mark_of(self.combatants)

    def _ladder_context(self, battle: BattleView) -> dict[str, Any]:
        rows = read_rows(battle)
        first_below = next((row.id for row in rows if row.value <= 0), "")
        return {
            "ladder": ladder(battle),
            "rows": [{"who": self.fighters_by_id[r.id], "at": r, "first_below": r.id == first_below} for r in rows],
            "reach": measure(battle),
            "terrain": battle["picture"].get("difficult_terrain", False),
        }

    def _battle_wheel(self, battle: BattleView) -> SafeString:
        who, ghosts = self._ghosts()
        shown = mark_of(battle["picture"])
        turning = [self.draw("turning", (size.key, shown), partial(self._turning, battle, size)) for size in SIZES]
        laid = {size: lay_ghosts(battle["picture"]["now"], size, who, ghosts) for size in SIZES}
        outside = [draw_ghosts(found, size.key) for size, found in laid.items()]
        tokens = battle["picture"]["tokens"]
        context = {
            "drawings": list(zip(SIZES, turning, outside, strict=True)),
            "own": sorted({side["side"] for side in self._sides() if side["own"]}),
            "other": sorted({side["side"] for side in self._sides() if not side["own"]}),
            "has_hidden": any(token["hidden"] for token in tokens),
            "has_ghosts": bool(ghosts),
        }
        key = (*turning, *outside, mark_of([context["own"], context["other"]]))
        return self.draw("_wheel", key, context)

    def _turning(self, battle: BattleView, size: Size) -> SafeString:
        """What turns from tick to tick is the same for all who see the same fighters."""
        drawn = wheel(battle, size)
        return draw_turning(drawn, self.draw("sectors", (size.key, drawn.now), partial(draw_sectors, drawn)))

    def _ghosts(self) -> tuple[str, dict[int, list[str]]]:
        """Where the one whose card is framed would act next, for each choice."""
        mine = self.deck.mine
        if mine and mine[0].is_due and mine[0].fighter:
            return mine[0].fighter["initials"], ghosts_of(mine[0].offers)
        return "", {}

    def _sides(self) -> list[dict[str, Any]]:
        sides: dict[tuple[str, bool], list[CombatantView]] = defaultdict(list)
        for who in self.combatants:
            sides[who["side"], who["own"]].append(who)
        return [
            {"side": side, "own": own, "fighters": there}
            for (side, own), there in sorted(sides.items(), key=lambda item: not item[0][1])
        ]

    def order(self) -> SafeString:
        """The order of action as a list: the picture's twin. Where `fighters` are shown, they are the list."""
        groups = [] if self.board.storyteller or self.board.spectator else self._groups()
        alone = bool(groups) and self.battle is not None and self.battle["picture"].get("kind") not in PICTURES
        return self.draw("_order", (alone, _groups_key(groups)), {"groups": groups, "alone": alone})

    def fighters(self) -> SafeString:
        """The table of all: health, pools, and for the Storyteller every number that may be ruled."""
        groups = self._groups() if self.board.storyteller or self.board.spectator else []
        key = (self.board.storyteller, _groups_key(groups))
        return self.draw("_fighters", key, {"groups": groups, "storyteller": self.board.storyteller})

    def _groups(self) -> list[dict[str, Any]]:
        if self.battle is None:
            return []
        groups: list[dict[str, Any]] = [{**place, "note": self._note(place)} for place in self.battle["order"]]
        placed = {id for group in groups for id in group["ids"]}
        rest = [id for id in self.fighters_by_id if id not in placed]
        if rest:
            note = tell("ready" if self.battle["phase"] == "setup" else "not acting")
            groups.append({"at": None, "label": "", "note": note, "now": False, "ids": rest})
        for group in groups:
            rows = [self._fighter(id) for id in group["ids"] if id in self.fighters_by_id]
            key = (group["at"], group["label"], group["note"], group["now"], *rows)
            group["drawn"] = self.draw("group", key, partial(draw_group, group, rows))
        return groups

    def _note(self, place: OrderView) -> str:
        """What stands under a place's figure: the system's own word, or how far off its tick is."""
        if place["note"] or self.deck.unit != "tick":
            return place["note"]
        return tell("now" if place["now"] else f"in {place['at'] - self.now}")

    def _fighter(self, id: str) -> SafeString:
        who = self.fighters_by_id[id]
        return self.draw("_fighter", _row_key(who), {"who": who})

    def rolls(self) -> SafeString:
        """The roll pad: one form for each character that the seat may roll for."""
        one = len(self.board.rolls) == 1 and not self.board.storyteller
        pads = [self._pad(roll, one) for roll in self.board.rolls]
        return self.draw("_rolls", tuple(pads), {"pads": pads})

    def _pad(self, roll: RollOffer, is_open: bool) -> SafeString:
        key = (self.board.command_url, roll.character, roll.name, fields_key(roll.fields), is_open)
        return self.draw("_pad", (key, self.board.storyteller), lambda: self._pad_context(roll, is_open))

    def _pad_context(self, roll: RollOffer, is_open: bool) -> dict[str, Any]:
        inputs = [make_input(field, f"r.{field.name}", f"r-{roll.character}") for field in roll.fields]
        main, more = split(roll.fields, inputs, PAD)
        return {
            "roll": roll, "main": main, "more": more, "url": self.board.command_url, "is_open": is_open,
            "storyteller": self.board.storyteller,
        }  # fmt: skip

    def cast(self) -> SafeString:
        """The Storyteller's doors of the fight: open it, bring people in, start and end it."""
        if not self.board.storyteller or not self.board.place.is_open:
            return self.draw("_nothing", "cast", {"id": "cast"})
        offers = self.deck.offers
        starts = offers(None, "storyteller", legal=True) + offers(None, "storyteller", legal=False)
        phase = self.battle["phase"] if self.battle else "none"
        sides = [(side["side"], side["own"]) for side in self._sides()]
        key = (self.board.command_url, phase, tuple(sides), self.board.cast, tuple(map(head_key, starts)))
        return self.draw("_cast", key, lambda: self._cast_context(phase, sides, starts))

    def _cast_context(self, phase: str, sides: list[tuple[str, bool]], starts: list[Offer]) -> dict[str, Any]:
        return {
            "phase": phase,
            "doors": list_doors(self.board.cast, sides),
            "starts": [self.deck.draw_form(offer, is_solo=True) for offer in starts if not offer.reason],
            "not_yet": [offer for offer in starts if offer.reason] if phase == "setup" else [],
            "has_cast": bool(self.board.cast),
            "library": f"{self.board.place.series_url}library/",
            "units": UNITS,
            "url": self.board.command_url,
        }

    def notes(self) -> SafeString:
        """The notes of the scene; those for the Storyteller only are not in a player's board at all."""
        place = self.board.place
        return self.draw("_notes", (place.notes_html, place.secret_notes_html), {"place": place})


def _row_key(who: CombatantView) -> tuple[Hashable, ...]:
    """What a combatant's row shows; the rest lies behind its fold."""
    return (
        who["id"], who["name"], who["acts_now"], who["out"], tuple(who["conditions"]), *chip_key(who),
        tuple((box["mark"], box["penalty"]) for box in who.get("health", ())),
        tuple((stat["label"], stat["value"]) for stat in (who.get("stats") or ())[:2]),
        tuple((pool["label"], pool["current"]) for pool in who.get("tracks", ())),
    )  # fmt: skip


def _sentence(words: str) -> str:
    return words if words[-1] in ".?!…”" else f"{words}."


def _groups_key(groups: list[dict[str, Any]]) -> tuple[Any, ...]:
    return tuple(group["drawn"] for group in groups)
