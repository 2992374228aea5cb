"""No file of a corpus becomes one that a browser runs when it is opened by its own address."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from chapterverse.stages.ingest import ingest

NAMESPACES = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
ACTIVE = {
    "a script": "<script>alert(1)</script>",
    "a script of another prefix": '<s:script xmlns:s="http://www.w3.org/2000/svg">alert(1)</s:script>',
    "a handler": '<rect onload="alert(1)"/>',
    "a handler of the root": '"onload="alert(1)',
    "markup of pages": '<foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml"/></foreignObject>',
    "a handler in markup of pages": '<foreignObject><p xmlns="http://www.w3.org/1999/xhtml" '
    'onclick="x">x</p></foreignObject>',
    "a style in markup of pages": '<foreignObject><p xmlns="http://www.w3.org/1999/xhtml" '
    'style="background: url(//e.example/x)">x</p></foreignObject>',
    "markup of pages by namespace": '<h:img xmlns:h="http://www.w3.org/1999/xhtml" src="#"/>',
    "a link that is a script": '<a href="java&#10;script:alert(1)"><text>x</text></a>',
    "an old link that is a script": '<a xlink:href=" JavaScript:alert(1)"><text>x</text></a>',
    "a link to data": '<a href="data:text/html,x"><text>x</text></a>',
    "an animated link": '<a><animate attributeName="href" values="javascript:alert(1)"/></a>',
    "a set link": '<a><set attributeName="xlink:href" to="javascript:alert(1)"/></a>',
    "a picture from elsewhere": '<image href="https://e.example/x.png"/>',
    "a part from elsewhere": '<use href="other.svg#a"/>',
    "a part of data": '<use href="data:image/svg+xml;base64,AAAA#a"/>',
    "a base": '<g xml:base="https://e.example/"/>',
    "a style from elsewhere": "<style>@import 'https://e.example/x.css';</style>",
    "a style that loads": "<style>rect { fill: url(https://e.example/x) }</style>",
    "an attribute that loads": '<rect fill="url(//e.example/x)"/>',
    "an escaped style": "<style>@\\69mport 'x';</style>",
}
HARMLESS = {
    "shapes": '<rect width="1" height="1" fill="red"/>',
    "parts": '<defs><linearGradient id="a"/></defs><rect fill="url(#a)"/><use href="#a"/>',
    "a picture inside": '<image href="data:image/png;base64,AAAA"/>',
    "a link": '<a href="https://example.org/"><text>x</text></a>',
    "text of a drawing program": '<foreignObject><div xmlns="http://www.w3.org/1999/xhtml" '
    'style="color: red"><font face="x">x</font></div></foreignObject>',
    "a style": "<style>rect { fill: red }</style>",
    "an animation": '<rect><animate attributeName="x" values="0;1" dur="1s"/></rect>',
    "an editor's notes": '<m xmlns="http://www.inkscape.org/namespaces/inkscape" pagecolor="white"/>',
}


def svg(inside: str) -> str:
    if inside.startswith('"'):
        return f'<svg {NAMESPACES} id={inside}"/>'
    return f"<svg {NAMESPACES}>{inside}</svg>"


def read(tmp_path: Path, data: str | bytes) -> tuple[list[str], str]:
    file = tmp_path / "corpus" / "a.svg"
    file.parent.mkdir()
    file.write_bytes(data.encode() if isinstance(data, str) else data)
    ingested = ingest([file.parent])
    told = "\n".join(map(str, ingested.problems))
    return [image.site_path for image in ingested.images], told


@pytest.mark.parametrize("inside", ACTIVE.values(), ids=ACTIVE)
def test_an_active_picture_is_left_out_and_named_with_its_line(tmp_path: Path, inside: str) -> None:
    images, told = read(tmp_path, "<?xml version='1.0'?>\n" + svg(inside))
    assert images == []
    assert "a.svg: a picture that could act" in told
    assert "line 2: " in told


@pytest.mark.parametrize("inside", HARMLESS.values(), ids=HARMLESS)
def test_a_picture_that_only_shows_is_published(tmp_path: Path, inside: str) -> None:
    assert read(tmp_path, svg(inside)) == (["a.svg"], "")


@pytest.mark.parametrize(
    "data",
    [
        b"<svg",
        b"",
        b"<html><script>alert(1)</script>",
        svg("<script>alert(1)</script>").encode("utf-16"),
        f"<!DOCTYPE svg [<!ENTITY x '<script/>'>]>{svg('&x;')}".encode(),
        f"<?xml-stylesheet href='x.xsl'?>{svg('')}".encode(),
        b"<?xml version='1.0' encoding='utf-7'?><svg/>",
    ],
)
def test_what_is_no_plain_picture_is_left_out(tmp_path: Path, data: bytes) -> None:
    assert read(tmp_path, data)[0] == []


def test_entities_that_grow_end_soon(tmp_path: Path) -> None:
    grown = "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 9}">' for n in range(1, 40))
    images, told = read(tmp_path, f'<!DOCTYPE svg [<!ENTITY e0 "x">{grown}]>{svg("&e39;")}')
    assert images == []
    assert "entities" in told


@pytest.mark.parametrize(
    "version",
    [
        "1.html",
        "1.HTM",
        "1.xhtml",
        "1.svg",
        "1.xml",
        "1.js",
        "1.mjs",
        "1.css",
        "2.html.gz",
        ".svgz",
    ],
)
def test_a_record_does_not_end_like_a_file_that_a_browser_runs(
    tmp_path: Path, version: str
) -> None:
    record = {"doc_id": "a", "title": "A", "version": version, "scope": "public", "text": "x"}
    (tmp_path / "a.jsonl").write_text(json.dumps(record), "utf-8")
    ingested = ingest([tmp_path])
    assert ingested.sources == ()
    assert "a.jsonl:1: `version`" in str(ingested.problems[0])
    assert "ends like a file that browsers run" in str(ingested.problems[0])


@pytest.mark.parametrize("version", ["1", "1.10", "2.0-beta.1", "v3", "2024.01.02", "html", "1.rc"])
def test_usual_versions_are_read(tmp_path: Path, version: str) -> None:
    record = {"doc_id": "a.html", "title": "A", "version": version, "scope": "public", "text": "x"}
    (tmp_path / "a.jsonl").write_text(json.dumps(record), "utf-8")
    assert len(ingest([tmp_path]).sources) == 1
