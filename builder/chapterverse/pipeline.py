"""The whole build on one screen: gather everything, then write, then judge, then publish."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, astuple, dataclass, replace
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from chapterverse.assets import web_dir
from chapterverse.cache import DocumentCache
from chapterverse.code_version import code_version
from chapterverse.config import CONFIG_NAME, Config, problems_of
from chapterverse.disk import Disk
from chapterverse.errors import InputError, Problem
from chapterverse.heading_ids import SLUG_VERSION
from chapterverse.includes import include_problems
from chapterverse.index_memory import IndexMemory
from chapterverse.judgement import NOTHING_ASKED, Judgement, is_judged, judgement_key
from chapterverse.limits import check_limits
from chapterverse.model import Finding, Ingested, ReadDocument, Source
from chapterverse.nav_entries import unknown_pages
from chapterverse.progress import Progress
from chapterverse.protected import ProtectedSite, open_seals, seal_problems
from chapterverse.publish import INDEX_FOLDER, MANIFEST_PATH, WAIT_S, SiteStore, open_store
from chapterverse.reading import Library, read_all
from chapterverse.runtime.lookup import find_runtime
from chapterverse.screening.allowing import Allowance, unused
from chapterverse.screening.sensitive import WARNING, sensitive_in
from chapterverse.screening.showing import hidden_shown
from chapterverse.screening.unseen import unseen_in
from chapterverse.sealing import Seal
from chapterverse.semantic import model_name, related_to
from chapterverse.site_files import (
    SiteView,
)
from chapterverse.site_plan import files_of, shown, view_of, with_extras
from chapterverse.stages.bundle import Bundle, bundle
from chapterverse.stages.chunk import chunk
from chapterverse.stages.generation import (
    Changes,
    PublishedDocument,
    compare,
    documents_of,
    tombstones,
)
from chapterverse.stages.index import index_document, latest_documents, order_scope
from chapterverse.stages.ingest import ingest
from chapterverse.stages.parse import parse
from chapterverse.stages.screen import screen
from chapterverse.stages.shards import ShardSet, cut_shards
from chapterverse.staging import Staging
from chapterverse.state import GenerationRecord
from chapterverse.workers import Workers, open_workers
from chapterverse_engine import ENGINE_VERSION
from chapterverse_engine.manifest import Manifest, encode_manifest
from chapterverse_engine.terms import TERMS_VERSION
from chapterverse_engine.vector import BANDS, DIMENSION

_READING = (
    *(f"chapterverse.stages.{stage}" for stage in ("parse", "chunk", "screen", "index")),
    "chapterverse.semantic",
)


@dataclass(frozen=True, slots=True)
class BuildSummary:
    """What a build did; `is_new` tells whether it published a generation.

    `problems` name what was left out, `warnings` what is in the site and not as it seems.
    """

    out: Path
    is_new: bool
    record: GenerationRecord
    problems: tuple[Problem, ...]
    warnings: tuple[Problem, ...]
    findings: tuple[Finding, ...]


def build(
    config: Config,
    *,
    is_evaluated: bool = True,
    disk: Disk | None = None,
    wait_s: float = WAIT_S,
    progress: Progress | None = None,
    scheduler: str = "",
) -> BuildSummary:
    """Build the site of a configuration and publish it, if it reaches its bars.

    With a `scheduler` (an address, or `local`) Dask's workers do the work, else processes here.
    Raises InputError for faulty input, BarsMissed when a bar is missed, and other
    ChapterverseErrors; whatever was published before is then still in place.
    """
    mistakes = [*problems_of(config, is_evaluated=is_evaluated), *seal_problems(config)]
    if mistakes:
        raise InputError(sorted(mistakes))
    progress = progress or Progress()
    with progress.stage("other"), open_workers(scheduler, config.jobs) as workers:
        hands = Hands(workers, progress)
        return _build(config, disk, wait_s, hands, is_evaluated=is_evaluated)


class Hands(NamedTuple):
    """Who does a build's work, and who is told how far it is."""

    workers: Workers
    progress: Progress


def _build(
    config: Config, disk: Disk | None, wait_s: float, hands: Hands, *, is_evaluated: bool
) -> BuildSummary:
    workers, progress = hands
    seals = open_seals(config)
    runtime = find_runtime(config.runtime_dir)
    with progress.stage("ingest"):
        ingested = _ingested(config)
    with progress.stage("bundle"):
        bundled = bundle(web_dir(), runtime)
    with open_store(config.out, disk, wait_s) as store:
        cache = DocumentCache(store.state.documents, store.disk)
        library = _read_all(config, ingested.sources, cache, workers, progress)
        documents = documents_of(library.facts)
        public = library.of_scopes(config.scopes)
        memory = _memory(store)
        with progress.stage("index"):
            shard_sets = _index(public, config.scopes, memory, workers)
        manifest = _manifest(config, bundled, shard_sets, runtime.pyodide_version)
        view = view_of(config, bundled, public, ingested.images, workers, has_report=is_evaluated)
        sealed = [_protected(config, bundled, library, ingested, seal) for seal in seals]
        warnings = _warnings(config, library, [view, *(one.view for one in sealed)])
        site = store.stage()
        files = files_of(view, bundled, ingested, shard_sets, progress, sealed, manifest)
        site.put_all(with_extras(files, view, config), workers)
        old = store.record()
        changes = compare(old.documents if old else {}, documents)
        key = judgement_key(config, manifest) if is_evaluated else ""
        is_new = not (old and _is_published(store, site, old, manifest, key))
        if old and not is_new:
            check_limits(store.out, config.limits)
            record = replace(old, documents=documents, unsafe_passages=library.unsafe_passages)
            if record != old or site.has_new_keys:  # other code or settings led to the same bytes
                memory.write(shard_sets)
                store.renew(record, site)
        else:
            manifest = manifest._replace(generation=store.next_generation())
            site.complete({MANIFEST_PATH: encode_manifest(manifest)})
            with progress.stage("limits"):
                check_limits(site.root, config.limits)
            judgement = _judged(site.root, view, config, key, progress)
            site.write_all(judgement.files)
            record = _record(manifest, library, documents, changes, old, judgement)
            with progress.stage("publish"):
                memory.write(shard_sets)
                store.publish(record, site)
        store.forget(config.keep)
        cache.prune({facts.key for facts in library.facts})
    record = replace(record, changes=changes)
    return _summary(config, ingested, library, record, warnings, is_new=is_new)


def _ingested(config: Config) -> Ingested:
    scopes = frozenset((*config.scopes, *config.protected))
    found = ingest(config.sources, exclude=config.exclude, scopes=scopes)
    paths = [source.source_path for source in found.sources]
    ingested = replace(found, problems=(*found.problems, *unknown_pages(config.nav, paths)))
    if config.is_strict and ingested.problems:
        raise InputError(ingested.problems, "--strict: these files cannot be read whole:")
    if not ingested.sources:
        sources = ", ".join(map(str, config.sources))
        raise InputError([*ingested.problems, Problem(sources, 0, "no document to build from")])
    return ingested


def _read_all(
    config: Config,
    sources: Iterable[Source],
    cache: DocumentCache,
    workers: Workers,
    progress: Progress,
) -> Library:
    allowed = [astuple(each) for each in config.allowances]
    model = model_name() if config.semantic else ""
    settings = (code_version(*_READING), config.max_chars, config.html, allowed, model)
    read_one = partial(
        read_document,
        max_chars=config.max_chars,
        html=config.html,
        allowances=config.allowances,
        is_semantic=config.semantic,
    )
    return read_all(sources, settings, cache, read_one, workers, progress)


def read_document(
    source: Source,
    key: str,
    *,
    max_chars: int,
    html: bool = False,
    allowances: Sequence[Allowance] = (),
    is_semantic: bool = False,
) -> ReadDocument:
    """Take one document along its own path: parse, chunk, screen, index."""
    spent = Progress()
    with spent.stage("parse"):
        parsed = parse(source, html=html)
    with spent.stage("chunk"):
        drafts = chunk(parsed, source.lines, max_chars)
    with spent.stage("screen"):
        drafts, findings = screen(source, parsed, drafts, allowances)
        warnings = (*sensitive_in(source, allowances), *unseen_in(source))
        shown = hidden_shown(source, drafts, findings, parsed.document.lang)
        parsed = replace(parsed, body_html=parsed.body_html + shown)
    with spent.stage("terms"):
        related = related_to(parsed.document, drafts) if is_semantic else ()
        read = index_document(source, parsed, drafts, (*findings, *warnings), key, related)
    cpu_s_of_stage = tuple((name, each.cpu_s) for name, each in spent.time_of_stage.items())
    return replace(read, cpu_s_of_stage=cpu_s_of_stage)


def _warnings(config: Config, library: Library, views: Iterable[SiteView]) -> tuple[Problem, ...]:
    """Return what leads nowhere; with --strict neither that nor a probable secret is published."""
    broken = sorted(problem for one in views for problem in one.links.broken())
    warnings = (*include_problems(library.facts), *broken)
    secrets = [
        Problem(one.source_path, one.start_line, f"{one.rule}: {one.payload}")
        for one in library.findings
        if one.severity == WARNING
    ]
    if config.is_strict and secrets:
        raise InputError(secrets, "--strict: these look like secrets; remove or allow them:")
    if config.is_strict and warnings:
        raise InputError(warnings, "--strict: these includes and links lead nowhere:")
    return warnings


def _memory(store: SiteStore) -> IndexMemory:
    version = code_version("chapterverse.stages.shards")
    return IndexMemory(store.state.index_memory, store.out / INDEX_FOLDER, version, store.disk)


def _index(
    library: Library,
    scopes: Iterable[str],
    memory: IndexMemory,
    workers: Workers,
) -> tuple[ShardSet, ...]:
    # Handing postings to processes here costs more than merging them.
    map_of = workers.map if workers.is_remote else map
    newest_of = latest_documents(library.facts)
    orders = (order_scope(scope, library.facts, newest_of) for scope in sorted(set(scopes)))
    return tuple(
        cut_shards(
            order,
            library.content_of,
            memory.of_scope(order.scope),
            memory.read_shard,
            map_of,
            lambda identity: library.earlier_content(identity[:-1]),
        )
        for order in orders
        if order.has_passages
    )


def _manifest(
    config: Config, bundled: Bundle, shard_sets: Sequence[ShardSet], pyodide: str
) -> Manifest:
    return Manifest(
        generation=1,
        engine=ENGINE_VERSION,
        pyodide=pyodide,
        settings={
            **({} if config.threshold is None else {"threshold": config.threshold}),
            **({"semantic": model_name()} if config.semantic else {}),
            "max_chars": config.max_chars,
            "terms": TERMS_VERSION,
            "slugs": SLUG_VERSION,
            "keyword_channel": "bm25f-impacts",
            "vector_channel": "hashed-term-trigrams",
            "vector_dimension": DIMENSION,
            "vector_bands": BANDS,
        },
        scopes=tuple(shards.index for shards in shard_sets),
        assets=dict(bundled.sha256_of_path),
    )


def _protected(
    config: Config, bundled: Bundle, library: Library, ingested: Ingested, seal: Seal
) -> ProtectedSite:
    """Return a protected scope as a site of its own: it shares nothing with the public one."""
    own = library.of_scopes((seal.scope,))
    reachable = library.of_scopes((*config.scopes, seal.scope))
    newest_of = latest_documents(own.facts)
    order = order_scope(seal.scope, own.facts, newest_of)
    shard_sets = (cut_shards(order, own.content_of),) if order.has_passages else ()
    view = view_of(config, bundled, own, ingested.images, has_report=False, reachable=reachable)
    return ProtectedSite(seal, replace(view, has_home=False), shard_sets, shown(ingested, own))


def _is_published(
    store: SiteStore, site: Staging, old: GenerationRecord, manifest: Manifest, key: str
) -> bool:
    """Tell whether the published site is the one that is being built, judged in the same way."""
    return (
        store.manifest() == manifest._replace(generation=old.generation)
        and key == old.evaluation_key
        and not site.differs((MANIFEST_PATH, *old.report_files))
        and is_judged(store.out, old.report_files)
    )


def _judged(
    staged: Path, view: SiteView, config: Config, key: str, progress: Progress
) -> Judgement:
    if not key:
        return NOTHING_ASKED
    # Loading the evaluation costs more than a whole build that changes nothing.
    from chapterverse.judging import judge  # noqa: PLC0415

    with progress.stage("evaluation"):
        return judge(staged, view, config, key, progress)


def _record(
    manifest: Manifest,
    library: Library,
    documents: Mapping[str, PublishedDocument],
    changes: Changes,
    old: GenerationRecord | None,
    judgement: Judgement,
) -> GenerationRecord:
    earlier, before = (old.tombstones, old.documents) if old else ((), {})
    return GenerationRecord(
        generation=manifest.generation,
        manifest_hash=sha256(encode_manifest(manifest)).hexdigest(),
        passages_active=sum(index.passages for index in manifest.scopes),
        unsafe_passages=library.unsafe_passages,
        changes=changes,
        documents=documents,
        tombstones=tombstones(earlier, before, documents, manifest.generation),
        evaluation_key=judgement.key,
        cases=judgement.cases,
        measures=judgement.measures,
        report_files=judgement.hash_of_file,
    )


def _summary(
    config: Config,
    ingested: Ingested,
    library: Library,
    record: GenerationRecord,
    warnings: tuple[Problem, ...],
    *,
    is_new: bool,
) -> BuildSummary:
    findings = library.findings
    problems = (*ingested.problems, *unused(config.allowances, findings, CONFIG_NAME))
    return BuildSummary(config.out, is_new, record, problems, warnings, findings)


def summary_fields(summary: BuildSummary) -> dict[str, object]:
    """Return a summary as JSON values."""
    record = summary.record
    return {
        "out": str(summary.out),
        "generation": record.generation,
        "is_new": summary.is_new,
        "documents": len(record.documents),
        **asdict(record.changes),
        "passages_active": record.passages_active,
        "unsafe_passages": record.unsafe_passages,
        "tombstones": len(record.tombstones),
        "problems": [asdict(problem) for problem in summary.problems],
        "warnings": [asdict(problem) for problem in summary.warnings],
        "findings": [asdict(finding) for finding in summary.findings],
        "measures": dict(record.measures) if record.evaluation_key else None,
    }
