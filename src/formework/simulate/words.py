"""Words of the period, to fill simulated pages at random."""

from __future__ import annotations

_TEXT = """
    and the of to that which in for their with his they them from upon this being such other
    by it is as or not but when all one any man men said shall may could great God King made
    thing things reason nature power common law laws word words cause causes whereof thereby
    wherein therefore himself themselves subject subjects sovereign people covenant justice
    liberty obedience faith grace scripture prophet church kingdom heaven earth light darkness
    sense senses object motion body bodies spirit memory imagination speech passion desire fear
    hope virtue honour judgment wisdom counsel prudence ignorance custom discourse question
    answer reasoning conclusion science knowledge experience opinion conscience doctrine
    beginning continuance end purpose present past future same some every each also because
    before after between without against according necessary possible consist consequence
    Lord Prince Father Mother Sister Brother Fortune battle garden fountain tempest absence
    beauty silence sorrow presence constancy resolution misfortune happiness affection promise
    assurance servant master fashion observation creatures several seasons substance springs
    rivers mountains plants beasts fishes insects structure usefulness providence contrivance
    must should would have had been were are was your our my her she he who what where then
    so thus yet still even only more most least first last long since till while under over
"""
WORDS = tuple(_TEXT.split())


def with_long_s(word: str) -> str:
    """Write s as printers did: long, except at the end of a word.

    >>> with_long_s("possessions")
    'poſſeſſions'
    """
    return word[:-1].replace("s", "ſ") + word[-1:]
