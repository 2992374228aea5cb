"""What all tests share: the checkout, third-party data where it is at hand, and the demo's site."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from chapterverse.config import load_config
from chapterverse.pipeline import build

CHECKOUT = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="session")
def checkout() -> Path:
    """The root of the checkout."""
    return CHECKOUT


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """Third-party question and document sets; they are not part of the project."""
    folder = Path(os.environ.get("CHAPTERVERSE_SHARED", CHECKOUT.parent / "shared")) / "data"
    if not folder.is_dir():
        pytest.skip("the third-party data sets are not at hand (CHAPTERVERSE_SHARED)")
    return folder


@pytest.fixture(scope="session")
def demo_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of the bundled corpus, built and evaluated once."""
    out = tmp_path_factory.mktemp("demo") / "site"
    build(load_config(CHECKOUT / "chapterverse.toml", out=out))
    return out
