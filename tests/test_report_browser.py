"""The HTML report in a real browser: its layout, its looks for those who see otherwise, paper."""

from __future__ import annotations

import importlib.util
import shutil
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, Request, sync_playwright

from drift_audit.auditor.model import Scan
from drift_audit.reports import formats

pytestmark = pytest.mark.browser

SCANS = ("clean", "drifted", "hostile", "mended")
SIZES = ((1280, 900), (390, 844), (320, 568))
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
SPILLED = """() => [...document.querySelectorAll('body *')].filter(element => {
    const box = element.getBoundingClientRect();
    if (!box.width || box.right <= innerWidth + 1) return false;
    for (let up = element.parentElement; up; up = up.parentElement)
        if (['auto', 'scroll', 'hidden'].includes(getComputedStyle(up).overflowX)) return false;
    return true;
}).map(element => element.outerHTML.slice(0, 120))"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    chromium = shutil.which("chromium")
    assert chromium, "these tests need Debian's chromium on the PATH"
    with sync_playwright() as play:
        opened = play.chromium.launch(executable_path=chromium, args=list(FLAGS))
        yield opened
        opened.close()


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A file for each scan of the goldens."""
    folder = tmp_path_factory.mktemp("reports")
    return {name: _written(folder / f"{name}.html", name) for name in SCANS}


@pytest.mark.parametrize("scan", SCANS)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_nothing_spills_over_the_side(
    browser: Browser, reports: dict[str, Path], scan: str, size: tuple[int, int]
) -> None:
    page = _open(browser, reports[scan], size=size)
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    assert page.evaluate(SPILLED) == []
    page.close()


@pytest.mark.parametrize("scan", SCANS)
def test_the_file_is_all_there_is(browser: Browser, reports: dict[str, Path], scan: str) -> None:
    said: list[str] = []
    asked: list[str] = []

    def listen(message: ConsoleMessage) -> None:
        said.append(message.text)

    def note(request: Request) -> None:
        asked.append(request.url)

    page = browser.new_page()
    page.on("console", listen)
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("dialog", lambda dialog: said.append(dialog.message))
    page.on("request", note)
    page.goto(reports[scan].as_uri())
    page.wait_for_load_state("networkidle")
    assert said == []
    assert [url for url in asked if not url.startswith("data:")] == [reports[scan].as_uri()]
    page.close()


def test_each_finding_can_be_linked_to(browser: Browser, reports: dict[str, Path]) -> None:
    page = _open(browser, reports["drifted"])
    fingerprints = [finding.fingerprint for finding in _scan("drifted").findings]
    assert page.locator("article.card").count() == len(fingerprints)
    for fingerprint in fingerprints:
        page.goto(f"{reports['drifted'].as_uri()}#f-{fingerprint}")
        top = page.locator(":target").evaluate("element => element.getBoundingClientRect().top")
        assert 0 <= top < 900
    page.close()


@pytest.mark.parametrize(
    ("scan", "scheme", "width"),
    [
        ("drifted", "light", 1280),
        ("drifted", "dark", 1280),
        ("drifted", "light", 390),
        ("clean", "dark", 390),
        ("clean", "light", 1280),
        ("hostile", "light", 390),
        ("hostile", "dark", 1280),
        ("mended", "light", 1280),
        ("mended", "dark", 1280),
        ("mended", "light", 390),
        ("mended", "dark", 390),
    ],
)
def test_all_can_read_it(
    browser: Browser, reports: dict[str, Path], scan: str, scheme: str, width: int
) -> None:
    page = _open(browser, reports[scan], size=(width, 900), scheme=scheme)
    page.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")
    page.evaluate((resources.files("axe_playwright_python") / "axe.min.js").read_text())
    found: dict[str, Any] = page.evaluate(
        "axe.run({runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice']})"
    )
    faults = [
        (fault["id"], node["target"], node.get("failureSummary", "")[:300])
        for fault in found["violations"]
        for node in fault["nodes"]
    ]
    assert faults == []
    page.close()


def test_the_keyboard_finds_the_way(browser: Browser, reports: dict[str, Path]) -> None:
    page = _open(browser, reports["drifted"])
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to the findings"
    assert page.locator(".skip").evaluate("link => link.getBoundingClientRect().top") >= 0
    page.keyboard.press("Enter")
    assert page.evaluate("location.hash") == "#main"
    page.locator(".fold summary").first.focus()
    page.keyboard.press("Enter")
    assert page.locator(".fold[open]").count() == 1
    page.close()


def test_what_needs_a_hand_is_one_step_away(browser: Browser, reports: dict[str, Path]) -> None:
    page = _open(browser, reports["mended"])
    page.locator(".results .by_hand a").first.click()
    card = page.locator("article:target")
    assert card.locator(".fix .badge").inner_text() == "Needs a hand"
    page.close()


@pytest.mark.parametrize("scan", ["drifted", "mended"])
def test_it_prints_light_and_whole(
    browser: Browser, reports: dict[str, Path], tmp_path: Path, scan: str
) -> None:
    page = _open(browser, reports[scan], scheme="dark")
    page.emulate_media(media="print", color_scheme="dark")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert page.locator("nav.toc").is_hidden()
    page.pdf(path=tmp_path / "report.pdf", format="A4")
    assert (tmp_path / "report.pdf").read_bytes().startswith(b"%PDF")
    for line in page.locator("pre .src").all():
        assert line.evaluate("line => line.scrollWidth <= line.clientWidth + 1")
    page.close()


def _open(
    browser: Browser, report: Path, *, size: tuple[int, int] = SIZES[0], scheme: str = "light"
) -> Page:
    page = browser.new_page(viewport={"width": size[0], "height": size[1]})
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    page.goto(report.as_uri())
    return page


def _written(path: Path, name: str) -> Path:
    path.write_text(formats.render("html", _scan(name)), encoding="utf-8")
    return path


def _scan(name: str) -> Scan:
    source = Path(__file__).parent / "cases" / "formats" / "scans.py"
    spec = importlib.util.spec_from_file_location("browser_scans", source)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    scan = module.SCANS[name]()
    assert isinstance(scan, Scan)
    return scan
