"""The whole build on one screen: gather everything, then write, then judge, then publish."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, astuple, dataclass, replace
from functools import partial
from hashlib import sha256
from pathlib import Path

from chapterverse import site_lists
from chapterverse.assets import web_dir
from chapterverse.cache import DocumentCache
from chapterverse.code_version import code_version
from chapterverse.config import CONFIG_NAME, Config, problems_of
from chapterverse.disk import Disk
from chapterverse.errors import InputError, Problem
from chapterverse.includes import include_problems
from chapterverse.index_memory import IndexMemory
from chapterverse.judgement import NOTHING_ASKED, Judgement, is_judged, judgement_key
from chapterverse.limits import check_limits
from chapterverse.model import Finding, Image, Ingested, ReadDocument, Source
from chapterverse.nav_entries import unknown_pages
from chapterverse.navigation import Navigation
from chapterverse.offline import with_offline
from chapterverse.precompress import with_variants
from chapterverse.progress import Progress
from chapterverse.protected import ProtectedSite, open_seals, protected_files, seal_problems
from chapterverse.publish import INDEX_FOLDER, MANIFEST_PATH, WAIT_S, SiteStore, open_store
from chapterverse.reading import Library, read_all
from chapterverse.relations import main_language, translations_of
from chapterverse.runtime.lookup import find_runtime
from chapterverse.screening.allowing import Allowance, unused
from chapterverse.screening.sensitive import WARNING, sensitive_in
from chapterverse.sealing import Seal
from chapterverse.site_files import (
    SiteView,
    bundled_files,
    document_files,
    header_files,
    image_files,
    index_files,
    shared_files,
    site_links,
)
from chapterverse.site_links import SiteLinks
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
from chapterverse.stages.pages import SiteFrame
from chapterverse.stages.parse import parse
from chapterverse.stages.screen import screen
from chapterverse.stages.shards import ShardSet, cut_shards
from chapterverse.staging import SiteFile, Staging
from chapterverse.state import GenerationRecord
from chapterverse_engine import ENGINE_VERSION
from chapterverse_engine.manifest import Manifest, encode_manifest
from chapterverse_engine.terms import TERMS_VERSION
from chapterverse_engine.vector import BANDS, DIMENSION

_READING = tuple(f"chapterverse.stages.{stage}" for stage in ("parse", "chunk", "screen", "index"))


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
) -> BuildSummary:
    """Build the site of a configuration and publish it, if it reaches its bars.

    Raises InputError for faulty input, BarsMissed when a bar is missed, and other
    ChapterverseErrors; whatever was published before is then still in place.
    """
    mistakes = [*problems_of(config, is_evaluated=is_evaluated), *seal_problems(config)]
    if mistakes:
        raise InputError(sorted(mistakes))
    progress = progress or Progress()
    with progress.stage("other"):
        return _build(config, disk, wait_s, progress, is_evaluated=is_evaluated)


def _build(
    config: Config, disk: Disk | None, wait_s: float, progress: Progress, *, is_evaluated: bool
) -> BuildSummary:
    seals = open_seals(config)
    runtime = find_runtime(config.runtime_dir)
    with progress.stage("ingest"):
        ingested = _ingested(config)
    with progress.stage("bundle"):
        bundled = bundle(web_dir(), runtime)
    with open_store(config.out, disk, wait_s) as store:
        cache = DocumentCache(store.state.documents, store.disk)
        library = _read_all(config, ingested.sources, cache, progress)
        documents = documents_of(library.facts)
        public = library.of_scopes(config.scopes)
        memory = _memory(store)
        with progress.stage("index"):
            shard_sets = _index(public, config.scopes, memory)
        manifest = _manifest(config, bundled, shard_sets, runtime.pyodide_version)
        links = site_links(public, ingested.images)
        view = _view(config, bundled, public, links, has_report=is_evaluated)
        sealed = [_protected(config, bundled, library, ingested, seal) for seal in seals]
        warnings = _warnings(config, library, [links, *(one.view.links for one in sealed)])
        site = store.stage()
        files = _files(view, bundled, ingested, shard_sets, progress, sealed, manifest)
        site.put_all(_with_extras(files, view, config))
        old = store.record()
        changes = compare(old.documents if old else {}, documents)
        key = judgement_key(config, manifest) if is_evaluated else ""
        is_new = not (old and _is_published(store, site, old, manifest, key))
        if old and not is_new:
            check_limits(store.out, config.limits)
            unsafe = library.unsafe_passages
            record = replace(old, documents=documents, unsafe_passages=unsafe)
            if record != old or site.has_new_keys:  # other code or settings led to the same bytes
                memory.write(shard_sets)
                store.renew(record, site)
        else:
            manifest = manifest._replace(generation=store.next_generation())
            site.complete({MANIFEST_PATH: encode_manifest(manifest)})
            with progress.stage("limits"):
                check_limits(site.root, config.limits)
            with progress.stage("evaluation"):
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
    config: Config, sources: Iterable[Source], cache: DocumentCache, progress: Progress
) -> Library:
    allowed = [astuple(each) for each in config.allowances]
    settings = (code_version(*_READING), config.max_chars, config.html, allowed)
    read_one = partial(
        read_document,
        max_chars=config.max_chars,
        html=config.html,
        allowances=config.allowances,
    )
    return read_all(sources, settings, cache, read_one, config.jobs, progress)


def read_document(
    source: Source,
    key: str,
    *,
    max_chars: int,
    html: bool = False,
    allowances: Sequence[Allowance] = (),
) -> ReadDocument:
    """Take one document along its own path: parse, chunk, screen, index."""
    spent = Progress()
    with spent.stage("parse"):
        parsed = parse(source, html=html)
    with spent.stage("chunk"):
        drafts = chunk(parsed, source.lines, max_chars)
    with spent.stage("screen"):
        drafts, findings = screen(source, parsed, drafts, allowances)
        warnings = sensitive_in(source, allowances)
    with spent.stage("terms"):
        read = index_document(source, parsed, drafts, (*findings, *warnings), key)
    cpu_s_of_stage = tuple((name, each.cpu_s) for name, each in spent.time_of_stage.items())
    return replace(read, cpu_s_of_stage=cpu_s_of_stage)


def _warnings(config: Config, library: Library, links: Iterable[SiteLinks]) -> tuple[Problem, ...]:
    """Return what leads nowhere; with --strict neither that nor a probable secret is published."""
    broken = sorted(problem for one in links for problem in one.broken())
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
) -> tuple[ShardSet, ...]:
    newest_of = latest_documents(library.facts)
    orders = (order_scope(scope, library.facts, newest_of) for scope in sorted(set(scopes)))
    return tuple(
        cut_shards(order, library.content_of, memory.of_scope(order.scope), memory.read_shard)
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
            "max_chars": config.max_chars,
            "terms": TERMS_VERSION,
            "keyword_channel": "bm25f-impacts",
            "vector_channel": "hashed-term-trigrams",
            "vector_dimension": DIMENSION,
            "vector_bands": BANDS,
        },
        scopes=tuple(shards.index for shards in shard_sets),
        assets=dict(bundled.sha256_of_path),
    )


def _view(
    config: Config,
    bundled: Bundle,
    library: Library,
    links: SiteLinks,
    *,
    has_report: bool,
) -> SiteView:
    documents = [facts.document for facts in library.facts]
    frame = SiteFrame(
        title=config.site.title,
        description=config.site.description,
        lang=config.site.lang or main_language(documents),
        app_path=bundled.app_path,
        runtime_path=bundled.runtime_path,
        index_path=f"{INDEX_FOLDER}/",
        headings_path=site_lists.HEADINGS_PATH,
        repo_url=config.site.repo_url,
        edit_uri=config.site.edit_uri,
        is_offline=config.site.offline,
        has_report=has_report and bool(config.cases),
        languages=tuple(sorted({document.lang for document in documents})),
        protected_scopes=tuple(sorted(config.protected)),
        integrity_of_name=bundled.integrity_of_name,
    )
    navigation = Navigation.from_documents(documents, config.nav)
    translations = translations_of(documents)
    newest_of = latest_documents(library.facts)
    return SiteView(frame, navigation, library, newest_of, translations, links, config.site.url)


def _with_extras(files: Iterable[SiteFile], view: SiteView, config: Config) -> Iterator[SiteFile]:
    """Yield a site's files with what its configuration asks for besides."""
    shown = with_offline(files, view.frame, web_dir()) if view.frame.is_offline else files
    yield from with_variants(shown) if config.precompress else shown
    yield from header_files() if config.site.headers else ()


def _protected(
    config: Config, bundled: Bundle, library: Library, ingested: Ingested, seal: Seal
) -> ProtectedSite:
    """Return a protected scope as a site of its own: it shares nothing with the public one."""
    own = library.of_scopes((seal.scope,))
    reachable = library.of_scopes((*config.scopes, seal.scope))
    newest_of = latest_documents(own.facts)
    order = order_scope(seal.scope, own.facts, newest_of)
    shard_sets = (cut_shards(order, own.content_of),) if order.has_passages else ()
    links = site_links(own, ingested.images, reachable)
    view = _view(config, bundled, own, links, has_report=False)
    return ProtectedSite(seal, replace(view, has_home=False), shard_sets, shown(ingested, own))


def _files(
    view: SiteView,
    bundled: Bundle,
    ingested: Ingested,
    shard_sets: Iterable[ShardSet],
    progress: Progress,
    sealed: Iterable[ProtectedSite],
    manifest: Manifest,
) -> Iterator[SiteFile]:
    yield from index_files(shard_sets, progress)
    yield from document_files(view, progress)
    yield from shared_files(view)
    yield from bundled_files(bundled)
    yield from image_files(shown(ingested, view.library))
    for one in sealed:
        yield from protected_files(one, view, manifest)


def shown(ingested: Ingested, library: Library) -> tuple[Image, ...]:
    """Return the images that documents show: an image has no scope but theirs."""
    paths = {path for facts in library.facts for path in facts.images}
    return tuple(image for image in ingested.images if image.site_path in paths)


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
