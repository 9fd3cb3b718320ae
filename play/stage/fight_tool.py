"""The Storyteller's fight: who is added to it, foes that are made for it, and what begins or ends it."""

from collections.abc import Sequence

from django.urls import reverse
from django.utils.translation import gettext as _

from play.commands.foe_line import find_other_side, list_foe_words
from play.commands.moves import MAX_COPIES
from play.offers.cards import form_id, make_head
from play.offers.hand import Hand
from play.seats.board import Board, CastMember
from play.stage.forms import make_form
from play.stage.playing import make_let_play
from play.stage.scene_tools import name_member
from play.stage.shape import Tool, ToolForm, ToolLink
from play.stage.tool_forms import (
    checks_field,
    choice_field,
    flag_field,
    make_button,
    make_tool_form,
    make_tool_inputs,
    number_field,
    text_field,
)
from play.stage.words import Language, translate
from rules.battle import Field, Offer

MAX_LINE, MAX_SIDE, MAX_NAME, FEW_FOES = 200, 40, 80, 3
START = "StartBattle"
"""The move that begins a fight."""


def make_fight(board: Board, language: Language) -> Tool:
    """Return who may be added to a fight, the foes that the game knows, and what begins or ends it."""
    hand = Hand(board)
    phase = board.battle["phase"] if board.battle else "none"
    links: list[ToolLink] = [{"label": _("From the library"), "url": f"{board.place.series_url}library/"}]
    if phase == "ended":
        return {"forms": [_make_end(board, is_won=True)], "links": links}
    sides = [*dict.fromkeys((who["side"], who["own"]) for who in hand.combatants)]
    people = [*_make_people(board, sides, language), _make_foes(board, find_other_side(sides), language)]
    starts = _make_starts(hand, phase, language)
    forms = [*starts, *people] if phase == "setup" else [*people, *starts]
    if phase != "none":
        links.append(_make_rehearsal(board))
        forms += make_let_play(board, hand.combatants, language)
    if phase == "none":
        button = make_button(_("Start a fight"), is_main=True, note=_("Add the fighters next."))
        forms.append(make_tool_form("open-fight", "OpenBattle", [], [button], stays=True))
    else:
        forms.append(_make_end(board, is_won=phase == "running" and _is_won(hand)))
    tool: Tool = {"forms": forms, "links": links}
    if not board.cast:
        tool["note"] = _("This series has no characters yet. Create them on its page.")
    return tool


def _make_rehearsal(board: Board) -> ToolLink:
    """Return the way to a rehearsal of the fight."""
    hint = _("On a copy that only you see, twenty times as fast")
    url = reverse("rehearsal", args=[board.place.scene])
    return {"label": _("Rehearse this fight"), "url": url, "hint": hint}


def _is_won(hand: Hand) -> bool:
    """Return whether all foes of the players' side are down."""
    foes = [who for who in hand.combatants if not who["own"]]
    return bool(foes) and all(who["out"] for who in foes)


def _make_end(board: Board, *, is_won: bool) -> ToolForm:
    """Return the end of the fight. `is_won`: it is what the tool is opened for."""
    ended = board.battle is not None and board.battle["phase"] == "ended"
    note = " ".join(
        [
            *([_("All foes are down. End the fight?")] if is_won and not ended else []),
            _("Wounds and spent points are saved to the sheets."),
        ]
    )
    button = make_button(_("End the fight"), is_main=is_won, note=note if is_won else "")
    return make_tool_form("end-fight", "CloseBattle", [], [button], note="" if is_won else note)


def _make_people(board: Board, sides: Sequence[tuple[str, bool]], language: Language) -> list[ToolForm]:
    """Return the forms that add the characters of players, and others."""
    free = [member for member in board.cast if member.extra or not member.in_battle]
    own_side = next((name for name, own in sides if own), _("Players"))
    groups = [
        ("add-own", _("Add the players’ characters"), own_side, [member for member in free if member.owner]),
        ("add-others", _("Add others"), find_other_side(sides), [member for member in free if not member.owner]),
    ]
    return [_make_group(id, title, side, members, language) for id, title, side, members in groups if members]


def _make_group(id: str, title: str, side: str, members: Sequence[CastMember], language: Language) -> ToolForm:
    chosen = [member.character for member in members if member.owner and not member.in_battle]
    who = checks_field("characters", title, map(name_member, members), chosen)
    fields = [text_field("side", _("Side"), MAX_SIDE, side, required=True)]
    if any(member.extra for member in members):
        fields.append(number_field("copies", _("Copies of each extra"), 1, MAX_COPIES, 1))
    fields.append(flag_field("hidden", _("hidden")))
    fields.append(flag_field("anyway", _("anyway"), _("if dead, dying, unconscious ...")))
    return make_tool_form(
        id,
        "BringIn",
        make_tool_inputs(id, [who], language),
        [make_button(_("Add"))],
        more=make_tool_inputs(id, fields, language),
        more_says=_("Details"),
        stays=True,
    )


def _make_foes(board: Board, side: str, language: Language) -> ToolForm:
    """Return the form of new foes: in one line, or field by field."""
    id, known = "new-foes", list_foe_words(board.system)
    archetypes, weapons = (
        [(key, translate(label)) for key, label in words.items()] for words in (known.archetypes, known.weapons)
    )
    example = dict(zip(("archetype", "weapon"), map(translate, known.example), strict=False))
    (line,) = make_tool_inputs(id, [text_field("line", _("Number × name, archetype, weapon"), MAX_LINE)], language)
    line["shape"] = "line"
    line["help"] = _("3 x Toll guard, %(archetype)s, %(weapon)s") % {"archetype": "", "weapon": "", **example}
    line["words"] = [label for _key, label in (*archetypes, *weapons)]
    fields: list[Field] = [
        text_field("side", _("Side"), MAX_SIDE, side, required=True),
        flag_field("hidden", _("hidden")),
        number_field("count", _("Count"), 1, MAX_COPIES, FEW_FOES),
        text_field("name", _("Name"), MAX_NAME),
        choice_field("archetype", _("Archetype"), archetypes, known.first),
        choice_field("weapon", _("Weapon"), [("", _("Default")), *weapons], "", required=False),
    ]
    return make_tool_form(
        id,
        "BringFoes",
        [line],
        [make_button(_("Add them"))],
        more=make_tool_inputs(id, fields, language),
        more_says=_("Separate fields"),
        title=_("New foes"),
        stays=True,
    )


def _make_starts(hand: Hand, phase: str, language: Language) -> list[ToolForm]:
    """Return what begins the fight or leads it on, by the game's own moves; and why it cannot begin."""
    starts = [*hand.offers(None, "storyteller", legal=True), *hand.offers(None, "storyteller", legal=False)]
    return [_make_start(hand, offer, phase, language) for offer in starts if not offer.reason or phase == "setup"]


def _make_start(hand: Hand, offer: Offer, phase: str, language: Language) -> ToolForm:
    id, label = form_id(offer), translate(offer.label)
    if offer.reason:
        return make_tool_form(id, "BattleMove", [], [], title=label, note=translate(offer.reason))
    form = make_form(hand, offer, language)
    is_main = phase == "setup" and offer.move == START
    return make_tool_form(
        id,
        "BattleMove",
        form["main"],
        [make_button(label, is_main=is_main, note=_count_sides(hand) if is_main else translate(offer.cost))],
        hidden=[("kind", offer.move), *make_head(offer).hidden],
        note=translate(offer.hint),
        more=[*form["more"], *form["asks"]],
        more_says=_("More options") if form["more"] or form["asks"] else "",
        stays=not is_main,
    )


def _count_sides(hand: Hand) -> str:
    """Return how many stand against how many."""
    own = sum(who["own"] for who in hand.combatants)
    return _("%(own)d against %(other)d") % {"own": own, "other": len(hand.combatants) - own}
