"""The second stage: a source becomes a document with sections, blocks and its rendered body."""

from __future__ import annotations

import posixpath
from collections.abc import Sequence
from dataclasses import replace
from html import escape

from chapterverse.blocks import Heading, blocks_of, plain_blocks
from chapterverse.identity import document_id_of
from chapterverse.includes import includes_in
from chapterverse.language import detect_language, primary_subtag
from chapterverse.markdown import Rendered, line_range, render
from chapterverse.markdown_links import LinkBook, link_mark
from chapterverse.model import (
    Block,
    BlockKind,
    Document,
    ParsedDocument,
    Section,
    Source,
    SourceKind,
)
from chapterverse.site_paths import page_path_of

# A hidden heading stays a section, below all others, without a text to show or to search.
_HIDDEN_LEVEL = 7


def parse(source: Source, *, colours: bool = True, html: bool = False) -> ParsedDocument:
    """Parse and render a source; any input parses, if need be as plain paragraphs.

    `colours` switches syntax colouring of code on or off; with `html` raw HTML is part of the page,
    cleaned, and what it hides is neither searched nor quoted.
    """
    if source.kind is SourceKind.TEXT:
        return _plain(source)
    try:
        rendered = render(
            source.lines,
            LinkBook(source.source_path, link_mark(source.content_hash)),
            body_start_line=source.body_start_line,
            colours=colours,
            html=html,
        )
        blocks, headings = blocks_of(rendered.blocks, source.lines, source.body_start_line)
    except (RecursionError, IndexError, AssertionError):
        # A bug in a plugin must not take the document down: it stays readable and findable.
        return _plain(source)
    return _parsed(source, blocks, headings, rendered)


def _parsed(
    source: Source, blocks: tuple[Block, ...], headings: Sequence[Heading], rendered: Rendered
) -> ParsedDocument:
    facts = rendered.facts
    seen_headings = [
        replace(each, text="", level=_HIDDEN_LEVEL) if _touches(rendered, each.start_line) else each
        for each in headings
    ]
    seen_blocks = tuple(_marked(rendered, block) for block in blocks)
    return ParsedDocument(
        _document(source, seen_blocks, seen_headings),
        seen_blocks,
        rendered.body_html,
        tuple(facts.book.links),
        tuple((line, text) for line, text in facts.alt_texts if not _touches(rendered, line)),
        tuple(includes_in(rendered.blocks)),
    )


def _touches(rendered: Rendered, start: int, end: int = 0) -> bool:
    """Tell whether raw HTML hides something on these lines."""
    last = max(start, end)
    return any(first <= last and start <= final for first, final in rendered.hidden)


def _marked(rendered: Rendered, block: Block) -> Block:
    """Mark a block as hidden if any of it is: a quote cannot leave a part of a line out."""
    if _touches(rendered, block.start_line, block.end_line):
        return replace(block, is_hidden=True, leaves=())
    return block


def _plain(source: Source) -> ParsedDocument:
    blocks = plain_blocks(source.lines, source.body_start_line)
    paragraphs = (
        f'<p class="plain" data-lines="{line_range(block.start_line, block.end_line)}">'
        f"{escape(chr(10).join(source.lines[block.start_line - 1 : block.end_line]))}</p>\n"
        for block in blocks
    )
    return ParsedDocument(_document(source, blocks, ()), blocks, "".join(paragraphs), (), ())


def _document(source: Source, blocks: Sequence[Block], headings: Sequence[Heading]) -> Document:
    said = source.front_matter
    return Document(
        document_id=document_id_of(source),
        source_path=source.source_path,
        page_path=page_path_of(source.source_path),
        title=said.title or _title(source.source_path, headings),
        version=said.version,
        scope=said.scope,
        lang=primary_subtag(said.lang) or _language(source, blocks),
        content_hash=source.content_hash,
        sections=_sections(headings, len(source.lines)),
        order=said.order,
        source_url=source.source_url,
    )


def _title(source_path: str, headings: Sequence[Heading]) -> str:
    for heading in headings:
        if heading.level == 1 and heading.text:
            return heading.text
    folder, name = posixpath.split(source_path)
    stem = name.rpartition(".")[0] or name
    is_index = page_path_of(source_path).endswith("index.html")
    return posixpath.basename(folder) if is_index and folder else stem


def _language(source: Source, blocks: Sequence[Block]) -> str:
    prose = (
        "\n".join(source.lines[block.start_line - 1 : block.end_line])
        for block in blocks
        if block.kind not in (BlockKind.CODE, BlockKind.OTHER)
    )
    return detect_language(prose)


def _sections(headings: Sequence[Heading], last_line: int) -> tuple[Section, ...]:
    sections = []
    path: list[Heading] = []
    ends = [*(heading.start_line - 1 for heading in headings[1:]), last_line]
    for heading, end in zip(headings, ends, strict=False):
        while path and path[-1].level >= heading.level:
            path.pop()
        path.append(heading)
        texts = tuple(each.text for each in path if each.text)
        sections.append(
            Section(
                texts, heading.anchor, heading.level, heading.start_line, end, bool(heading.text)
            )
        )
    return tuple(sections)
