"""The headers that a host may send with a site, and files that tell known hosts to send them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

# As the pages' own policy, with what a `<meta>` element cannot say. A worker takes its policy from
# its own response: there it is these headers that must allow WebAssembly.
POLICY_OF_HEADERS = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
    "img-src 'self' data:; font-src 'self'; connect-src 'self'; worker-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; "
    "require-trusted-types-for 'script'; trusted-types chapterverse"
)
# A picture that is opened by itself runs nothing.
POLICY_OF_PICTURES = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
# Shards and the app carry their hash in their name; the manifest names them and must stay fresh.
FOR_EVER = "public, max-age=31536000, immutable"
FRESH = "no-cache"
HOSTING_FOLDER = "_chapterverse/hosting"
HASHED_FOLDERS = ("_chapterverse/app/", "_chapterverse/runtime/")


def security_headers() -> dict[str, str]:
    """Return the headers that every response of a site should have."""
    return {
        "Content-Security-Policy": POLICY_OF_HEADERS,
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "no-referrer",
        "Cross-Origin-Opener-Policy": "same-origin",
        "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    }


def hosting_files() -> dict[str, str]:
    """Return the settings of known hosts by file name, for a site at the root of its host."""
    return {
        "_headers": "\n".join(_netlify()) + "\n",
        "nginx.conf": "\n".join(_nginx()) + "\n",
        "Caddyfile": "\n".join(_caddy()) + "\n",
    }


def _netlify() -> Iterator[str]:
    """Yield the `_headers` of Netlify and Cloudflare Pages."""
    yield "/*"
    yield from (f"  {name}: {value}" for name, value in security_headers().items())
    yield f"  Cache-Control: {FRESH}"
    for folder in HASHED_FOLDERS:
        yield f"/{folder}*"
        yield "  ! Cache-Control"
        yield f"  Cache-Control: {FOR_EVER}"
    yield "/*.svg"
    yield "  ! Content-Security-Policy"
    yield f"  Content-Security-Policy: {POLICY_OF_PICTURES}"


def _nginx() -> Iterator[str]:
    """Yield the part of an nginx `server` block; a location repeats what it would else lose."""
    yield "# Include this in the `server` block of the site."
    yield "types { application/wasm wasm; text/javascript js mjs; text/markdown md; }"
    yield "error_page 404 /404.html;"
    yield "location / {"
    yield from _nginx_headers(security_headers() | {"Cache-Control": FRESH})
    yield "}"
    yield "location ~ ^/(?:" + "|".join(HASHED_FOLDERS) + ") {"
    yield from _nginx_headers(security_headers() | {"Cache-Control": FOR_EVER})
    yield "}"
    yield "location ~ \\.svg$ {"
    pictures = {"Content-Security-Policy": POLICY_OF_PICTURES}
    yield from _nginx_headers(security_headers() | pictures | {"Cache-Control": FRESH})
    yield "}"


def _nginx_headers(headers: Mapping[str, str]) -> Iterator[str]:
    return (f'    add_header {name} "{value}" always;' for name, value in headers.items())


def _caddy() -> Iterator[str]:
    yield "# Put this into the block of the site."
    yield "header {"
    yield from (f'    {name} "{value}"' for name, value in security_headers().items())
    yield f'    Cache-Control "{FRESH}"'
    yield "}"
    yield "@hashed path " + " ".join(f"/{folder}*" for folder in HASHED_FOLDERS)
    yield f'header @hashed Cache-Control "{FOR_EVER}"'
    yield "@pictures path *.svg"
    yield f'header @pictures Content-Security-Policy "{POLICY_OF_PICTURES}"'
    yield "handle_errors {"
    yield "    rewrite * /404.html"
    yield "    file_server"
    yield "}"
