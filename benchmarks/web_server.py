"""Serve folders as a good host does (gzip, hashed files for ever), as slowly as is asked for."""

from __future__ import annotations

import gzip
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache, partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import unquote, urlsplit

from chapterverse.serve import MIME_TYPES

_STEP_BYTES = 16 * 1024
_LONG = "public, max-age=31536000, immutable"


class Link:
    """A shared link of so many Mbit/s (0: as fast as it gets) that counts what goes over it."""

    def __init__(self, mbit: float = 0.0) -> None:
        self.mbit = mbit
        self.sent_bytes = 0
        self._free_at = 0.0
        self._lock = threading.Lock()

    def pass_on(self, data: bytes, write: Callable[[bytes], object]) -> None:
        """Write bytes, waiting for as long as they take on the link."""
        for start in range(0, len(data), _STEP_BYTES):
            piece = data[start : start + _STEP_BYTES]
            self._wait(len(piece))
            write(piece)

    def _wait(self, size: int) -> None:
        with self._lock:
            self.sent_bytes += size
            if not self.mbit:
                return
            start = max(self._free_at, time.monotonic())
            self._free_at = start + size * 8 / (self.mbit * 1e6)
            until = self._free_at
        time.sleep(max(0.0, until - time.monotonic()))


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def __init__(self, *arguments: object, mounts: Mapping[str, Path], link: Link) -> None:
        self.mounts = mounts
        self.link = link
        super().__init__(*arguments)  # type: ignore[arg-type]

    def do_GET(self) -> None:
        file = self._file_of(unquote(urlsplit(self.path).path))
        if file is None:
            self.send_error(404)
            return
        data = compressed(file)
        self.send_response(200)
        self.send_header("Content-Type", MIME_TYPES.get(file.suffix, "application/octet-stream"))
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(data)))
        self.send_header("Cache-Control", _LONG if is_lasting(file) else "no-cache")
        self.end_headers()
        self.link.pass_on(data, self.wfile.write)

    def _file_of(self, path: str) -> Path | None:
        for prefix, folder in self.mounts.items():
            if path.startswith(prefix):
                file = (folder / path[len(prefix) :]).resolve()
                file = file / "index.html" if file.is_dir() else file
                return file if file.is_file() and file.is_relative_to(folder.resolve()) else None
        return None

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Say nothing."""


def is_lasting(file: Path) -> bool:
    """Tell whether a file's address names its bytes, so that it may be cached for ever."""
    is_hashed = "_chapterverse" in file.parts or "pyodide" in file.parts
    return is_hashed and file.name not in {"manifest.json", "headings.json"}


@lru_cache(maxsize=4096)
def compressed(file: Path) -> bytes:
    """Return a file's bytes as they cross the wire."""
    return gzip.compress(file.read_bytes(), 6, mtime=0)


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def handle_error(self, request: object, client_address: object) -> None:
        """Say nothing of browsers that hang up."""


@contextmanager
def served(mounts: Mapping[str, Path], link: Link) -> Iterator[str]:
    """Give the address of a server of folders by URL prefix; longer prefixes first."""
    ordered = dict(sorted(mounts.items(), key=lambda item: -len(item[0])))
    with _Server(("127.0.0.1", 0), partial(_Handler, mounts=ordered, link=link)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
