"""The live regions of the page: what of a board stands in each, and the key by which an unchanged one is found."""

from collections import defaultdict
from collections.abc import Hashable, Mapping, Sequence
from functools import partial
from typing import Any

from django.utils.html import escape
from django.utils.safestring import SafeString

from campaigns.calendar import UNITS, format_duration
from campaigns.language import tell
from play.commands.foe_line import find_other_side, read_foe_words
from play.html.cast_forms import list_cast_forms, list_day_ways
from play.html.fingerprint import fingerprint
from play.html.form_keys import head_key
from play.html.ladder import ladder, read_rows
from play.html.markup import fill, join
from play.html.markup.cards import draw_awaited, draw_gathered, draw_idle, draw_under_way
from play.html.markup.fighters import IN_SIGHT, draw_fighter, draw_group, draw_groups, draw_large
from play.html.offer_cards import Context, Draw, OfferCards, chip_key
from play.html.result_card import ResultCard
from play.html.wheel import make_next_face, wheel
from play.html.wheel.markup import draw_next_ticks, draw_turning, frame
from play.offers.announce import announce
from play.offers.cards import next_ticks_of
from play.seats.board import Board
from play.seats.turn_order import lay_out
from play.table.post import HOUR
from play.templatetags.inputs import maybe
from rules.battle import Offer
from rules.lru_cache import cached_by_identity
from rules.text import Text
from rules.view import BattleView, CombatantView, OrderView, StatView

__all__ = ["Context", "Draw", "Regions"]

PICTURES = ("wheel", "ladder", "order", "declarations")
"""The kinds of picture that are drawn. For others, the order stands open as a list."""

HOURS = tuple((hours, format_duration(hours * HOUR)) for hours in (12, 24, 48, 72, 120, 168))
"""The times for which a scene by post may wait, in hours and in words."""


class Regions:
    """One board, and how to draw its rows."""

    def __init__(self, board: Board, draw: Draw) -> None:
        self.board = board
        self.battle = board.battle
        self.draw = draw
        self.offer_cards = OfferCards(board, draw)
        self.combatants = self.offer_cards.combatants
        self.fighters_by_id = self.offer_cards.fighters_by_id
        self.now = self.offer_cards.now
        self.result_card = ResultCard(board, draw)

    # the regions

    def status(self) -> SafeString:
        """Draw title and headline, and the sentence that is announced."""
        battle, place = self.battle, self.board.place
        told = [*map(tell, [battle["headline"], battle["subline"]] if battle else [place.time])]
        context = {
            "place": place,
            "storyteller": self.board.storyteller,
            "url": self.board.command_url,
            "fighting": battle is not None and battle["phase"] == "running",
            "paused": self.board.paused,
            "card": self.board.card,
            "due_at": self.board.due_at,
            "post": self.board.post,
        }
        headline = (". " if ":" in "".join(told) else ": ").join(filter(None, told))
        line = maybe('<p title="{0}">{0}</p>', headline)
        drawn = self.draw("_status", tuple(context.values()), context)
        said = announce(self.board.log, self.offer_cards, self.result_card.result)
        return fill(drawn, headline=line, said=escape(said))

    def me(self) -> SafeString:
        """Draw the person's own characters, large."""
        mine = [who for who in self.combatants if who["character"] in self.board.characters]
        rows = [self.draw("large", _large_key(who), partial(draw_large, who)) for who in mine]
        is_idle = not self.board.storyteller and not self.battle
        there = {member.character for member in self.board.party.members}
        idle = [(roll.character, roll.name) for roll in self.board.rolls if is_idle and roll.character not in there]
        return self.draw("_me", (tuple(rows), tuple(idle)), {"rows": rows, "idle": idle})

    def mine(self) -> SafeString:
        """Draw what waits for this person: one card framed and open, the next ones closed, then what goes any time."""
        cards, choose = self.offer_cards.mine, Text("Choose")
        drawn = [
            self.offer_cards.draw_first(card) if i == 0 and card.is_due else self.offer_cards.draw_head(card, choose)
            for i, card in enumerate(cards)
        ]
        shown = {card.fighter["id"] for card in cards if card.fighter}
        idle = [self._idle(who, who["id"] not in shown) for who in self.combatants if self._can_idle(who)]
        due = next((one.due_at for one in self.board.waits if one.is_mine and one.due_at), None)
        deadline = [self.draw("_deadline", due, {"due_at": due})] if due else []
        rows = join(["", *deadline, *drawn, *idle, ""]) if deadline or drawn or idle else ""
        return SafeString(f'<div id="mine" class="region">{rows}</div>')

    def _can_idle(self, who: CombatantView) -> bool:
        is_mine = who["mine"] and not self.board.storyteller
        return is_mine and (self._gathers() or bool(self.offer_cards.acts.get(who["id"])))

    def _gathers(self) -> bool:
        """Return whether the fighters are there and the fight has not started."""
        return self.battle is not None and self.battle["phase"] == "setup"

    def _idle(self, who: CombatantView, waits: bool) -> SafeString:
        """Draw what an own combatant may do at any time, and (while it waits) what it could do on its turn."""
        offers = self.offer_cards.offers
        forms = [
            self.offer_cards.draw_offer_head(offer, who["id"]) for offer in offers(who["id"], "reflex", legal=True)
        ]
        if self.battle and self._gathers():
            awaited = self.battle["subline"]
            gathered = (who["id"], who["name"], awaited, tuple(forms))
            return self.draw("gathered", gathered, lambda: draw_gathered(who, awaited, forms))
        off = offers(who["id"], "reflex", legal=False)
        later = offers(who["id"], "act", legal=False) if waits else []
        key = (who["id"], who["name"], tuple(forms), tuple(map(head_key, off)), tuple(map(head_key, later)))
        return self.draw("idle", key, lambda: draw_idle(who, forms, off, later))

    def waiting(self) -> SafeString:
        """Draw those that the table waits for. The Storyteller may answer for anybody."""
        answer = Text("Answer")
        drawn = [self.offer_cards.draw_head(card, answer) for card in self.offer_cards.theirs]
        rows = [(f"await-{id}", name, does) for id, name, does in self.offer_cards.awaited]
        framed = next(iter(self.offer_cards.mine), None)
        is_told = framed is not None and framed.is_due and self.offer_cards.exchange_of(framed, "first") is not None
        exchange = self.battle["exchange"] if self.battle and not is_told else None
        told = [draw_under_way(exchange, self.offer_cards.bar)] if exchange else []
        context = {"count": len(drawn) + len(rows), "is_empty": not (drawn or rows or told)}
        shell = self.draw("_waiting", tuple(context.values()), context)
        return fill(shell, rows=join([*told, *drawn, *draw_awaited(rows)]))

    def wheel(self) -> SafeString:
        """Draw the picture of the fight, or why there is none."""
        battle = self.battle
        if battle is None:
            shown = {"is_open": self.board.place.is_open, "is_peopled": bool(self.board.party.members)}
            return self.draw("_no_battle", tuple(shown.values()), shown)
        if battle["phase"] != "running":
            context = {"phase": battle["phase"], "sides": self._sides()}
            return self.draw("_gathering", fingerprint(context), context)
        match battle["picture"].get("kind"):
            case "wheel":
                return self._battle_wheel(battle)
            case "ladder":
                return self.draw("_ladder", self._picture_key(battle), lambda: self._ladder_context(battle))
            case "order" | "declarations" as kind:
                is_strip = kind == "order" and (self.board.storyteller or self.board.spectator)  # beside `fighters`
                key = (*self._picture_key(battle), is_strip)
                return self.draw("_cards", key, lambda: {"order": lay_out(battle), "is_strip": is_strip})
        return self.draw("_no_picture", "", {})

    def _picture_key(self, battle: BattleView) -> tuple[Any, ...]:
        """Return the key of the picture. Ladder and cards also show wounds, figures and conditions."""
        return fingerprint(battle["picture"]), battle["headline"], fingerprint(self.combatants)

    def _ladder_context(self, battle: BattleView) -> dict[str, Any]:
        rows = read_rows(battle)
        first_below = next((row.id for row in rows if row.value <= 0), "")
        return {
            "ladder": ladder(battle),
            "rows": [{"who": self.fighters_by_id[r.id], "at": r, "first_below": r.id == first_below} for r in rows],
        }

    def _battle_wheel(self, battle: BattleView) -> SafeString:
        picture = battle["picture"]
        who, next_ticks = self._next_ticks()
        turning = self.draw("turning", fingerprint(picture), lambda: draw_turning(wheel(battle)))
        outside = draw_next_ticks(picture["now"], make_next_face(who), next_ticks) if who else SafeString("")
        legend = self._legend(picture["tokens"], bool(next_ticks))
        return SafeString(f'<div id="wheel" class="region wheel-region">{frame(turning, outside)}\n{legend}</div>')

    def _legend(self, tokens: Sequence[Mapping[str, Any]], has_ghosts: bool) -> SafeString:
        """Draw how to read the wheel."""
        context = {
            "own": tuple(sorted({who["side"] for who in self.combatants if who["own"]})),
            "other": tuple(sorted({who["side"] for who in self.combatants if not who["own"]})),
            "has_hidden": any(token["hidden"] for token in tokens),
            "has_ghosts": has_ghosts,
        }
        return self.draw("_legend", tuple(context.values()), context)

    def _next_ticks(self) -> tuple[CombatantView | None, dict[int, list[str]]]:
        """Return where the one whose card is framed would act next, for each choice."""
        mine = self.offer_cards.mine
        if mine and mine[0].is_due and mine[0].fighter:
            return mine[0].fighter, next_ticks_of(mine[0].offers)
        return None, {}

    def _sides(self) -> list[dict[str, Any]]:
        sides: dict[tuple[str, bool], list[CombatantView]] = defaultdict(list)
        for who in self.combatants:
            sides[who["side"], who["own"]].append(who)
        return [
            {"side": side, "own": own, "fighters": there}
            for (side, own), there in sorted(sides.items(), key=lambda item: not item[0][1])
        ]

    def order(self) -> SafeString:
        """Draw the order of action as a list beside the picture. Where `fighters` are shown, they are that list."""
        is_listed = (
            self.battle is not None and self.battle["picture"].get("kind") == "order"
        )  # the picture is that list
        groups = [] if self.board.storyteller or self.board.spectator or is_listed else self._groups()
        alone = bool(groups) and self.battle is not None and self.battle["picture"].get("kind") not in PICTURES
        shell = self.draw("_order", (bool(groups), alone), {"groups": groups, "alone": alone})
        return fill(shell, groups=draw_groups(groups))

    def fighters(self) -> SafeString:
        """Draw everybody: health, pools, and for the Storyteller every number that may be changed."""
        groups = self._groups() if self.board.storyteller or self.board.spectator else []
        is_running = self.battle is not None and self.battle["phase"] == "running"
        has_boxes = self.board.storyteller and is_running and any("health" in who for who in self.combatants)
        context = {"groups": bool(groups), "storyteller": self.board.storyteller, "has_boxes": has_boxes}
        return fill(self.draw("_fighters", tuple(context.values()), context), groups=draw_groups(groups))

    def _groups(self) -> list[SafeString]:
        if self.battle is None:
            return []
        drawn = [self._group(place, self._away(place)) for place in self.battle["order"]]
        placed = {id for place in self.battle["order"] for id in place["ids"]}
        rest = [id for id in self.fighters_by_id if id not in placed]
        if rest:
            away = "ready" if self.battle["phase"] == "setup" else "not acting" if placed else ""
            drawn.append(self._group({"at": None, "label": "", "note": "", "now": False, "ids": rest}, away))
        return drawn

    def _group(self, place: Mapping[str, Any], away: str) -> SafeString:
        rows = [self._fighter(self.fighters_by_id[id]) for id in place["ids"] if id in self.fighters_by_id]
        key = (place["at"], place["label"], place["note"], place["now"], away, *rows)
        return self.draw("group", key, lambda: draw_group(place, tell(away), rows))

    def _away(self, place: OrderView) -> str:
        """Return how far off a tick is, where the system has no word of its own for a place."""
        if place["note"] or self.offer_cards.unit != "tick":
            return ""
        return Text("now") if place["now"] else Text("in {n}", n=place["at"] - self.now)

    def _fighter(self, who: CombatantView) -> SafeString:
        return self.draw("fighter", _row_key(who), lambda: draw_fighter(who))

    def cast(self) -> SafeString:
        """Draw the Storyteller's forms of the fight: open it, bring people in, start and end it."""
        if not self.board.storyteller or not self.board.place.is_open:
            return self.draw("_nothing", "cast", {"id": "cast"})
        offers = self.offer_cards.offers
        starts = offers(None, "storyteller", legal=True) + offers(None, "storyteller", legal=False)
        phase = self.battle["phase"] if self.battle else "none"
        sides = [(side["side"], side["own"]) for side in self._sides()]
        key = (
            self.board.command_url,
            phase,
            tuple(sides),
            self.board.cast,
            tuple(map(head_key, starts)),
            self.is_won,
            self.board.post,
        )
        return self.draw("_cast", key, lambda: self._cast_context(phase, sides, starts))

    @property
    def is_won(self) -> bool:
        """Return whether the fight still runs though all foes of the players' side are down."""
        foes = [who for who in self.combatants if not who["own"]]
        running = self.battle is not None and self.battle["phase"] == "running"
        return running and bool(foes) and all(who["out"] for who in foes)

    def _cast_context(self, phase: str, sides: list[tuple[str, bool]], starts: list[Offer]) -> dict[str, Any]:
        return {
            "phase": phase,
            "is_won": self.is_won,
            "cast_forms": list_cast_forms(self.board.cast, sides),
            "starts": [self.offer_cards.draw_form(offer, "all") for offer in starts if not offer.reason],
            "not_yet": [offer for offer in starts if offer.reason] if phase == "setup" else [],
            "has_cast": bool(self.board.cast),
            "foes": read_foe_words(self.board.system) if self.board.system else None,
            "foe_side": find_other_side(sides),
            "library": f"{self.board.place.series_url}library/",
            "units": UNITS,
            "day_ways": list_day_ways(self.board.system) if self.board.system else (),
            "post": self.board.post,
            "hours": HOURS,
            "url": self.board.command_url,
        }

    def notes(self) -> SafeString:
        """Draw the notes of the scene. Those for the Storyteller only are not in a player's board at all."""
        place = self.board.place
        return self.draw("_notes", (place.notes_html, place.secret_notes_html), {"place": place})


_part_key = cached_by_identity(2048)(fingerprint)
"""The key of the boxes, figures or pools of a combatant, which stay one object as long as they say the same."""


@cached_by_identity(2048)
def _list_figures(stats: Sequence[StatView]) -> Hashable:
    return tuple((stat["label"], stat["value"]) for stat in stats[:IN_SIGHT])


def _row_key(who: CombatantView) -> Hashable:
    """Return the key of a combatant's row: what `draw_fighter` shows in it."""
    words = who["id"], who["name"], who["out"], who["acts_now"], *who["conditions"]
    pools = [(track["label"], track["current"]) for track in who.get("tracks", ())]
    return (
        words,
        chip_key(who),
        _part_key(who.get("health")),
        _list_figures(who.get("stats", ())),
        *pools,
        _list_unit(who),
    )


def _list_unit(who: CombatantView) -> Hashable:
    return tuple(who["unit"].values()) if "unit" in who else ()


def _large_key(who: CombatantView) -> Hashable:
    """Return the key of what `draw_large` shows."""
    return _row_key(who), who["being"], who["character"], _part_key(who.get("stats")), _part_key(who.get("tracks"))
