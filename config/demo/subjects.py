"""The demo's people and places: who they are, what some know about them, and the ties between them."""

from dataclasses import dataclass

from campaigns.models import Character, KnownTo, Scene, Secret, Series, Strength, Subject, SubjectKind, Tie, TieKind
from config.demo.characters import DERUVIN, FERRYMAN, OSKEL, WREN, YSANE
from config.demo.chronicle import MARKET

COMPANY, TOWER, HENNA, LEDGER, BROTHER = (
    *("The Toll Company", "The Toll Crossing", "Henna Three-Scales", "The Black Ledger"),
    "Tamlin of the Reeds",
)


@dataclass(frozen=True, slots=True)
class Page:
    """A page. `knowers` are the characters whose players know it; None: everybody, empty: the Storyteller alone."""

    kind: SubjectKind
    notes: str
    secret_notes: str = ""
    other_names: str = ""
    knowers: tuple[str, ...] | None = None


PAGES: dict[str, Page] = {
    YSANE: Page(SubjectKind.PERSON, "Ferries what the @Toll Company will not. Looks for @Tamlin of the Reeds."),
    OSKEL: Page(SubjectKind.PERSON, "Has set half the bones on this river."),
    WREN: Page(SubjectKind.PERSON, "Eight towns, eight debts."),
    DERUVIN: Page(
        SubjectKind.PERSON,
        "Keeps the winch at @The Toll Crossing, and the peace of @The Toll Company.",
        "Turns, if somebody shows him @The Black Ledger.",
        "The Captain\nDeruvin",
    ),
    FERRYMAN: Page(SubjectKind.PERSON, "Older than the bridge.", knowers=()),
    HENNA: Page(SubjectKind.PERSON, "Weighs everybody's salt, and everybody.", "Sells both ways.", "Henna"),
    BROTHER: Page(SubjectKind.PERSON, "Sold upriver as a boy.", "He rows for @The Ferryman.", knowers=(YSANE,)),
    COMPANY: Page(
        SubjectKind.FACTION, "Takes a tenth of all that floats.", "@Henna sits on its board.", "Toll Company"
    ),
    TOWER: Page(SubjectKind.PLACE, "A bridge with a tower at each end. @Captain Deruvin keeps the winch."),
    LEDGER: Page(SubjectKind.THING, "Every barge that was sunk, and who paid for it.", knowers=(WREN,)),
}
SECRETS: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    (DERUVIN, "He cannot swim. You saw it at the landing.", (YSANE,)),
    (DERUVIN, "The scar on his hand is a brand, under the paint.", (OSKEL,)),
    (HENNA, "She paid you for a key to @The Toll Crossing.", (WREN,)),
)
TIES: tuple[tuple[str, TieKind, str, Strength, str, tuple[str, ...] | None], ...] = (
    (YSANE, TieKind.KIN, BROTHER, Strength.DEFINING, "Her brother, wherever he was sold", (YSANE,)),
    (YSANE, TieKind.HATES, COMPANY, Strength.STRONG, "Breaks their hold, or drowns", None),
    (YSANE, TieKind.ALLY, OSKEL, Strength.STRONG, "", None),
    (OSKEL, TieKind.LEARNS, HENNA, Strength.WEAK, "Salt keeps wounds clean", None),
    (WREN, TieKind.OWES, HENNA, Strength.WEAK, "Forty obols, or was it four hundred", None),
    (DERUVIN, TieKind.SERVES, COMPANY, Strength.WEAK, "Less every year", None),
    (DERUVIN, TieKind.LOVES, HENNA, Strength.STRONG, "Says nothing of it", ()),
    (COMPANY, TieKind.OTHER, TOWER, Strength.STRONG, "Built it, and owns it", None),
    (BROTHER, TieKind.SERVES, FERRYMAN, Strength.DEFINING, "", ()),
    (HENNA, TieKind.RIVALS, WREN, Strength.WEAK, "Over a debt that grew", None),
)


def make_subjects(series: Series, characters: dict[str, Character]) -> None:
    """Make the pages, the secrets and the ties."""
    pages: dict[str, Subject] = {}
    for name, page in PAGES.items():
        pages[name] = Subject.objects.create(
            series=series,
            name=name,
            kind=page.kind,
            notes=page.notes,
            secret_notes=page.secret_notes,
            other_names=page.other_names,
            character=characters.get(name),
        )
        _set_known(pages[name], page.knowers, characters)
    for name, text, knowers in SECRETS:
        _set_known(Secret.objects.create(series=series, subject=pages[name], text=text), knowers, characters)
    market = Scene.objects.get(episode__story__series=series, title=MARKET)
    for source, kind, target, strength, words, who in TIES:
        tie = Tie(series=series, source=pages[source], kind=kind, target=pages[target], strength=strength, words=words)
        if kind in (TieKind.OWES, TieKind.RIVALS):
            tie.since = market
        tie.save()
        _set_known(tie, who, characters)
    over = Tie(series=series, source=pages[WREN], kind=TieKind.ALLY, target=pages[HENNA], ended=True, until=market)
    over.save()
    _set_known(over, None, characters)


def _set_known(row: Subject | Secret | Tie, knowers: tuple[str, ...] | None, characters: dict[str, Character]) -> None:
    known_to = KnownTo.SOME if knowers else KnownTo.STORYTELLER
    row.known_to = KnownTo.ALL if knowers is None else known_to
    row.save(update_fields=["known_to"])
    row.knowers.set([characters[name] for name in knowers or ()])
