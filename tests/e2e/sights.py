"""Every page that a person can come to, and whose browser it is looked at in."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Sight:
    """A page: who looks (nobody: ""), where, whether it has a table with a socket, and whether it is full of people."""

    name: str
    who: str
    path: str
    is_table: bool = False
    is_crowded: bool = False
    status: int = 200

    def where(self, paths: dict[str, str]) -> str:
        """Its address; a path in braces is one that the showcase tells."""
        return self.path.format(**paths)


SIGHTS = (
    Sight("sign in", "", "/account/login/"),
    Sight("sign up", "", "/account/signup/"),
    Sight("password", "mira", "/account/password/change/"),
    Sight("forgotten password", "", "/account/password/reset/"),
    Sight("forgotten password, a link that is used up", "", "/account/password/reset/key/1-x/"),
    Sight("forgotten password, the letter is sent", "", "/account/password/reset/done/"),
    Sight("forgotten password, a new one is set", "", "/account/password/reset/key/done/"),
    Sight("an address to be confirmed", "", "/account/confirm-email/"),
    Sight("an account that is closed", "", "/account/inactive/"),
    Sight("another site's sign-in, called off", "", "/account/by/login/cancelled/"),
    Sight("another site's sign-in, failed", "", "/account/by/login/error/", status=401),
    Sight("account", "mira", "/account/"),
    Sight("account, its addresses", "mira", "/account/email/"),
    Sight("account, asking for the password again", "mira", "/account/reauthenticate/"),
    Sight("account, its sites to sign in by", "mira", "/account/by/"),
    Sight("account, where it is signed in", "mira", "/account/sessions/"),
    Sight("account, deleting it", "petra", "/account/delete/"),
    Sight("account, the second step", "mira", "/account/two-step/"),
    Sight("account, an app as second step", "mira", "/account/two-step/totp/activate/"),
    Sight("account, passkeys", "mira", "/account/two-step/webauthn/"),
    Sight("sign out", "mira", "/account/logout/"),
    Sight("series list", "mira", "/"),
    Sight("new series", "petra", "/series/new/"),
    Sight("series", "mira", "{series}"),
    Sight("series, Storyteller", "petra", "{series}"),
    Sight("series, arranging", "petra", "{series}?arrange=1"),
    Sight("series, changing", "petra", "{series}edit/"),
    Sight("series, its clock", "petra", "{series}clock/"),
    Sight("series, its rulings", "petra", "{series}rulings/"),
    Sight("series, its budget of new characters", "petra", "{series}budget/"),
    Sight("lines and veils", "mira", "{series}boundaries/"),
    Sight("lines and veils, rewriting", "petra", "{series}boundaries/edit/"),
    Sight("bringing a series in", "mira", "/series/import/"),
    Sight("handouts", "mira", "{series}handouts/"),
    Sight("handouts, Storyteller", "petra", "{series}handouts/"),
    Sight("new handout", "petra", "{series}handouts/new/"),
    Sight("changing a handout", "petra", "/handouts/2/edit/"),
    Sight("own notes of a series", "mira", "{series}notes/"),
    Sight("own notes of a scene", "mira", "/scene/1/note/"),
    Sight("members", "petra", "{series}members/"),
    Sight("giving a member a series", "petra", "/members/2/own/"),
    Sight("removing a member", "petra", "/members/2/remove/"),
    Sight("removing a series", "petra", "{series}remove/"),
    Sight("leaving", "mira", "{series}leave/"),
    Sight("new character", "mira", "{series}characters/new/"),
    Sight("bringing a character in", "mira", "{series}characters/import/"),
    Sight("a character from text", "petra", "{series}characters/text/"),
    Sight("library", "petra", "{series}library/"),
    Sight("sheet, 2e", "petra", "{sheet}"),
    Sight("sheet, is it made", "petra", "{sheet}settle/"),
    Sight("sheet, its changes", "mira", "{sheet}changes/"),
    Sight("experience", "mira", "{sheet}experience/"),
    Sight("experience, its Storyteller's", "petra", "{series}experience/"),
    Sight("experience, a price", "mira", "{sheet}experience/propose/?what=abilities.archery:4"),
    Sight("experience, something bought whole", "petra", "{sheet}experience/propose/?what=good:charm"),
    Sight("experience, a plan", "mira", "{sheet}experience/plan/?goal:abilities.melee=6"),
    Sight("portrait", "mira", "{sheet}portrait/"),
    Sight("sheet, 2e, changing", "mira", "{sheet}edit/"),
    Sight("sheet, 3e", "mira", "{exalted3e_sheet}"),
    Sight("sheet, World of Darkness", "mira", "{wod2004_sheet}"),
    Sight("sheet, Dark Ages", "mira", "{v20da_sheet}"),
    Sight("removing a character", "mira", "{sheet}remove/"),
    Sight("story", "mira", "/story/1/"),
    Sight("episode, changing", "petra", "/episode/2/edit/"),
    Sight("scene", "petra", "/scene/4/"),
    Sight("downtime", "mira", "/downtime/1/"),
    Sight("downtime, open", "petra", "/downtime/2/"),
    Sight("downtime, filling the days", "mira", "/downtime/2/days/"),
    Sight("downtime, asking before it is taken back", "petra", "/downtime/1/recall/"),
    Sight("a project", "petra", "/projects/1/"),
    Sight("a new project", "mira", "{sheet}projects/new/"),
    Sight("what came of a downtime", "petra", "/results/1/"),
    Sight("series, its calendar", "petra", "{series}calendar/"),
    Sight("new story", "petra", "{series}story/new/"),
    Sight("new episode", "petra", "/story/1/episode/new/"),
    Sight("new scene", "petra", "/episode/2/scene/new/"),
    Sight("new downtime", "petra", "/story/1/downtime/new/"),
    Sight("new downtime of an episode", "petra", "/episode/1/downtime/new/"),
    Sight("removing a story", "petra", "/story/1/remove/"),
    Sight("offline", "", "/offline/"),
    Sight("nothing there", "mira", "/nothing/", status=404),
    Sight("table, 2e, Storyteller", "petra", "{exalted2e}", is_table=True),
    Sight("table, 2e, player", "mira", "{exalted2e}", is_table=True),
    Sight("table, 2e, spectator", "aino", "{exalted2e}", is_table=True),
    Sight("table, an exchange", "mira", "{exchange}", is_table=True),
    Sight("table, 3e", "mira", "{exalted3e}", is_table=True),
    Sight("table, World of Darkness", "petra", "{wod2004}", is_table=True),
    Sight("table, Dark Ages", "mira", "{v20da}", is_table=True),
    Sight("table of forty", "petra", "{crowd}", is_table=True, is_crowded=True),
    Sight("table without a fight", "petra", "{empty}", is_table=True),
    Sight("who is in the scene", "mira", "{quiet}", is_table=True),
    Sight("who is in the scene, Storyteller", "petra", "{quiet}", is_table=True),
)
