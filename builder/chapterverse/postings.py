"""Postings and vocabulary of a scope, made by updating those of the build before.

A first build updates nothing with everything, so there is one way to the index, and what an update
gives is what a fresh build gives. The unit of work is a term's list of groups as it stands in a
shard, `[impact, first ordinal, gap, gap, …]`: documents that stay only move to other ordinals.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate, islice
from operator import sub

from chapterverse.model import DocumentContent, ScopeRow
from chapterverse_engine.shard_codec import gap_groups
from chapterverse_engine.vector import is_fuzzy, signature_keys

Groups = list[list[int]]
Added = Mapping[str, Mapping[int, list[int]]]
GONE = -1


def moves(old_rows: Sequence[tuple[str, int]], rows: Sequence[ScopeRow]) -> list[int]:
    """Return the new ordinal of every old one, GONE where its document did not stay.

    `old_rows` are (identity, number of passages) in the old order. Rows are ordered by what is
    part of their identity, so those that stay keep their order.
    """
    first_of = {row.identity: row.first for row in rows}
    new_of_old: list[int] = []
    for identity, passages in old_rows:
        first = first_of.get(identity)
        new_of_old += [GONE] * passages if first is None else range(first, first + passages)
    return new_of_old


def moved(groups_of_term: Mapping[str, Groups], new_of_old: Sequence[int]) -> dict[str, Groups]:
    """Renumber postings; those of documents that are gone, and terms without any, fall away.

    The groups are changed in place.
    """
    run_of = _runs(new_of_old)
    return {
        term: kept
        for term, groups in groups_of_term.items()
        if (kept := [group for old in groups if (group := _moved_group(old, new_of_old, run_of))])
    }


def _runs(new_of_old: Sequence[int]) -> list[int]:
    """Return the number of the run of each old ordinal: in a run all move alike, or all are gone."""
    runs: list[int] = []
    number, before = 0, None
    for old, new in enumerate(new_of_old):
        way = None if new == GONE else new - old
        number += way != before
        before = way
        runs.append(number)
    return runs


def _moved_group(group: list[int], new_of_old: Sequence[int], run_of: Sequence[int]) -> list[int]:
    first, last = group[1], sum(group) - group[0]
    if run_of[first] == run_of[last]:  # most groups: what lies between moves with its ends
        group[1] = new_of_old[first]
        return [] if group[1] == GONE else group
    ordinals = [
        new for old in accumulate(islice(group, 1, None)) if (new := new_of_old[old]) != GONE
    ]
    if not ordinals:
        return []
    return [group[0], ordinals[0], *map(sub, islice(ordinals, 1, None), ordinals)]


def added_postings(
    contents: Iterable[tuple[int, DocumentContent]],
) -> dict[str, dict[int, list[int]]]:
    """Return term → impact → ordinals of documents, given with their first ones, in order."""
    ordinals_of_term: dict[str, dict[int, list[int]]] = {}
    for first, content in contents:
        for ordinal, one in enumerate(content.indexed, first):
            for term, impact in one.impacts.items():
                ordinals_of_term.setdefault(term, {}).setdefault(impact, []).append(ordinal)
    return ordinals_of_term


def merge(
    groups_of_term: dict[str, Groups], added: Mapping[str, Mapping[int, list[int]]]
) -> dict[str, Groups]:
    """Put postings into others, in place, and return these."""
    for term, ordinals_of_impact in added.items():
        merged = {group[0]: list(accumulate(group[1:])) for group in groups_of_term.get(term, ())}
        for impact, ordinals in ordinals_of_impact.items():
            merged[impact] = sorted([*merged.get(impact, ()), *ordinals])
        groups_of_term[term] = gap_groups(merged)
    return groups_of_term


def update_vocabulary(
    terms_of_key: dict[str, list[str]], gone: Iterable[str], added: Iterable[str]
) -> dict[str, list[str]]:
    """Take terms out of a vocabulary and put others in, in place; return it."""
    for key, terms in _terms_by_key(gone).items():
        terms_of_key[key] = [term for term in terms_of_key[key] if term not in terms]
        if not terms_of_key[key]:
            del terms_of_key[key]
    for key, terms in _terms_by_key(added).items():
        terms_of_key[key] = sorted({*terms_of_key.get(key, ()), *terms})
    return terms_of_key


def _terms_by_key(terms: Iterable[str]) -> dict[str, set[str]]:
    terms_of_key: dict[str, set[str]] = {}
    for term in filter(is_fuzzy, terms):
        for key in signature_keys(term):
            terms_of_key.setdefault(key, set()).add(term)
    return terms_of_key
