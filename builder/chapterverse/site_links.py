"""Links between the documents of a site: which page a loose one means, and which lead nowhere."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator, Mapping
from html import escape

from chapterverse.errors import Problem
from chapterverse.markdown_links import link_mark
from chapterverse.model import DocumentFacts, Link
from chapterverse.site_paths import raw_path_of, relative_url, source_page_path_of

_LINE_ANCHOR = re.compile(r"L?\d+(?:-L?\d+)?")


class SiteLinks:
    """Where the links of a site's documents lead.

    `reachable` are the documents that a link may lead to, `files` what the site has beside them.
    """

    def __init__(
        self,
        documents: Iterable[DocumentFacts],
        reachable: Iterable[DocumentFacts],
        files: Iterable[str],
    ) -> None:
        self._documents = tuple(documents)
        self._facts_of_page = {one.document.page_path: one for one in reachable}
        self._files = set(files)
        self._known: dict[tuple[str, bool, str], str] = {}
        for one in self._facts_of_page.values():
            path = one.document.source_path
            self._files |= {raw_path_of(path), source_page_path_of(path)}

    def loose_targets(self, facts: DocumentFacts) -> list[str]:
        """Return what the loose links of a document lead to, nothing for those without a target."""
        return [self.target_of(link) for link in facts.links if link.is_loose]

    def urls(self, facts: DocumentFacts) -> dict[int, str]:
        """Return the URLs of a document's loose links by their numbers."""
        loose = ((number, link) for number, link in enumerate(facts.links) if link.is_loose)
        page = facts.document.page_path
        return {
            number: relative_url(page, self.target_of(link) or _path(link)) + link.rest
            for number, link in loose
        }

    def target_of(self, link: Link) -> str:
        """Return the path of the page or file that a link leads to, nothing if there is none."""
        key = (_path(link), link.is_loose, link.fallback)
        target = self._known.get(key)
        if target is None:
            target = self._known[key] = next(filter(self._exists, _candidates(link)), "")
        return target

    def broken(self) -> Iterator[Problem]:
        """Yield a problem for each link without a target, and for each anchor without a place."""
        for facts in self._documents:
            for link in facts.links:
                if complaint := self._complaint(link):
                    yield Problem(facts.document.source_path, link.line, complaint)

    def _exists(self, path: str) -> bool:
        return path in self._facts_of_page or path in self._files

    def _complaint(self, link: Link) -> str:
        page, anchor = self.target_of(link), link.target.partition("#")[2]
        if not page:
            return f'found a link to "{_path(link)}", expected a document or a picture of this site'
        facts = self._facts_of_page.get(page)
        if not anchor or facts is None or _LINE_ANCHOR.fullmatch(anchor):
            return ""
        if anchor in facts.anchors or any(anchor == one.anchor for one in facts.document.sections):
            return ""
        return f'found a link to "{page}#{anchor}", expected a heading or place of that page'


def with_urls(body_html: str, facts: DocumentFacts, url_of_number: Mapping[int, str]) -> str:
    """Put the URLs of loose links in the place of their marks."""
    if not url_of_number:
        return body_html
    mark = re.compile(f'{link_mark(facts.document.content_hash)}([0-9]+)(?=")')
    return mark.sub(lambda found: escape(url_of_number[int(found[1])]), body_html)


def _path(link: Link) -> str:
    return link.target.partition("#")[0]


def _candidates(link: Link) -> Iterator[str]:
    yield _path(link)
    if not link.is_loose:
        return
    for path in (_path(link), link.fallback):
        stem = path.rstrip("/")
        folder = posixpath.join(stem, "index.html")
        page = f"{stem}.html"
        yield from (folder, page) if path.endswith("/") or not stem else (page, folder)
