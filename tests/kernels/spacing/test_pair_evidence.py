"""The evidence tells settings apart, says why, and says nothing where nothing can be said."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest
from sklearn.metrics import roc_auc_score

from formework.kernels.named_kernels import title_distances
from formework.kernels.spacing.noise import Direction, Found, Noise, pair_covariance, whitened
from formework.kernels.spacing.text_reading import read_titles
from formework.kernels.spacing.weights import or_misread, weigh_residuals
from tests.kernels.spacing.settings import set_text

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tests.kernels.spacing.settings import Text


def area(text: Text) -> float:
    """How well the evidence parts pairs of one setting from pairs of two: 1 is perfect."""
    odds = read_titles(text.images, text.rivals).log_odds
    one, other = np.triu_indices(len(odds), 1)
    return float(roc_auc_score(text.same[one, other], odds[one, other]))


def shown(count: int, places: NDArray[np.float64], **known: NDArray[np.bool_]) -> Found:
    """So many titles that show all their letters."""
    none = np.zeros(len(places), bool)
    usable = np.ones((count, len(places)), bool)
    rectos = known.get("rectos")
    return Found(usable, known.get("changing", none), places, none, rectos)


def noise_of(letters: int) -> Noise:
    """A clean book."""
    return Noise(0.0015, np.full(letters, 0.004), np.full(letters, 0.003))


@pytest.mark.parametrize("rectos", [None, np.zeros(3, bool), np.ones(3, bool)])
def test_whitening_is_what_it_says(rectos: NDArray[np.bool_] | None) -> None:
    """The sum of squared residuals is the distance under the covariance, shift left free."""
    draw = np.random.default_rng(1)
    places = np.cumsum(draw.uniform(0.4, 0.8, 6))
    values = places + draw.normal(0, 0.01, (3, 6))
    found = shown(3, places) if rectos is None else shown(3, places, rectos=rectos)
    (block,) = whitened(values, found, noise_of(6), Direction.ALONG)
    faces = (False, False) if rectos is None else (bool(rectos[0]), bool(rectos[1]))
    covariance = pair_covariance(np.arange(6), found, noise_of(6), Direction.ALONG, faces)
    inverse = np.linalg.inv(covariance)
    for one in range(3):
        for other in range(3):
            off = values[one] - values[other]
            assert (block.residuals[one, other] ** 2).sum() == pytest.approx(
                off @ inverse @ off, rel=0.02, abs=0.01
            )


def test_a_shift_costs_nothing_and_a_gap_costs() -> None:
    """A title moved as a whole is the same; one gap wider by 0.05 em is not."""
    places = np.arange(8, dtype=np.float64) * 0.6
    wider = places + 0.05 * (np.arange(8) > 4)
    values = np.array([places, places + 2.0, wider])
    (block,) = whitened(values, shown(3, places), noise_of(8), Direction.ALONG)
    assert np.abs(block.residuals[0, 1]).max() < 0.1
    assert block.letters[np.argmax(np.abs(block.residuals[0, 2]))] == 5
    assert np.abs(block.residuals[0, 2]).max() > 3


def test_the_gap_is_the_same_read_from_either_end() -> None:
    """On rectos letters are compared from the right: the gap named is still the same."""
    places = np.arange(8, dtype=np.float64) * 0.6
    wider = places + 0.05 * (np.arange(8) > 4)
    found = shown(2, places, rectos=np.ones(2, bool))
    (block,) = whitened(np.array([places, wider]), found, noise_of(8), Direction.ALONG)
    assert block.letters[np.argmax(np.abs(block.residuals[0, 1]))] == 5


def test_a_squeeze_at_the_fold_costs_less_than_elsewhere() -> None:
    """The first word of a recto squeezed by a twentieth says less than the last word."""
    places = np.arange(12, dtype=np.float64) * 0.6
    at_left = places + 0.05 * np.maximum(1.5 - places, 0.0)
    at_right = places - 0.05 * np.maximum(places - places.max() + 1.5, 0.0)
    found = shown(3, places, rectos=np.ones(3, bool))
    values = np.array([places, at_left, at_right])
    (block,) = whitened(values, found, noise_of(12), Direction.ALONG)
    fold, edge = ((block.residuals[0, other] ** 2).sum() for other in (1, 2))
    assert fold < 0.75 * edge


def test_what_a_figure_moves_does_not_count() -> None:
    """After a figure that changes, the line may stand anywhere."""
    places = np.arange(6, dtype=np.float64) * 0.6
    changing = np.array([False, False, False, True, False, False])
    found = shown(2, places, changing=changing)
    moved = places + 0.3 * (np.arange(6) > 3)
    (block,) = whitened(np.array([places, moved]), found, noise_of(6), Direction.ALONG)
    assert len(block.letters) == 4
    assert np.abs(block.residuals[0, 1]).max() < 0.2


def test_the_farther_off_the_less_alike() -> None:
    """The weight of a residual falls from positive to negative; a misreading bounds it."""
    residuals = np.array([0, 0.5, 1, 2, 4, 40], np.float32)[:, None]
    weight = weigh_residuals(residuals, np.array([4.0])).ravel()
    assert (np.diff(weight) < 0.05).all()
    assert weight[0] > 0 > weight[-2]
    often, seldom = (or_misread(weight, share) for share in (0.1, 0.001))
    assert seldom.min() < often.min()
    assert often.min() > np.log(0.1)


@pytest.mark.parametrize(("name", "face"), [("mayor", "v"), ("king-lear", "r")])
def test_settings_are_told_apart(name: str, face: str) -> None:
    """Pairs of one setting have higher log-odds than pairs of two, nearly always."""
    assert area(set_text(name, face)) > 0.99


def test_microfilm_is_read() -> None:
    """Bitonal scans of low resolution are enough."""
    assert area(set_text("mayor", "v", "microfilm")) > 0.98


def test_letters_twelve_pixels_high_are_read() -> None:
    """Titles whose capitals are twelve pixels high can still be told apart."""
    text = set_text("mayor", "v")
    factor = 12 / (0.68 * 16 / 72 * 300)
    small = tuple(
        cv2.resize(image, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA).astype(np.uint8)
        for image in text.images
    )
    odds = read_titles(small, text.rivals).log_odds
    one, other = np.triu_indices(len(odds), 1)
    assert roc_auc_score(text.same[one, other], odds[one, other]) > 0.95


def disturbed(image: NDArray[np.uint8], how: str) -> NDArray[np.uint8]:
    """A crop with something wrong about it."""
    paper = int(np.median(image))
    if how == "page number":
        wide = np.full((image.shape[0], image.shape[1] + 150), paper, np.uint8)
        wide[:, : image.shape[1]] = image
        cv2.putText(wide, "37", (image.shape[1] + 60, 55), cv2.FONT_HERSHEY_COMPLEX, 1.3, 40, 3)
        return wide
    if how == "rule":
        ruled = image.copy()
        ruled[-8:-5] = 40
        return ruled
    if how == "cut letter":
        return np.asarray(image[:, 45:])
    if how == "show-through":
        ghost = np.roll(image[:, ::-1], 40, axis=1).astype(float)
        return np.asarray(np.clip(image - 0.15 * (paper - ghost), 0, 255), np.uint8)
    return np.where(image > 128, 255, 0).astype(np.uint8)  # bitonal


@pytest.mark.parametrize("how", ["page number", "rule", "cut letter", "show-through", "bitonal"])
def test_crops_need_not_be_clean(how: str) -> None:
    """Whatever is wrong with one crop, it is nearest to impressions of its own setting."""
    text = set_text("king-lear", "v")
    times = [int((text.identity == name).sum()) for name in text.identity]
    spoilt = int(np.argmax(times))
    images = list(text.images)
    images[spoilt] = disturbed(images[spoilt], how)
    odds = read_titles(images, text.rivals).log_odds[spoilt]
    odds[spoilt] = -np.inf
    mates = text.same[spoilt].copy()
    mates[spoilt] = False
    assert mates[np.argmax(odds)]
    assert odds[mates].mean() > 0


def test_what_is_no_title_says_nothing() -> None:
    """Another text, noise and blank paper are not compared at all."""
    text, other = set_text("mayor", "v"), set_text("mayor", "r")
    noise = np.random.default_rng(0).integers(120, 255, (80, 400)).astype(np.uint8)
    strangers = [other.images[0], other.images[1], noise, np.full((80, 400), 230, np.uint8)]
    odds = read_titles([*text.images, *strangers]).log_odds
    count = len(text.images)
    assert np.isnan(odds[count:]).all()
    assert not np.isnan(odds[:count, :count]).any()


def test_the_same_page_photographed_twice_is_the_same() -> None:
    """Another exposure, size and angle of one page is the same setting, surely."""
    text = set_text("mayor", "v")
    turn = cv2.getRotationMatrix2D((200.0, 40.0), 0.8, 1.05)
    image = text.images[5]
    again = cv2.warpAffine(image, turn, (460, 84), borderMode=cv2.BORDER_REPLICATE)
    dimmer = np.asarray(np.clip(again.astype(float) * 0.85 + 10, 0, 255), np.uint8)
    odds = read_titles([*text.images, dimmer]).log_odds[-1]
    best = np.argmax(odds[:-1])
    assert text.identity[best] == text.identity[5]
    assert odds[5] > max(3, odds[best] - 0.5)


def test_the_reason_names_the_gap() -> None:
    """A gap widened by hand is named, with its size; a pair of one setting has no telling gap."""
    text = set_text("mayor", "v")
    reading = read_titles(text.images)
    first = reading.compare(0, 1)
    assert len(first.gaps) == len(reading.letters) - 1
    # Between the words, where the paper is blank, a strip of paper is put in.
    image = text.images[0]
    column = _blank_column(image)
    em = 16 / 72 * 300
    strip = np.repeat(image[:, [column]], round(0.1 * em), axis=1)
    wider = np.hstack([image[:, :column], strip, image[:, column:]])
    reading = read_titles([*text.images, wider])
    reason = reading.compare(0, len(text.images))
    telling = [gap for gap in reason.gaps if gap.significant]
    assert len(telling) == 1
    assert telling[0].difference == pytest.approx(0.1, abs=0.03)
    assert reason.log_odds < reading.compare(0, 0).log_odds


def _blank_column(image: NDArray[np.uint8]) -> int:
    """The middle of the widest blank stretch inside the line."""
    inked = (image < 0.6 * np.median(image)).any(axis=0)
    edges = np.flatnonzero(np.diff(inked.astype(int)))
    stops, starts = edges[1:-1:2], edges[2::2]
    widest = int(np.argmax(starts - stops))
    return int((stops[widest] + starts[widest]) // 2)


def test_distances_are_distances() -> None:
    """The kernel by name: symmetric, 0 on itself, near 0 for one setting, large for two."""
    text = set_text("king-lear", "v")
    distances = title_distances(text.images)
    assert np.allclose(distances, distances.T)
    assert (np.diagonal(distances) == 0).all()
    apart = ~np.eye(len(distances), dtype=bool)
    assert np.median(distances[text.same & apart]) < 0.1
    assert np.median(distances[~text.same]) > 3


@pytest.mark.parametrize(
    "image",
    [
        np.full((50, 300), 230, np.uint8),
        np.zeros((40, 200), np.uint8),
        np.zeros((1, 1), np.uint8),
        np.full((3, 400), 200, np.uint8),
    ],
    ids=["blank", "black", "one pixel", "three rows"],
)
def test_nothing_to_read_is_no_failure(image: NDArray[np.uint8]) -> None:
    """Where no crop of a text shows a letter, nothing is known of any pair."""
    assert np.isnan(read_titles([image]).log_odds).all()
    distances = title_distances([image, image, image])
    assert np.diagonal(distances).tolist() == [0, 0, 0]
    assert distances[0, 1] == pytest.approx(np.log(2))


def test_the_letters_are_those_of_the_text() -> None:
    """With the text known every letter has its name, and the stop is one of them."""
    text = set_text("mayor", "r")
    reading = read_titles(text.images, text.rivals, texts=["Quinborough."] * len(text.images))
    assert "".join(letter.name for letter in reading.letters) == "Quinborough."
    assert all(reading.shown(title).mean() > 0.9 for title in range(len(text.images)))


def test_the_uncertainty_is_that_of_the_book() -> None:
    """Where gaps are noisier, so is what the comparison claims to know."""
    text = set_text("mayor", "v")
    draw = np.random.default_rng(2)
    noisy = [_shaken(image, draw) for image in text.images]
    clean, shaken = (
        np.median([gap.uncertainty for gap in read_titles(images, text.rivals).compare(0, 1).gaps])
        for images in (text.images, noisy)
    )
    assert shaken > 1.2 * clean


def _shaken(image: NDArray[np.uint8], draw: np.random.Generator) -> NDArray[np.uint8]:
    """A title whose columns were moved to and fro, a little and at random."""
    steps = cv2.GaussianBlur(draw.normal(0, 1, (1, image.shape[1])), (0, 0), 12).ravel()
    moved = np.arange(image.shape[1]) + 3.0 * steps / steps.std()
    across = np.broadcast_to(moved.astype(np.float32), image.shape).copy()
    down = np.broadcast_to(np.arange(len(image), dtype=np.float32)[:, None], image.shape).copy()
    border = cv2.BORDER_REPLICATE
    return np.asarray(cv2.remap(image, across, down, cv2.INTER_LINEAR, borderMode=border))


def test_a_sort_that_is_peculiar_is_named() -> None:
    """A nick that two titles share speaks for one sort; one that only one has, against it."""
    text = set_text("mayor", "v")
    images = [image.copy() for image in text.images]
    for title in (0, 1, 2, 3, 4, 5):
        reading = read_titles(text.images)
        left = reading.placed(title)[4]
        x, y = reading.registered.lines[title].to_crop @ np.array([left + 8, 40, 1.0])
        cv2.circle(images[title], (round(x), round(y)), 6, int(np.median(images[title])), -1)
    reading = read_titles(images)
    both = next(sort for sort in reading.compare(0, 1).sorts if sort.letter == 4)
    only_one = next(sort for sort in reading.compare(0, 9).sorts if sort.letter == 4)
    assert both.weight > only_one.weight


def test_no_titles_have_no_distances() -> None:
    """An empty list is answered with an empty table."""
    assert title_distances([]).shape == (0, 0)
