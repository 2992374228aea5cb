"""The Jinja2 environment of a site's pages, and the interface texts that they use."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from functools import lru_cache
from urllib.parse import quote

from jinja2 import Environment, FileSystemBytecodeCache, FileSystemLoader, StrictUndefined
from jinja2.bccache import Bucket
from markupsafe import Markup

from chapterverse.assets import web_dir
from chapterverse.runtime.places import cache_dir

DEFAULT_LANG = "en"


class Texts:
    """The interface texts of one language, as templates use them."""

    def __init__(self, lang: str, text_of_key: dict[str, str]) -> None:
        self.lang = lang
        self._text_of_key = text_of_key

    def plain(self, key: str, **values: object) -> str:
        """Return a text for an attribute; a KeyError means a template names an unknown text."""
        return self._text_of_key[key].format(**values)

    def live(self, key: str) -> Markup:
        """Return a text in an element that a script can put into another interface language."""
        return Markup('<span data-text="{}">{}</span>').format(key, self._text_of_key[key])

    def label(self, key: str) -> Markup:
        """Return an `aria-label` attribute that a script can put into another language."""
        return Markup('aria-label="{}" data-label="{}"').format(self._text_of_key[key], key)


def interface_lang(lang: str) -> str:
    """Return the interface language for a document's language: its own, else English."""
    primary = lang.lower().split("-")[0]
    return primary if primary in _locales() else DEFAULT_LANG


@lru_cache(maxsize=8)
def texts(lang: str) -> Texts:
    """Return the interface texts for a document's language."""
    chosen = interface_lang(lang)
    return Texts(chosen, _locales()[chosen])


@lru_cache(maxsize=1)
def environment() -> Environment:
    """Return the one environment: autoescaped, and an unknown name in a template is an error."""
    made = Environment(
        loader=FileSystemLoader(web_dir() / "templates"),
        bytecode_cache=_bytecode_cache(),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    made.filters["anchor"] = folder_anchor
    made.filters["language_name"] = language_name
    return made


class _CompiledTemplates(FileSystemBytecodeCache):
    """Keeps compiled templates where it can; a build does without where it can't."""

    def dump_bytecode(self, bucket: Bucket) -> None:
        with suppress(OSError):
            super().dump_bytecode(bucket)


def _bytecode_cache() -> FileSystemBytecodeCache | None:
    """Return where compiled templates are kept between builds, None where nothing can be kept.

    Compiling them takes a tenth of a rebuild. Each is kept with a checksum of its source.
    """
    folder = cache_dir() / "templates"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    return _CompiledTemplates(str(folder)) if os.access(folder, os.W_OK) else None


def folder_anchor(folder: str) -> str:
    """Return the id of a folder on the contents page, the same in `id` and in a link."""
    return "in-" + quote(folder.rstrip("/"), safe="/").replace("%", ".")


def language_name(lang: str) -> str:
    """Return a language's own name where the interface has it, else its code."""
    own = _locales().get(lang.lower().split("-")[0], {})
    return own.get(f"language_{lang.lower().split('-')[0]}", lang)


@lru_cache(maxsize=1)
def _locales() -> dict[str, dict[str, str]]:
    files = sorted((web_dir() / "locales").glob("*.json"))
    return {file.stem: json.loads(file.read_text(encoding="utf-8")) for file in files}
