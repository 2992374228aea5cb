"""Find, check and prepare the Pyodide runtime that a site ships."""

from chapterverse.runtime.errors import RuntimeDamaged, RuntimeNotFound
from chapterverse.runtime.lookup import find_runtime
from chapterverse.runtime.record import Runtime

__all__ = ["Runtime", "RuntimeDamaged", "RuntimeNotFound", "find_runtime"]
