"""A preview server for a built site, on the standard library."""

from __future__ import annotations

import errno
from collections.abc import Mapping
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import unquote, urlsplit

from chapterverse.errors import ChapterverseError

# The machine's own table may miss these or map them to something a browser refuses.
MIME_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json; charset=utf-8",
    ".jsonl": "text/plain; charset=utf-8",
    ".markdown": "text/plain; charset=utf-8",
    ".md": "text/plain; charset=utf-8",
    ".mdx": "text/plain; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".zip": "application/zip",
}


class PreviewHandler(SimpleHTTPRequestHandler):
    """Serves the files of one folder, and nothing else, below an optional path prefix."""

    protocol_version = "HTTP/1.1"
    server_version = "chapterverse"

    def __init__(
        self,
        *arguments: object,
        site_dir: Path,
        prefix: str = "/",
        headers: Mapping[str, str] | None = None,
        is_quiet: bool = True,
    ) -> None:
        self.site_dir = site_dir.resolve()
        self.prefix = prefix
        self.extra_headers = dict(headers or {})
        self.is_quiet = is_quiet
        super().__init__(*arguments, directory=str(site_dir))  # type: ignore[arg-type]

    def do_GET(self) -> None:
        self._answer(has_body=True)

    def do_HEAD(self) -> None:
        self._answer(has_body=False)

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "no-cache")
        self.send_header("X-Content-Type-Options", "nosniff")
        for name, value in self.extra_headers.items():
            self.send_header(name, value)
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        if not self.is_quiet:
            super().log_message(format, *args)

    def guess_type(self, path: object) -> str:
        suffix = Path(str(path)).suffix.lower()
        return MIME_TYPES.get(suffix) or super().guess_type(str(path))

    def _answer(self, *, has_body: bool) -> None:
        path = urlsplit(self.path).path
        file = self._file_of(path)
        is_folder = bool(file and file.is_dir()) or f"{path}/" == self.prefix
        if is_folder and not path.endswith("/"):
            self._redirect(f"{path}/")
        elif file and (page := file / "index.html" if file.is_dir() else file).is_file():
            self._send(HTTPStatus.OK, page, has_body=has_body)
        else:
            self._send(HTTPStatus.NOT_FOUND, self.site_dir / "404.html", has_body=has_body)

    def _file_of(self, url_path: str) -> Path | None:
        """Return the file or folder that a URL names, None when it lies outside of the site."""
        if not url_path.startswith(self.prefix):
            return None
        name = unquote(url_path[len(self.prefix) :])
        if "\0" in name or "\\" in name:
            return None
        file = (self.site_dir / name).resolve()
        try:
            file.exists()
        except OSError:  # a name longer than any file's
            return None
        return file if file.is_relative_to(self.site_dir) else None

    def _redirect(self, path: str) -> None:
        self.send_response(HTTPStatus.MOVED_PERMANENTLY)
        # A path that starts with two slashes would name another host.
        self.send_header("Location", "/" + path.lstrip("/"))
        self.send_header("Content-Length", "0")
        self.end_headers()

    def _send(self, status: HTTPStatus, file: Path, *, has_body: bool) -> None:
        content = file.read_bytes() if file.is_file() else b"Not found\n"
        kind = self.guess_type(file) if file.is_file() else MIME_TYPES[".txt"]
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        if has_body:
            self.wfile.write(content)


def make_server(
    site_dir: Path,
    port: int = 0,
    host: str = "127.0.0.1",
    *,
    prefix: str = "/",
    headers: Mapping[str, str] | None = None,
    is_quiet: bool = True,
) -> ThreadingHTTPServer:
    """Return a server that is bound and not yet running; port 0 takes any free one.

    Raises ChapterverseError when there is no site in the folder or the port is taken.
    """
    if not (site_dir / "index.html").is_file():
        raise ChapterverseError(f"{site_dir}: no index.html here; build a site first")
    handler = partial(
        PreviewHandler, site_dir=site_dir, prefix=prefix, headers=headers, is_quiet=is_quiet
    )
    try:
        return _PreviewServer((host, port), handler)
    except OSError as error:
        if error.errno not in (errno.EADDRINUSE, errno.EACCES):
            raise
        raise ChapterverseError(
            f"port {port} on {host} is taken or not allowed ({error.strerror}); choose another "
            "with --port"
        ) from error


def serve(site_dir: Path, port: int, host: str = "127.0.0.1") -> None:
    """Serve a site until interrupted."""
    with make_server(site_dir, port, host, is_quiet=False) as server:
        print(f"Serving {site_dir} at http://{host}:{server.server_port}/ (Ctrl+C stops)")
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            print()


class _PreviewServer(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: object, client_address: object) -> None:
        """Say nothing of browsers that hang up in the middle of a file."""
