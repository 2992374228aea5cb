"""Records of a JSON Lines corpus: one document a line, each validated by itself."""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Iterator

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from chapterverse.errors import Problem
from chapterverse.model import FrontMatter, Source, SourceKind
from chapterverse.source_text import sha256_hex, split_lines

_SCOPE_PATTERN = r"^[\w][\w.-]*$"


_RUN_BY_BROWSERS = re.compile(
    r"\.(?:[a-z]{0,6}html?[0-9]?|xht|[a-z]{0,6}ml|svgz?|xslt?|rdf|rss|atom|[mc]?jsx?|css|wasm|pdf|swf|php[0-9]?"
    r"|aspx?|cgi)(?:\.(?:gz|br|zst))?$",
    re.IGNORECASE,
)


class Record(BaseModel):
    """One line of a JSON Lines corpus; fields that it doesn't know are passed over."""

    model_config = ConfigDict(extra="ignore", frozen=True, str_strip_whitespace=True, strict=True)

    doc_id: str = Field(min_length=1)
    title: str = Field(min_length=1)
    version: str = Field(min_length=1)
    scope: str = Field(pattern=_SCOPE_PATTERN)
    text: str
    lang: str = ""
    source_url: str = ""

    @field_validator("version", mode="before")
    @classmethod
    def _scalar(cls, value: object) -> object:
        return str(value).lower() if isinstance(value, bool) else value

    @field_validator("title")
    @classmethod
    def _one_line(cls, value: str) -> str:
        return " ".join(value.split())

    @field_validator("doc_id", "version")
    @classmethod
    def _fit_for_a_path(cls, value: str) -> str:
        parts = value.split("/")
        if not value.isprintable() or "\\" in value or any(p in ("", ".", "..") for p in parts):
            raise ValueError("becomes part of a path: no control characters, `\\`, `.` or `..`")
        return value

    @field_validator("version")
    @classmethod
    def _fit_for_the_end_of_a_path(cls, value: str) -> str:
        # A record's own text lies in a file whose name ends in its version: a host would send it
        # as what that end means, and a browser would run it.
        if found := _RUN_BY_BROWSERS.search(value):
            raise ValueError(f"ends like a file that browsers run ({found[0]})")
        return value

    @field_validator("text")
    @classmethod
    def _text(cls, value: str) -> str:
        if not value.strip():
            raise ValueError("is empty")
        value.encode()  # a lone surrogate is not text; the error is a ValueError
        return value


def read_records(source_path: str, text: str) -> tuple[list[Source], list[Problem]]:
    """Read every record of a JSON Lines text; each bad line is a problem with its number."""
    sources: list[Source] = []
    problems: list[Problem] = []
    line_of_path: dict[str, int] = {}
    for number, line in enumerate(split_lines(text), start=1):
        if not line.strip():
            continue
        try:
            record = Record.model_validate(_object(line))
        except (ValueError, RecursionError) as error:
            problems += (Problem(source_path, number, message) for message in _messages(error))
            continue
        source = _source(source_path, record)
        first = line_of_path.setdefault(source.source_path, number)
        if first != number:
            found = f"{record.doc_id} in version {record.version} was already in line {first}"
            problems.append(Problem(source_path, number, found))
            continue
        sources.append(source)
    return sources, problems


def _object(line: str) -> object:
    # Numbers stay as written: version 1.10 must not become 1.1.
    return json.loads(
        line,
        parse_float=str,
        parse_int=str,
        parse_constant=_refuse_constant,
        object_pairs_hook=_unique_pairs,
    )


def _refuse_constant(name: str) -> object:
    raise ValueError(f"{name} is not JSON")


def _unique_pairs(pairs: list[tuple[str, object]]) -> dict[str, object]:
    record = dict(pairs)
    if len(record) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"the field `{twice}` is there twice")
    return record


def _messages(error: Exception) -> Iterator[str]:
    if isinstance(error, ValidationError):
        for each in error.errors():
            field = ".".join(str(part) for part in each["loc"])
            yield f"`{field}`: {each['msg']}" if field else "expected an object with fields"
    elif isinstance(error, json.JSONDecodeError):
        yield f"not JSON: {error.msg} at column {error.colno}"
    else:
        yield f"not a record: {error}"


def _source(source_path: str, record: Record) -> Source:
    lang, url = record.lang, record.source_url
    return Source(
        source_path=posixpath.join(source_path, f"{record.doc_id}@{record.version}"),
        kind=SourceKind.RECORD,
        lines=split_lines(record.text),
        content_hash=sha256_hex(record.text.encode()),
        front_matter=FrontMatter(
            title=record.title,
            version=record.version,
            scope=record.scope,
            lang=lang,
            doc_id=record.doc_id,
        ),
        body_start_line=1,
        source_url=url if url.startswith(("https://", "http://")) else "",
        raw=record.text.encode(),
    )
