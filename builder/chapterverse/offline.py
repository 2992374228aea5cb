"""What a site with `offline = true` has besides: a service worker, its list of files, a web manifest."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path

from chapterverse.hosting import HOSTING_FOLDER
from chapterverse.stages.pages import HOME_PATH, SiteFrame
from chapterverse.staging import SiteFile

WORKER_PATH = "sw.js"
WEB_MANIFEST_PATH = "site.webmanifest"
LIST_PATH = "_chapterverse/offline.json"
# What a host may answer with another status, or keep for itself: no page needs these.
_NOT_KEPT = (".nojekyll", "404.html", "robots.txt", "sitemap.xml", f"{HOSTING_FOLDER}/")
_WORKER_SOURCE = "app/service-worker.js"


def with_offline(files: Iterable[SiteFile], frame: SiteFrame, web: Path) -> Iterator[SiteFile]:
    """Yield the files, then what keeps all of them at hand; its version changes with any of them."""
    paths: list[str] = []
    version = sha256()
    for file in files:
        if not file.path.startswith(_NOT_KEPT):
            paths.append(file.path)
        version.update(f"{file.path}\0{file.key}\0".encode("utf-8", "surrogatepass"))
        yield file
    name = version.hexdigest()[:16]
    listed = {"version": name, "files": [*paths, WEB_MANIFEST_PATH]}
    yield SiteFile.of(WEB_MANIFEST_PATH, _web_manifest(frame))
    yield SiteFile.of(LIST_PATH, json.dumps(listed, ensure_ascii=False) + "\n")
    source = (web / _WORKER_SOURCE).read_text("utf-8")
    yield SiteFile.of(WORKER_PATH, f'self.SITE_VERSION = "{name}";\n{source}')


def _web_manifest(frame: SiteFrame) -> str:
    icon = {"src": f"{frame.app_path}icon.svg", "sizes": "any", "type": "image/svg+xml"}
    fields = {
        "name": frame.title,
        "lang": frame.lang,
        "start_url": HOME_PATH,
        "scope": "./",
        "display": "minimal-ui",
        "icons": [icon],
    }
    return json.dumps(fields, ensure_ascii=False, indent=2) + "\n"
