"""The scholar's decisions: one line each, folded, undone, and never half written."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formework.book.assignment import PageImage
from formework.book.decided_pages import follow_pages
from formework.book.decision_lines import Decision, DecisionError, DecisionKind, read_decision
from formework.book.decisions import (
    ContradictionError,
    Decisions,
    append_decisions,
    read_decisions,
)
from formework.book.model import Box
from formework.errors import FileError

if TYPE_CHECKING:
    from pathlib import Path

# The lines of the published format, as a person would write them.
BY_HAND = """\
{"n": 1, "at": "2026-11-16T08:00:00Z", "by": "ab", "do": "box", "signature": "C4v", "box": [206, 50, 339, 37], "text": "CHANSONS", "why": ""}
{"n": 2, "do": "no-title", "signature": "A1r"}
{"n": 3, "do": "same", "titles": ["C1r", "E1r"], "why": "broken P"}
{"n": 4, "do": "different", "titles": ["C1r", "G1r"]}
{"n": 5, "do": "same-skeleton", "sides": ["C(o)", "E(o)"]}
{"n": 6, "do": "different-skeleton", "sides": ["C(o)", "D(o)"]}
{"n": 7, "do": "finding", "finding": "reset-1", "verdict": "accept", "note": "seen"}
{"n": 8, "do": "undo", "undoes": 4}
"""  # noqa: E501 - one object a line is the format


def written(root: Path, *records: dict[str, Any] | str) -> Decisions:
    """The decisions of a file with these lines."""
    lines = [line if isinstance(line, str) else json.dumps(line) for line in records]
    (root / "decisions.jsonl").write_text("".join(f"{line}\n" for line in lines), "utf-8")
    return read_decisions(root)


def test_a_file_written_by_hand(tmp_path: Path) -> None:
    """Every line of the published example is read, and the undone one does not hold."""
    (tmp_path / "decisions.jsonl").write_text(BY_HAND, "utf-8")
    decisions = read_decisions(tmp_path)
    assert decisions.last == 8
    assert [d.number for d in decisions.in_force] == [1, 2, 3, 5, 6, 7]
    assert decisions.undone_by == {4: 8}
    assert decisions.titles.judge("E1r", "C1r") is True
    assert decisions.titles.judge("C1r", "G1r") is None
    assert decisions.sides.judge("E(o)", "D(o)") is False
    assert decisions.verdicts["reset-1"].note == "seen"
    assert decisions.lines[0].box == Box(206, 50, 339, 37)
    assert decisions.lines[2].words == "C1r and E1r: same title"


def test_no_file_no_decisions(tmp_path: Path) -> None:
    """A book without the file has decided nothing."""
    assert read_decisions(tmp_path) == Decisions()


def test_numbers_may_be_left_out(tmp_path: Path) -> None:
    """A line without n takes the next number; blank lines do not count."""
    decisions = written(
        tmp_path, {"do": "no-title", "signature": "A1r"}, "", {"do": "undo", "undoes": 1}
    )
    assert [d.number for d in decisions.lines] == [1, 2]
    assert decisions.lines[1].line == 3
    assert decisions.in_force == ()


def test_an_undo_can_be_undone(tmp_path: Path) -> None:
    """Undoing the undo brings the decision back."""
    same = {"do": "same", "titles": ["C1r", "E1r"]}
    decisions = written(tmp_path, same, {"do": "undo", "undoes": 1}, {"do": "undo", "undoes": 2})
    assert [d.number for d in decisions.in_force] == [1]


def test_bringing_a_contradiction_back_is_refused(tmp_path: Path) -> None:
    """An undone decision that was contradicted since cannot come back."""
    with pytest.raises(FileError, match=r"line 4: C1r and E1r contradicts line 1"):
        written(
            tmp_path,
            {"do": "same", "titles": ["C1r", "E1r"]},
            {"do": "undo", "undoes": 1},
            {"do": "different", "titles": ["C1r", "E1r"]},
            {"do": "undo", "undoes": 2},
        )


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ('{"do": "fly"}', "do 'fly' is not a kind of decision"),
        ('{"do": "same", "titles": ["C1r"]}', r"titles \['C1r'\] does not name two"),
        ('{"do": "same", "titles": ["C1r", "C1r"]}', "names the same one twice"),
        ('{"do": "same", "title": ["C1r", "E1r"]}', "title .* is not a key of 'same'"),
        ('{"do": "box", "signature": "C1r", "box": [1, 2, 0, 4]}', r"box \[1, 2, 0, 4\] is not"),
        ('{"do": "box", "box": [1, 2, 3, 4]}', "'box' needs 'signature'"),
        ('{"do": "finding", "finding": "x", "verdict": "maybe"}', "verdict 'maybe' is unknown"),
        ('{"do": "undo", "undoes": 7}', "decision 7 does not exist"),
        ('{"do": "undo", "undoes": "1"}', "undoes '1' is not the number"),
        ('{"n": 1, "do": "no-title", "signature": "A1r"}', "n 1 does not follow 1"),
        ("[1]", r"\[1\] is not a JSON object"),
        ("{do: box}", "is not JSON"),
    ],
)
def test_a_wrong_line_is_named_with_its_value(tmp_path: Path, line: str, error: str) -> None:
    """The error says which line and which value; the line after it shows it is not torn."""
    first = {"n": 1, "do": "no-title", "signature": "A1r"}
    with pytest.raises(FileError, match=rf"decisions\.jsonl, line 2: .*{error}"):
        written(tmp_path, first, line)


def test_a_contradiction_names_both_lines(tmp_path: Path) -> None:
    """Same and different between the same two titles, by a detour as well."""
    with pytest.raises(FileError, match=r"line 2: .*different titles contradicts line 1: C1r and"):
        written(
            tmp_path,
            {"do": "same", "titles": ["C1r", "E1r"]},
            {"do": "different", "titles": ["E1r", "C1r"]},
        )
    with pytest.raises(FileError, match=r"line 3: .* contradicts line 1: .*; line 2: "):
        written(
            tmp_path,
            {"do": "same-skeleton", "sides": ["C(o)", "E(o)"]},
            {"do": "same-skeleton", "sides": ["E(o)", "F(o)"]},
            {"do": "different-skeleton", "sides": ["C(o)", "F(o)"]},
        )


@given(st.integers(0, 400))
def test_a_torn_last_line_is_dropped(cut: int) -> None:
    """Whatever part of the last line was written, the lines before it are read."""
    import tempfile
    from pathlib import Path

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "decisions.jsonl"
        first = b'{"n": 1, "do": "no-title", "signature": "A1r"}\n'
        last = json.dumps(
            {"n": 2, "do": "account", "text": "Ein Büchlein " * 20}, ensure_ascii=False
        ).encode()
        torn = last[: min(cut, len(last) - 1)]
        path.write_bytes(first + torn)
        read = read_decisions(path.parent)
        assert [d.number for d in read.lines] == [1]
        grown = append_decisions(
            path.parent, read, [Decision(0, DecisionKind.NO_TITLE, signature="B1r")]
        )
        assert read_decisions(path.parent) == grown
        assert path.read_bytes().count(b"\n") == 2


def test_a_last_line_without_a_line_end_is_whole(tmp_path: Path) -> None:
    """An editor that leaves out the last line end tears nothing."""
    path = tmp_path / "decisions.jsonl"
    path.write_text('{"do": "no-title", "signature": "A1r"}', "utf-8")
    read = read_decisions(tmp_path)
    append_decisions(tmp_path, read, [Decision(0, DecisionKind.NO_TITLE, signature="B1r")])
    assert [d.signature for d in read_decisions(tmp_path).lines] == ["A1r", "B1r"]


def test_decisions_made_together_are_all_added_or_none(tmp_path: Path) -> None:
    """A contradiction within a move leaves the file as it was."""
    same = Decision(0, DecisionKind.SAME_SKELETON, pair=("C(o)", "E(o)"))
    other = Decision(0, DecisionKind.DIFFERENT_SKELETON, pair=("C(o)", "E(o)"))
    with pytest.raises(ContradictionError) as caught:
        append_decisions(tmp_path, Decisions(), [same, other])
    assert caught.value.contradicts == (1,)
    assert not (tmp_path / "decisions.jsonl").exists()
    both = append_decisions(tmp_path, Decisions(), [same, same])
    assert (
        [d.move for d in read_decisions(tmp_path).lines] == [1, 1] == [d.move for d in both.lines]
    )


DECISIONS = st.one_of(
    st.builds(
        Decision,
        st.just(0),
        st.just(DecisionKind.BOX),
        signature=st.sampled_from(["A1r", "B1v"]),
        box=st.builds(Box, *[st.integers(0, 99)] * 2, *[st.integers(1, 99)] * 2),
        text=st.one_of(st.none(), st.text(max_size=20)),
        why=st.text(max_size=20),
    ),
    st.builds(Decision, st.just(0), st.just(DecisionKind.ACCOUNT), text=st.text(max_size=60)),
    st.builds(
        Decision,
        st.just(0),
        st.just(DecisionKind.SIGNATURE),
        image=st.just("1.jpg"),
        signature=st.sampled_from(["", "C1r"]),
    ),
    st.builds(
        Decision,
        st.just(0),
        st.just(DecisionKind.FINDING),
        finding=st.just("reset-1"),
        note=st.text(max_size=20),
    ),
)


@given(st.lists(DECISIONS, max_size=6))
def test_what_is_written_is_read(made: list[Decision]) -> None:
    """The file read again gives the same decisions, whatever text they hold."""
    import tempfile
    from pathlib import Path

    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        grown = Decisions()
        for decision in made:
            grown = append_decisions(root, grown, [decision])
        assert read_decisions(root) == grown


PAGES = [PageImage("1.jpg", "A1r"), PageImage("2.jpg", "A1v"), PageImage("3.jpg", "A2r")]


def followed(tmp_path: Path, *records: dict[str, Any]) -> Any:  # noqa: ANN401 - a small record
    """Three pages after these decisions."""
    return follow_pages(written(tmp_path, *records), PAGES)


def test_a_box_stays_with_its_image(tmp_path: Path) -> None:
    """A box decided on A1v stays with 2.jpg when 2.jpg becomes A2r; so does a comparison."""
    found = followed(
        tmp_path,
        {"do": "box", "signature": "A1v", "box": [1, 2, 3, 4]},
        {"do": "text", "signature": "A1v", "text": "LEAR"},
        {"do": "different", "titles": ["A1v", "A1r"]},
        {"do": "signature", "image": "3.jpg", "signature": ""},
        {"do": "signature", "image": "2.jpg", "signature": "A2r"},
    )
    assert [page.signature for page in found.pages] == ["A1r", "A2r", ""]
    correction = found.corrections["2.jpg", False]
    assert (correction.box, correction.text, correction.has_title) == (
        Box(1, 2, 3, 4),
        "LEAR",
        True,
    )
    assert found.titles.judge("A2r", "A1r") is False


def test_later_decisions_on_a_page_take_precedence(tmp_path: Path) -> None:
    """No title after a box, and a box after no title."""
    box = {"do": "box", "signature": "A1r", "box": [1, 2, 3, 4], "text": "LEAR"}
    none = {"do": "no-title", "signature": "A1r"}
    assert not followed(tmp_path, box, none).corrections["1.jpg", False].has_title
    again = followed(tmp_path, box, none, {"do": "box", "signature": "A1r", "box": [5, 6, 7, 8]})
    assert again.corrections["1.jpg", False].text is None


@pytest.mark.parametrize(
    ("record", "error"),
    [
        ({"do": "no-title", "signature": "Z9r"}, "line 1: there is no page 'Z9r'"),
        ({"do": "no-title", "image": "../1.jpg"}, "there is no page '../1.jpg'"),
        (
            {"do": "signature", "image": "1.jpg", "signature": "A1v"},
            "A1v is already 2.jpg: 1.jpg cannot have the same signature",
        ),
    ],
)
def test_a_page_that_is_not_there_is_named(
    tmp_path: Path, record: dict[str, Any], error: str
) -> None:
    """A decision on no page, and a signature given twice, are refused."""
    with pytest.raises(DecisionError, match=error):
        followed(tmp_path, record)


def test_a_decision_names_the_field_at_fault() -> None:
    """The error of a single decision carries the key."""
    with pytest.raises(DecisionError) as caught:
        read_decision({"do": "text", "signature": "A1r"}, 1)
    assert caught.value.field == "text"
