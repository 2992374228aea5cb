"""`chapterverse prompt` and `verify`: evidence for an outside model, and a check of its answer."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from chapterverse.commands.asking import question_options, single_question
from chapterverse.commands.frame import EXISTING, EXIT_BARS, JSON, dumped
from chapterverse.evaluation.answer_cases import JudgedAnswer, judge_answers, load_answers
from chapterverse.evaluation.cases import load_cases
from chapterverse.evaluation.host import FileHost
from chapterverse_engine.evidence_set import evidence_of
from chapterverse_engine.model_answer import answer_of
from chapterverse_engine.prompt import prompt_fields
from chapterverse_engine.verify import verdict_fields, verify_answer

NONCE_BYTES = 16
_WRITTEN = click.Path(dir_okay=False, path_type=Path)


@click.command("prompt")
@question_options
@click.option(
    "--budget-chars",
    default=12_000,
    type=click.IntRange(1),
    show_default=True,
    help="Greatest length of the prompt.",
)
@click.option("--evidence", "evidence_file", type=_WRITTEN, help="Write the evidence set here.")
@JSON
def prompt_command(
    budget_chars: int,
    evidence_file: Path | None,
    as_json: bool,  # noqa: FBT001 - click passes flags by name
    **options: Any,
) -> None:
    """Print a prompt for an outside model with the evidence for QUERY, bounded and never cut."""
    outcome = FileHost(options["site"]).answer(single_question(options))
    fields: dict[str, Any] = prompt_fields(outcome, secrets.token_hex(NONCE_BYTES), budget_chars)
    if evidence_file:
        evidence_file.write_text(dumped(fields["evidence"]) + "\n", encoding="utf-8")
    click.echo(dumped(fields) if as_json else fields["prompt"], nl=as_json)
    if fields["reason"]:
        click.echo(f"The documents do not answer this ({fields['reason']}): no evidence.", err=True)
    if fields["skipped"]:
        click.echo(f"Left out, as they do not fit: {', '.join(fields['skipped'])}.", err=True)


@click.command("verify")
@click.option("--evidence", type=EXISTING, help="The evidence set, or the JSON of the prompt.")
@click.option("--answer", type=EXISTING, help="The model's answer, as the prompt asks for it.")
@click.option("--file", "file", type=EXISTING, help="Many answers instead: JSON Lines.")
@click.option("--cases", multiple=True, type=EXISTING, help="Cases whose gold --file is held to.")
@click.option("--site", type=EXISTING, help="A built site, to find evidence that has changed.")
@JSON
def verify_command(
    evidence: Path | None,
    answer: Path | None,
    file: Path | None,
    cases: tuple[Path, ...],
    site: Path | None,
    as_json: bool,  # noqa: FBT001 - click passes flags by name
) -> None:
    """Check an outside model's answer claim by claim; exit status 1 when something is refused."""
    hashes = FileHost(site).passage_hashes() if site else None
    if file:
        judged = judge_answers(load_answers(file), load_cases(cases) if cases else (), hashes)
        click.echo(dumped(_judged_fields(judged)) if as_json else _judged_text(judged))
        is_fine = all(one.is_fine for one in judged)
    elif evidence and answer:
        shown = evidence_of(str(evidence), evidence.read_bytes())
        given = answer_of(str(answer), answer.read_bytes())
        verdict = verdict_fields(verify_answer(shown, given, hashes))
        click.echo(dumped(verdict) if as_json else _verdict_text(verdict))
        is_fine = bool(verdict["accepted"])
    else:
        raise click.UsageError("give --evidence and --answer, or --file")
    if not is_fine:
        click.get_current_context().exit(EXIT_BARS)


def _verdict_text(verdict: Mapping[str, Any]) -> str:
    lines = ["Accepted." if verdict["accepted"] else "Refused."]
    lines += [f"The answer: {refusal}" for refusal in verdict["refusals"]]
    for claim in verdict["claims"]:
        lines.append(f"[{'ok' if claim['supported'] else 'no'}] {claim['text']}")
        lines += [f"     {complaint}" for complaint in (*claim["refusals"], *claim["flags"])]
        lines += [f"     {detail}" for detail in claim["details"]]
    return "\n".join(lines)


def _judged_text(judged: Sequence[JudgedAnswer]) -> str:
    lines = [f"{one.id}: {_finding(one)}" for one in judged if not one.is_fine]
    counts = _counts(judged)
    lines.append(", ".join(f"{name.replace('_', ' ')} {count}" for name, count in counts.items()))
    return "\n".join(lines)


def _finding(one: JudgedAnswer) -> str:
    found = "accepted" if one.verdict["accepted"] else "refused"
    expected = ", not as expected" if one.is_as_expected is False else ""
    faults = f", {', '.join(one.faults)}" if one.faults else ""
    return f"{found}{expected}{faults}: {json.dumps(one.verdict, ensure_ascii=False)}"


def _judged_fields(judged: Sequence[JudgedAnswer]) -> dict[str, object]:
    rows = [
        {
            "id": one.id,
            "kind": one.kind,
            "as_expected": one.is_as_expected,
            "faults": None if one.faults is None else list(one.faults),
            "verdict": one.verdict,
        }
        for one in judged
    ]
    return {**_counts(judged), "results": rows}


def _counts(judged: Sequence[JudgedAnswer]) -> dict[str, int]:
    counts = {"answers": len(judged), "accepted": sum(one.verdict["accepted"] for one in judged)}
    if any(one.is_as_expected is not None for one in judged):
        counts["as_expected"] = sum(one.is_as_expected is True for one in judged)
    if any(one.faults is not None for one in judged):
        counts["right_by_gold"] = sum(one.faults == () for one in judged)
    return counts
