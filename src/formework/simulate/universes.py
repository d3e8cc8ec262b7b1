"""Universes: the words and founts of the simulated books.

The development universe is for building and calibrating. The test universes have
other words and founts and are only for measuring: nothing may be fitted to them.
"""

from __future__ import annotations

from dataclasses import dataclass

from formework.simulate.disturbance import Recipe
from formework.simulate.setting import TitleStyle
from formework.simulate.type import Family, Fount, Style


@dataclass(frozen=True, slots=True)
class Texts:
    """The running titles of a section, verso and recto; `#` is a changing figure."""

    verso: str
    recto: str


@dataclass(frozen=True, slots=True)
class Dress:
    """The texts of each section of a book, and the style of its titles.

    `rule`: whether there is a rule under the headline. `reference`: the chapter
    reference at its inner end; `#` is the number of the chapter.
    """

    sections: tuple[Texts, ...]
    style: TitleStyle
    rule: bool = False
    reference: str = ""


@dataclass(frozen=True, slots=True)
class Universe:
    """A world of books: a dress for each shape, by its name, and the fount of the text.

    `recipe` is how the noise of photographed pages is drawn, `abrupt_fold` whether
    the foreshortening at the fold stops at once.
    """

    name: str
    body: Family
    dresses: dict[str, Dress]
    recipe: Recipe = Recipe.EVEN
    abrupt_fold: bool = False


def _style(
    family: Family, style: Style, points: float = 16.0, letterspace: float = 0.0
) -> TitleStyle:
    return TitleStyle(Fount(family, style), points, letterspace)


DEVELOPMENT = Universe(
    "development",
    Family.ENGLISH,
    {
        "leviathan": Dress(
            tuple(
                Texts(text, text)
                for text in (
                    "Of MAN.", "Of COMMON-WEALTH.", "Of a CHRISTIAN Common-wealth.",
                    "Of the KINGDOME of DARKNESSE.",
                )
            ),
            _style(Family.ENGLISH, Style.ROMAN, 15.0), reference="Chap. #.",
        ),
        "paradise-lost": Dress(
            (Texts("Paradiſe loſt.", "Book #."),), _style(Family.DOUBLE_PICA, Style.ITALIC, 13.0)
        ),
        "king-lear": Dress(
            (Texts("The Hiſtory of", "King LEAR."),), _style(Family.ENGLISH, Style.ITALIC, 18.0)
        ),
        "mayor": Dress(
            (Texts("The Mayor of", "Quinborough."),),
            _style(Family.FRENCH_CANON, Style.ITALIC, 16.0),
        ),
        "parthenissa": Dress(
            (Texts("PARTHENISSA,", "A ROMANCE."),),
            _style(Family.DOUBLE_PICA, Style.ROMAN, 14.0, 0.2), rule=True,
        ),
        "institution": Dress(
            (Texts("The Inſtitution", "of a Gentleman."),),
            _style(Family.ENGLISH, Style.ITALIC, 14.0),
        ),
        "discourse": Dress(
            (Texts("A Moral Diſcourſe", "of Power."),),
            _style(Family.DOUBLE_PICA, Style.ROMAN, 14.0),
        ),
        "wisdom": Dress(
            (Texts("The Wisdom of God", "in the Creation."),),
            _style(Family.ENGLISH, Style.SMALL_CAPITALS, 14.0, 0.1), rule=True,
        ),
    },
)  # fmt: skip
FIRST_TEST = Universe(
    "first-test",
    Family.DE_WALPERGEN_PICA,
    {
        "leviathan": Dress(
            tuple(
                Texts(text, text)
                for text in (
                    "Of the SOUL.", "Of CIVIL POWER.", "Of the CHURCH and her Officers.",
                    "Of the FALL of BABYLON.",
                )
            ),
            _style(Family.DE_WALPERGEN_PICA, Style.ROMAN, 15.0), reference="Chap. #.",
        ),
        "paradise-lost": Dress(
            (Texts("Arcadia reſtored.", "Canto #."),),
            _style(Family.DE_WALPERGEN_PICA, Style.ITALIC, 13.0),
        ),
        "king-lear": Dress(
            (Texts("The Tragedy of", "Queen MARY."),),
            _style(Family.DE_WALPERGEN_PICA, Style.ITALIC, 18.0),
        ),
        "mayor": Dress(
            (Texts("The Widow of", "Watling-ſtreet."),),
            _style(Family.DE_WALPERGEN_PICA, Style.ROMAN, 16.0),
        ),
        "parthenissa": Dress(
            (Texts("THE HISTORY", "OF ALMANZOR."),),
            _style(Family.DE_WALPERGEN_PICA, Style.ROMAN, 14.0, 0.2), rule=True,
        ),
        "institution": Dress(
            (Texts("The Duty of a", "Chriſtian Prince."),),
            _style(Family.DE_WALPERGEN_PICA, Style.ITALIC, 14.0),
        ),
        "discourse": Dress(
            (Texts("An Eſſay upon", "Trade and Coin."),),
            _style(Family.DE_WALPERGEN_PICA, Style.ROMAN, 14.0),
        ),
        "wisdom": Dress(
            (Texts("A View of the", "Heavenly Bodies."),),
            _style(Family.DE_WALPERGEN_PICA, Style.ROMAN, 14.0, 0.1),
        ),
    },
    recipe=Recipe.WRINKLED, abrupt_fold=True,
)  # fmt: skip
SECOND_TEST = Universe(
    "second-test",
    Family.GREAT_PRIMER,
    {
        "leviathan": Dress(
            tuple(
                Texts(text, text)
                for text in (
                    "De NATURA.", "De JURE BELLI.", "De REGNO CHRISTI in terris.",
                    "De TENEBRIS et SUPERSTITIONE.",
                )
            ),
            _style(Family.GREAT_PRIMER, Style.ITALIC, 15.0), reference="Cap. #.",
        ),
        "paradise-lost": Dress(
            (Texts("The Faerie Land.", "Part #."),), _style(Family.GREAT_PRIMER, Style.ITALIC, 13.0)
        ),
        "king-lear": Dress(
            (Texts("The Life and Death", "of Tamerlane."),),
            _style(Family.GREAT_PRIMER, Style.ROMAN, 16.0),
        ),
        "mayor": Dress(
            (Texts("A new Way to", "pleaſe you."),), _style(Family.GREAT_PRIMER, Style.ITALIC, 16.0)
        ),
        "parthenissa": Dress(
            (Texts("CASSANDRA:", "THE SECOND PART."),),
            _style(Family.GREAT_PRIMER, Style.ROMAN, 14.0, 0.25), rule=True,
        ),
        "institution": Dress(
            (Texts("Rules for the", "Art of Painting."),),
            _style(Family.GREAT_PRIMER, Style.ROMAN, 14.0),
        ),
        "discourse": Dress(
            (Texts("Concerning Baptiſm,", "and the Supper."),),
            _style(Family.GREAT_PRIMER, Style.ITALIC, 14.0),
        ),
        "wisdom": Dress(
            (Texts("Meditations", "upon the Psalms."),),
            _style(Family.GREAT_PRIMER, Style.SMALL_CAPITALS, 14.0, 0.15), rule=True,
        ),
    },
    recipe=Recipe.DRIFTING, abrupt_fold=True,
)  # fmt: skip
UNIVERSES = {universe.name: universe for universe in (DEVELOPMENT, FIRST_TEST, SECOND_TEST)}
