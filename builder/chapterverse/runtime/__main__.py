"""The commands `python -m chapterverse.runtime prepare | find | trace`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from chapterverse.errors import ChapterverseError
from chapterverse.runtime.compile import Route
from chapterverse.runtime.lookup import find_runtime
from chapterverse.runtime.places import checkout_runtime_dir
from chapterverse.runtime.prepare import prepare
from chapterverse.runtime.record import Runtime
from chapterverse.runtime.trace import trace


def main(arguments: list[str] | None = None) -> int:
    """Run one command; returns the exit status."""
    options = _parser().parse_args(arguments)
    try:
        options.run(options)
    except ChapterverseError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m chapterverse.runtime")
    commands = parser.add_subparsers(required=True)
    command = commands.add_parser("prepare", help="fetch, trim and compile the runtime")
    command.add_argument(
        "--out", type=Path, help="folder (default: the checkout's, else the cache)"
    )
    routes = ["auto", *(route.value for route in Route)]
    command.add_argument("--route", choices=routes, default="auto", help="how to compile")
    command.add_argument("--force", action="store_true", help="make it anew even if it is current")
    command.set_defaults(run=_prepare)
    command = commands.add_parser("find", help="say which runtime a build takes")
    command.add_argument("--runtime", type=Path, help="the folder that a configuration would name")
    command.set_defaults(run=_find)
    command = commands.add_parser(
        "trace", help="write the list of standard-library members to keep"
    )
    command.add_argument("--site", type=Path, help="a built site whose index is asked, too")
    command.set_defaults(run=_trace)
    return parser


def _prepare(options: argparse.Namespace) -> None:
    out = options.out or checkout_runtime_dir()
    _tell(prepare(out, route=options.route, is_forced=options.force))


def _find(options: argparse.Namespace) -> None:
    _tell(find_runtime(options.runtime))


def _trace(options: argparse.Namespace) -> None:
    before, after = trace(options.site)
    for name in sorted(after - before):
        print(f"+ {name}")
    for name in sorted(before - after):
        print(f"- {name}")
    print(f"keeps {len(after)} members")


def _tell(runtime: Runtime) -> None:
    total_bytes = sum(file.bytes for file in runtime.files.values())
    print(
        f"Pyodide {runtime.pyodide_version} (Python {runtime.python_version}), "
        f"engine {runtime.engine_hash[:12]}, {total_bytes / 1e6:.1f} MB: {runtime.directory}"
    )


if __name__ == "__main__":
    sys.exit(main())
