"""The live pieces of the page: what of a board stands in each, and by what it is recognised when nothing changed."""

import json
from collections import defaultdict
from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import cached_property
from typing import Any

from django.utils.safestring import SafeString

from campaigns.calendar import UNITS
from play.board import Board, RollOffer
from play.cards import Card, choose_in_sight, field_key, ghosts_of, make_form, offer_key
from play.doors import list_doors
from play.fields import make_input, split
from play.ladder import ladder, measure, read_rows
from play.order import lay_out
from play.wheel import FULL, SMALL, listing, wheel
from rules.battle import Offer
from rules.view import BattleView, CombatantView, OrderView, PendingView

Context = Mapping[str, Any]
Draw = Callable[[str, Hashable, Context | Callable[[], Context]], SafeString]
PAD = ("difficulty", "stunt")
"""What a roll pad keeps in sight though it has an answer already."""
NAMED = 3
"""How many others of one's tick are named."""
PICTURES = ("wheel", "ladder", "order", "declarations")
"""The kinds of picture that are drawn; where there is none, the order stands open as a list."""
TABLE_DOORS = ("AddCombatant", "EndBattle")
"""Moves of the rules that the table has its own way for."""


class Pieces:
    """One board, and the shelf that its rows are drawn from."""

    def __init__(self, board: Board, draw: Draw) -> None:
        self.board = board
        self.battle = board.battle
        self.draw = draw
        self.fighters_by_id = {who["id"]: who for who in self.combatants}
        self.by_actor: dict[str | None, list[Offer]] = defaultdict(list)
        self.by_prompt: dict[str, list[Offer]] = defaultdict(list)
        for offer in board.offers:
            if offer.prompt is not None:
                self.by_prompt[offer.prompt].append(offer)
            elif offer.move not in TABLE_DOORS:
                self.by_actor[offer.actor].append(offer)

    # what the board says, in the words of the page

    @property
    def combatants(self) -> Sequence[CombatantView]:
        """Everybody in the fight that the seat knows of."""
        return self.battle["combatants"] if self.battle else ()

    @property
    def now(self) -> int:
        """The tick, round or turn."""
        return self.battle["time"] if self.battle else 0

    @cached_property
    def keys(self) -> dict[str, str]:
        """What each combatant is recognised by."""
        return {id: json.dumps(who) for id, who in self.fighters_by_id.items()}

    @cached_property
    def played_by_others(self) -> set[str]:
        """The characters that other people play, as the Storyteller sees it."""
        return {member.character for member in self.board.cast if member.owner} - self.board.characters

    @cached_property
    def cards(self) -> list[Card]:
        """Everything that this seat could answer now: prompts first, then turns."""
        pending = self.battle["pending"] if self.battle else []
        prompts = [self._prompt_card(prompt) for prompt in pending if self.by_prompt.get(prompt["id"])]
        able = [who for who in self.combatants if self._offers(who["id"], "act", legal=True)]
        turns = [self._turn_card(who) for who in able if who["acts_now"]]
        return prompts + turns + [self._aside_card(who) for who in able if not who["acts_now"]]

    def _offers(self, actor: str | None, group: str, *, legal: bool) -> list[Offer]:
        return [o for o in self.by_actor.get(actor, ()) if o.group == group and (not o.reason) == legal]

    def _prompt_card(self, prompt: PendingView) -> Card:
        who = self.fighters_by_id.get(prompt["who"])
        fighter = who if who and prompt["name"] == who["name"] else None
        offers = tuple(self.by_prompt[prompt["id"]])
        asked = prompt["question"]
        is_named = fighter is None or fighter["name"] in asked or not self.board.storyteller
        detail = prompt["detail"] if is_named else " ".join(filter(None, [f"{prompt['name']}.", prompt["detail"]]))
        return Card(f"card-{prompt['id']}", fighter, asked, detail, offers, self.now)

    def _turn_card(self, who: CombatantView) -> Card:
        title = f"{who['name']} acts" if self.board.storyteller else f"Your turn, {who['name']}"
        others = [other["name"] for other in self.combatants if other["acts_now"] and other["id"] != who["id"]]
        named = others if len(others) <= NAMED else [*others[: NAMED - 1], f"{len(others) - NAMED + 1} more"]
        detail = f"{listing(named)} on the same {self._unit}." if others else ""
        return Card(f"card-{who['id']}", who, title, detail, tuple(self._act_offers(who["id"])), self.now)

    def _aside_card(self, who: CombatantView) -> Card:
        """Somebody whose turn it is not, but who may break off what it does."""
        offers = tuple(self._offers(who["id"], "act", legal=True))
        detail = f"{', '.join(who['conditions'])}: may break off."
        return Card(f"card-{who['id']}", who, who["name"], detail.lstrip(": ").capitalize(), offers, self.now, False)

    def _act_offers(self, actor: str) -> list[Offer]:
        return self._offers(actor, "act", legal=True) + self._offers(actor, "act", legal=False)

    @property
    def _unit(self) -> str:
        """What time is counted in: ticks where there is a wheel."""
        return "tick" if self.battle and self.battle["picture"].get("kind") == "wheel" else "turn"

    def _is_my_task(self, card: Card) -> bool:
        """Whether the card is this person's own, not one that the Storyteller may answer for a player."""
        return card.fighter is None or card.fighter["character"] not in self.played_by_others

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
            "announced": self._announced(),
            "storyteller": self.board.storyteller,
            "url": self.board.command_url,
            "fighting": battle is not None and battle["phase"] == "running",
            "paused": self.board.paused,
            "due_at": self.board.due_at,
        }
        shown = ("headline", "announced", "url", "fighting", "paused", "due_at", "storyteller")
        key = (*(context[name] for name in shown),
               self.board.place)  # fmt: skip
        return self.draw("_status", key, context)

    def _announced(self) -> str:
        """What is said at each push to those who listen: the newest line of the log, and whether they are awaited."""
        mine = [card for card in self.cards if card.is_due and self._is_my_task(card)]
        newest = next((line for line in self.board.log if not line.undone), None)
        told = f"{newest.author}: {newest.text}" if newest and newest.text else newest.event["line"] if newest else ""
        return " ".join(_sentence(words) for words in (told, mine[0].title if mine else "") if words)

    def me(self) -> SafeString:
        """The person's own characters, large."""
        mine = [who for who in self.combatants if who["character"] in self.board.characters]
        rows = [self.draw("_me_row", self.keys[who["id"]], {"who": who}) for who in mine]
        idle = [roll.name for roll in self.board.rolls] if not self.board.storyteller and not self.battle else []
        return self.draw("_me", (tuple(rows), tuple(idle)), {"rows": rows, "idle": idle})

    def mine(self) -> SafeString:
        """What waits for this person: one card framed and open, the next ones folded, then what goes at any time."""
        cards = [card for card in self.cards if self._is_my_task(card)]
        drawn = [self._card(card, "first" if i == 0 and card.is_due else "next") for i, card in enumerate(cards)]
        shown = {card.fighter["id"] for card in cards if card.fighter}
        idle = [self._idle(who, who["id"] not in shown) for who in self.combatants if self._can_idle(who)]
        return self.draw("_mine", (tuple(drawn), tuple(idle)), {"cards": drawn, "idle": idle})

    def _can_idle(self, who: CombatantView) -> bool:
        return who["mine"] and not self.board.storyteller and bool(self.by_actor.get(who["id"]))

    def _idle(self, who: CombatantView, waits: bool) -> SafeString:
        """What an own combatant may do at any time, and (while it waits) what it could do on its turn."""
        reflex = self._offers(who["id"], "reflex", legal=True) + self._offers(who["id"], "reflex", legal=False)
        later = self._offers(who["id"], "act", legal=False) if waits else []
        key = (self.board.command_url, who["name"], tuple(map(offer_key, reflex)), tuple(map(offer_key, later)))
        return self.draw(
            "_idle",
            (who["id"], key),
            lambda: {"who": who, "forms": [self._offer(o, who["id"]) for o in reflex], "later": later},
        )

    def _card(self, card: Card, place: str) -> SafeString:
        key = (
            card.id, card.title, card.detail, place, card.fighter and card.fighter["initials"], self.now,
            self.board.command_url, tuple(map(offer_key, card.offers)), json.dumps(self._exchange_of(card, place)),
        )  # fmt: skip
        return self.draw("_card", key, lambda: self._card_context(card, place))

    def _card_context(self, card: Card, place: str) -> dict[str, Any]:
        legal = [offer for offer in card.offers if not offer.reason]
        in_sight = choose_in_sight(legal)
        forms = [
            self._offer(offer, card.id, is_solo=len(legal) == 1, is_open=i == 0 and place == "first")
            for i, offer in enumerate(legal)
        ]
        return {
            "card": card,
            "place": place,
            "sight": [form for i, form in enumerate(forms) if i in in_sight],
            "beyond": [form for i, form in enumerate(forms) if i not in in_sight],
            "off": [offer for offer in card.offers if offer.reason],
            "exchange": self._exchange_of(card, place),
            "bar": self._bar,
        }

    def _exchange_of(self, card: Card, place: str) -> Mapping[str, Any] | None:
        """The exchange that a framed prompt belongs to: how far the book's steps have come."""
        is_prompt = place == "first" and bool(card.offers) and card.offers[0].prompt is not None
        return self.battle["exchange"] if is_prompt and self.battle else None

    @property
    def _bar(self) -> Sequence[int]:
        """The steps of an attack, where the book numbers them."""
        return range(1, 11) if self._unit == "tick" else ()

    def _offer(self, offer: Offer, group: str, *, is_solo: bool = False, is_open: bool = False) -> SafeString:
        key = (self.board.command_url, offer_key(offer), group, is_solo, is_open, self.now)
        return self.draw(
            "_offer",
            key,
            lambda: {
                "form": make_form(offer, self.now, "-open" if is_open else ""),
                "url": self.board.command_url,
                "group": group,
                "is_solo": is_solo,
                "is_open": is_open,
            },
        )

    def waiting(self) -> SafeString:
        """Whom the table waits for; the Storyteller may answer for anybody."""
        theirs = [card for card in self.cards if not self._is_my_task(card)]
        drawn = [self._card(card, "theirs") for card in theirs]
        answered = {card.id for card in self.cards}
        awaited = [
            (f"await-{prompt['id']}", prompt["name"], prompt["question"])
            for prompt in (self.battle["pending"] if self.battle else [])
            if f"card-{prompt['id']}" not in answered
        ]
        acting = [
            (f"await-{who['id']}", who["name"], "acts")
            for who in self.combatants
            if who["acts_now"] and not who["out"] and not who["mine"]
        ]
        rows = awaited or acting
        framed = next((card for card in self.cards if self._is_my_task(card)), None)
        is_told = framed is not None and framed.is_due and self._exchange_of(framed, "first") is not None
        exchange = self.battle["exchange"] if self.battle and not is_told else None
        key = (tuple(drawn), tuple(rows), json.dumps(exchange))
        context = {"cards": drawn, "rows": rows, "count": len(drawn) + len(rows), "exchange": exchange}
        return self.draw("_waiting", key, {**context, "bar": self._bar})

    def wheel(self) -> SafeString:
        """The picture of the fight, or why there is none."""
        battle = self.battle
        if battle is None:
            return self.draw("_no_battle", self.board.place.is_open, {"is_open": self.board.place.is_open})
        if battle["phase"] != "running":
            context = {"phase": battle["phase"], "sides": self._sides()}
            return self.draw("_gathering", json.dumps(context), context)
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
        return json.dumps(battle["picture"]), battle["headline"], tuple(self.keys.values())

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
        key = (json.dumps(battle["picture"]), who, json.dumps(ghosts), battle["headline"])
        return self.draw("_wheel", key, lambda: self._wheel_context(battle, who, ghosts))

    def _wheel_context(self, battle: BattleView, who: str, ghosts: dict[int, list[str]]) -> dict[str, Any]:
        drawings = [wheel(battle, size, who, ghosts) for size in (FULL, SMALL)]
        rings = [self.draw("_ring", (drawn.size.key, drawn.now), {"wheel": drawn}) for drawn in drawings]
        tokens = battle["picture"]["tokens"]
        return {
            "drawings": list(zip(drawings, rings, strict=True)),
            "own": sorted({side["side"] for side in self._sides() if side["own"]}),
            "other": sorted({side["side"] for side in self._sides() if not side["own"]}),
            "has_hidden": any(token["hidden"] for token in tokens),
            "has_ghosts": bool(ghosts),
        }

    def _ghosts(self) -> tuple[str, dict[int, list[str]]]:
        """Where the one whose card is framed would act next, for each choice."""
        mine = [card for card in self.cards if self._is_my_task(card)]
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
            note = "ready" if self.battle["phase"] == "setup" else "not acting"
            groups.append({"at": None, "label": "", "note": note, "now": False, "ids": rest})
        for group in groups:
            group["rows"] = [self._fighter(id) for id in group["ids"] if id in self.fighters_by_id]
        return groups

    def _note(self, place: OrderView) -> str:
        """What stands under a place's figure: the system's own word, or how far off its tick is."""
        if place["note"] or self._unit != "tick":
            return place["note"]
        return "now" if place["now"] else f"in {place['at'] - self.now}"

    def _fighter(self, id: str) -> SafeString:
        groups = ("storyteller", "reflex") if self.board.storyteller else ()
        rulings = [o for o in self.by_actor.get(id, ()) if o.group in groups and not o.reason]
        key = (self.keys[id], self.board.command_url, tuple(map(offer_key, rulings)))
        return self.draw(
            "_fighter",
            key,
            lambda: {
                "who": self.fighters_by_id[id],
                "at_once": [make_form(o, self.now) for o in rulings if not o.fields],
                "asked": [self._offer(o, f"rule-{id}") for o in rulings if o.fields],
                "url": self.board.command_url,
                "storyteller": self.board.storyteller,
            },
        )

    def rolls(self) -> SafeString:
        """The roll pad: one form for each character that the seat may roll for."""
        one = len(self.board.rolls) == 1 and not self.board.storyteller
        pads = [self._pad(roll, one) for roll in self.board.rolls]
        return self.draw("_rolls", tuple(pads), {"pads": pads})

    def _pad(self, roll: RollOffer, is_open: bool) -> SafeString:
        key = (self.board.command_url, roll.character, roll.name, tuple(map(field_key, roll.fields)), is_open)
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
        starts = self._offers(None, "storyteller", legal=True) + self._offers(None, "storyteller", legal=False)
        phase = self.battle["phase"] if self.battle else "none"
        sides = [(side["side"], side["own"]) for side in self._sides()]
        key = (self.board.command_url, phase, tuple(sides), self.board.cast, tuple(map(offer_key, starts)))
        return self.draw("_cast", key, lambda: self._cast_context(phase, sides, starts))

    def _cast_context(self, phase: str, sides: list[tuple[str, bool]], starts: list[Offer]) -> dict[str, Any]:
        return {
            "phase": phase,
            "doors": list_doors(self.board.cast, sides),
            "starts": [self._offer(offer, "cast", is_solo=True) for offer in starts if not offer.reason],
            "not_yet": [offer for offer in starts if offer.reason] if phase == "setup" else [],
            "has_cast": bool(self.board.cast),
            "units": UNITS,
            "url": self.board.command_url,
        }

    def notes(self) -> SafeString:
        """The notes of the scene; those for the Storyteller only are not in a player's board at all."""
        place = self.board.place
        return self.draw("_notes", (place.notes_html, place.secret_notes_html), {"place": place})


def _sentence(words: str) -> str:
    return words if words[-1] in ".?!…”" else f"{words}."


def _groups_key(groups: list[dict[str, Any]]) -> tuple[Any, ...]:
    return tuple((g["at"], g["label"], g["note"], g["now"], tuple(g["rows"])) for g in groups)
