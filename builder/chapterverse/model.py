"""The records that the stages of a build hand to each other."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from chapterverse.errors import Problem
from chapterverse_engine.manifest import Group
from chapterverse_engine.model import Unit

# Reasons that keep a passage from being evidence and say nothing against it.
HIDDEN = "hidden"
EXCLUDED = "excluded-by-author"


class SourceKind(StrEnum):
    """How a document is read."""

    MARKDOWN = "markdown"
    TEXT = "text"
    RECORD = "record"


class BlockKind(StrEnum):
    """What a block of a document is, as far as chunking and evidence care."""

    HEADING = "heading"
    PARAGRAPH = "paragraph"
    LIST = "list"
    TABLE = "table"
    CODE = "code"
    QUOTE = "quote"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """What an author may say of a document at its top; empty strings are "not said".

    `redirects` are paths of the site where the document used to be.
    """

    title: str = ""
    version: str = ""
    scope: str = "public"
    lang: str = ""
    doc_id: str = ""
    order: int = 0
    draft: bool = False
    exclude_from_answers: bool = False
    redirects: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Source:
    """One document as read: `lines` are split on LF with CR stripped and no BOM.

    `source_path` is POSIX and relative to the corpus; `content_hash` is the SHA-256 of the file's
    bytes (of the record's text for a JSON Lines record); `body_start_line` is the 1-based number
    of the first line after the front matter; `raw` are the bytes that were hashed.
    """

    source_path: str
    kind: SourceKind
    lines: tuple[str, ...]
    content_hash: str
    front_matter: FrontMatter
    body_start_line: int
    source_url: str = ""
    raw: bytes = b""


@dataclass(frozen=True, slots=True)
class Image:
    """An image file of the corpus in `root`, and the path it gets in the site."""

    path: Path
    site_path: str
    root: Path


@dataclass(frozen=True, slots=True)
class Ingested:
    """What a build reads: sources and images in order of path, and what could not be read."""

    sources: tuple[Source, ...]
    problems: tuple[Problem, ...]
    images: tuple[Image, ...]


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and the prose under it, up to the next heading of any level.

    Without `is_named` the heading has no text, and the path is that of the section above.
    """

    heading_path: tuple[str, ...]
    anchor: str
    level: int
    start_line: int
    end_line: int
    is_named: bool = True


@dataclass(frozen=True, slots=True)
class Leaf:
    """A part of a block that can be quoted, with its true lines, 1-based and inclusive.

    `kind` is what the part is by itself: LIST one item, TABLE one body row, HEADING a heading or
    a table's header row, CODE a code block with its fences, PARAGRAPH and QUOTE prose.
    """

    kind: BlockKind
    start_line: int
    end_line: int


@dataclass(frozen=True, slots=True)
class Block:
    """A block of a document with its true lines, 1-based and inclusive, no blank line at the ends.

    `section` is an index into the document's sections, -1 before the first heading.
    `piece_lines` are the lines at which a long block may be cut (list items, table rows, groups of
    code lines); the first is `start_line`. `fine_lines` are further places for a piece that is
    itself too long. For a table `header_lines` counts its header and delimiter rows. `is_hidden`
    marks a block that no reader sees (a comment). `leaves` do not overlap.
    """

    kind: BlockKind
    start_line: int
    end_line: int
    section: int
    piece_lines: tuple[int, ...]
    fine_lines: tuple[int, ...] = ()
    leaves: tuple[Leaf, ...] = ()
    header_lines: int = 0
    is_hidden: bool = False


@dataclass(frozen=True, slots=True)
class Document:
    """A source with its identity and structure; `page_path` is the page's path in the site."""

    document_id: str
    source_path: str
    page_path: str
    title: str
    version: str
    scope: str
    lang: str
    content_hash: str
    sections: tuple[Section, ...]
    order: int = 0
    source_url: str = ""


@dataclass(frozen=True, slots=True)
class Link:
    """A link that stays in the site: its line (1-based) and its target's path, anchor included.

    A loose one was written without a suffix: which page its `target` means is known only when all
    documents are. `fallback` is the path that it means if the page counts as a folder, as in sites
    whose pages have addresses that end in a slash; `rest` goes behind the URL.
    """

    line: int
    target: str
    is_loose: bool = False
    fallback: str = ""
    rest: str = ""


@dataclass(frozen=True, slots=True)
class ParsedDocument:
    """A document with its blocks and rendered body.

    `body_html` is the inner HTML of the page's article; every top-level block element carries
    `data-lines="3-6"`. In it a loose link leads to its mark, see `markdown_links.link_mark`.
    `alt_texts` holds (line, text) of images' alternative texts, `includes` those of lines that
    would draw in another file.
    """

    document: Document
    blocks: tuple[Block, ...]
    body_html: str
    links: tuple[Link, ...]
    alt_texts: tuple[tuple[int, str], ...]
    includes: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True, slots=True)
class PassageDraft:
    """A passage before it has an ordinal in an index.

    `unsafe_reason` is empty when the passage may be evidence. `alt_text` is searched, not quoted.
    `hidden` are spans of `text` that no reader sees (comments); they must not be searched.
    """

    passage_id: str
    document_id: str
    heading_path: tuple[str, ...]
    anchor: str
    start_line: int
    end_line: int
    content_hash: str
    text: str
    units: tuple[Unit, ...]
    alt_text: str = ""
    unsafe_reason: str = ""
    hidden: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Finding:
    """Something the screen found in a document: rule, family, place and decoded payload.

    `severity` is "high" or "medium" for what was kept from evidence, "allowed" for what the site's
    owner lets pass, "warning" and "notice" for what is only told. `passage_hash` is empty outside of passages.
    """

    source_path: str
    start_line: int
    end_line: int
    rule: str
    family: str
    severity: str
    payload: str
    passage_hash: str = ""

    @property
    def is_quarantine(self) -> bool:
        """Whether it keeps its lines from being evidence."""
        return self.severity in ("high", "medium")


@dataclass(frozen=True, slots=True)
class IndexedPassage:
    """A passage that may be evidence, with the impact of each of its terms."""

    draft: PassageDraft
    impacts: dict[str, int]


@dataclass(frozen=True, slots=True)
class DocumentFacts:
    """What every build knows of a document, whether it read it now or remembers it.

    `key` names all that the document was made from: equal keys, equal contents. `family` is what
    the versions of one document have in common. `passage_bytes` are the sizes in UTF-8 of the
    passages that may be evidence, in reading order; `unsafe_passages` counts those that the screen
    keeps back, not those that nobody sees or that the author excludes. `images` are the site paths of
    those it shows, `anchors` the ids of its page that are no headings of sections.
    """

    key: str
    family: str
    document: Document
    body_hash: str
    passage_bytes: tuple[int, ...]
    unsafe_passages: int
    findings: tuple[Finding, ...]
    images: tuple[str, ...] = ()
    links: tuple[Link, ...] = ()
    includes: tuple[tuple[int, str], ...] = ()
    anchors: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DocumentContent:
    """The big part of a document: needed only where something that depends on it is made anew."""

    body_html: str
    indexed: tuple[IndexedPassage, ...]


@dataclass(frozen=True, slots=True)
class ReadDocument:
    """The result of a document's whole path; `cpu_s_of_stage` tells what each stage of it took."""

    facts: DocumentFacts
    content: DocumentContent
    cpu_s_of_stage: tuple[tuple[str, float], ...] = ()


@dataclass(frozen=True, slots=True)
class ScopeRow:
    """A document's place in a scope: its passages have ordinals `first` up to, not including, `end`.

    `identity` names the document, its contents and whether it is the newest version.
    """

    facts: DocumentFacts
    identity: str
    first: int
    end: int


@dataclass(frozen=True, slots=True)
class ScopeOrder:
    """The documents of one scope in the order of their ordinals, and their groups."""

    scope: str
    groups: tuple[Group, ...]
    rows: tuple[ScopeRow, ...]

    @property
    def has_passages(self) -> bool:
        """Whether anything of the scope may be evidence."""
        return bool(self.rows) and self.rows[-1].end > 0
