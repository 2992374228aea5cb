"""The path of a question, top to bottom: from a question to an outcome."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from typing import NamedTuple

from . import evidence as ev
from . import fuse, gate, keyword, vector
from .cite import quotes_of
from .conflict import conflict_notes, contradiction_of
from .integers import ONE_Q8
from .lookup import IndexReader, TermPostings, View, choose
from .manifest import Group
from .matching import Concepts, concepts_of, has_phrase
from .model import (
    Abstention,
    Answer,
    Candidate,
    Channel,
    Clarification,
    Need,
    Outcome,
    Passage,
    Question,
    Reason,
    Retrieval,
)
from .query import Query, QueryTerm, understand
from .rerank import Shares, features_of, rerank_score, share_of_score
from .shapes import wanted_of
from .suggest import suggestions_of
from .terms import TermKind
from .thread import MAX_EARLIER, Completed, complete, complete_with, named_in
from .trace import Trace, traced_candidates, traced_spans

# Passages whose text is fetched and looked at.
POOL_SIZE = 28
# Ranked passages a channel hands to fusion.
CHANNEL_DEPTH = 100
# Content terms, rarest first, for which the vector channel looks for similar ones.
MAX_EXPANDED_TERMS = 4

Asking = Generator[Need, None, Outcome]


def ask(reader: IndexReader, question: Question, trace: Trace) -> Asking:
    """Answer a question: the reader's language first, then every other one."""
    completed = yield from _completed(reader, question)
    query = understand(completed.query, question.lang)._replace(is_open=completed.is_open)
    trace.add("question", rewritten=completed.query, lang=query.lang, kind=query.kind.value)
    views = list(_views(reader, question, query))
    base = Retrieval(question, completed.query, query.lang, views[0].searched())
    if completed.options:
        return Clarification(base, Reason.AMBIGUOUS_REFERENCE, completed.options)
    outcomes: list[Outcome] = []
    for view in views:
        outcomes.append((yield from _ask_in(reader, view, query, base, trace)))
        if isinstance(outcomes[-1], Answer):
            return outcomes[-1]
    return max(outcomes, key=lambda outcome: outcome.retrieval.confidence)


def _completed(reader: IndexReader, question: Question) -> Generator[Need, None, Completed]:
    """Complete a follow-up by its thread's identifiers, else by the titles that it names."""
    completed = complete(question.query, question.history)
    if not completed.is_open:
        return completed
    names: list[str] = []
    for earlier in question.history[-MAX_EARLIER:]:
        query = understand(earlier, question.lang)
        for view in _views(reader, question, query):
            retrieved = yield from _retrieve(reader, view, query, Trace(is_on=False))
            passages = [candidate.passage for candidate in retrieved.pool]
            titles = [t for p in passages for t in (p.document.title, *p.heading_path)]
            names += named_in(earlier, titles)
    return complete_with(question.query, names)


def _views(reader: IndexReader, question: Question, query: Query) -> Iterator[View]:
    """Yield the candidate sets in the order in which they are tried."""

    def admits(group: Group) -> bool:
        if question.languages and group.lang not in question.languages:
            return False
        return group.version == question.version if question.version else group.is_latest

    def speaks(group: Group) -> bool:
        return admits(group) and group.lang == query.lang

    manifest = reader.manifest
    everything = choose(manifest, question.scopes, admits)
    preferred = choose(manifest, question.scopes, speaks)
    if query.lang and 0 < preferred.passages < everything.passages:
        yield preferred
        yield choose(manifest, question.scopes, lambda group: admits(group) and not speaks(group))
    else:
        yield everything


class _Ranking(NamedTuple):
    """What the channels made of a question; `weight_of_term` are idf weights.

    `near` are terms of passages that look like a term that no passage has.
    """

    postings: Mapping[str, TermPostings]
    weight_of_term: Mapping[str, int]
    scores: Mapping[Channel, Mapping[int, int]]
    rankings: Mapping[Channel, Sequence[int]]
    near: Mapping[str, frozenset[str]]

    @property
    def frequency_of_term(self) -> dict[str, int]:
        """The number of passages in view that have each term."""
        return {term: found.frequency for term, found in self.postings.items()}


def _ask_in(reader: IndexReader, view: View, query: Query, base: Retrieval, trace: Trace) -> Asking:
    base = base._replace(
        searched=view.searched(), threshold=gate.threshold_of(reader.manifest.settings)
    )
    if not view.passages:
        no_scope = not any(index.scope in base.question.scopes for index in reader.manifest.scopes)
        return Abstention(base, Reason.OUT_OF_SCOPE if no_scope else Reason.NO_MATCH, ())
    ranking, concepts, pool = yield from _retrieve(reader, view, query, trace)
    missing = (
        *gate.required_gate(query.required, ranking.frequency_of_term),
        *gate.names_gate(query, ranking.frequency_of_term, ranking.near),
    )
    suggestions = suggestions_of(query, ranking.near, ranking.frequency_of_term, pool)
    base = base._replace(candidates=tuple(pool), missing_terms=missing, suggestions=suggestions)
    if missing:
        trace.add("gate", missing=list(missing), reason=Reason.MISSING_TERM.value)
        return Abstention(base, Reason.MISSING_TERM, tuple(pool))
    if not pool:
        return Abstention(base, Reason.NO_MATCH, ())
    return _decide(query, concepts, ranking, base, trace)


class _Retrieved(NamedTuple):
    """What was found for a question: its ranking, what has to be covered, the best passages."""

    ranking: _Ranking
    concepts: Concepts
    pool: list[Candidate]


def _retrieve(
    reader: IndexReader, view: View, query: Query, trace: Trace
) -> Generator[Need, None, _Retrieved]:
    ranking = yield from _rank(reader, view, query)
    frequencies = ranking.frequency_of_term
    concepts = concepts_of(query, ranking.weight_of_term, frequencies, ranking.near)
    pool = yield from _pool(reader, view, query, concepts, ranking, trace)
    return _Retrieved(ranking, concepts, pool)


def _decide(
    query: Query, concepts: Concepts, ranking: _Ranking, base: Retrieval, trace: Trace
) -> Outcome:
    """Gather evidence among the candidates, pass the gates, cite."""
    pool = base.candidates
    eligible = [
        candidate
        for candidate in pool
        if gate.holds_required(candidate, query.required)
        and all(has_phrase(candidate.passage, phrase) for phrase in query.phrases)
    ]
    if not eligible:
        missing = gate.apart(query)
        trace.add("gate", missing=list(missing), reason=Reason.MISSING_TERM.value)
        return Abstention(base._replace(missing_terms=missing), Reason.MISSING_TERM, pool)
    units = ev.ranked_units(eligible, concepts, wanted_of(query.text, query.kind))
    evidence = ev.gather(units, concepts, query.kind)
    trace.add("evidence", eligible=len(eligible), spans=traced_spans(evidence))
    unseen = [term for term, count in ranking.frequency_of_term.items() if not count]
    signals = gate.signals_of(evidence, query, concepts, pool, unseen)
    base = base._replace(confidence=gate.confidence(signals, gate.calibration_of(query)))
    reason = (
        gate.reference_gate(query)
        or gate.subject_gate(query, concepts, evidence)
        or gate.answer_gate(base.confidence, base.threshold)
    )
    trace.add(
        "gate",
        confidence=base.confidence,
        threshold=base.threshold,
        signals=signals._asdict(),
        reason=reason.value if reason else None,
    )
    if reason:
        return Abstention(base, reason, pool)
    other = contradiction_of(units, concepts)
    quotes = quotes_of(ev.with_unit(evidence, other) if other else evidence)
    if not quotes:
        return Abstention(base, Reason.WEAK_EVIDENCE, pool)
    notes = conflict_notes(quotes, units[0], other) if other else ()
    return Answer(base, quotes, notes)


def _rank(reader: IndexReader, view: View, query: Query) -> Generator[Need, None, _Ranking]:
    """Let both channels rank the passages in view, each on its own."""
    content = [term for term in query.terms if not term.is_stop] or list(query.terms)
    postings = yield from reader.postings(view, [term.term for term in content])
    weights = keyword.term_weights(content, postings, view.passages)
    keyword_scores = keyword.scores_of(postings.values(), weights)
    vector_scores, near = yield from _vector_scores(reader, view, content, postings, weights)
    scores = {Channel.KEYWORD: keyword_scores, Channel.VECTOR: vector_scores}
    rankings = {channel: keyword.ranked(found, CHANNEL_DEPTH) for channel, found in scores.items()}
    return _Ranking(postings, weights, scores, rankings, near)


def _vector_scores(
    reader: IndexReader,
    view: View,
    content: Sequence[QueryTerm],
    postings: Mapping[str, TermPostings],
    weights: Mapping[str, int],
) -> Generator[Need, None, tuple[dict[int, int], dict[str, frozenset[str]]]]:
    """Score passages by the question's terms and by those that look like them; return those too."""
    fuzzy = [term.term for term in content if _is_expandable(term, postings)]
    expanded = sorted(fuzzy, key=lambda term: (-weights[term], term))[:MAX_EXPANDED_TERMS]
    keys = [key for term in expanded for key in vector.signature_keys(term)]
    terms_of_key = yield from reader.vocabulary(view, keys)
    share_of_term: dict[str, int] = {}
    near_of_term: dict[str, frozenset[str]] = {}
    for term in expanded:
        found = {other for key in vector.signature_keys(term) for other in terms_of_key[key]}
        similar_terms = vector.similar_terms(term, found)
        if not postings[term].frequency and not vector.is_unspaced(term):
            near_of_term[term] = frozenset(other for other, _ in similar_terms)
        for other, cosine in similar_terms:
            share = weights[term] * cosine // 1000 * vector.SIMILAR_WEIGHT_Q8 // ONE_Q8
            share_of_term[other] = max(share, share_of_term.get(other, 0))
    similar = [term for term in share_of_term if term not in postings]
    more = yield from reader.postings(view, similar)
    own = {term.term: weights[term.term] for term in content}
    scores = keyword.scores_of([*postings.values(), *more.values()], {**share_of_term, **own})
    return scores, {term: others for term, others in near_of_term.items() if others}


def _is_expandable(term: QueryTerm, postings: Mapping[str, TermPostings]) -> bool:
    """Tell whether similar terms are worth a look: of a bigram only if no passage has it."""
    if term.kind is TermKind.BIGRAM and postings[term.term].frequency:
        return False
    return term.kind is not TermKind.IDENTIFIER and vector.is_fuzzy(term.term)


def _pool(
    reader: IndexReader,
    view: View,
    query: Query,
    concepts: Concepts,
    ranking: _Ranking,
    trace: Trace,
) -> Generator[Need, None, list[Candidate]]:
    """Fuse the rankings, fetch the best passages, order them by their text, drop duplicates."""
    fused = fuse.fused(ranking.rankings)
    keys = keyword.ranked(fused, POOL_SIZE)
    passages = yield from reader.passages(view, keys)
    shares = _shares(ranking, passages)
    score_of_key = {
        key: rerank_score(features_of(passages[key][0], query, concepts, shares[key]))
        for key in keys
    }
    ordered = sorted(keys, key=lambda key: (-score_of_key[key], key))
    kept = {passages[key][0].content_hash: key for key in reversed(ordered)}
    unique = [key for key in ordered if kept[passages[key][0].content_hash] == key]
    pool = [
        Candidate(
            *passages[key],
            rank,
            fuse.ranks(ranking.rankings, key),
            share_of_score(score_of_key[key]),
        )
        for rank, key in enumerate(unique, 1)
    ]
    fused_rank_of = {passages[key][0].passage_id: rank for rank, key in enumerate(keys, 1)}
    trace.add(
        "ranking",
        terms={term: found.frequency for term, found in ranking.postings.items()},
        channels={channel.value: len(found) for channel, found in ranking.rankings.items()},
        candidates=traced_candidates(pool, fused_rank_of),
    )
    return pool


def _shares(ranking: _Ranking, passages: Mapping[int, tuple[Passage, str]]) -> dict[int, Shares]:
    """Return each pooled passage's shares of the channels' scores."""
    keyword_scores, vector_scores = (ranking.scores[channel] for channel in Channel)
    best_keyword = max(keyword_scores.values(), default=1)
    best_vector = max(vector_scores.values(), default=1)
    scores_of_document: dict[str, list[int]] = {}
    for key, (passage, _) in passages.items():
        document = passage.document.document_id
        scores_of_document.setdefault(document, []).append(keyword_scores.get(key, 0))
    total = sum(map(sum, scores_of_document.values())) or 1
    rank_of = {key: rank for rank, key in enumerate(ranking.rankings[Channel.KEYWORD], 1)}
    shares = {}
    for key, (passage, _) in passages.items():
        in_document = scores_of_document[passage.document.document_id]
        beside = keyword_scores.get(key - 1, 0) + keyword_scores.get(key + 1, 0)
        shares[key] = Shares(
            keyword=1000 * keyword_scores.get(key, 0) // best_keyword,
            vector=1000 * vector_scores.get(key, 0) // best_vector,
            first=1000 // rank_of.get(key, 1001),
            document=1000 * sum(in_document) // total,
            page=1000 * max(in_document) // best_keyword,
            beside=500 * beside // best_keyword,
        )
    return shares
