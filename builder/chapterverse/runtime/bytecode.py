"""Compare code objects, and tell whether this Python compiles as the target's Python does.

The magic number is not enough: the compiler of Python 3.13 changed within the patch releases (the
comprehensions and generator expressions of 3.13.0 lack a GET_ITER that 3.13.2 writes) under the
same magic number. So a host is trusted only if it turns a canary into the target's very code.
"""

from __future__ import annotations

import hashlib
import importlib.util
import sys
from types import CodeType

from chapterverse.runtime.pins import CANARY_SHA256, PYTHON_MAGIC, PYTHON_VERSION
from chapterverse.runtime.places import ENGINE_PACKAGE

LIBRARY_LEVEL = 2
ENGINE_LEVEL = 1

# Only constructs without set literals: the order in which a set is shown is not fixed.
CANARY = '''
"""Constructs whose code is known to move, or may move, between patch releases."""

def loops(xs, ys):
    pairs = ((x, y) for x in xs for y in ys if x != y)
    table = {x: [y for y in ys if y] for x in (z for z in xs)}
    while xs and (last := xs.pop()):
        if last is None: continue
        else: break
    else:
        return all(x > 1 for x in sorted(pairs)), table
    for i, (a, *rest) in enumerate(zip(xs, ys), start=1):
        yield f"{a!r:>{i}} {rest}" if a and not rest else -i

def blocks(path, *names, mode=0, **options):
    try:
        with open(path) as first, open(path, "rb") as second:
            assert first is not second, "left out"
            return [*names, *options], {**options, "mode": mode}
    except (OSError, ValueError) as error:
        raise RuntimeError(path) from error
    finally:
        del path

class Record[T](Base, metaclass=Meta):
    __slots__ = ("x", "y")
    x: int = 1
    @property
    def both(self) -> T: return self.x + super().both
    async def walk(self):
        async for item in self.items:
            await item; yield item

def choose(value):
    match value:
        case {"kind": "a", **rest}: return rest
        case [first, *_] | Record(x=first): return first
        case str() | None: return lambda y=1: value + y
    try: pass
    except* ValueError: global seen; seen = True
'''


def optimize_level_of(member: str) -> int:
    """Give the level at which an archive member is compiled (as `python -O` counts them)."""
    return ENGINE_LEVEL if member.startswith(f"{ENGINE_PACKAGE}/") else LIBRARY_LEVEL


def shape_of(code: CodeType) -> tuple[object, ...]:
    """Give everything that running or tracing a code object depends on, as comparable tuples.

    Two codes with equal shapes are the same program; `==` on code objects ignores file names.
    """
    constants = [
        shape_of(c) if isinstance(c, CodeType) else (type(c).__name__, c) for c in code.co_consts
    ]
    names = (code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars)
    counts = (code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount, code.co_nlocals)
    place = (code.co_filename, code.co_name, code.co_qualname, code.co_firstlineno)
    machine = (
        code.co_flags,
        code.co_stacksize,
        code.co_code,
        code.co_linetable,
        code.co_exceptiontable,
    )
    return (place, counts, names, machine, tuple(constants))


def fingerprint_of(code: CodeType) -> str:
    """Hash a code object's shape; SHA-256 in hexadecimal."""
    return hashlib.sha256(repr(shape_of(code)).encode()).hexdigest()


def why_host_differs() -> str | None:
    """Say how this Python's compiler differs from the target's, or None if it does not."""
    expected = f"expected one that compiles like {PYTHON_VERSION}"
    found = f"found Python {'.'.join(map(str, sys.version_info[:3]))}"
    if importlib.util.MAGIC_NUMBER != PYTHON_MAGIC:
        return f"it writes this Python's own bytecode: {found}, {expected}"
    canary = compile(CANARY, "canary.py", "exec", dont_inherit=True, optimize=LIBRARY_LEVEL)
    if fingerprint_of(canary) != CANARY_SHA256:
        return f"this patch release of Python compiles otherwise: {found}, {expected}"
    return None
