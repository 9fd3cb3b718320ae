"""A file keeps what was done to sheets, when, and by whom; who comes back under her name is offered her characters."""

from django.urls import reverse

from campaigns.experience import proposals
from campaigns.experience.ledger import Gift, award
from campaigns.experience.proposals import Wish, approve, propose
from campaigns.models import Character, Membership, Series, SheetChange, User
from campaigns.series.members.services import create_invite, join_series
from campaigns.sheets.changes import undo_change, write_sheet
from campaigns.sheets.json import canonical, with_values
from config import transfer
from rules.raising import GENERAL
from tests.cast import Cast, gather_cast
from tests.conftest import SignIn


def play(cast: Cast) -> None:
    """Change the heroine's sheet, take that back, and buy a dot."""
    teller = cast.membership(cast.storyteller)
    heroine = fresh(cast.series)
    sheet = canonical("exalted2e", with_values(heroine.sheet, {"willpower_points": 2}))
    changed = write_sheet(heroine, sheet, cast.player, "At the table")
    assert changed
    undo_change(teller, changed)
    award(teller, [heroine.pk], [Gift(GENERAL, 40, "For the show")])
    dots = heroine.sheet["virtues"]["valor"]
    wish = Wish(path="virtues.valor", before=dots, after=dots + 1)
    asked = propose(cast.membership(cast.player), fresh(cast.series), wish, "")
    approve(teller, asked, asked.asked_points, 0, "Well played")


def fresh(series: Series) -> Character:
    return Character.objects.select_related("series").get(series=series, name="Ysane of the Reeds")


def history_of(series: Series) -> list[tuple[object, ...]]:
    rows = SheetChange.objects.filter(character__series=series).order_by("pk").select_related("user", "undoes")
    return [(one.at, str(one.why), one.values, one.who, one.undoes is not None) for one in rows]


def bring(cast: Cast) -> Series:
    """The series on a server where nobody of the group has an account yet."""
    made = transfer.import_series(cast.stranger, transfer.parse(transfer.write(cast.series)))
    return Series.objects.get(pk=made.pk)


def test_histories_ledgers_and_answers_keep_their_moments_and_names(db: None) -> None:
    cast = gather_cast("exalted2e")
    play(cast)
    made = bring(cast)
    assert history_of(made) == history_of(cast.series)
    assert len(history_of(made)) == 3
    there = fresh(made)
    entries = {one.who for one in there.experience.all()}
    assert entries == {"storyteller"}
    bought = there.proposals.get()
    assert (bought.who, bought.answerer, bought.answer) == ("player", "storyteller", "Well played")
    assert bought.change == there.changes.order_by("pk").last()
    again = transfer.import_series(cast.stranger, transfer.parse(transfer.write(made)))
    assert history_of(again) == history_of(cast.series)


def test_names_out_of_a_file_say_so_because_nobody_has_checked_them(db: None, sign_in: SignIn) -> None:
    cast = gather_cast("exalted2e")
    play(cast)
    made = bring(cast)

    def count(person: User, character: Character) -> list[int]:
        pages = (reverse(name, args=[character.pk]) for name in ("character_changes", "experience"))
        return [sign_in(person).get(page).content.decode().count("(from the file)") for page in pages]

    assert count(cast.storyteller, fresh(cast.series)) == [0, 0]
    assert all(n >= 2 for n in count(cast.stranger, fresh(made)))


def test_an_imported_change_and_purchase_can_be_taken_back(db: None) -> None:
    cast = gather_cast("exalted2e")
    play(cast)
    made = bring(cast)
    teller = Membership.objects.select_related("series", "user").get(series=made)
    proposals.reverse(teller, fresh(made).proposals.get())
    assert fresh(made).sheet == fresh(cast.series).sheet | {"virtues": cast.heroine.sheet["virtues"]}


def test_who_comes_back_under_her_name_is_offered_her_characters(db: None, sign_in: SignIn) -> None:
    cast = gather_cast("exalted2e")
    made = bring(cast)
    teller = Membership.objects.select_related("series", "user").get(series=made)
    client, page = sign_in(cast.stranger), reverse("members", args=[made.pk])
    assert "before the import" not in client.get(page).content.decode()
    join_series(cast.player, create_invite(teller, "player"))
    shown = client.get(page).content.decode()
    assert shown.count("before the import") == 1
    assert "Give Ysane of the Reeds to player" in shown
    assert "before the import" not in sign_in(cast.player).get(page).content.decode()
    member = Membership.objects.get(series=made, user=cast.player)
    sign_in(cast.stranger).post(reverse("character_owner", args=[fresh(made).pk]), {"owner": str(member.pk)})
    assert fresh(made).owner == User.objects.get(pk=cast.player.pk)
    assert "before the import" not in sign_in(cast.stranger).get(page).content.decode()


def test_older_files_have_no_history(db: None) -> None:
    cast = gather_cast("exalted2e")
    play(cast)
    data = dict(transfer.parse(transfer.write(cast.series)))
    for row in data["characters"]:
        del row["history"]
        for proposal in row["experience"]["proposals"]:
            for name in ("change", "who", "answerer"):
                del proposal[name]
    made = transfer.import_series(cast.stranger, data)
    assert fresh(made).changes.get().values == fresh(cast.series).changes.latest("pk").values
