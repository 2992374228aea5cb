"""Measure the screen on our own sets and on other people's attacks and harmless texts.

    python -m benchmarks.screening [../shared/data/injection] [--corpus FOLDER]...

Printed first: our own documents, which the rules were written with, and those in new words (`fresh`),
which were written before the learned score and never used for it. Then, for a folder of other people's: attacks and
harmless texts by source and category, and apart for the half that served to choose thresholds and the half
that did not; planted attacks found in real pages; passages of real documentation that are kept back; precision and
recall over all of it. Many of the attacks are plain requests ("What is the capital of Brazil?") that nothing tells
from a document's own text; a screen of documents can't and needn't find those.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from chapterverse.model import FrontMatter, PassageDraft, Source, SourceKind
from chapterverse.source_text import sha256_hex, split_lines
from chapterverse.stages.chunk import chunk
from chapterverse.stages.ingest import ingest
from chapterverse.stages.parse import parse
from chapterverse.stages.screen import screen

OWN = Path(__file__).resolve().parents[1] / "eval" / "adversarial"


def kept_back(source: Source) -> tuple[list[PassageDraft], int]:
    """Return the passages of a source that the screen objects to, and how many there are."""
    parsed = parse(source, colours=False)
    drafts, _ = screen(source, parsed, chunk(parsed, source.lines))
    return [each for each in drafts if each.unsafe_reason not in ("", "hidden")], len(drafts)


def source_of(text: str, source_path: str) -> Source:
    """Return a text as a document."""
    lines = split_lines(text)
    content_hash = sha256_hex(text.encode())
    return Source(source_path, SourceKind.MARKDOWN, lines, content_hash, FrontMatter(), 1)


def rows(path: Path) -> Iterator[dict[str, str]]:
    """Yield the objects of a JSON Lines file."""
    for line in path.read_text(encoding="utf-8").splitlines():
        yield json.loads(line)


def is_untouched(row: dict[str, str]) -> bool:
    """Tell whether a text is in the half that nothing was chosen with."""
    return sha256_hex(row["id"].encode())[-1] in "13579bdf"


def report_set(path: Path) -> tuple[int, int]:
    """Print how many texts of a set are kept back, by source, category and half; return the sums."""
    found: Counter[str] = Counter()
    total: Counter[str] = Counter()
    for row in rows(path):
        unsafe, _ = kept_back(source_of(row["text"], "notes/page.md"))
        for name in (
            path.stem,
            f"{path.stem} / {row['source']}",
            f"{path.stem} / {row['category']}",
            f"{path.stem} / {'untouched' if is_untouched(row) else 'choosing'} half",
        ):
            total[name] += 1
            found[name] += bool(unsafe)
    for name in sorted(total):
        print(f"{name}: {found[name]} of {total[name]} kept back")
    return found[path.stem], total[path.stem]


def report_own(hostile: str, benign: str) -> None:
    """Print precision and recall on two of our own sets of documents."""
    counts = []
    for name in (hostile, benign):
        own = list(rows(OWN / f"{name}.jsonl"))
        kept = sum(bool(kept_back(source_of(row["document"], row["path"]))[0]) for row in own)
        counts.append((kept, len(own)))
        print(f"own {name}: {kept} of {len(own)} documents with something kept back")
    print_quality(f"own {hostile} and {benign}", *counts)


def print_quality(name: str, attacks: tuple[int, int], harmless: tuple[int, int]) -> None:
    """Print precision and recall from how many of how many texts are kept back."""
    precision = attacks[0] / max(1, attacks[0] + harmless[0])
    print(f"{name}: precision {precision:.3f}, recall {attacks[0] / attacks[1]:.3f}")


def report_planted(folder: Path) -> None:
    """Print how many planted attacks are found, and what else of their pages is kept back."""
    planted = json.loads((folder / "planted.json").read_text(encoding="utf-8"))
    found = others = 0
    for case in planted:
        text = (folder / "planted" / case["file"]).read_text(encoding="utf-8")
        unsafe, _ = kept_back(source_of(text, case["base"]))
        hits = [each for each in unsafe if each.start_line <= case["line"] <= each.end_line]
        found += bool(hits)
        others += len(unsafe) - len(hits)
    print(f"planted: {found} of {len(planted)} found, {others} other passages kept back")


def report_corpus(corpus: Path) -> None:
    """Print how many passages of a corpus are kept back."""
    unsafe = total = 0
    for source in ingest([corpus]).sources:
        objected, count = kept_back(source)
        unsafe += len(objected)
        total += count
    print(f"{corpus.parent.name}/{corpus.name}: {unsafe} of {total} passages kept back")


def main() -> None:
    """Print all figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?")
    parser.add_argument("--corpus", action="append", default=[], type=Path)
    options = parser.parse_args()
    report_own("hostile", "benign")
    report_own("fresh_hostile", "fresh_benign")
    report_own("second_hostile", "second_benign")
    if options.folder:
        attacks = report_set(options.folder / "attacks.jsonl")
        harmless = report_set(options.folder / "benign.jsonl")
        print_quality("attacks and benign", attacks, harmless)
        report_planted(options.folder)
        report_corpus(options.folder / "benign_docs")
    for corpus in options.corpus:
        report_corpus(corpus)


if __name__ == "__main__":
    main()
