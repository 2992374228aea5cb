"""Our rank measures against a library's, on random rankings."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from chapterverse.evaluation.cases import Case, Place
from chapterverse.evaluation.originals import Originals
from chapterverse.evaluation.run import Reply, ReplyPassage, Result
from chapterverse.evaluation.safety import Ground
from chapterverse.evaluation.verdicts import judge

ir_measures = pytest.importorskip("ir_measures", reason="the oracle library is not installed")

PASSAGE_LINES = 5


def random_case(random: Random) -> Case:
    places = [
        {"source": f"d{random.randrange(6)}", "start_line": start, "end_line": start + 7}
        for start in random.sample(range(1, 40), k=random.randint(1, 3))
    ]
    return Case.model_validate(
        {"id": "q", "query": "?", "answerable": True, **places[0], "also": places[1:]}
    )


def random_candidates(random: Random) -> tuple[ReplyPassage, ...]:
    starts = random.sample(range(60), k=random.randint(0, 12))
    return tuple(
        ReplyPassage(
            source_path=f"d{start % 6}",
            start_line=start // 6 * PASSAGE_LINES + 1,
            end_line=start // 6 * PASSAGE_LINES + PASSAGE_LINES,
        )
        for start in starts
    )


def scored(case: Case, candidates: tuple[ReplyPassage, ...], folder: Path) -> dict[str, float]:
    reply = Reply(outcome="abstention", candidates=candidates)
    return judge(Result(case, reply, 1.0, 1, 1), Ground(Originals(folder))).scores


def oracle(ranking: list[str], relevant: set[str]) -> dict[str, float]:
    names = {f"recall_at_{k}": ir_measures.Success @ k for k in (1, 3, 5, 10)}
    names |= {"mrr": ir_measures.RR @ 10, "ndcg_at_10": ir_measures.nDCG @ 10}
    qrels = [ir_measures.Qrel("q", one, 1) for one in sorted(relevant)]
    run = [
        ir_measures.ScoredDoc("q", one, float(-place))
        for place, one in enumerate(dict.fromkeys(ranking))
    ]
    found = ir_measures.calc_aggregate(list(names.values()), qrels, run) if run else {}
    return {name: found.get(measure, 0.0) for name, measure in names.items()}


def overlaps(place: Place, one: ReplyPassage) -> bool:
    lines = range(place.start_line, place.end_line + 1)
    return place.source == one.source_path and any(
        line in lines for line in range(one.start_line, one.end_line + 1)
    )


@pytest.mark.parametrize("seed", range(60))
def test_rank_measures_agree_with_the_library(tmp_path: Path, seed: int) -> None:
    random = Random(seed)
    case, candidates = random_case(random), random_candidates(random)
    top = candidates[:10]

    ours = scored(case, candidates, tmp_path)

    names = {one: f"{one.source_path}:{one.start_line}" for one in candidates}
    right = {names[one] for one in top for place in case.places if overlaps(place, one)}
    missed = {
        f"unranked {place}" for place in case.places if not any(overlaps(place, one) for one in top)
    }
    passages = oracle([names[one] for one in top], right | missed)
    documents = oracle([one.source_path for one in top], {place.source for place in case.places})
    assert {name: ours[name] for name in passages} == pytest.approx(passages)
    assert {name: ours[f"document_{name}"] for name in documents} == pytest.approx(documents)
