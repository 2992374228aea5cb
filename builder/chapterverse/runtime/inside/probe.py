"""Load what the engine may need, then write the archive members behind `sys.modules`.

Runs inside Pyodide, on the stock archive (to trace) and on a prepared one (to test).
"""

import dataclasses
import importlib
import json
import re
import sys
import traceback
import warnings
from pathlib import Path

HOST = Path("/host")


def provoke_lazy_imports() -> None:
    try:
        try:
            json.loads("[")
        except ValueError as error:
            raise RuntimeError("wrapped") from error
    except RuntimeError as error:
        traceback.format_exception(error)
    try:
        re.compile("(")
    except re.error as error:
        traceback.format_exception(error)
    with warnings.catch_warnings(record=True):
        warnings.simplefilter("always")
        warnings.warn("a warning", stacklevel=1)
    record = dataclasses.make_dataclass("Record", ["x"], frozen=True)(1)
    repr(dataclasses.replace(record, x=2))
    dataclasses.asdict(record)
    for codec in ("utf-8", "ascii", "latin-1"):
        "a".encode(codec).decode(codec, "replace")


def use_the_bridge() -> None:
    """Refuse malformed input; with an index at hand, ask it (answers do not matter here)."""
    bridge = importlib.import_module("chapterverse_engine.bridge")
    for manifest in (b"", b"[]", b"{}"):
        bridge.open_site(manifest)
    bridge.start("{}")
    if not (HOST / "index").is_dir():
        return
    bridge.open_site((HOST / "index" / "manifest.json").read_bytes())
    for query in ("How do I install it?", "如何安装？", "AX-3 alarm \ud800", ""):
        reply = json.loads(bridge.start(json.dumps({"query": query})))
        while "need" in reply:
            for name in reply["need"]:
                bridge.receive(reply["session"], name, (HOST / "index" / name).read_bytes())
            reply = json.loads(bridge.step(reply["session"]))


def loaded_members() -> list[str]:
    archive = next(path for path in sys.path if path.endswith(".zip"))
    specs = [getattr(module, "__spec__", None) for module in sys.modules.values()]
    origins = {str(spec.origin) for spec in specs if spec is not None}
    inside = [origin for origin in origins if origin.startswith(f"{archive}/")]
    return sorted(origin.removeprefix(f"{archive}/") for origin in inside)


sys.path.insert(0, str(HOST / "engine"))
for name in json.loads((HOST / "modules.json").read_text()):
    importlib.import_module(name)
provoke_lazy_imports()
use_the_bridge()
(HOST / "members.json").write_text(json.dumps(loaded_members()))
