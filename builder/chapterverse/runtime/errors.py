"""What can go wrong with the Pyodide runtime, each told without a traceback."""

from __future__ import annotations

from chapterverse.errors import ChapterverseError


class RuntimeProblem(ChapterverseError):
    """The Pyodide runtime cannot be fetched, prepared or used."""


class RuntimeNotFound(RuntimeProblem):
    """No usable runtime is in any of the places, and none can be prepared."""


class RuntimeDamaged(RuntimeProblem):
    """A runtime file is missing or differs from its recorded SHA-256."""


class RuntimeStale(RuntimeProblem):
    """A runtime is whole, but made for another engine or another Pyodide."""


class ToolMissing(RuntimeProblem):
    """A program that preparing needs (npm, Node, pyodide-build) is not there."""
