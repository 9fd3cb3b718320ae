"""What a person may do: the cards of the hand, the moves of each, and what people ask of each other."""

from collections.abc import Iterable, Mapping

from play.plain.parts import Button, Part, PlainForm, Row, join, make_button, say
from play.plain.table import PlainTable
from play.stage.forms import make_form
from play.stage.hand import find_card, make_offer
from play.stage.shape import Answer, Card, GoneLine, Head, Proposal, UndoRequest
from rules.battle import Offer
from rules.text import isolate_name, list_names


def list_due(table: PlainTable) -> list[Part]:
    """Return what the table waits for from this person: prompts and turns, then what players ask."""
    cards = table.facts["hand"]["cards"]
    due = [make_card(table, id) for id, card in cards.items() if card.get("is_due")]
    asked = [_make_request(request) for request in table.facts.get("requests", [])]
    proposals = [proposal for proposal in table.facts.get("proposals", []) if not proposal.get("is_mine")]
    return [*filter(None, due), *asked, *map(_make_proposal, proposals)]


def make_card(table: PlainTable, id: str) -> Part | None:
    """Return a card with its answers and moves; None where the seat has no such card."""
    found = find_card(table.hand, id, table.language)
    if found is None:
        return None
    card = found["card"]
    answers = card.get("answers", [])
    answered = list(dict.fromkeys(answer["offer"] for answer in answers))
    forms = [_make_answers(table, offer, card, answers) for offer in answered]
    rows = [make_move(table, offer, card["offers"][offer]) for offer in card["order"] if offer not in answered]
    notes = [*filter(None, [card.get("detail")])]
    return Part(id, card["title"], notes, rows, forms, is_due=bool(card.get("is_due")))


def _make_answers(table: PlainTable, id: str, card: Card, answers: Iterable[Answer]) -> PlainForm:
    """Return the form of a move that answers a prompt. The field that decides is its buttons."""
    buttons = [_make_answer(answer) for answer in answers if answer["offer"] == id]
    offer, head = table.hand.find_offer(id), card["offers"][id]
    if offer is None:
        return PlainForm("BattleMove", buttons)
    form = make_form(table.hand, offer, table.language)
    main, more = ([field for field in form[part] if not field.get("decides")] for part in ("main", "more"))
    return PlainForm("BattleMove", buttons, _list_hidden(head), main, more, form["asks"])


def _make_answer(answer: Answer) -> Button:
    note = join(answer.get("says") or answer.get("percent"), answer.get("cost"), answer.get("hint"))
    sent = answer.get("name", ""), answer.get("value", "")
    return Button(answer["label"], *sent, note, answer.get("reason", ""), is_main=answer.get("is_best", False))


def _list_hidden(head: Head) -> list[tuple[str, str]]:
    return [("kind", head["move"]), *head["hidden"]]


def make_move(table: PlainTable, id: str, head: Head) -> Row:
    """Return a move of a card: a button, a link to its form, or why it cannot be made."""
    notes = [*filter(None, [join(head.get("reason"), head.get("cost"), head.get("hint"), _say_next(head))])]
    if head.get("reason"):
        return Row(head["label"], notes)
    if head.get("at_once") and not head.get("lays"):
        return Row("", notes, forms=[make_button("BattleMove", head["label"], _list_hidden(head))])
    return Row("", notes, [table.link(head["label"], "offer", id)])


def _say_next(head: Head) -> str:
    return say("next_on", tick=head["next"]) if "next" in head else ""


def make_offer_form(table: PlainTable, offer: Offer) -> PlainForm:
    """Return the whole form of a move."""
    head, form = make_offer(offer, table.hand), make_form(table.hand, offer, table.language)
    go, lay = Button(head["label"], is_main=True), Button(say("lay"), "lay", "true")
    buttons = {"": [go], "also": [go, lay], "only": [lay]}[head.get("lays", "")]
    note = join(head.get("cost"), _say_next(head), head.get("hint"))
    return PlainForm("BattleMove", buttons, _list_hidden(head), form["main"], form["more"], form["asks"], note=note)


def list_others(table: PlainTable) -> list[Part]:
    """Return the cards that nobody waits for: those of others, and what may be done at any time."""
    cards = {
        id: card
        for id, card in table.facts["hand"]["cards"].items()
        if not card.get("is_due") and (card.get("is_closed") or card["order"])
    }
    theirs = {id: card for id, card in cards.items() if card.get("theirs")}
    own = {id: card for id, card in cards.items() if id not in theirs}
    return [
        Part("theirs", say("act_for_them"), rows=_list_cards(table, theirs, say("act_for"))),
        Part("own", say("may_do"), rows=_list_cards(table, own, say("open"))),
    ]


def _list_cards(table: PlainTable, cards: Mapping[str, Card], label: str) -> list[Row]:
    return [
        Row(
            card["title"],
            [*filter(None, [card.get("detail")])],
            [table.link(label, "card", id)],
            rows=[make_move(table, offer, card["offers"][offer]) for offer in card["order"]],
        )
        for id, card in cards.items()
    ]


def _make_request(request: UndoRequest) -> Part:
    hidden = [("person", request["person"])]
    more = [say("more_lines", n=request["more"])] if "more" in request else []
    return Part(
        f"undo-{request['person']}",
        say("asks_undo", name=isolate_name(request["name"])),
        [*more, say("undo_stays")],
        list_gone(request["gone"]),
        [
            make_button("GrantUndo", say("undo"), hidden),
            make_button("RefuseUndo", say("refuse_undo"), hidden),
        ],
        is_due=True,
    )


def list_gone(lines: Iterable[GoneLine]) -> list[Row]:
    """Return lines that an undo would take back."""
    return [_make_gone(line) for line in lines]


def _make_gone(line: GoneLine) -> Row:
    notes = [f"“{line['said']}”" if "said" in line else "", line.get("by", "")]
    return Row(line["line"], [*filter(None, notes), *([say("secret")] if line.get("is_secret") else [])])


def _make_proposal(proposal: Proposal) -> Part:
    about = [
        join(isolate_name(proposal.get("who", "")), proposal["what"]),
        proposal["numbers"],
        proposal.get("reason", ""),
    ]
    buttons = [
        Button(say("accept"), "allow", "true", is_main=True),
        Button(say("refuse"), "allow", "false"),
    ]
    form = PlainForm("AnswerProposal", buttons, [("proposal", proposal["id"])], proposal.get("fields", []))
    title = say("asks_numbers", name=isolate_name(proposal["name"]))
    return Part(f"proposal-{proposal['id']}", title, [*filter(None, about)], forms=[form], is_due=True)


def list_proposed(table: PlainTable) -> Part:
    """Return the person's own proposals, with what may be done about them."""
    rows = []
    for proposal in table.facts.get("proposals", []):
        if proposal.get("is_mine"):
            hidden = [("proposal", proposal["id"])]
            forms = [make_button("GoWithout", say("go_without"), hidden)] if proposal.get("is_refused") else []
            forms.append(make_button("TakeProposalBack", say("take_back"), hidden))
            state = say("proposal_refused" if proposal.get("is_refused") else "proposal_waits")
            rows.append(Row(proposal["numbers"], [state], forms=forms))
    return Part("proposed", say("proposed"), rows=rows)


def list_planned(table: PlainTable) -> Part:
    """Return what the seat planned in a fight by post, and the ways to plan more."""
    ahead = table.facts.get("ahead")
    if ahead is None:
        return Part("planned", "")
    gathered = ahead["gathered"]
    late = [actor["name"] for actor in gathered if not actor["laid"]]
    notes = [say("plan_count", n=len(gathered) - len(late), all=len(gathered))] if gathered else []
    notes += [say("plan_late", names=list_names(late))] if late else []
    rows = []
    for actor, row in ahead["rows"].items():
        forms = [make_button("EndStanding", say("plan_cancel"), [("order", order["id"])]) for order in row["orders"]]
        orders = [
            Row(order["words"], [*filter(None, [order.get("now")])], forms=[form])
            for order, form in zip(row["orders"], forms, strict=True)
        ]
        if "laid" in row and not row.get("is_turned"):
            back = make_button("TakeBackMove", say("take_back"), [("actor", actor)])
            orders.insert(0, Row(say("plan_laid", move=row["laid"]), forms=[back]))
        rows.append(Row(row["name"], links=[table.link(say("plan_new"), "plan", actor)], rows=orders))
    return Part("planned", say("plan"), notes, rows)
