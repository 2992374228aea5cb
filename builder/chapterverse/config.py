"""Read `chapterverse.toml`: what a site is called, what it is built from, what it must reach."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated, Any, Self

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    FiniteFloat,
    PlainValidator,
    ValidationError,
    model_validator,
)

from chapterverse.config_inputs import input_problems
from chapterverse.config_problems import Location, name_problem, without
from chapterverse.errors import InputError, Problem
from chapterverse.nav_entries import MKDOCS_NAME, NavEntry, NavError, entries_of, read_mkdocs
from chapterverse.screening.allowing import Allowance

CONFIG_NAME = "chapterverse.toml"


class _Table(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class SiteTable(_Table):
    """How the site presents itself."""

    title: str = "Documentation"
    url: str = Field(
        default="",
        pattern=r"^(https?://\S+)?$",
        description="an address that begins with http:// or https://",
    )
    description: str = ""
    repo_url: str = ""
    edit_uri: str = ""
    lang: str = ""
    offline: bool = False
    headers: bool = False


class BuildTable(_Table):
    """What is read and how it is cut; paths are relative to the configuration's folder."""

    sources: tuple[str, ...] = ()
    out: str = "dist"
    exclude: tuple[str, ...] = ()
    max_chars: int = Field(default=1200, ge=100, le=20_000)
    scopes: tuple[str, ...] = ("public",)
    strict: bool = False
    jobs: int = Field(default=0, ge=0, le=256)
    html: bool = False
    keep: int = Field(default=1, ge=0, le=1000)
    precompress: bool = False
    semantic: bool = False


class RuntimeTable(_Table):
    """Where a prepared Pyodide runtime lies, if not in the usual places."""

    directory: str = ""


class AllowTable(_Table):
    """One entry of the screen's allow-list: a document's path, or a passage's hash, and why."""

    path: str = ""
    passage: str = Field(
        default="",
        pattern=r"^([0-9a-f]{12,64})?$",
        description="12 to 64 hexadecimal digits of a passage's hash",
    )
    reason: str = Field(pattern=r"\S", description="a reason in words")

    @model_validator(mode="after")
    def _names_one_thing(self) -> Self:
        if bool(self.path) == bool(self.passage):
            raise ValueError("expected either `path` or `passage`")
        return self


class ScreeningTable(_Table):
    """What may be evidence although the screen objects."""

    allow: tuple[AllowTable, ...] = ()


class ScopeTable(_Table):
    """A scope that is published encrypted: where its passphrase is, and what salts it."""

    passphrase_env: str = Field(
        pattern=r"^[A-Za-z_][A-Za-z0-9_]*$",
        description="the name of an environment variable that holds the passphrase",
    )
    salt: str = ""


class AnswersTable(_Table):
    """From which confidence on, in thousandths, an answer is given; None is the engine's own."""

    threshold: int | None = Field(default=None, ge=0, le=1000)


def _measure(name: str) -> str:
    # Only who sets a bar needs to load the measures.
    from chapterverse.evaluation.measures import MEASURES  # noqa: PLC0415

    if name not in MEASURES:
        raise ValueError(f"expected one of: {', '.join(sorted(MEASURES))}")
    return name


class EvaluationTable(_Table):
    """Which cases are asked, and the bars that measures must reach."""

    cases: tuple[str, ...] = ()
    bars: dict[Annotated[str, AfterValidator(_measure)], FiniteFloat] = Field(default_factory=dict)


class LimitsTable(_Table):
    """The most that a reader may have to download, in KB of gzip; what is exceeded fails a build."""

    page_kb: float | None = Field(default=None, gt=0)
    search_kb: float | None = Field(default=None, gt=0)
    first_question_kb: float | None = Field(default=None, gt=0)
    question_kb: float | None = Field(default=None, gt=0)


class ConfigFile(_Table):
    """The whole file; every key is optional, an unknown one is an error."""

    nav: Annotated[tuple[NavEntry, ...], PlainValidator(entries_of)] = ()
    site: SiteTable = SiteTable()
    build: BuildTable = BuildTable()
    runtime: RuntimeTable = RuntimeTable()
    screening: ScreeningTable = ScreeningTable()
    scopes: dict[str, ScopeTable] = Field(default_factory=dict)
    answers: AnswersTable = AnswersTable()
    evaluation: EvaluationTable = EvaluationTable()
    limits: LimitsTable = LimitsTable()


@dataclass(frozen=True, slots=True)
class Config:
    """The settings of one build with every path made absolute; `jobs` is at least 1."""

    site: SiteTable
    nav: tuple[NavEntry, ...]
    sources: tuple[Path, ...]
    out: Path
    exclude: tuple[str, ...]
    max_chars: int
    scopes: tuple[str, ...]
    is_strict: bool
    jobs: int
    html: bool
    keep: int
    precompress: bool
    allowances: tuple[Allowance, ...]
    runtime_dir: Path | None
    cases: tuple[Path, ...]
    bars: Mapping[str, float]
    limits: LimitsTable
    threshold: int | None = None
    semantic: bool = False
    protected: Mapping[str, ScopeTable] = field(default_factory=dict)


def load_config(path: Path | None, **overrides: Any) -> Config:
    """Read the configuration and apply what the command line says.

    Without `path`, `chapterverse.toml` of the working folder counts if it is there, else its
    `mkdocs.yml`, except for cases, bars and nav when `overrides` names another corpus. `overrides`
    that are None do not count; `sources`, `out` and `cases` in them are relative to the working
    folder. Raises InputError that lists every problem of the file, and of what it names.
    """
    names = (Path(CONFIG_NAME), Path(MKDOCS_NAME))
    found = path or next((name for name in names if name.is_file()), names[0])
    has_file = path is not None or found.is_file()
    file, problems = _read(found) if has_file else (ConfigFile(), [])
    base = (found.parent if has_file else Path()).resolve()
    resolved = _resolved(file, base, overrides)
    is_other_corpus = path is None and resolved.sources != _resolved(file, base, {}).sources
    if is_other_corpus:
        resolved = replace(resolved, cases=(), bars={}, nav=())
    if problems:
        raise InputError(sorted([*problems, *problems_of(resolved)]))
    return resolved


def problems_of(config: Config, *, is_evaluated: bool = True) -> list[Problem]:
    """List what is wrong with all that a configuration names: sources, cases, runtime, output."""
    cases = config.cases if is_evaluated else ()
    return list(input_problems(config.sources, cases, config.runtime_dir, config.out))


def _read(path: Path) -> tuple[ConfigFile, list[Problem]]:
    """Return what a file says, without its mistakes, and these."""
    is_mkdocs = path.suffix in (".yml", ".yaml")
    try:
        text = path.read_text("utf-8")
        table = _mkdocs_table(path) if is_mkdocs else tomllib.loads(text)
    except NavError as error:
        raise InputError([Problem(str(path), 0, str(error))]) from error
    except OSError as error:
        raise InputError([Problem(str(path), 0, error.strerror or str(error))]) from error
    except ValueError as error:
        raise InputError([Problem(str(path), 0, f"not valid TOML: {error}")]) from error
    return _validated(_with_tuples(table), str(path), "" if is_mkdocs else text)


def _validated(table: dict[str, Any], path: str, text: str) -> tuple[ConfigFile, list[Problem]]:
    """Return the model of a table without its faulty keys, and what is wrong with these."""
    try:
        return ConfigFile.model_validate(table), []
    except ValidationError as error:
        problems = [name_problem(path, text, ConfigFile, one) for one in error.errors()]
        rest = without(table, [_faulty(one["type"], one["loc"]) for one in error.errors()])
    file, more = _validated(rest, path, text) if rest not in ({}, table) else (ConfigFile(), [])
    return file, [*problems, *more]


def _faulty(kind: str, location: Location) -> Location:
    """Return the place of what has to go for the rest to be read: a table that lacks a key goes."""
    return location[:-1] if kind == "missing" else location


def _mkdocs_table(path: Path) -> dict[str, Any]:
    """Return what an existing mkdocs.yml says as if it stood in a file of our own."""
    said = read_mkdocs(path)
    site = {"title": "site_name", "repo_url": "repo_url", "edit_uri": "edit_uri"}
    return {
        "nav": said.get("nav", ()),
        "site": {ours: said[theirs] for ours, theirs in site.items() if theirs in said},
        "build": {"sources": [said.get("docs_dir", "docs")]},
    }


def _with_tuples(value: Any) -> Any:
    """TOML has lists where the records have tuples."""
    if isinstance(value, dict):
        return {key: _with_tuples(item) for key, item in value.items()}
    return tuple(value) if isinstance(value, list) else value


def _resolved(file: ConfigFile, base: Path, overrides: Mapping[str, Any]) -> Config:
    given = {key: value for key, value in overrides.items() if value not in (None, ())}
    build = file.build

    def paths(key: str, said: tuple[str, ...]) -> tuple[Path, ...]:
        if key in given:
            return tuple(Path(path).resolve() for path in given[key])
        return tuple((base / path).resolve() for path in said)

    return Config(
        site=file.site,
        nav=file.nav,
        sources=paths("sources", build.sources) or (base,),
        out=Path(given["out"]).resolve() if "out" in given else (base / build.out).resolve(),
        exclude=build.exclude,
        max_chars=given.get("max_chars", build.max_chars),
        scopes=tuple(given.get("scopes", build.scopes)),
        is_strict=given.get("is_strict", build.strict),
        jobs=given.get("jobs", build.jobs) or _processors(),
        html=build.html,
        keep=given.get("keep", build.keep),
        precompress=build.precompress,
        semantic=build.semantic,
        allowances=tuple(
            Allowance(one.path, one.passage, one.reason) for one in file.screening.allow
        ),
        runtime_dir=(base / file.runtime.directory).resolve() if file.runtime.directory else None,
        cases=paths("cases", file.evaluation.cases),
        bars=file.evaluation.bars,
        limits=file.limits,
        threshold=file.answers.threshold,
        protected=file.scopes,
    )


def _processors() -> int:
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # macOS and Windows
        return os.cpu_count() or 1
