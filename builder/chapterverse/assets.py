"""Find the files of the web side: packaged with the wheel, or in the checkout."""

from __future__ import annotations

from pathlib import Path

from chapterverse.errors import ChapterverseError


def web_dir() -> Path:
    """Return the folder that holds `app`, `styles`, `templates` and `locales`."""
    here = Path(__file__).resolve().parent
    for folder in (here / "_web", here.parent.parent / "web"):
        if (folder / "templates").is_dir():
            return folder
    raise ChapterverseError(f"{here}: the web files are missing; install chapterverse again")
