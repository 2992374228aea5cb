"""Whatever lies in a corpus folder, a build reads documents only, ends soon and names the rest."""

from __future__ import annotations

import os
import socket
import threading
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest
from small_site import in_one_script

from chapterverse import corpus_walk, pipeline
from chapterverse.config import load_config
from chapterverse.errors import InputError
from chapterverse.serve import make_server
from chapterverse.stages import ingest as stages_ingest
from chapterverse.stages.ingest import ingest


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    root = tmp_path / "corpus"
    root.mkdir()
    (root / "good.md").write_text("# Good\n\nWords.\n")
    return root


def read(corpus: Path) -> tuple[set[str], str]:
    """Return the paths of the documents and all that is told of the rest."""
    try:
        ingested = ingest([corpus])
    except InputError as error:
        return set(), str(error)
    return {one.source_path for one in ingested.sources}, "\n".join(map(str, ingested.problems))


def test_a_pipe_is_not_waited_for(corpus: Path) -> None:
    os.mkfifo(corpus / "pipe.md")
    sources, told = read(corpus)
    assert sources == {"good.md"}
    assert "pipe.md" in told


def test_a_socket_is_not_read(corpus: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(corpus)  # the path of a socket must be short
    with socket.socket(socket.AF_UNIX) as bound:
        bound.bind("socket.md")
        sources, told = read(corpus)
    assert sources == {"good.md"}
    assert "socket.md" in told


def test_a_device_behind_a_link_is_not_read(corpus: Path) -> None:
    (corpus / "zero.md").symlink_to("/dev/zero")
    sources, told = read(corpus)
    assert "zero.md" not in sources
    assert "zero.md" in told


@pytest.mark.parametrize("target", [".", "..", "loop", "a/b"])
def test_links_that_run_in_circles_end(corpus: Path, target: str) -> None:
    (corpus / "a").mkdir()
    (corpus / "a" / "b").symlink_to("..", target_is_directory=True)
    (corpus / "loop").symlink_to(target, target_is_directory=True)
    sources, told = read(corpus)
    assert len(sources) <= 1
    assert sources == {"good.md"} or "loop" in told or "a/b" in told


def test_a_huge_sparse_file_is_named_with_the_limit(corpus: Path) -> None:
    with (corpus / "huge.md").open("wb") as file:
        file.truncate(1 << 40)
    sources, told = read(corpus)
    assert sources == {"good.md"}
    assert "huge.md" in told
    assert "too big" in told


@pytest.mark.parametrize(
    "name",
    ["a\nb.md", "a\x1bb.md", "a\u202eb.md", "a\u200eb.md", "a\u2066b.md", "\x7f.md", "con.md", "NUL.md",
     "aux/a.md", "com1.txt", "LPT9.x.md", "a\\b.md", "com\u00b9.md", "CONIN$.md", "nul .md", "C:a.md",
     "ab./a.md"],
    ids=ascii,
)  # fmt: skip
def test_a_name_that_lies_or_that_another_system_refuses_is_refused_by_name(
    corpus: Path, name: str
) -> None:
    (corpus / name).parent.mkdir(exist_ok=True)
    (corpus / name).write_text("# Bad\n")
    sources, told = read(corpus)
    assert sources == set()
    assert ascii(name.split("/", maxsplit=1)[0])[1:4].strip("\\") in told or name in told
    assert not set("\x1b\u202e\u200e\u2066\x7f") & set(told), "the message itself lies"


@pytest.fixture
def port(tmp_path: Path) -> Iterator[int]:
    site = tmp_path / "site"
    site.mkdir()
    for name in ("index.html", "404.html"):
        (site / name).write_text(name)
    (tmp_path / "secret.txt").write_text("secret")
    with make_server(site) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_port
        server.shutdown()


@pytest.mark.parametrize(
    "path",
    [
        "/../secret.txt",
        "//../secret.txt",
        "/./../secret.txt",
        "/%2e%2e/secret.txt",
        "/%2e%2e%2fsecret.txt",
        "/..%5csecret.txt",
        "/%252e%252e/secret.txt",
        "/..;/secret.txt",
        "/%c0%ae%c0%ae/secret.txt",
        "/index.html/../../secret.txt",
        "/\u202e",
        "/" + "a" * 5_000,
        "/" + "a/" * 2_000,
        "/?" + "a" * 20_000,
        "*",
        "http://other.example/../secret.txt",
    ],
    ids=lambda path: ascii(path[:30]),
)
def test_the_preview_server_gives_nothing_else(port: int, path: str) -> None:
    with socket.create_connection(("127.0.0.1", port), timeout=10) as connection:
        connection.sendall(f"GET {path} HTTP/1.0\r\n\r\n".encode())
        reply = b""
        while piece := connection.recv(65_536):
            reply += piece
    assert reply.split(b" ")[1] in (b"200", b"301", b"400", b"404")
    assert not reply.endswith(b"secret")


@pytest.mark.parametrize(
    "request_bytes",
    [
        b"GET /" + b"a" * 100_000 + b" HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\n" + b"".join(b"X%d: a\r\n" % n for n in range(500)) + b"\r\n",
        b"GET / HTTP/1.1\r\nX: " + b"a" * 100_000 + b"\r\n\r\n",
        b"POST / HTTP/1.1\r\nContent-Length: 99999999999\r\n\r\n",
        b"\x00\xff\r\n\r\n",
        b"GET\r\n\r\n",
    ],
    ids=["long line", "many headers", "long header", "post", "binary", "short"],
)
def test_an_oversized_or_broken_request_gets_an_error_and_the_server_lives(
    port: int, request_bytes: bytes
) -> None:
    with socket.create_connection(("127.0.0.1", port), timeout=10) as connection:
        connection.sendall(request_bytes)
        reply = connection.recv(100)
    # What is no HTTP/1 request gets a page without a status line.
    assert b"secret" not in reply
    assert reply == b"" or reply[8:10] in (b" 4", b" 5") or reply.startswith(b"<!DOCTYPE")
    healthy = HTTPConnection("127.0.0.1", port, timeout=10)
    healthy.request("GET", "/")
    assert healthy.getresponse().read() == b"index.html"
    healthy.close()


def test_a_file_that_is_swapped_for_a_link_is_not_read(
    corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Swapped after the walk, before the reading."""
    (tmp_path / "secret.md").write_text("# Secret\n")
    (corpus / "later.md").write_text("# Later\n")
    walked = corpus_walk.walk_corpus

    def swapping(*arguments: Any, **options: Any) -> corpus_walk.Walk:
        walk = walked(*arguments, **options)
        (corpus / "later.md").unlink()
        (corpus / "later.md").symlink_to(tmp_path / "secret.md")
        return walk

    monkeypatch.setattr(stages_ingest, "walk_corpus", swapping)
    sources, told = read(corpus)
    assert sources == {"good.md"}
    assert "later.md: left the corpus" in told


def test_a_folder_that_is_swapped_for_a_link_is_not_read(
    corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for folder in (tmp_path / "outside", corpus / "inner"):
        folder.mkdir()
        (folder / "a.md").write_text(f"# {folder.name}\n")
    walked = corpus_walk.walk_corpus

    def swapping(*arguments: Any, **options: Any) -> corpus_walk.Walk:
        walk = walked(*arguments, **options)
        (corpus / "inner").rename(tmp_path / "gone")
        (corpus / "inner").symlink_to(tmp_path / "outside", target_is_directory=True)
        return walk

    monkeypatch.setattr(stages_ingest, "walk_corpus", swapping)
    sources, told = read(corpus)
    assert sources == {"good.md"}
    assert "inner/a.md: left the corpus" in told


@pytest.mark.parametrize("kind", ["link", "pipe", "gone"])
def test_a_picture_that_is_swapped_during_the_build_fails_it(
    corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    in_one_script(monkeypatch, tmp_path)
    (tmp_path / "secret.png").write_bytes(b"secret")
    picture = corpus / "a.png"
    picture.write_bytes(b"\x89PNG")
    (corpus / "good.md").write_text("# Good\n\n![a](a.png)\n")
    ingested = pipeline.ingest

    def swapping(*arguments: Any, **options: Any) -> Any:
        found = ingested(*arguments, **options)
        picture.unlink()
        if kind == "link":
            picture.symlink_to(tmp_path / "secret.png")
        elif kind == "pipe":
            os.mkfifo(picture)
        return found

    monkeypatch.setattr(pipeline, "ingest", swapping)
    config = load_config(None, sources=(corpus,), out=tmp_path / "site", jobs=1)
    with pytest.raises(InputError, match=r"a\.png: changed during the build"):
        pipeline.build(config, is_evaluated=False)
    assert not (tmp_path / "site").exists()


def test_a_huge_picture_is_named_with_the_limit(corpus: Path) -> None:
    with (corpus / "huge.png").open("wb") as file:
        file.truncate(1 << 40)
    _, told = read(corpus)
    assert "huge.png: too big" in told
