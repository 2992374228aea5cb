"""The tree of a site's pages, and the part of it that one page shows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from chapterverse.listed_navigation import NavigationNode, listed_tree
from chapterverse.model import Document
from chapterverse.nav_entries import NavEntry

# Only this many entries of a folder are listed beside a page, so that a page's size does not
# grow with the corpus; contents.html has them all.
SIBLINGS_SHOWN = 7
INDEX_NAME = "index.html"


@dataclass(frozen=True, slots=True)
class BranchEntry:
    """One line of the navigation beside a page; `children` only where the page lies below."""

    node: NavigationNode
    is_current: bool
    is_ancestor: bool
    children: tuple[BranchEntry, ...] = ()
    hidden_children: int = 0


@dataclass(frozen=True, slots=True)
class Navigation:
    """All pages of a site as a tree, and in reading order."""

    root: NavigationNode
    reading_order: tuple[NavigationNode, ...]
    position_of_page: dict[str, int]
    parent_of: dict[str, NavigationNode]
    place_of_child: dict[str, int]

    @classmethod
    def from_documents(
        cls, documents: Sequence[Document], entries: Sequence[NavEntry] = ()
    ) -> Navigation:
        """Build the tree from `entries`; what they leave out follows by its folders.

        Without entries the tree is that of the folders, in the order of front matter and titles.
        """
        tree = _folder_node("", _documents_by_folder(documents))
        return cls._from_tree(listed_tree(tree, entries, documents) if entries else tree)

    @classmethod
    def _from_tree(cls, root: NavigationNode) -> Navigation:
        nodes = list(root.walk())
        order = tuple(node for node in nodes if node.page_path)
        positions = {node.page_path: place for place, node in enumerate(order)}
        parents = {child.key: node for node in nodes for child in node.children}
        places = {child.key: place for node in nodes for place, child in enumerate(node.children)}
        return cls(root, order, positions, parents, places)

    def branch(self, page_path: str) -> tuple[BranchEntry, ...]:
        """Return the entries that a page shows: its ancestors and their children, bounded."""
        return self._entries(self.root, page_path, self._line_of(page_path))

    def neighbours(self, page_path: str) -> tuple[NavigationNode | None, NavigationNode | None]:
        """Return the pages before and after a page in reading order."""
        place = self.position_of_page.get(page_path)
        if place is None:
            return None, None
        before = self.reading_order[place - 1] if place else None
        after = self.reading_order[place + 1] if place + 1 < len(self.reading_order) else None
        return before, after

    def trail(self, page_path: str) -> tuple[NavigationNode, ...]:
        """Return the folders above a page, outermost first, without the site itself."""
        return tuple(node for node in self._line_of(page_path) if node.page_path != page_path)

    def _line_of(self, page_path: str) -> tuple[NavigationNode, ...]:
        """Return the nodes from below the root down to the page's own."""
        place = self.position_of_page.get(page_path)
        node = self.reading_order[place] if place is not None else self.root
        line: list[NavigationNode] = []
        while node.key in self.parent_of:
            line.insert(0, node)
            node = self.parent_of[node.key]
        return tuple(line)

    def _entries(
        self, folder: NavigationNode, page_path: str, line: Sequence[NavigationNode]
    ) -> tuple[BranchEntry, ...]:
        """Return the entries of a folder; `line` leads from one of them down to the page."""
        held = line[0].key if line else ""
        current = self.place_of_child.get(held, 0)
        start = max(0, min(current - SIBLINGS_SHOWN // 2, len(folder.children) - SIBLINGS_SHOWN))
        shown = folder.children[start : start + SIBLINGS_SHOWN]
        return tuple(
            self._entry(node, page_path, line[1:])
            if node.key == held
            else BranchEntry(node, is_current=False, is_ancestor=False)
            for node in shown
        )

    def _entry(
        self, node: NavigationNode, page_path: str, line: Sequence[NavigationNode]
    ) -> BranchEntry:
        is_current = node.page_path == page_path
        below = self._entries(node, page_path, line)
        hidden = len(node.children) - len(below) if below else 0
        return BranchEntry(node, is_current, not is_current, below, hidden)


def _documents_by_folder(documents: Sequence[Document]) -> dict[str, list[Document]]:
    """Group by folder (with a trailing slash; the site's root is ""); parents always exist."""
    folders: dict[str, list[Document]] = {"": []}
    for document in documents:
        folder = _folder_of(document.page_path)
        for parent in _with_parents(folder):
            folders.setdefault(parent, [])
        folders[folder].append(document)
    return folders


def _folder_of(page_path: str) -> str:
    return page_path[: page_path.rfind("/") + 1]


def _with_parents(folder: str) -> Iterator[str]:
    while folder:
        yield folder
        folder = _folder_of(folder[:-1])


def _folder_node(root: str, folders: dict[str, list[Document]]) -> NavigationNode:
    """Return the tree under a folder, with its entries in order."""
    subfolders_of: dict[str, list[str]] = {}
    for folder in folders:
        if folder:
            subfolders_of.setdefault(_folder_of(folder[:-1]), []).append(folder)
    return _build(root, folders, subfolders_of)[1]


_SortKey = tuple[bool, int, str, str]


def _build(
    folder: str, folders: dict[str, list[Document]], subfolders_of: dict[str, list[str]]
) -> tuple[_SortKey, NavigationNode]:
    entries: list[tuple[_SortKey, NavigationNode]] = []
    index: Document | None = None
    for document in folders[folder]:
        if document.page_path == folder + INDEX_NAME:
            index = document
        else:
            entries.append((_sort_key(document), _page_node(document)))
    entries += [_build(below, folders, subfolders_of) for below in subfolders_of.get(folder, ())]
    children = tuple(node for _, node in sorted(entries, key=lambda entry: entry[0]))
    title = index.title if index else _title_of_folder(folder)
    node = NavigationNode(title, index.page_path if index else "", folder, children)
    key = _sort_key(index) if index else (True, 0, title.casefold(), folder)
    return key, node


def _sort_key(document: Document) -> _SortKey:
    """Order: those with an `order` first, by it; then by title; the path breaks ties."""
    return (document.order == 0, document.order, document.title.casefold(), document.page_path)


def _page_node(document: Document) -> NavigationNode:
    title = document.title
    if document.version:
        title = f"{title} ({document.version})"
    return NavigationNode(title, document.page_path, "")


def _title_of_folder(folder: str) -> str:
    name = PurePosixPath(folder).name
    words = name.replace("-", " ").replace("_", " ").strip()
    return words[:1].upper() + words[1:] if words else name
