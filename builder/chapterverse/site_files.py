"""What a site consists of: every file with a key that names all that it depends on.

A page depends on its document, the frame of the site, the part of the navigation that it shows and
the code and templates that render it. As long as these stay, it is not rendered again.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from hashlib import sha256
from pathlib import Path
from typing import Any

from chapterverse import site_lists
from chapterverse.assets import web_dir
from chapterverse.code_version import code_version
from chapterverse.corpus_reading import read_within
from chapterverse.errors import InputError, Problem
from chapterverse.hosting import HOSTING_FOLDER, hosting_files
from chapterverse.listed_navigation import NavigationNode
from chapterverse.model import Document, DocumentFacts, Image, ParsedDocument
from chapterverse.navigation import BranchEntry, Navigation
from chapterverse.page_markup import compact
from chapterverse.progress import Progress
from chapterverse.publish import INDEX_FOLDER
from chapterverse.reading import Library
from chapterverse.site_links import SiteLinks, with_urls
from chapterverse.site_paths import raw_path_of, source_page_path_of
from chapterverse.stages import pages
from chapterverse.stages.bundle import Bundle
from chapterverse.stages.shards import ShardSet
from chapterverse.staging import SiteFile, Work
from chapterverse.svg_safety import is_svg, refuse_active

Shared = tuple[pages.SiteFrame, Navigation]


@dataclass(frozen=True, slots=True)
class SiteView:
    """What all pages of a build share.

    `has_home` says that the root document is the home page, with the question box on it.
    `newest_of` leads from an old version's id to the newest, `translations_of` from a page to the
    document in every language. `shared` stands for frame and navigation with workers elsewhere.
    """

    frame: pages.SiteFrame
    navigation: Navigation
    library: Library
    newest_of: Mapping[str, Document]
    translations_of: Mapping[str, tuple[Document, ...]]
    links: SiteLinks
    url: str
    has_home: bool = True
    shared: Any = None


WorkOf = Callable[[SiteView, DocumentFacts], Work]


def index_files(shard_sets: Iterable[ShardSet], progress: Progress) -> Iterator[SiteFile]:
    """Yield the shards; their names are their hashes."""
    makers = [item for shards in shard_sets for item in shards.maker_of_name.items()]
    for name, make in progress.track("index files", makers, len(makers)):
        yield SiteFile(f"{INDEX_FOLDER}/{name}", name, make)


def bundled_files(bundled: Bundle) -> Iterator[SiteFile]:
    """Yield the files of the app and the runtime."""
    for path, file in bundled.file_of_path.items():
        yield SiteFile(path, bundled.sha256_of_path[path], file.read_bytes)
    for path, data in bundled.made_of_path.items():
        yield SiteFile.of(path, data)


def image_files(images: Iterable[Image]) -> Iterator[SiteFile]:
    """Yield the images of the corpora."""
    for image in images:
        try:
            data = read_within(image.root, image.path)
            if is_svg(image.site_path):
                refuse_active(data)
        except (OSError, ValueError) as error:
            raise InputError(
                [Problem(image.site_path, 0, f"changed during the build: {error}")]
            ) from error
        yield SiteFile.of(image.site_path, data)


def header_files() -> Iterator[SiteFile]:
    """Yield the settings that make known hosts send the headers that a site should have."""
    for name, text in hosting_files().items():
        # Hosts read `_headers` from the root of a site; the others are for whoever runs a server.
        path = name if name == "_headers" else f"{HOSTING_FOLDER}/{name}"
        yield SiteFile.of(path, text.encode())


def document_files(view: SiteView, progress: Progress) -> Iterator[SiteFile]:
    """Yield each document's page, source page and own text; the home page comes by itself."""
    every = view.library.facts
    for facts in progress.track("pages", every, len(every)):
        document = facts.document
        if document.page_path != pages.HOME_PATH or not view.has_home:
            key = _key(view, "page", *_shown_of(view, facts))
            yield _file(view, document.page_path, key, _page, facts)
        source = view.library.source_of(facts)
        path = source_page_path_of(document.source_path)
        shown = [document.content_hash, document.page_path, document.version, document.lang,
                 _newest_of(view, facts)]  # fmt: skip
        yield _file(view, path, _key(view, path, *shown), _source_page, facts)
        raw_hash = document.content_hash
        yield SiteFile(raw_path_of(document.source_path), raw_hash, partial(bytes, source.raw))
        for path in source.front_matter.redirects:
            redirect = pages.render_redirect(view.frame, document, path)
            yield SiteFile.of(path, redirect)


def page_file(view: SiteView, path: str, make: Callable[[], str]) -> SiteFile:
    """Return a page that depends on the tree of all documents."""
    return SiteFile(path, _shared_key(view), _encoded(make))


def contents_files(view: SiteView) -> Iterator[SiteFile]:
    """Yield the page that lists all others, and the list of their headings."""
    frame, navigation = view.frame, view.navigation
    render_contents = partial(pages.render_contents, frame, navigation)
    yield page_file(view, pages.CONTENTS_PATH, render_contents)
    documents = [facts.document for facts in view.library.facts]
    contents = [document.content_hash for document in documents]
    headings = _encoded(site_lists.render_headings, navigation, documents)
    yield SiteFile(site_lists.HEADINGS_PATH, _key(view, _shared_key(view), contents), headings)


def shared_files(view: SiteView) -> Iterator[SiteFile]:
    """Yield the pages that depend on all documents, and the files for robots."""
    documents = [facts.document for facts in view.library.facts]
    key = _shared_key(view)
    home = next((f for f in view.library.facts if f.document.page_path == pages.HOME_PATH), None)
    shown = _shown_of(view, home) if home else []
    yield SiteFile(pages.HOME_PATH, _key(view, key, *shown), _encoded(_home, view, home))
    yield from contents_files(view)
    frame, navigation = view.frame, view.navigation
    makers: dict[str, Callable[[], str]] = {
        pages.NOT_FOUND_PATH: partial(pages.render_not_found, frame, navigation),
        pages.EMBED_PATH: partial(pages.render_embed, frame),
        "llms.txt": partial(site_lists.render_llms_txt, frame, navigation, documents),
        "robots.txt": partial(site_lists.render_robots, view.url),
    }
    if view.url:
        makers["sitemap.xml"] = partial(site_lists.render_sitemap, navigation, view.url)
    for path, make in makers.items():
        yield SiteFile(path, key, _encoded(make))
    yield SiteFile.of(".nojekyll", b"")


def site_links(
    library: Library, images: Iterable[Image], reachable: Library | None = None
) -> SiteLinks:
    """Return where links of a site's documents lead, to each other or to what else is `reachable`."""
    there = reachable or library
    redirects = (
        path for facts in there.facts for path in there.source_of(facts).front_matter.redirects
    )
    shared = (pages.HOME_PATH, pages.CONTENTS_PATH, pages.NOT_FOUND_PATH, "llms.txt", "robots.txt")
    return SiteLinks(
        library.facts, there.facts, [*(each.site_path for each in images), *redirects, *shared]
    )


def _file(view: SiteView, path: str, key: str, work_of: WorkOf, facts: DocumentFacts) -> SiteFile:
    """Return a file that is made here, or by whoever has what the view shares."""

    def make() -> bytes:
        work = work_of(view, facts)
        return work.function((view.frame, view.navigation), *work.arguments)

    work = None if view.shared is None else partial(work_of, view, facts)
    return SiteFile(path, key, make, work)


def _page(view: SiteView, facts: DocumentFacts) -> Work:
    newest = view.newest_of.get(facts.document.document_id)
    translations = view.translations_of.get(facts.document.page_path, ())
    return Work(page_bytes, view.shared, (_parsed(view, facts), newest, translations))


def page_bytes(shared: Shared, *shown: Any) -> bytes:
    """Return the bytes of a page, on whatever machine."""
    return compact(pages.render_page(*shared, *shown)).encode("utf-8", "surrogatepass")


def _source_page(view: SiteView, facts: DocumentFacts) -> Work:
    newest = view.newest_of.get(facts.document.document_id)
    lines = view.library.source_of(facts).lines
    return Work(source_page_bytes, view.shared, (facts.document, lines, newest))


def source_page_bytes(shared: Shared, *shown: Any) -> bytes:
    """Return the bytes of a source page, on whatever machine."""
    return compact(pages.render_source_page(*shared, *shown)).encode("utf-8", "surrogatepass")


def _home(view: SiteView, facts: DocumentFacts | None) -> str:
    parsed = _parsed(view, facts) if facts else None
    newest = view.newest_of.get(facts.document.document_id) if facts else None
    translations = view.translations_of.get(pages.HOME_PATH, ())
    return compact(pages.render_home(view.frame, view.navigation, parsed, newest, translations))


def _parsed(view: SiteView, facts: DocumentFacts) -> ParsedDocument:
    body_html = view.library.content_of(facts).body_html
    settled = with_urls(body_html, facts, view.links.urls(facts))
    return ParsedDocument(facts.document, (), settled, (), ())


def _encoded(make: Callable[..., str], *arguments: object) -> Callable[[], bytes]:
    return lambda: make(*arguments).encode("utf-8", "surrogatepass")


def _shown_of(view: SiteView, facts: DocumentFacts) -> list[object]:
    """Return all that a document's page shows, as JSON values."""
    document, navigation = facts.document, view.navigation
    return [
        [facts.body_hash, view.links.loose_targets(facts)],
        [[s.heading_path[-1:], s.anchor, s.level, s.is_named] for s in document.sections],
        [document.page_path, document.source_path, document.title, document.version],
        [document.scope, document.lang, document.source_url],
        _newest_of(view, facts),
        _entries(navigation.branch(document.page_path)),
        [_node(node) for node in navigation.neighbours(document.page_path)],
        [_node(node) for node in navigation.trail(document.page_path)],
        [[d.page_path, d.lang] for d in view.translations_of.get(document.page_path, ())],
    ]


def _newest_of(view: SiteView, facts: DocumentFacts) -> list[str]:
    newest = view.newest_of.get(facts.document.document_id)
    return [newest.page_path, newest.title, newest.version] if newest else []


def _entries(branch: Sequence[BranchEntry]) -> list[object]:
    return [
        [
            _node(entry.node),
            entry.is_current,
            entry.is_ancestor,
            entry.hidden_children,
            _entries(entry.children),
        ]
        for entry in branch
    ]


def _tree(node: NavigationNode) -> list[object]:
    return [_node(node), *map(_tree, node.children)]


def _node(node: NavigationNode | None) -> list[str]:
    return [node.title, node.page_path, node.folder] if node else []


def _shared_key(view: SiteView) -> str:
    documents = [facts.document for facts in view.library.facts]
    tree = [[d.page_path, d.source_path, d.title, d.version, d.order] for d in documents]
    return _key(view, tree, _tree(view.navigation.root), view.url)


def _key(view: SiteView, *parts: object) -> str:
    made_from = json.dumps([_rendering_version(), repr(view.frame), *parts], ensure_ascii=True)
    return sha256(made_from.encode()).hexdigest()


@lru_cache(maxsize=1)
def _rendering_version() -> str:
    """Return a hash of the code, the templates and the texts that make pages."""
    code = code_version("chapterverse.stages.pages", "chapterverse.page_markup")
    return code + files_version(web_dir())


def files_version(web: Path) -> str:
    """Return a hash of the templates and the interface's texts."""
    digest = sha256()
    files = [*(web / "templates").iterdir(), *(web / "locales").rglob("*.json")]
    for file in sorted(files):
        digest.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()
