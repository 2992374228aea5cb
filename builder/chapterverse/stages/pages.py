"""Renders a site's pages: from records to the text of HTML files, without reading or writing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from markupsafe import Markup

from chapterverse.model import Document, ParsedDocument
from chapterverse.navigation import Navigation
from chapterverse.relations import repository_url
from chapterverse.site_paths import PROTECTED_FOLDER, raw_path_of, relative_url, source_page_path_of
from chapterverse.source_view import source_lines_html
from chapterverse.templating import environment, texts

HOME_PATH = "index.html"
CONTENTS_PATH = "contents.html"
NOT_FOUND_PATH = "404.html"
EMBED_PATH = "_chapterverse/embed.js"
# A page that is not found may be at any depth: its assets are tried from here up.
NOT_FOUND_DEPTH = 5


@dataclass(frozen=True, slots=True)
class SiteFrame:
    """What every page of a site shares.

    Paths are relative to the site's root, those of folders end in "/". `headings_path` is where the
    list of headings is written, empty for a site without it; `has_report` says that there is an
    evaluation to link to.
    """

    title: str
    description: str
    lang: str
    app_path: str
    runtime_path: str
    index_path: str
    headings_path: str = ""
    repo_url: str = ""
    edit_uri: str = ""
    is_offline: bool = False
    has_report: bool = False
    languages: tuple[str, ...] = ()
    integrity_of_name: Mapping[str, str] = field(default_factory=dict)
    protected_scopes: tuple[str, ...] = ()

    def asset(self, name: str) -> Markup:
        """Return the attribute that holds a script or style to its bytes, where they are known."""
        known = self.integrity_of_name.get(name)
        return Markup(' integrity="{}"').format(known) if known else Markup()


def render_view(
    template: str,
    frame: SiteFrame,
    navigation: Navigation,
    *,
    page_path: str,
    title: str,
    lang: str,
    **values: object,
) -> str:
    """Render a template that extends base.html; `page_path` is where the page will be."""
    chosen = texts(lang)

    def url(path: str) -> str:
        return relative_url(page_path, path)

    return (
        environment()
        .get_template(template)
        .render(
            frame=frame,
            navigation=navigation,
            page_path=page_path,
            title=title,
            lang=lang,
            root="../" * page_path.count("/"),
            t=chosen.plain,
            tx=chosen.live,
            label=chosen.label,
            interface_lang=chosen.lang,
            url=url,
            home_path=HOME_PATH,
            contents_path=CONTENTS_PATH,
            **values,
        )
    )


def render_page(
    frame: SiteFrame,
    navigation: Navigation,
    parsed: ParsedDocument,
    newest: Document | None = None,
    translations: Sequence[Document] = (),
) -> str:
    """Render a document's page; the home page has a function of its own.

    `newest` is the newest version of the document, if this is another; `translations` are the
    document in every language, itself included.
    """
    document = parsed.document
    return render_view(
        "page.html",
        frame,
        navigation,
        page_path=document.page_path,
        title=document.title,
        lang=document.lang,
        translations=translations,
        **_document_values(frame, navigation, parsed, newest),
    )


def render_home(
    frame: SiteFrame,
    navigation: Navigation,
    parsed: ParsedDocument | None = None,
    newest: Document | None = None,
    translations: Sequence[Document] = (),
) -> str:
    """Render the home page: the question box, and below it the root document where there is one."""
    lang = parsed.document.lang if parsed else frame.lang
    values = _document_values(frame, navigation, parsed, newest) if parsed else {"document": None}
    return render_view(
        "home.html",
        frame,
        navigation,
        page_path=HOME_PATH,
        title=frame.title,
        lang=lang,
        translations=translations,
        **values,
    )


def render_source_page(
    frame: SiteFrame,
    navigation: Navigation,
    document: Document,
    lines: Sequence[str],
    newest: Document | None = None,
) -> str:
    """Render a document's source page: its lines, 1-based, each with its anchor `L<n>`."""
    return render_view(
        "source.html",
        frame,
        navigation,
        page_path=source_page_path_of(document.source_path),
        title=document.source_path,
        lang=document.lang,
        document=document,
        newest=newest,
        raw_path=raw_path_of(document.source_path),
        repository_url=repository_url(document, frame.repo_url, frame.edit_uri),
        lines_html=source_lines_html(lines),
        line_count=len(lines),
        number_width=len(str(max(1, len(lines)))),
    )


def render_redirect(frame: SiteFrame, document: Document, from_path: str) -> str:
    """Render the page that stands where a document used to be and leads to where it is."""
    template = environment().get_template("redirect.html")
    url = relative_url(from_path, document.page_path)
    return template.render(frame=frame, document=document, url=url)


def render_embed(frame: SiteFrame) -> str:
    """Render the script with which another page of the origin gets `<chapterverse-ask>`.

    It stays at one address, while the scripts that it loads are named by their content.
    """
    paths = {"app": frame.app_path, "runtime": frame.runtime_path, "index": frame.index_path}
    below = {name: relative_url(EMBED_PATH, path) for name, path in paths.items()}
    return environment().get_template("embed.js").render(below, known=frame.integrity_of_name)


def render_protected(frame: SiteFrame, navigation: Navigation, scope: str) -> str:
    """Render the page of a protected scope: it asks for the passphrase, then shows its pages."""
    return render_view(
        "protected.html",
        frame,
        navigation,
        page_path=f"{PROTECTED_FOLDER}/{scope}/index.html",
        title=scope,
        lang=frame.lang,
        scope=scope,
    )


def render_contents(frame: SiteFrame, navigation: Navigation) -> str:
    """Render the page that lists every page of the site."""
    title = texts(frame.lang).plain("contents")
    return render_view(
        "contents.html",
        frame,
        navigation,
        page_path=CONTENTS_PATH,
        title=title,
        lang=frame.lang,
    )


def render_not_found(frame: SiteFrame, navigation: Navigation) -> str:
    """Render 404.html, which hosts serve at any depth: a script finds the site's root."""
    roots = tuple("../" * depth for depth in range(NOT_FOUND_DEPTH))
    title = texts(frame.lang).plain("not_found")
    return render_view(
        "not-found.html",
        frame,
        navigation,
        page_path=NOT_FOUND_PATH,
        title=title,
        lang=frame.lang,
        roots=roots,
    )


def _document_values(
    frame: SiteFrame, navigation: Navigation, parsed: ParsedDocument, newest: Document | None
) -> dict[str, object]:
    document = parsed.document
    before, after = navigation.neighbours(document.page_path)
    return {
        "document": document,
        "newest": newest,
        # The parse stage renders with raw HTML off or sanitised.
        "body": Markup(parsed.body_html),  # noqa: S704
        "has_heading": any(section.level == 1 for section in document.sections),
        "toc": [one for one in document.sections if 2 <= one.level <= 3 and one.is_named],
        "source_page_path": source_page_path_of(document.source_path),
        "raw_path": raw_path_of(document.source_path),
        "repository_url": repository_url(document, frame.repo_url, frame.edit_uri),
        "before": before,
        "after": after,
    }
