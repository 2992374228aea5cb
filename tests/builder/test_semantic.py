"""Words that a passage is about are indexed with little weight, and only on request."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from chapterverse import pipeline, semantic
from chapterverse.config import load_config
from chapterverse.errors import InputError
from chapterverse.model import IndexedPassage
from chapterverse.pipeline import build, read_document
from chapterverse.stages.ingest import ingest
from chapterverse_engine.manifest import decode_manifest

TEXT = "# Patches\n\nThe update repairs the cache of the server.\n"


def indexed(folder: Path, text: str, *, is_semantic: bool) -> Sequence[IndexedPassage]:
    (folder / "a.md").write_text(text, "utf-8")
    source = ingest([folder], scopes=frozenset(("public",))).sources[0]
    return read_document(source, "1", max_chars=1200, is_semantic=is_semantic).content.indexed


@pytest.fixture
def related(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the model say the same of every text."""
    monkeypatch.setattr(semantic, "related_impacts", lambda _: {"fixpack": 9, "cach": 9})
    monkeypatch.setattr(pipeline, "model_name", lambda: "model 1.0 abc")


@pytest.mark.usefixtures("related")
def test_a_related_word_is_found_and_weighs_less_than_what_is_said(tmp_path: Path) -> None:
    (passage,) = indexed(tmp_path, TEXT, is_semantic=True)
    (plain,) = indexed(tmp_path, TEXT, is_semantic=False)
    assert passage.impacts == {**plain.impacts, "fixpack": 9}
    assert max(semantic.MAX_RELATED_IMPACT, 9) < min(plain.impacts.values())


@pytest.mark.usefixtures("related")
def test_only_passages_in_the_models_language_get_related_words(tmp_path: Path) -> None:
    (passage,) = indexed(tmp_path, "# 补丁\n\n这次更新修复了服务器的缓存。\n", is_semantic=True)
    assert "fixpack" not in passage.impacts


@pytest.mark.usefixtures("related")
@pytest.mark.parametrize("is_semantic", [True, False])
def test_the_manifest_names_the_model_only_where_it_was_used(
    tmp_path: Path, *, is_semantic: bool
) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "a.md").write_text(TEXT, "utf-8")
    file = tmp_path / "chapterverse.toml"
    said = str(is_semantic).lower()
    file.write_text(f'[build]\nsources = ["docs"]\njobs = 1\nsemantic = {said}\n', "utf-8")
    config = load_config(file, out=tmp_path / "out")
    build(config, is_evaluated=False)
    manifest = decode_manifest(next((tmp_path / "out").rglob("manifest.json")).read_bytes())
    assert manifest.settings.get("semantic") == ("model 1.0 abc" if is_semantic else None)


def test_without_the_package_the_build_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(semantic, "_MODULE", "no_such_package_anywhere")
    with pytest.raises(InputError, match=r"chapterverse\[semantic\]"):
        semantic.model_name()


def test_the_model_names_related_words() -> None:
    pytest.importorskip("cognition", reason="the extra [semantic] is not installed")
    found = semantic.related_impacts("Scheduled reports fail after changing the password.")
    assert "authent" in found
    assert "password" not in found
    assert max(found.values()) <= semantic.MAX_RELATED_IMPACT
