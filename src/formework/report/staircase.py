"""The staircase: skeletons plotted against sheet sides in book order, findings above.

After the paper's Figure 5: a new skeleton is a step up, a skeleton that returns
a step down. Known skeletons, if given, are plotted below.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from textwrap import shorten
from typing import TYPE_CHECKING, Literal
from urllib.parse import quote

from matplotlib.colors import to_rgba

from formework.findings.finding import ROUTINE, Kind
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
_CAPITAL_WIDTH = 1.6  # of a letter in the words of a section, in letters of a finding's label
_MARGINS = 1.2  # left and right of the dots
_GAP = 0.8  # sheet sides between a line and its label, and between labels
_MAX_LETTERS = 60  # of the words of a section


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
    letter = _letter(place, width)
    marked = _finding_labels(stairs.findings, place, letter)
    uses = [use for own in stairs.sections.values() for use in own]
    rows = list(dict.fromkeys(use.skeleton for use in uses))
    truth = _true_rows(stairs, uses)
    heights = [
        max((label.row for label in marked), default=-1) + 1.6,
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
        _name_sections(axes[0], stairs, place, letter)
        _name_gatherings(axes[-1], stairs, place, width)
        axes[-1].set_xlim(-0.8, len(place) - 0.2)
        later = "; open: later states" if any(use.state > 1 for use in uses) else ""
        axes[-1].set_xlabel(f"gatherings (one dot per sheet side, in book order{later})")

    return draw_figure((width, sum(heights) * _SKELETON_HEIGHT + 0.8), draw, kinds)


@dataclass(frozen=True, slots=True)
class Label:
    """Where a label stands, in sheet sides, with what it names: `left` to `right`, and its row.

    Its words begin at `text`, or end there where they stand before what they name.
    """

    left: float
    right: float
    text: float
    row: int
    is_before: bool = False

    @property
    def side(self) -> Literal["left", "right"]:
        """The side of the words that `text` is the place of."""
        return "right" if self.is_before else "left"


def lay_out(spans: Sequence[tuple[float, float, float]], length: int) -> list[Label]:
    """Give each line with its label a row and a place where they overprint no other.

    `spans` are first and last sheet side and the width of the label. The label
    stands on a line long enough for it, else after the line, else before it.
    """
    rows: list[list[Label]] = []
    labels = []
    for first, last, width in spans:
        if last - first > width + 2 * _GAP:
            left, right, text = first, last, first + _GAP
        elif last + _GAP + width <= length or first - _GAP - width < 0:
            left, right, text = first, last + _GAP + width, last + _GAP
        else:
            left, right, text = first - _GAP - width, last, first - _GAP
        row = next(
            (
                number
                for number, taken in enumerate(rows)
                if all(right + _GAP < other.left or other.right + _GAP < left for other in taken)
            ),
            len(rows),
        )
        labels.append(Label(left, right, text, row, is_before=text < first))
        rows[row:] = [[*(rows[row] if row < len(rows) else []), labels[-1]], *rows[row + 1 :]]
    return labels


def _letter(place: Mapping[str, int], width: float) -> float:
    """The width of a letter in sheet sides."""
    return _LETTER_WIDTH * len(place) / (width - _MARGINS)


def _finding_labels(
    findings: Sequence[Finding], place: Mapping[str, int], letter: float
) -> list[Label]:
    spans = []
    for number, finding in enumerate(findings):
        columns = [place[side] for side in finding.sides]
        spans.append((min(columns), max(columns), letter * len(_name(number, finding))))
    return lay_out(spans, len(place))


def _name(number: int, finding: Finding) -> str:
    return f"{number + 1} {finding.kind.words}"


def _draw_findings(
    axes: Axes, findings: Sequence[Finding], labels: Sequence[Label], place: Mapping[str, int]
) -> None:
    for number, (finding, label) in enumerate(zip(findings, labels, strict=True)):
        columns = sorted(place[side] for side in finding.sides)
        colour = GREEN if finding.kind in ROUTINE else VERMILION
        axes.plot([columns[0], columns[-1]], [-label.row] * 2, color=colour, linewidth=1.4)
        if len(columns) <= 4:
            axes.plot(columns, [-label.row] * len(columns), "|", color=colour, markersize=6)
        text = axes.annotate(
            _name(number, finding), (label.text, -label.row), ha=label.side, va="center",
            fontsize=7,
            bbox={"facecolor": "white", "edgecolor": "none", "pad": 1},
        )  # fmt: skip
        text.set_url(f"#finding-{number + 1}")
    axes.set_ylim(-max((label.row for label in labels), default=0) - 0.8, 0.8)
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
    for start in {place[uses[0].side] for uses in stairs.sections.values()} - {0}:
        axes.axvline(start - 0.5, color=GREY, linewidth=1.2, zorder=1)


def _name_sections(axes: Axes, stairs: Staircase, place: Mapping[str, int], letter: float) -> None:
    """The words of each section above its beginning, in as many lines as they need."""
    named = {
        section: shorten(stairs.texts[section], _MAX_LETTERS, placeholder=" …")
        for section in stairs.sections
        if len(stairs.sections) > 1 and stairs.texts.get(section)
    }
    starts = [place[stairs.sections[section][0].side] for section in named]
    widths = [letter * _CAPITAL_WIDTH * len(words) for words in named.values()]
    end = len(place) - 0.5
    fits = [start + width <= end for start, width in zip(starts, widths, strict=True)]
    # Words that do not fit after the beginning of their section end with the book.
    lefts = [
        start if fit else end - width
        for start, width, fit in zip(starts, widths, fits, strict=True)
    ]
    spans = [(left - _GAP, left - _GAP, width) for left, width in zip(lefts, widths, strict=True)]
    labels = lay_out(spans, 2 * len(place))
    for words, label, fit in zip(named.values(), labels, fits, strict=True):
        axes.annotate(
            words, (label.text if fit else end, 1), xycoords=("data", "axes fraction"),
            xytext=(0, 3 + 10 * label.row), textcoords="offset points", fontsize=8, style="italic",
            ha="left" if fit else "right", parse_math=False,
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
