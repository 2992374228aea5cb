"""The geometry of the report's plots; the template draws them as inline SVG."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

WIDTH, HEIGHT = 480, 280
LEFT, RIGHT, TOP, BOTTOM = 56, 24, 22, 50

LATENCY_EDGES_MS = (0, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000)
"""Lower edges of the histogram's bins; the last bin has no upper edge."""


@dataclass(frozen=True, slots=True)
class Tick:
    """A mark on an axis: where it stands in the drawing, and its text."""

    at: float
    text: str


@dataclass(frozen=True, slots=True)
class Dot:
    """A point of a line; `text` is what it says when pointed at."""

    x: float
    y: float
    text: str


@dataclass(frozen=True, slots=True)
class Line:
    """A named line; `name` is empty when the plot has only one."""

    name: str
    dots: tuple[Dot, ...]

    @property
    def points(self) -> str:
        """Return the dots as SVG's `points` attribute wants them."""
        return " ".join(f"{dot.x},{dot.y}" for dot in self.dots)


@dataclass(frozen=True, slots=True)
class Box:
    """A bar of a histogram; `label` stands under it, `text` above it."""

    x: float
    y: float
    width: float
    height: float
    label: str
    text: str


@dataclass(frozen=True, slots=True)
class Plot:
    """A drawing in units of its own `width` and `height`."""

    x_ticks: tuple[Tick, ...]
    y_ticks: tuple[Tick, ...]
    lines: tuple[Line, ...] = ()
    boxes: tuple[Box, ...] = ()
    mark: Dot | None = None
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT
    top: int = TOP
    bottom: int = HEIGHT - BOTTOM


def plot_shares(
    points: Sequence[tuple[float, float, str]], mark: tuple[float, float, str] | None
) -> Plot:
    """Plot one share (y) against another (x)."""
    fifths = [part / 5 for part in range(6)]
    return Plot(
        x_ticks=tuple(Tick(_across(share), _percent(share)) for share in fifths),
        y_ticks=_share_ticks(),
        lines=(Line("", tuple(_dot(*point) for point in points)),),
        mark=_dot(*mark) if mark else None,
    )


def plot_ranks(series: Iterable[tuple[str, Sequence[float]]]) -> Plot:
    """Plot shares against ranks 1, 2, … with one line for each named series."""
    named = [(name, shares) for name, shares in series if shares]
    longest = max((len(shares) for _, shares in named), default=1)
    ranks = range(1, longest + 1)
    return Plot(
        x_ticks=tuple(Tick(_across(_nth(rank, longest)), str(rank)) for rank in ranks),
        y_ticks=_share_ticks(),
        lines=tuple(
            Line(
                name,
                tuple(
                    _dot(_nth(rank, longest), share, f"{name} {rank}: {_percent(share)}")
                    for rank, share in enumerate(shares, start=1)
                ),
            )
            for name, shares in named
        ),
    )


def plot_counts(bins: Sequence[tuple[str, int]]) -> Plot:
    """Plot counts as bars side by side."""
    top = max((count for _, count in bins), default=0) or 1
    step = (WIDTH - LEFT - RIGHT) / max(1, len(bins))
    boxes = []
    for place, (label, count) in enumerate(bins):
        y = _down(count / top)
        x = LEFT + place * step
        boxes.append(
            Box(
                x=round(x + step * 0.1, 2),
                y=y,
                width=round(step * 0.8, 2),
                height=round(HEIGHT - BOTTOM - y, 2),
                label=label,
                text=str(count),
            )
        )
    return Plot(
        x_ticks=tuple(_edges([label for label, _ in bins], step)),
        y_ticks=(Tick(_down(0), "0"), Tick(_down(1), str(top))),
        boxes=tuple(boxes),
    )


def _edges(labels: Sequence[str], step: float) -> Iterator[Tick]:
    """Mark the edges between bars: a bin's whole name has no room under its bar."""
    for place, label in enumerate(labels):
        low, _, high = label.partition("–")
        yield Tick(round(LEFT + place * step, 2), low)
        if place + 1 == len(labels) and high:
            yield Tick(round(LEFT + len(labels) * step, 2), high)


def latency_bins(elapsed_ms: Iterable[float]) -> list[tuple[str, int]]:
    """Count times in the fixed bins, without the empty bins at both ends."""
    counts = [0] * len(LATENCY_EDGES_MS)
    for elapsed in elapsed_ms:
        counts[max(0, bisect_right(LATENCY_EDGES_MS, elapsed) - 1)] += 1
    filled = [place for place, count in enumerate(counts) if count]
    if not filled:
        return []
    return [(_bin_label(place), counts[place]) for place in range(filled[0], filled[-1] + 1)]


def _bin_label(place: int) -> str:
    low = LATENCY_EDGES_MS[place]
    if place + 1 == len(LATENCY_EDGES_MS):
        return f"{low}+"
    return f"{low}–{LATENCY_EDGES_MS[place + 1]}"


def _share_ticks() -> tuple[Tick, ...]:
    return tuple(Tick(_down(part / 5), _percent(part / 5)) for part in range(6))


def _dot(x: float, y: float, text: str) -> Dot:
    return Dot(_across(x), _down(y), text)


def _nth(rank: int, longest: int) -> float:
    return (rank - 1) / max(1, longest - 1)


def _across(share: float) -> float:
    return round(LEFT + share * (WIDTH - LEFT - RIGHT), 2)


def _down(share: float) -> float:
    return round(HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM), 2)


def _percent(share: float) -> str:
    return f"{share * 100:.0f} %"
