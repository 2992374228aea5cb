"""The whole build on one screen: gather everything, then write, then judge, then publish."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path

from chapterverse.assets import web_dir
from chapterverse.config import Config
from chapterverse.errors import BarsMissed, InputError, Problem
from chapterverse.evaluation.bars import check_bars
from chapterverse.evaluation.evaluate import evaluate_site
from chapterverse.evaluation.host import INDEX_FOLDER, FileHost
from chapterverse.evaluation.page import render_evaluation
from chapterverse.evaluation.report import Report, encode_report
from chapterverse.model import Document, Finding, Ingested, ReadDocument, Source
from chapterverse.navigation import Navigation
from chapterverse.publish import StagedSite, publish, staged
from chapterverse.runtime.lookup import find_runtime
from chapterverse.site_paths import raw_path_of, source_page_path_of
from chapterverse.stages import pages
from chapterverse.stages.bundle import Bundle, bundle
from chapterverse.stages.chunk import chunk
from chapterverse.stages.generation import Changes, compare, hashes_of, numbered
from chapterverse.stages.index import index_passages, latest_documents, order_scope
from chapterverse.stages.ingest import ingest
from chapterverse.stages.parse import parse
from chapterverse.stages.screen import screen
from chapterverse.stages.shards import ShardSet, cut_shards
from chapterverse.state import read_published, write_state
from chapterverse_engine import ENGINE_VERSION
from chapterverse_engine.manifest import MANIFEST_NAME, Manifest, encode_manifest
from chapterverse_engine.terms import TERMS_VERSION

MANIFEST_PATH = f"{INDEX_FOLDER}/{MANIFEST_NAME}"
REPORT_PATH = "eval/report.json"
# Documents a worker process gets at a time: enough to hide the hand-over.
_DOCUMENTS_PER_TASK = 8


@dataclass(frozen=True, slots=True)
class BuildSummary:
    """What a build did; `report` is None when nothing was evaluated."""

    out: Path
    generation: int
    documents: int
    passages_active: int
    unsafe_passages: int
    changes: Changes
    problems: tuple[Problem, ...]
    findings: tuple[Finding, ...]
    report: Report | None


def build(config: Config, *, is_evaluated: bool = True) -> BuildSummary:
    """Build the site of a configuration and publish it, if it reaches its bars.

    Raises InputError for faulty input, BarsMissed when a bar is missed, and other
    ChapterverseErrors; whatever was published before is then still in place.
    """
    runtime = find_runtime(config.runtime_dir)
    ingested = _ingested(config)
    with _executor(config.jobs, len(ingested.sources)) as executor:
        read = _read_all(executor, ingested.sources, config.max_chars)
    documents = [one.parsed.document for one in read]
    published = read_published(config.out, MANIFEST_PATH)
    bundled = bundle(web_dir(), runtime)
    shard_sets = _index(read, config.scopes)
    manifest = numbered(
        _manifest(config, bundled, shard_sets, runtime.pyodide_version), published.manifest
    )
    frame = _frame(config, bundled, documents)
    navigation = Navigation.from_documents(documents)
    with staged(config.out) as site:
        _write_index(site, manifest, shard_sets)
        _write_pages(site, frame, navigation, read, config.site.url)
        _write_files(site, bundled, ingested)
        report = _judge(site, frame, navigation, read, config) if is_evaluated else None
        publish(site, config.out)
    hashes = hashes_of(read)
    write_state(config.out, manifest.generation, hashes)
    findings = tuple(finding for one in read for finding in one.findings)
    return BuildSummary(
        out=config.out,
        generation=manifest.generation,
        documents=len(read),
        passages_active=sum(shards.index.passages for shards in shard_sets),
        unsafe_passages=sum(bool(draft.unsafe_reason) for one in read for draft in one.drafts),
        changes=compare(published.hash_of_document, documents),
        problems=ingested.problems,
        findings=findings,
        report=report,
    )


def _ingested(config: Config) -> Ingested:
    ingested = ingest(config.sources, exclude=config.exclude, scopes=frozenset(config.scopes))
    if config.is_strict and ingested.problems:
        raise InputError(ingested.problems, "--strict: these files cannot be read whole:")
    if not ingested.sources:
        sources = ", ".join(map(str, config.sources))
        raise InputError([*ingested.problems, Problem(sources, 0, "no document to build from")])
    return ingested


@contextmanager
def _executor(jobs: int, documents: int) -> Iterator[Executor | None]:
    """Give a pool of processes where it pays, else None."""
    if jobs < 2 or documents < 2 * _DOCUMENTS_PER_TASK:
        yield None
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield pool


def _read_all(
    executor: Executor | None, sources: Sequence[Source], max_chars: int
) -> list[ReadDocument]:
    read = partial(read_document, max_chars=max_chars)
    if executor is None:
        return list(map(read, sources))
    return list(executor.map(read, sources, chunksize=_DOCUMENTS_PER_TASK))


def read_document(source: Source, *, max_chars: int) -> ReadDocument:
    """Take one document along its own path: parse, chunk, screen, index."""
    parsed = parse(source)
    drafts, findings = screen(source, parsed, chunk(parsed, source.lines, max_chars))
    is_quoted = not source.front_matter.exclude_from_answers
    indexed = index_passages(parsed.document, drafts) if is_quoted else ()
    return ReadDocument(source, parsed, tuple(drafts), indexed, tuple(findings))


def _index(read: Sequence[ReadDocument], scopes: Iterable[str]) -> tuple[ShardSet, ...]:
    latest = latest_documents(read)
    rows = (order_scope(scope, read, latest) for scope in sorted(set(scopes)))
    return tuple(cut_shards(scope) for scope in rows if scope.rows)


def _manifest(
    config: Config, bundled: Bundle, shard_sets: Sequence[ShardSet], pyodide: str
) -> Manifest:
    return Manifest(
        generation=1,
        engine=ENGINE_VERSION,
        pyodide=pyodide,
        settings={"max_chars": config.max_chars, "terms": TERMS_VERSION},
        scopes=tuple(shards.index for shards in shard_sets),
        assets=dict(bundled.sha256_of_path),
    )


def _frame(config: Config, bundled: Bundle, documents: Sequence[Document]) -> pages.SiteFrame:
    return pages.SiteFrame(
        title=config.site.title,
        description=config.site.description,
        lang=config.site.lang,
        app_path=bundled.app_path,
        runtime_path=bundled.runtime_path,
        index_path=f"{INDEX_FOLDER}/",
        repo_url=config.site.repo_url,
        languages=tuple(sorted({document.lang for document in documents})),
    )


def _write_index(site: StagedSite, manifest: Manifest, shard_sets: Sequence[ShardSet]) -> None:
    for shards in shard_sets:
        for name, data in shards.data_of_name.items():
            site.write(f"{INDEX_FOLDER}/{name}", data)
    site.write(MANIFEST_PATH, encode_manifest(manifest))


def _write_pages(
    site: StagedSite,
    frame: pages.SiteFrame,
    navigation: Navigation,
    read: Sequence[ReadDocument],
    url: str,
) -> None:
    home = None
    for one in read:
        document = one.parsed.document
        if document.page_path == pages.HOME_PATH:
            home = one.parsed
        else:
            site.write(document.page_path, pages.render_page(frame, navigation, one.parsed))
        source_page = pages.render_source_page(frame, navigation, document, one.source.lines)
        site.write(source_page_path_of(document.source_path), source_page)
        site.write(raw_path_of(document.source_path), one.source.raw)
    site.write(pages.HOME_PATH, pages.render_home(frame, navigation, home))
    _write_site_pages(site, frame, navigation, [one.parsed.document for one in read], url)


def _write_site_pages(
    site: StagedSite,
    frame: pages.SiteFrame,
    navigation: Navigation,
    documents: Sequence[Document],
    url: str,
) -> None:
    site.write(pages.CONTENTS_PATH, pages.render_contents(frame, navigation))
    site.write(pages.NOT_FOUND_PATH, pages.render_not_found(frame, navigation))
    site.write("llms.txt", pages.render_llms_txt(frame, navigation, documents))
    site.write("robots.txt", pages.render_robots(url))
    site.write(".nojekyll", b"")
    if url:
        site.write("sitemap.xml", pages.render_sitemap(navigation, url))


def _write_files(site: StagedSite, bundled: Bundle, ingested: Ingested) -> None:
    for path, file in bundled.file_of_path.items():
        site.copy(path, file)
    for image in ingested.images:
        site.copy(image.site_path, image.path)


def _judge(
    site: StagedSite,
    frame: pages.SiteFrame,
    navigation: Navigation,
    read: Sequence[ReadDocument],
    config: Config,
) -> Report:
    """Ask the cases on the staged site and write the report; raise BarsMissed under a bar."""
    report = evaluate_site(
        FileHost(site.root, is_cold=True),
        config.cases,
        site.root / "source",
        site_dir=site.root,
        quarantine=[finding for one in read for finding in one.findings],
        scope_of_source={one.source.source_path: one.parsed.document.scope for one in read},
        site_scopes=config.scopes,
    )
    missed = check_bars(report, config.bars)
    if missed:
        listed = "\n".join(f"  {bar}" for bar in missed)
        raise BarsMissed(f"the evaluation missed its bars, nothing was published:\n{listed}")
    site.write(REPORT_PATH, encode_report(report))
    for path, html in render_evaluation(report, frame, navigation).items():
        site.write(path, html)
    return report


def summary_fields(summary: BuildSummary) -> dict[str, object]:
    """Return a summary as JSON values."""
    return {
        "out": str(summary.out),
        "generation": summary.generation,
        "documents": summary.documents,
        **asdict(summary.changes),
        "passages_active": summary.passages_active,
        "unsafe_passages": summary.unsafe_passages,
        "problems": [asdict(problem) for problem in summary.problems],
        "findings": [asdict(finding) for finding in summary.findings],
        "measures": None
        if summary.report is None
        else {name: estimate.value for name, estimate in summary.report.measures.items()},
    }
