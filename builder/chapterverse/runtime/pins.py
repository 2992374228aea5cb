"""The one place that names the Pyodide version and the SHA-256 of every file taken from it.

To move to another version: change the versions, run `npm pack pyodide@VERSION`, put the sums of
the five files here, then run `python -m chapterverse.runtime trace` and the whole conformance set.
"""

from __future__ import annotations

from typing import Final

PYODIDE_VERSION: Final = "0.29.5"
PYTHON_VERSION: Final = "3.13.2"

# `loadPyodide` refuses a lock file (an empty one, too) whose `info.abi_version` is another one.
PYODIDE_ABI: Final = "2025_0"

# The bytecode that the target loads; all releases of Python 3.13 share it.
PYTHON_MAGIC: Final = bytes.fromhex("f30d0d0a")

# What the target's compiler makes of `bytecode.CANARY`; a test compares it with Pyodide's.
CANARY_SHA256: Final = "f1cd28352e92d30bbcc637d2ad659ee61fcf328b3f6962d44119643d0c17661c"

STDLIB_ARCHIVE: Final = "python_stdlib.zip"

# Copied unchanged into the runtime.
CORE_FILES: Final = ("pyodide.mjs", "pyodide.asm.js", "pyodide.asm.wasm")

SHA256_OF_FILE: Final = {
    "package.json": "d4803005d5a661faecd1046b8cdd31e61e0859c56e707bcf9fba08946dcc9cba",
    "pyodide.asm.js": "356c42f69e1695397e9d8670bd3c2e678248cde76e18bdae1731e848537b47d7",
    "pyodide.asm.wasm": "54309a5a2cfd757b1f0fdbc9093c92503f7b341500110329d932487183912718",
    "pyodide.mjs": "510ca14305230018f50c40fb81be673afd68080e70ce7733fcce6600dd6a1714",
    "python_stdlib.zip": "831fd1e535084b972f87c6a35275de3d236efd5166f5e77ce89497710635e73c",
}
