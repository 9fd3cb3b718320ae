"""How people write a rating: bold, tables, boxes, dots with blanks, full-width digits. Each is read, or asked about."""

import pytest

from campaigns.imports.draft import Draft
from campaigns.quick_text import parse_text
from campaigns.quick_text.normal import normalize
from campaigns.quick_text.reading import QuickText

PLAIN = (
    *("{name} {n}", "{name}: {n}", "{name} = {n}", "**{name}** {n}", "**{name}:** {n}", "{name}: **{n}**"),
    *("{name} - {n}", "{name} – {n}", "{name} ({n})", "{name} [{n}]", "{n} {name}", "| {name} | {n} |", "{name},{n}"),
    *("{name} ..... {n}", "{name}\n{n}", "<b>{name}</b> {n}", "{name}：{wide}"),
    *(
        "[b]{name}[/b] {n}",
        "'''{name}''' {n}",
        "* **{name}** {n}",
        "<tr><td>{name}</td><td>{n}</td></tr>",
        "{name}\t{n}",
    ),
    *('"{name}": {n},', "{name}:: {n}", "{name}\n\n{n}", "{{{{Trait|{name}|{n}}}}}", "|{name}||{n}|", "*{name}:* {n}"),
    *("“{name}”: {n}", "‘{name}’ {n}", "«{name}» {n}", "{name} “{n}”", "{name}: '{n}'", "**{name}**\\: {n}"),
    *("{name}\n: {n}", "{name}\n({n})", "{name}\t:\t{n}", "{name} ({word})", "{name} lvl {n}", "{n} dots in {name}"),
    *("{name} & {n} \\\\", "\\textbf{{{name}}} & {n} \\\\", "[cell]{name}[/cell][cell]{n}[/cell]", "{name}-----{n}"),
    *('<label>{name}</label> <input value="{n}">', "{name}*: {n}", "{name}† {n}", "{name} [abc] {n}", "[{name}] {n}"),
    *(
        "☑ {name} {n}",
        "● {name}: {n}",
        "{name} [x] {n}",
        "{name} {n} out of 5",
        "{name}\u00a0{n}",
        "{name}\u202f:\u202f{n}",
    ),
    *("{name} x{n}", "{n}x {name}", "{name} {n}.", "{name} #{n}", "{name} is {n}", "{name} {word}", "_{name}_: {n}"),
)
DRAWN = (
    *("{name} {stars}", "{name} {dots}", "{name} {apart}", "{name} {squares}", "{name} {coins}", "{name} {os}"),
    *("{name} {boxes}", "{name} {checks}", "{name} {round}", "{name} ({dots})", "{name}\n{dots}", "{dots} {name}"),
    *("<li>{name} <strong>{dots}</strong></li>", "{name} {middle}", "**{name}** {apart}", "| {name} | {stars} |"),
    *("{name}{stars}", "{name} {checked}", "{name} {cells}", "☑ {name}: {dots}", "{name} {dots} {n}", "{name} “{n}”"),
)
ASKED = (
    *("3/4", "3-4", "3,5", "(3/5)", "min 3", "3 or 4", "2 → 3", "3 4", "3xp", "~~~3%", ": ?", ": high", "@@@"),
    *("###", "❶❶❶①①", "三", "▲▲▲△△", "○○○●●", "0 0 0 O O", "III/V", "| 3 | 4 |", ".3"),
)
"""Ratings that nobody can be sure of."""
NAMES = {
    "exalted2e": ("Strength", "Martial Arts", "Conviction"),
    "exalted3e": ("Dexterity", "Larceny", "Willpower"),
    "v20da": ("Stamina", "Animal Ken", "Self-Control"),
    "wod2004": ("Resolve", "Animal Ken", "Composure"),
}


def draw(spelling: str, name: str, n: int) -> str:
    """A rating of `n` in this spelling, of a scale of five."""
    empty = 5 - n
    return spelling.format(
        name=name,
        n=n,
        wide=chr(0xFF10 + n),
        word={3: "three", 5: "five"}[n],
        stars="*" * n,
        os="O" * n,
        dots="●" * n + "○" * empty,
        apart=" ".join("●" * n + "○" * empty),
        squares="■" * n + "□" * empty,
        coins="⚫" * n + "⚪" * empty,
        boxes="[X]" * n + "[ ]" * empty,
        checks="☑" * n + "☐" * empty,
        round="(X)" * n + "( )" * empty,
        middle="·" * n,
        checked="✔" * n + "✘" * empty,
        cells="|".join("●" * n + "○" * empty),
    )


@pytest.mark.parametrize("system", NAMES)
@pytest.mark.parametrize("spelling", [*PLAIN, *DRAWN])
def test_each_spelling_of_a_rating_is_read(spelling: str, system: str) -> None:
    for name in NAMES[system]:
        for n in (3, 5):
            text = QuickText(f"Somebody\n{draw(spelling, name, n)}")
            assert text.number(name) == n, normalize(draw(spelling, name, n))
            assert [left.line for left in text.left()] == ["Somebody"]


@pytest.mark.parametrize("system", NAMES)
def test_a_whole_text_in_many_spellings_makes_the_sheet(system: str) -> None:
    names = ("Strength", "Dexterity", "Stamina", "Perception", "Intelligence", "Wits", "Manipulation")
    if system == "wod2004":
        names = (*names[:3], "Presence", *names[4:])
    spellings = (
        "**{name}:** {n}",
        "{name} {apart}",
        "{name}\n{n}",
        "| {name} | {n} |",
        "{n} {name}",
        "<b>{name}</b> {n}",
        "{name} {boxes}",
    )
    words = "\n".join(draw(spelling, name, 3) for spelling, name in zip(spellings, names, strict=True))
    kind = {"exalted2e": "solar", "exalted3e": "mortal", "v20da": "mortal", "wod2004": "mortal"}[system]
    draft = parse_text(system, f"Somebody\n{words}", kind)
    assert isinstance(draft, Draft)
    assert {name: draft.sheet["attributes"][name.lower()] for name in names} == dict.fromkeys(names, 3)
    assert (draft.left, draft.asked, draft.name) == ((), (), "Somebody")


@pytest.mark.parametrize("system", NAMES)
@pytest.mark.parametrize("said", ASKED)
def test_a_rating_that_is_no_single_number_is_asked(system: str, said: str) -> None:
    name = NAMES[system][0]
    kind = {"exalted2e": "solar", "exalted3e": "mortal", "v20da": "mortal", "wod2004": "mortal"}[system]
    draft = parse_text(system, f"Somebody\n{name} {said}\nWits 2", kind)
    assert isinstance(draft, Draft)
    assert [asked.path for asked in draft.asked] == [f"attributes.{name.lower()}"]
    words = f"{said} {normalize(said)}".replace("| 3 | 4 |", "3 4")
    assert all(asked.said in words for asked in draft.asked)
    assert draft.sheet["attributes"][name.lower()] == 1


@pytest.mark.parametrize(
    ("words", "plain"),
    [
        ("Str/Dex/Sta: 3/4/2", "Str: 3; Dex: 4; Sta: 2"),
        ("| Strength | Dexterity |\n|---|---|\n| 3 | 4 |", "Strength: 3; Dexterity: 4"),
        ("Strength\nDexterity\n3\n4", "Strength: 3\nDexterity: 4"),
        ("3 Strength 4 Dexterity 2 Stamina", "Strength: 3; Dexterity: 4; Stamina: 2"),
        ("Melee ● ● ● O O  Dodge O O O O O", "Melee 3 Dodge 0"),
        ("Occult ●●● Oath", "Occult 3 Oath"),
        ("Ox-Body Technique x2", "Ox-Body Technique x2"),
        ("Health -0/-1/-1/-2", "Health -0/-1/-1/-2"),
        ("S T R E N G T H: 3", "STRENGTH: 3"),
        ("Melee X X X O O", "Melee 3"),
    ],
)
def test_what_stands_in_rows_and_columns_comes_apart(words: str, plain: str) -> None:
    assert normalize(words).strip() == plain


def test_a_column_with_more_numbers_than_names_is_left_as_it_is() -> None:
    text = QuickText("Somebody\nStrength\n3\n4\n2")
    assert text.number("Strength") is None


def test_the_number_behind_a_sum_of_traits_is_no_rating() -> None:
    draft = parse_text(
        "wod2004", "Somebody\nWits 2, Firearms 3\nAttack: Strength + Brawl 5, Dexterity + Firearms 7", "mortal"
    )
    assert isinstance(draft, Draft)
    assert [(asked.path, asked.said) for asked in draft.asked] == [("skills.brawl", "5")]
    assert (draft.sheet["skills"]["firearms"], draft.sheet["skills"]["brawl"]) == (3, 0)


def test_a_value_that_follows_from_a_trait_rates_it_not() -> None:
    draft = parse_text(
        "exalted2e", "Somebody\nStrength 3\nDodge DV 5, Melee Excellency 1, Strength of ten men", "solar"
    )
    assert isinstance(draft, Draft)
    assert draft.asked == ()
