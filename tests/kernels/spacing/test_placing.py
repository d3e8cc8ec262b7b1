"""Letters are found where they stand, whatever else is in the crop."""

from __future__ import annotations

import itertools

import cv2
import numpy as np
import pytest

from formework.kernels.spacing.chain import match, place_chain
from formework.kernels.spacing.letters import cut_letters
from formework.kernels.spacing.line import EM, find_lines
from formework.kernels.spacing.register import register
from formework.kernels.spacing.type_ink import type_ink
from tests.kernels.spacing.settings import set_text


def test_ink_is_where_type_is() -> None:
    """Shading is paper, strokes are ink, and faint show-through is neither."""
    image = np.full((60, 200), 220, np.uint8)
    image -= np.linspace(0, 60, 200).astype(np.uint8)  # shadow towards the gutter
    for left in (20, 50, 80):
        image[20:40, left : left + 8] = 40
    image[20:40, 120:126] -= 15
    ink = type_ink(image)
    assert ink[30, 52] > 0.9
    assert ink[30, 122] < 0.1
    assert ink[5, 190] < 0.1


def test_a_rule_is_not_type() -> None:
    """A rule across the crop is taken off; letters stay."""
    image = np.full((60, 400), 230, np.uint8)
    image[50:53] = 30
    image[15:40, 100:108] = 30
    ink = type_ink(image)
    assert ink[51].max() == 0.0
    assert ink[25, 104] > 0.9


def test_a_line_is_cut_into_its_letters() -> None:
    """Three strokes apart are three letters; dirt is none."""
    strip = np.zeros((70, 200), np.float32)
    for left in (20, 60, 110):
        strip[15:48, left : left + 12] = 1.0
    strip[5, 160] = 1.0
    assert [round(letter.left) + 2 for letter in cut_letters(strip)] == pytest.approx(
        [20, 60, 110], abs=2
    )


def test_the_chain_is_the_best_one() -> None:
    """Dynamic programming finds what trying all chains finds."""
    draw = np.random.default_rng(3)
    scores = [draw.random(14).astype(np.float32) for _ in range(3)]
    gaps, plays, reaches = np.array([4.0, 5.0]), np.array([2.0, 3.0]), np.array([2.0, 6.0])

    def worth(chain: tuple[int, ...]) -> float:
        off = np.abs(np.diff(chain) - gaps)
        if (off > reaches).any():
            return -np.inf
        price = 0.35 * np.minimum((off / plays) ** 2, 1.0).sum()
        return float(sum(score[place] for score, place in zip(scores, chain, strict=True)) - price)

    best = max(itertools.product(range(14), repeat=3), key=worth)
    assert tuple(place_chain(scores, gaps, plays, reaches)) == best


def test_matching_is_correlation() -> None:
    """At the place a letter was cut from, it matches perfectly; nowhere does it exceed 1."""
    draw = np.random.default_rng(0)
    grain = draw.random((40, 120)).astype(np.float32)
    strip = 3 * np.asarray(cv2.GaussianBlur(grain, (0, 0), 1.0), np.float32)
    scores = match(strip, strip[5:30, 40:58])
    assert scores.shape == (16, 103)
    assert scores[5, 40] == pytest.approx(1.0, abs=0.02)
    assert scores.max() <= 1.001


def test_gaps_of_one_setting_agree() -> None:
    """Between impressions of one setting a gap is measured alike to a hundredth of an em."""
    text = set_text("mayor", "v")
    registered = register(find_lines(text.images))
    gaps = np.diff(registered.places, axis=1)
    off = np.abs(gaps[:, None] - gaps)
    apart = ~np.eye(len(gaps), dtype=bool)
    assert np.median(off[text.same & apart]) < 0.006
    assert np.percentile(off[text.same & apart], 95) < 0.02


def test_a_scan_of_another_size_is_fitted() -> None:
    """A title photographed at three quarters of the size has its letters in the same places."""
    text = set_text("mayor", "v")
    small = cv2.resize(text.images[3], None, fx=0.75, fy=0.75, interpolation=cv2.INTER_AREA)
    registered = register(find_lines([*text.images, np.asarray(small, np.uint8)]))
    assert registered.likeness[-1].mean() > 0.8
    assert np.diff(registered.places[-1]) == pytest.approx(np.diff(registered.places[3]), abs=0.03)


def test_a_stop_far_from_its_word_is_found_with_the_letter_before_it() -> None:
    """A stop half an em further off than usual is found, and no letter is lost to reach it."""
    images = list(set_text("mayor", "r").images)
    usual = register(find_lines(images), "Quinborough.")
    title = int(usual.found.all(axis=1).argmax())
    line, places = usual.lines[title], usual.places[title]
    column = EM * (places[-2] + usual.letters[-2].width / EM + places[-1]) / 2
    cut = round(float((line.to_crop @ np.array([column, EM, 1.0]))[0]))
    wider = round(0.5 * EM * float(line.to_crop[0, 0]))
    image = images[title]
    paper = np.full((len(image), wider), int(np.median(image[:2])), np.uint8)
    images[title] = np.hstack([image[:, :cut], paper, image[:, cut:]])
    moved = register(find_lines(images), "Quinborough.")
    assert moved.found[title].all()
    gap = np.diff(moved.places[title, -2:]) - np.diff(places[-2:])
    assert gap[0] == pytest.approx(0.5, abs=0.05)


def test_strips_are_of_one_size() -> None:
    """All titles of a text come on one line, as many pixels to the em."""
    lines = find_lines(set_text("mayor", "r").images)
    assert {len(line.strip) for line in lines} == {len(lines[0].strip)}
    rows = np.array([line.strip.sum(axis=1) / line.strip.sum() for line in lines])
    middles = rows @ np.arange(rows.shape[1])
    assert np.ptp(middles) < 0.1 * EM


def test_a_strip_leads_back_to_the_crop() -> None:
    """The map of a line gives for a pixel of the strip the pixel of the crop it shows."""
    image = set_text("mayor", "r").images[0]
    line = find_lines([image])[0]
    row, column = np.unravel_index(int(np.argmax(line.strip)), line.strip.shape)
    x, y = line.to_crop @ np.array([column, row, 1.0])
    assert type_ink(image)[round(y), round(x)] > 0.5
