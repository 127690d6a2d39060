"""What many tests share: where the repository lies, and whether goldens are rewritten."""

from pathlib import Path

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update", action="store_true", help="rewrite the golden files instead of comparing"
    )


@pytest.fixture(scope="session")
def root() -> Path:
    return Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def update(pytestconfig: pytest.Config) -> bool:
    """Whether golden files are to be rewritten."""
    return bool(pytestconfig.getoption("--update"))
