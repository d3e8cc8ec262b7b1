"""The staircase: skeletons plotted against sheet sides in book order, findings above.

After the paper's Figure 5: a new skeleton is a step up, a skeleton that returns
a step down. Known skeletons, if given, are plotted below.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import quote

from matplotlib.colors import to_rgba

from formework.findings.finding import Kind
from formework.report.figures import BLUE, GREEN, GREY, INK, PALE, VERMILION, draw_figure

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from formework.book.model import SheetSide
    from formework.findings.finding import Finding
    from formework.findings.uses import Use

# Lengths in inches.
_SKELETON_HEIGHT = 0.17
_SIDE_WIDTH = 0.085
_MIN_WIDTH, _MAX_WIDTH = 7.0, 17.0
_GATHERING_LABEL_WIDTH = 0.17
_LETTER_WIDTH = 0.055  # of a letter in the label of a finding
_LONG_FINDING_SIDES = 20  # sheet sides; the line of a longer finding has room for its label


@dataclass(frozen=True)
class Staircase:
    """What is drawn: the uses of each section in book order, and the findings.

    `truth` are the known skeletons by signature; it may be empty. `texts` are
    the words of the running titles of each section.
    """

    sides: Sequence[SheetSide]
    sections: Mapping[str, Sequence[Use]]
    findings: Sequence[Finding]
    truth: Mapping[str, str] = field(default_factory=dict)
    texts: Mapping[str, str] = field(default_factory=dict)

    @property
    def names(self) -> list[str]:
        """The sheet sides with titles, in book order."""
        used = {use.side for uses in self.sections.values() for use in uses}
        return [side.name for side in self.sides if side.name in used]


def draw_staircase(
    stairs: Staircase, kinds: tuple[str, ...] = ("svg", "png", "pdf")
) -> dict[str, bytes]:
    """Draw the staircase, and return the file of each kind."""
    place = {name: number for number, name in enumerate(stairs.names)}
    width = min(max(_MIN_WIDTH, len(place) * _SIDE_WIDTH + 1), _MAX_WIDTH)
    marked = _levels(stairs.findings, place, width)
    uses = [use for own in stairs.sections.values() for use in own]
    rows = list(dict.fromkeys(use.skeleton for use in uses))
    truth = _true_rows(stairs, uses)
    heights = [
        max(marked.values(), default=-1) + 1.6,
        len(rows) + 1.0,
        *([len(set(truth.values())) + 1.0] if truth else []),
    ]

    def draw(figure: Figure) -> None:
        axes = figure.subplots(len(heights), 1, sharex=True, squeeze=False, height_ratios=heights)[
            :, 0
        ]
        _draw_findings(axes[0], stairs.findings, marked, place)
        _draw_uses(axes[1], uses, rows, place)
        _draw_absences(axes[1], stairs.findings, rows, place)
        if truth:
            _draw_truth(axes[2], truth, place)
        for panel in axes:
            _draw_divisions(panel, stairs, place)
        _name_sections(axes[0], stairs, place)
        _name_gatherings(axes[-1], stairs, place, width)
        axes[-1].set_xlim(-0.8, len(place) - 0.2)
        axes[-1].set_xlabel("gatherings (one dot per sheet side, in book order)")

    return draw_figure((width, sum(heights) * _SKELETON_HEIGHT + 0.8), draw, kinds)


def _levels(findings: Sequence[Finding], place: Mapping[str, int], width: float) -> dict[int, int]:
    """The row of each finding, by number, so that labels do not overlap."""
    ends: list[float] = []
    levels = {}
    letter = _LETTER_WIDTH * len(place) / width  # width of a letter in sheet sides
    for number, finding in enumerate(findings):
        columns = [place[side] for side in finding.sides]
        name = letter * len(_name(number, finding))
        end = max(columns) if _is_long(columns) else max(columns) + name
        level = next((i for i, taken in enumerate(ends) if taken < min(columns) - 1), len(ends))
        ends[level:] = [max(end, min(columns) + name) + 1, *ends[level + 1 :]]
        levels[number] = level
    return levels


def _name(number: int, finding: Finding) -> str:
    return f"{number + 1} {finding.kind.words}"


def _is_long(columns: Sequence[int]) -> bool:
    """Whether the line of a finding has room for its label."""
    return max(columns) - min(columns) > _LONG_FINDING_SIDES


def _draw_findings(
    axes: Axes, findings: Sequence[Finding], levels: Mapping[int, int], place: Mapping[str, int]
) -> None:
    for number, finding in enumerate(findings):
        columns = sorted(place[side] for side in finding.sides)
        height = -levels[number]
        colour = GREEN if finding.kind is Kind.ALTERNATION else VERMILION
        axes.plot([columns[0], columns[-1]], [height] * 2, color=colour, linewidth=1.4)
        if len(columns) <= 4:
            axes.plot(columns, [height] * len(columns), "|", color=colour, markersize=6)
        long = _is_long(columns)
        label = axes.annotate(
            _name(number, finding), ((columns[0] if long else columns[-1]) + 0.5, height),
            xytext=(8 if long else 2, 0), textcoords="offset points", ha="left", va="center",
            fontsize=7, bbox={"facecolor": "white", "edgecolor": "none", "pad": 1},
        )  # fmt: skip
        label.set_url(f"#finding-{number + 1}")
    axes.set_ylim(-max(levels.values(), default=0) - 0.8, 0.8)
    axes.set_yticks([])
    axes.spines[["left", "bottom"]].set_visible(False)
    axes.tick_params(bottom=False, labelbottom=False)
    axes.set_ylabel("findings", rotation=0, ha="right", va="center")


def _draw_uses(
    axes: Axes, uses: Sequence[Use], rows: Sequence[str], place: Mapping[str, int]
) -> None:
    """Draw one dot per use: hollow for a later state, paler for lower confidence."""
    height = {name: row for row, name in enumerate(rows)}
    for hollow in (False, True):
        own = [use for use in uses if (use.state > 1) is hollow]
        if not own:
            continue
        shades = [to_rgba(BLUE, 0.35 + 0.65 * use.confidence) for use in own]
        dots = axes.scatter(
            [place[use.side] for use in own], [height[use.skeleton] for use in own],
            s=16, linewidths=1.0, edgecolors=shades, facecolors="white" if hollow else shades,
            zorder=3,
        )  # fmt: skip
        dots.set_urls([f"#side-{quote(use.side)}" for use in own])
    axes.set_yticks(range(len(rows)), rows, fontsize=7)
    axes.set_ylim(-0.6, len(rows) - 0.4)
    axes.set_ylabel("skeletons", rotation=0, ha="right", va="center")
    axes.tick_params(bottom=False, labelbottom=False)


def _draw_absences(
    axes: Axes, findings: Sequence[Finding], rows: Sequence[str], place: Mapping[str, int]
) -> None:
    """Mark the absence of a skeleton that returns, and a skeleton that appears only once."""
    for finding in findings:
        columns = [place[side] for side in finding.sides]
        height = rows.index(finding.skeletons[0]) if finding.skeletons[0] in rows else None
        if height is None:
            continue
        if finding.kind is Kind.INTERRUPTION and len(columns) == 2:
            axes.plot(columns, [height] * 2, color=VERMILION, linewidth=0.9, linestyle=":")
        elif finding.kind is Kind.SOLE_APPEARANCE:
            axes.plot(columns, [height], "o", markersize=8, markerfacecolor="none", color=VERMILION)


def _true_rows(stairs: Staircase, uses: Sequence[Use]) -> dict[str, int]:
    """The row of the known skeleton of each sheet side, in order of first appearance."""
    rows: dict[str, int] = {}
    true = {}
    for use in uses:
        labels = [stairs.truth[page] for page in use.pages if page in stairs.truth]
        if labels:
            true[use.side] = rows.setdefault(labels[0], len(rows))
    return true


def _draw_truth(axes: Axes, truth: Mapping[str, int], place: Mapping[str, int]) -> None:
    axes.scatter([place[side] for side in truth], list(truth.values()), s=16, color=INK, zorder=3)
    count = len(set(truth.values()))
    axes.set_yticks(range(count), [str(row + 1) for row in range(count)], fontsize=7)
    axes.set_ylim(-0.6, count - 0.4)
    axes.set_ylabel("known", rotation=0, ha="right", va="center")


def _draw_divisions(axes: Axes, stairs: Staircase, place: Mapping[str, int]) -> None:
    """Draw thin lines between gatherings and thick ones between sections."""
    for start in _starts(stairs, place).values():
        axes.axvline(start - 0.5, color=PALE, linewidth=0.5, zorder=0)
    for uses in list(stairs.sections.values())[1:]:
        axes.axvline(place[uses[0].side] - 0.5, color=GREY, linewidth=1.2, zorder=1)


def _name_sections(axes: Axes, stairs: Staircase, place: Mapping[str, int]) -> None:
    for section, uses in stairs.sections.items():
        words = stairs.texts.get(section, "")
        if len(stairs.sections) > 1 and words:
            axes.annotate(
                words, (place[uses[0].side], 1), xycoords=("data", "axes fraction"),
                xytext=(0, 3), textcoords="offset points", fontsize=8, style="italic",
                parse_math=False,
            )  # fmt: skip


def _starts(stairs: Staircase, place: Mapping[str, int]) -> dict[str, int]:
    starts: dict[str, int] = {}
    for side in stairs.sides:
        if side.name in place:
            starts.setdefault(side.gathering, place[side.name])
    return starts


def _name_gatherings(axes: Axes, stairs: Staircase, place: Mapping[str, int], width: float) -> None:
    starts = _starts(stairs, place)
    room = width / max(1, len(starts))  # inches per gathering
    longest = max(map(len, starts), default=1)
    every = max(1, round(0.5 + _GATHERING_LABEL_WIDTH * (0.6 + 0.4 * longest) / room))
    shown = list(starts.items())[::every]
    axes.set_xticks([start for _, start in shown], [name for name, _ in shown], fontsize=7)
    axes.tick_params(bottom=True, labelbottom=True)
