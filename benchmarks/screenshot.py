"""Picture the report of a real scan, for the README.

    python benchmarks/screenshot.py [-o docs/report.png]

Scans speculators 0.3.0 against vLLM 0.17.1, opens the HTML report in headless Chromium as on a
light desktop, and keeps its first screens. Needs what `make test` sets up.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parent.parent
CONSUMER, PROVIDER = "speculators==0.3.0", "vllm==0.17.1"
WIDTH, HEIGHT = 1280, 1712
MOST_BYTES = 300_000


def main() -> int:
    """Scan, open, keep; the exit code is 1 when the picture is too large for a README."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("-o", "--output", type=Path, default=ROOT / "docs" / "report.png")
    parser.add_argument("--report", type=Path, help="an HTML report that exists already")
    parser.add_argument("--size", type=int, nargs=2, default=(WIDTH, HEIGHT), metavar=("W", "H"))
    parser.add_argument("--top", type=int, default=0, help="pixels to leave out above")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        report = options.report or scanned(Path(folder, "report.html"))
        pictured(report.resolve(), options.output, tuple(options.size), options.top)
    size = options.output.stat().st_size
    print(f"{options.output}: {size / 1000:.0f} kB")
    return 0 if size <= MOST_BYTES else 1


def scanned(report: Path) -> Path:
    """The report of the real scan. Raises SystemExit where there is none."""
    tool = Path(sys.executable).with_name("drift-audit")
    argv = [str(tool), "scan", CONSUMER, "--provider", PROVIDER, "-o", str(report)]
    ran = subprocess.run(argv, cwd=ROOT, capture_output=True, text=True, check=False)
    if ran.returncode not in (0, 1):
        raise SystemExit(ran.stderr)
    return report


def pictured(report: Path, picture: Path, size: tuple[int, int], top: int) -> None:
    """The report's light looks at that width, from `top` on."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        raise SystemExit("There is no chromium on the PATH; `make browser` installs it.")
    width, height = size
    with sync_playwright() as play:
        opened = play.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = opened.new_page(viewport={"width": width, "height": height})
        page.emulate_media(color_scheme="light")
        page.goto(report.as_uri())
        page.screenshot(
            path=picture,
            full_page=bool(top),
            clip={"x": 0, "y": top, "width": width, "height": height},
        )
        opened.close()


if __name__ == "__main__":
    sys.exit(main())
