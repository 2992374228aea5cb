"""What a build is going to write: what the pages of a site share, and every file of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from chapterverse import site_lists
from chapterverse.assets import web_dir
from chapterverse.config import Config
from chapterverse.model import Image, Ingested
from chapterverse.navigation import Navigation
from chapterverse.offline import with_offline
from chapterverse.precompress import with_variants
from chapterverse.progress import Progress
from chapterverse.protected import ProtectedSite, protected_files
from chapterverse.publish import INDEX_FOLDER
from chapterverse.reading import Library
from chapterverse.relations import main_language, translations_of
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
from chapterverse.stages.bundle import Bundle
from chapterverse.stages.index import latest_documents
from chapterverse.stages.pages import SiteFrame
from chapterverse.stages.shards import ShardSet
from chapterverse.staging import SiteFile
from chapterverse.workers import Workers
from chapterverse_engine.manifest import Manifest


def view_of(
    config: Config,
    bundled: Bundle,
    library: Library,
    images: Iterable[Image],
    workers: Workers | None = None,
    *,
    has_report: bool,
    reachable: Library | None = None,
) -> SiteView:
    """Return what the pages of some documents share; links may lead to the `reachable` ones too."""
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
    links = site_links(library, images, reachable)
    is_remote = workers is not None and workers.is_remote
    shared = workers.share((frame, navigation)) if workers and is_remote else None
    return SiteView(
        frame, navigation, library, newest_of, translations, links, config.site.url, shared=shared
    )


def with_extras(files: Iterable[SiteFile], view: SiteView, config: Config) -> Iterator[SiteFile]:
    """Yield a site's files with what its configuration asks for besides."""
    shown = with_offline(files, view.frame, web_dir()) if view.frame.is_offline else files
    yield from with_variants(shown) if config.precompress else shown
    yield from header_files() if config.site.headers else ()


def files_of(
    view: SiteView,
    bundled: Bundle,
    ingested: Ingested,
    shard_sets: Iterable[ShardSet],
    progress: Progress,
    sealed: Iterable[ProtectedSite],
    manifest: Manifest,
) -> Iterator[SiteFile]:
    """Yield all that a site consists of, but its manifest and what its configuration adds."""
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
