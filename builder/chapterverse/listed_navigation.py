"""The tree of pages that an author listed, with everything that the list leaves out behind it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from chapterverse.model import Document
from chapterverse.nav_entries import NavEntry

# A section of a list is no folder: its key must not be that of one.
_SECTION_MARK = "="


@dataclass(frozen=True, slots=True)
class NavigationNode:
    """A page, or a folder with its pages; `page_path` is empty for a folder without an index."""

    title: str
    page_path: str
    folder: str
    children: tuple[NavigationNode, ...] = ()

    @property
    def is_folder(self) -> bool:
        """Whether it holds other nodes."""
        return bool(self.folder)

    @property
    def key(self) -> str:
        """What identifies the node in its tree."""
        return self.folder or self.page_path

    def walk(self) -> Iterator[NavigationNode]:
        """Yield the node and all below it, in reading order."""
        yield self
        for child in self.children:
            yield from child.walk()


def listed_tree(
    tree: NavigationNode, entries: Sequence[NavEntry], documents: Sequence[Document]
) -> NavigationNode:
    """Return the tree of the entries; pages of `tree` that they do not name come after them."""
    builder = _Builder(tree, {document.source_path: document for document in documents})
    listed = tuple(builder.nodes(entries, _SECTION_MARK))
    rest = _without(tree, builder.used)
    return replace(tree, children=(*listed, *(rest.children if rest else ())))


class _Builder:
    """Makes nodes of entries and notes which nodes of the folders' tree they stand for."""

    def __init__(self, tree: NavigationNode, document_of_source: dict[str, Document]) -> None:
        self._node_of_folder = {node.folder: node for node in tree.walk() if node.folder}
        self._document_of_source = document_of_source
        # The root's index is the home page, which every page links to anyway.
        self.used = {tree.page_path} if tree.page_path else set()

    def nodes(self, entries: Sequence[NavEntry], above: str) -> Iterator[NavigationNode]:
        for place, entry in enumerate(entries):
            node = self._node(entry, f"{above}{place}.{entry.title.replace('/', ' ')}/")
            if node:
                yield node

    def _node(self, entry: NavEntry, key: str) -> NavigationNode | None:
        if entry.pages:
            children = tuple(self.nodes(entry.pages, key))
            return NavigationNode(entry.title, "", key, children) if children else None
        if entry.path.endswith("/"):
            return self._folder(entry)
        document = self._document_of_source.get(entry.path)
        if not document or document.page_path in self.used:
            return None
        self.used.add(document.page_path)
        return NavigationNode(entry.title or document.title, document.page_path, "")

    def _folder(self, entry: NavEntry) -> NavigationNode | None:
        whole = self._node_of_folder.get(entry.path)
        node = _without(whole, self.used) if whole else None
        if not node:
            return None
        self.used |= {below.page_path for below in node.walk() if below.page_path}
        return replace(node, title=entry.title or node.title)


def _without(node: NavigationNode, used: Collection[str]) -> NavigationNode | None:
    """Return the node without the used pages; None when nothing is left of it."""
    kept = (_without(child, used) for child in node.children)
    children = tuple(child for child in kept if child)
    is_used = node.page_path in used
    if node.page_path and is_used and not children:
        return None
    if node.is_folder and not children and (is_used or not node.page_path):
        return None
    return replace(
        node, page_path="" if is_used and node.folder else node.page_path, children=children
    )
