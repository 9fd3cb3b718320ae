"""An account from the host's invitation to its end, by a person at a browser: letters, second steps, sessions, data."""

import base64
import hmac
import json
import os
import re
import struct
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.conftest import PASSWORD, ROOT, Person, Server
from tests.e2e.post_office import PostOffice

SHOTS = os.environ.get("ACCOUNT_SHOTS", "")
"""A folder for pictures of every step, for whoever works on their look."""
NAME, ADDRESS, NEW_PASSWORD = "wren", "wren@example.org", "three-lanterns-over-water"
AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}
"""A device that knows its owner by their face, as Chromium plays it."""


@pytest.fixture(scope="module")
def office() -> Iterator[PostOffice]:
    office = PostOffice()
    yield office
    office.close()


@pytest.fixture(scope="module")
def site(make_server: Callable[..., Server], office: PostOffice) -> Server:
    """A server with a mail server, for the invited. Passkeys need a name, and take `localhost` without TLS."""
    server = make_server(EMAIL_URL=office.url, STORYWHEEL_INVITE_ONLY="1")
    server.url = server.url.replace("127.0.0.1", "localhost")
    return server


def shoot(page: Page, name: str) -> None:
    if SHOTS:
        for width, theme in ((390, "dark"), (1440, "light")):
            page.set_viewport_size({"width": width, "height": 900})
            page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
            page.screenshot(path=Path(SHOTS, f"{name}-{width}.png"), full_page=True)


def invite(site: Server) -> str:
    """The host's own invitation."""
    command = [sys.executable, "manage.py", "invite", "--address", site.url]
    made = subprocess.run(command, cwd=ROOT, env=site.environment, capture_output=True, text=True, check=True)
    return made.stdout.strip()


def link_in(letter: str) -> str:
    found = re.search(r"http://\S+", letter)
    assert found, letter
    return found[0]


def totp(secret: str) -> str:
    """What an authenticator app shows now."""
    digest = hmac.digest(base64.b32decode(secret), struct.pack(">Q", int(time.time()) // 30), "sha1")
    (number,) = struct.unpack(">I", digest[digest[-1] & 15 :][:4])
    return f"{(number & 0x7FFFFFFF) % 1_000_000:06d}"


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).first.click()


def heading(page: Page, text: str) -> None:
    expect(page.get_by_role("heading", level=1)).to_have_text(text)
    shoot(page, re.sub(r"\W+", "-", text))


def sign_in(page: Page, password: str) -> None:
    page.goto("/account/login/")
    page.get_by_label("Username").fill(NAME)
    page.get_by_label("Password", exact=True).fill(password)
    press(page, "Sign in")


def sign_out(page: Page) -> None:
    page.goto("/account/logout/")
    press(page, "Sign out")
    heading(page, "Sign in")


def prove(page: Page) -> None:
    """Say once more who one is."""
    heading(page, "Is it you?")
    page.get_by_label("Password", exact=True).fill(NEW_PASSWORD)
    press(page, "Confirm")


def enroll(page: Page, site: Server, office: PostOffice) -> None:
    page.goto("/account/signup/")
    heading(page, "By invitation")
    page.goto(invite(site))
    heading(page, "Create an account")
    page.get_by_label("Username").fill(NAME)
    page.get_by_label("Email").fill(ADDRESS)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_label("Password (again)").fill(PASSWORD)
    press(page, "Create account")
    heading(page, "A letter is on its way")
    page.goto("/")
    heading(page, "Sign in")
    page.goto(link_in(office.fetch(ADDRESS, "Is this your address?")))
    heading(page, "Is this your address?")
    press(page, "Confirm")
    heading(page, "No series yet")


def forget_the_password(page: Page, office: PostOffice) -> None:
    sign_out(page)
    page.get_by_role("link", name="Forgot your password?").click()
    page.locator("main input[name=email]").fill(ADDRESS)
    page.locator("main form .btn--go").click()
    letter = office.fetch(ADDRESS, "A new password")
    assert f"Your name there is {NAME}." in letter
    page.goto(link_in(letter))
    page.locator("input[name=password1]").fill(NEW_PASSWORD)
    page.locator("input[name=password2]").fill(NEW_PASSWORD)
    page.locator("main form .btn--go").click()
    office.fetch(ADDRESS, "A new password was set")
    page.goto(link_in(letter))
    expect(page.locator("input[name=password1]")).to_have_count(0)
    shoot(page, "used-up")


def add_an_app(page: Page, office: PostOffice) -> list[str]:
    """Gives the recovery codes."""
    page.goto("/account/two-step/totp/activate/")
    prove(page)
    heading(page, "Add an authenticator app")
    page.locator("input[name=code]").fill(totp(str(page.locator("#authenticator_secret").get_attribute("value"))))
    press(page, "Activate")
    heading(page, "Recovery codes")
    office.fetch(ADDRESS, "An authenticator app was added")
    codes = page.locator("textarea").input_value().split()
    assert len(set(codes)) == 10
    return codes


def add_a_passkey(page: Page, office: PostOffice) -> None:
    page.goto("/account/two-step/webauthn/add/")
    heading(page, "Add a passkey")
    page.locator("input[name=name]").fill("My lantern")
    page.get_by_label("Signs in alone").check()
    press(page, "Add")
    heading(page, "The second step")
    office.fetch(ADDRESS, "A passkey was added")
    page.goto("/account/two-step/webauthn/")
    heading(page, "Passkeys")
    expect(page.locator("main")).to_contain_text("My lantern")


def test_an_account_from_the_invitation_to_its_end(browser: Browser, site: Server, office: PostOffice) -> None:
    wren = Person(browser, site.url, NAME)
    page = wren.page
    devices = wren.context.new_cdp_session(page)
    devices.send("WebAuthn.enable")
    devices.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})
    enroll(page, site, office)
    forget_the_password(page, office)
    sign_in(page, PASSWORD)
    expect(page.locator("main [role=alert], main .wrong").first).to_be_visible()
    sign_in(page, NEW_PASSWORD)
    heading(page, "No series yet")
    codes = add_an_app(page, office)
    add_a_passkey(page, office)

    sign_out(page)
    press(page, "With a passkey")
    heading(page, "No series yet")

    phone = Person(browser, site.url, "phone", width=390, height=844)
    sign_in(phone.page, NEW_PASSWORD)
    heading(phone.page, "The second step")
    phone.page.locator("input[name=code]").fill(codes[0])
    press(phone.page, "Sign in")
    heading(phone.page, "No series yet")
    page.goto("/account/sessions/")
    heading(page, "Where you are signed in")
    press(page, "Sign out everywhere else")
    phone.page.goto("/")
    heading(phone.page, "Sign in")

    page.goto("/account/")
    expect(page.locator("main")).to_contain_text("An authenticator app and 1 passkey.")
    heading(page, NAME)
    with page.expect_download() as download:
        page.get_by_role("link", name="Download my data").click()
    kept = json.loads(Path(download.value.path()).read_text())
    assert (kept["account"]["username"], kept["addresses"][0]["verified"]) == (NAME, True)
    page.get_by_role("link", name="Delete my account").click()
    heading(page, "Delete your account?")
    page.get_by_label("Your password").fill(NEW_PASSWORD)
    press(page, "Delete my account")
    sign_in(page, NEW_PASSWORD)
    heading(page, "Sign in")
    assert wren.errors == []
    wren.context.close()
    phone.context.close()
