"""People who visit a rehearsed machine from outside, in Chromium, by its name and through its proxy."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.e2e.chromium import find_chromium
from tests.e2e.test_accounts import totp

WITHIN = 20_000
"""Milliseconds that a page may take: the machine has two cores and much to do."""


class Visitor:
    """Somebody at a browser of their own."""

    def __init__(self, browser: Browser, site: str) -> None:
        self._context = browser.new_context(base_url=site, ignore_https_errors=True, reduced_motion="reduce")
        self._context.set_default_timeout(WITHIN)
        self.page: Page = self._context.new_page()

    def make_first_account(self, name: str, password: str, code: str) -> None:
        """Become the host, with the code that the machine says."""
        self.page.goto("/")
        expect(self.page).to_have_url(re.compile("/first/"))
        self.page.locator("input[name=username]").fill(name)
        if self.page.locator("input[name=email]").count():
            self.page.locator("input[name=email]").fill(f"{name}@example.org")
        self.page.locator("input[name=password1]").fill(password)
        self.page.locator("input[name=password2]").fill(password)
        self.page.locator("input[name=code]").fill(code)
        self._press_go()

    def add_second_step(self, password: str) -> None:
        """Add an authenticator app, as staff must."""
        self.page.goto("/account/two-step/totp/activate/")
        if not self.page.locator("#authenticator_secret").count():
            self.page.locator("input[name=password]").fill(password)
            self._press_go()
        secret = self.page.locator("#authenticator_secret").get_attribute("value")
        self.page.locator("input[name=code]").fill(totp(str(secret)))
        self._press_go()
        expect(self.page.locator("textarea")).to_be_visible()

    def sign_in(self, name: str, password: str) -> None:
        """Sign in by the form."""
        self.page.goto("/account/login/")
        self.page.locator("input[name=login]").fill(name)
        self.page.locator("input[name=password]").fill(password)
        self._press_go()
        expect(self.page.locator("input[name=password]")).to_have_count(0)

    def read(self, path: str) -> str:
        """Open a page and return the text that it shows."""
        answer = self.page.goto(path)
        assert answer is not None
        assert answer.ok, f"{path}: {answer.status}"
        return self.page.locator("main").inner_text()

    def say(self, words: str) -> None:
        """Say something at the table that is open, and see it in the log."""
        self.page.locator("#say").fill(words)
        self.page.keyboard.press("Enter")
        self.sees(words)

    def sees(self, words: str) -> None:
        """Wait until the log of the open table shows these words."""
        expect(self.page.locator("#log")).to_contain_text(words, timeout=WITHIN)

    def shoot(self, path: str) -> None:
        """Keep a picture of the page."""
        self.page.screenshot(path=path, full_page=True)

    def _press_go(self) -> None:
        self.page.locator("main form .btn--go").first.click()
        self.page.wait_for_load_state()


@contextmanager
def visits(addresses: dict[str, str]) -> Iterator[Browser]:
    """Open a browser that finds these names at these addresses."""
    rules = ", ".join(f"MAP {name} {address}" for name, address in addresses.items())
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=find_chromium(), args=[f"--host-resolver-rules={rules}", "--disable-quic"]
        )
        yield browser
        browser.close()
