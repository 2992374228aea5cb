"""The metadata that an author writes between `---` lines at the top of a document."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import yaml
from pydantic import BaseModel, ConfigDict, ValidationError, field_validator

from chapterverse.errors import Problem
from chapterverse.model import FrontMatter
from chapterverse.site_paths import redirect_path_of

# Text loaders only: `version: 1.10` has to stay "1.10" and not become the number 1.1.
_LOADER = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
_MAX_LINES = 500
_NOT_SAID = ("", "~", "null")
_SCOPE = re.compile(r"[\w][\w.-]*")
# Words that limit who may read a document: metadata that holds one and cannot be read hides it.
_LIMITING = ("scope", "draft", "private", "published")


@dataclass(frozen=True, slots=True)
class Metadata:
    """Front matter as read.

    `is_hidden` says that the document must not be published: its author said so, or may have said
    so in a way that cannot be read.
    """

    front_matter: FrontMatter
    body_start_line: int
    problems: tuple[Problem, ...] = ()
    is_hidden: bool = False


class _Fields(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True)

    title: str = ""
    version: str = ""
    scope: str = "public"
    lang: str = ""
    doc_id: str = ""
    order: int = 0
    draft: bool = False
    private: bool = False
    published: bool = True
    exclude_from_answers: bool = False
    redirects: tuple[str, ...] = ()

    @field_validator("title", "version", "lang", "doc_id")
    @classmethod
    def _one_line(cls, value: str) -> str:
        return " ".join(value.split())

    @field_validator("scope")
    @classmethod
    def _plain_scope(cls, value: str) -> str:
        if not _SCOPE.fullmatch(value):
            raise ValueError("a scope is a word of letters, digits, '.', '_' or '-'")
        return value

    @field_validator("redirects")
    @classmethod
    def _paths_in_the_site(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(dict.fromkeys(map(redirect_path_of, value)))

    @field_validator("redirects", mode="before")
    @classmethod
    def _listed(cls, value: object) -> object:
        return [value] if isinstance(value, str) else value


def read_front_matter(source_path: str, lines: Sequence[str]) -> Metadata:
    """Read the metadata at the top of a document's lines; what is wrong becomes problems."""
    end = _closing_line(lines)
    if end == 0:
        return Metadata(FrontMatter(), body_start_line=1)
    raw = "\n".join(lines[1 : end - 1])
    try:
        loaded = yaml.load(raw, Loader=_LOADER)  # noqa: S506  # builds text, lists and maps only
    except yaml.YAMLError as error:
        return _unreadable(source_path, raw, end, _yaml_problem(source_path, error))
    except (RecursionError, ValueError) as error:
        problem = Problem(source_path, 1, f"front matter cannot be read: {error}")
        return _unreadable(source_path, raw, end, problem)
    if isinstance(loaded, str) and loaded:
        # Prose between two thematic breaks, not metadata.
        return Metadata(FrontMatter(), body_start_line=1)
    if not isinstance(loaded, dict):
        found = "a list" if isinstance(loaded, list) else "nothing"
        problem = Problem(source_path, 1, f"front matter holds {found}, expected `name: value`")
        problems = (problem,) if raw.strip() else ()
        return Metadata(FrontMatter(), end + 1, problems)
    return _validated(source_path, loaded, lines[:end])


def _closing_line(lines: Sequence[str]) -> int:
    if not lines or lines[0].rstrip() != "---":
        return 0
    for number, line in enumerate(lines[1:_MAX_LINES], start=2):
        if line.rstrip() in ("---", "..."):
            return number
    return 0


def _unreadable(source_path: str, raw: str, end: int, problem: Problem) -> Metadata:
    is_hidden = any(word in raw.lower() for word in _LIMITING)
    problems = [problem]
    if is_hidden:
        message = "left out, because its metadata may limit who can read it"
        problems.append(Problem(source_path, 0, message))
    return Metadata(FrontMatter(), end + 1, tuple(problems), is_hidden)


def _yaml_problem(source_path: str, error: yaml.YAMLError) -> Problem:
    mark = getattr(error, "problem_mark", None)
    what = getattr(error, "problem", None) or "not YAML"
    return Problem(source_path, mark.line + 2 if mark else 1, f"front matter: {what}")


def _validated(source_path: str, loaded: dict[object, object], lines: Sequence[str]) -> Metadata:
    said = {
        str(name): value
        for name, value in loaded.items()
        if not (isinstance(value, str) and value.strip() in _NOT_SAID)
    }
    try:
        fields = _Fields.model_validate(said)
    except ValidationError as error:
        bad = {str(each["loc"][0]): each["msg"] for each in error.errors()}
        problems = tuple(
            Problem(source_path, _line_of_key(name, lines), f"front matter `{name}`: {message}")
            for name, message in bad.items()
        )
        fields = _Fields.model_validate({k: v for k, v in said.items() if k not in bad})
        is_hidden = _is_hidden(fields) or any(name in bad for name in _LIMITING)
        return Metadata(_front_matter(fields), len(lines) + 1, problems, is_hidden)
    return Metadata(_front_matter(fields), len(lines) + 1, (), _is_hidden(fields))


def _is_hidden(fields: _Fields) -> bool:
    return fields.private or not fields.published


def _front_matter(fields: _Fields) -> FrontMatter:
    return FrontMatter(**fields.model_dump(exclude={"private", "published"}))


def _line_of_key(name: str, lines: Sequence[str]) -> int:
    for number, line in enumerate(lines, start=1):
        if line.lstrip("\"' ").startswith(name):
            return number
    return 1
