"""The licence files that travel with the runtime: Pyodide's npm package has none of its own."""

from __future__ import annotations

from pathlib import Path

from chapterverse.runtime.pins import PYODIDE_VERSION, PYTHON_VERSION

_LICENCES = Path(__file__).with_name("licences")

_NOTICE = f"""\
Third-party software in this folder
===================================

pyodide.mjs, pyodide.asm.js, pyodide.asm.wasm
    Pyodide {PYODIDE_VERSION}, unchanged, under the Mozilla Public License 2.0
    (LICENSE.MPL-2.0.txt). Source code: the tag {PYODIDE_VERSION} of
    https://github.com/pyodide/pyodide
    They contain the Python {PYTHON_VERSION} interpreter (below) and further libraries, compiled
    with Emscripten; Pyodide's source names each of them with its licence.

python_stdlib.zip
    A part of the standard library of Python {PYTHON_VERSION}, under the Python Software Foundation
    License Version 2 and the licences that come with it (LICENSE.PSF-2.0.txt).
    Copyright (c) Python Software Foundation; All Rights Reserved.
    Changes: modules that the engine does not need are left out; the others are compiled to
    bytecode without docstrings and assertions. Source code: the tag v{PYTHON_VERSION} of
    https://github.com/python/cpython
    Its packages pyodide and _pyodide are part of Pyodide {PYODIDE_VERSION}, under the Mozilla
    Public License 2.0 (above), compiled in the same way.
    Its package chapterverse_engine is part of Chapterverse, under the Apache License 2.0.
"""


def notice_files() -> dict[str, bytes]:
    """Give the notice and the full licence texts by file name."""
    return {
        "NOTICE.txt": _NOTICE.encode(),
        "LICENSE.MPL-2.0.txt": (_LICENCES / "MPL-2.0.txt").read_bytes(),
        "LICENSE.PSF-2.0.txt": (_LICENCES / "PSF-2.0.txt").read_bytes(),
    }
