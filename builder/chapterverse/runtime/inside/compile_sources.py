"""Compile /host/sources.zip to /host/compiled.zip; runs inside Pyodide."""

import json
import py_compile
import zipfile
from pathlib import Path
from tempfile import TemporaryDirectory

host = Path("/host")
level_of_member = json.loads((host / "levels.json").read_text())

with (
    TemporaryDirectory() as folder,
    zipfile.ZipFile(host / "sources.zip") as sources,
    zipfile.ZipFile(host / "compiled.zip", "w") as compiled,
):
    source_file, compiled_file = Path(folder, "source.py"), Path(folder, "source.pyc")
    for name in sources.namelist():
        source_file.write_bytes(sources.read(name))
        py_compile.compile(
            str(source_file),
            cfile=str(compiled_file),
            dfile=name,
            doraise=True,
            optimize=level_of_member[name],
            invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH,
        )
        compiled.writestr(f"{name}c", compiled_file.read_bytes())
