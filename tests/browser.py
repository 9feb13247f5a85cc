"""A headless Chromium for tests of pages: Debian's, driven by Playwright, with the network off."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

__all__ = ["Opened", "chromium", "opened"]

PROGRAM = Path("/usr/bin/chromium")
ARGUMENTS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update",
    "--disable-sync",
)  # fmt: skip


@contextmanager
def chromium():
    """The browser; without it, or without Playwright, the test is skipped unless the checks are required."""
    required = bool(os.environ.get("INDICMATCH_REQUIRE"))
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        if required:
            raise
        pytest.skip("Playwright for Python is not installed")
    if not PROGRAM.exists() and not required:
        pytest.skip(f"{PROGRAM} is not installed (Debian's package chromium)")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=PROGRAM, args=list(ARGUMENTS))
        yield browser
        browser.close()


class Opened:
    """A page that was opened from disk, and what it did: console messages, errors, requests, dialogs."""

    def __init__(self, page, requests, trouble):
        self.page, self.requests, self.trouble = page, requests, trouble

    def __getattr__(self, name):
        return getattr(self.page, name)

    def texts(self, selector):
        return [text.strip() for text in self.page.locator(selector).all_inner_texts()]

    def counts(self, selector, count):
        """Wait until there are so many of them."""
        from playwright.sync_api import expect

        expect(self.page.locator(selector)).to_have_count(count)

    @property
    def status(self) -> str:
        return self.page.locator("#status").inner_text()


@contextmanager
def opened(browser, path: Path, *, width: int = 1280, **context) -> Iterator[Opened]:
    """Open a file; the page must be quiet: nothing on the console, no error, no request but for the file itself, no dialog."""
    held = browser.new_context(viewport={"width": width, "height": 900}, offline=True, **context)
    page = held.new_page()
    requests, trouble = [], []
    page.on("request", lambda request: requests.append(request.url))
    page.on("console", lambda message: trouble.append(f"console {message.type}: {message.text}"))
    page.on("pageerror", lambda error: trouble.append(f"error: {error}"))
    page.on("dialog", lambda dialog: (trouble.append(f"dialog: {dialog.message}"), dialog.dismiss()))
    page.goto(path.as_uri())
    found = Opened(page, requests, trouble)
    yield found
    assert trouble == []
    assert [url for url in requests if not url.startswith("blob:")] == [path.as_uri()]
    held.close()
