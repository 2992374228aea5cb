"""Runs in Pyodide: answer the questions of /host through the bridge, as a browser's worker does."""

import json
from pathlib import Path

from chapterverse_engine import bridge
from chapterverse_engine.wire import encoded

HOST = Path("/host")
INDEX = HOST / "index"


def reply_to(question: object) -> str:
    """Return the text of a question's outcome and trace."""
    reply = json.loads(bridge.start(json.dumps(question)))
    while "need" in reply:
        for name in reply["need"]:
            bridge.receive(reply["session"], name, (INDEX / name).read_bytes())
        reply = json.loads(bridge.step(reply["session"]))
    return encoded([reply.get("outcome"), reply.get("trace"), reply.get("error")])


bridge.open_site((INDEX / "manifest.json").read_bytes())
questions = json.loads((HOST / "questions.json").read_text("utf-8"))
(HOST / "replies.json").write_text(json.dumps([reply_to(one) for one in questions]), "utf-8")
