"""What a user can choose: the kernel, the unit, the number of skeletons, the random seed.

A kernel belongs to one of two systems. The *evidence system* weighs how surely
two titles are one setting; the *paper's system* (Vogler et al. 2024) clusters
distances. Each has its own settings, and refuses those of the other.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Self

from formework.errors import InputError, read_choice


class System(StrEnum):
    """The two ways from cut-out titles to skeletons."""

    EVIDENCE = "evidence"
    PAPER = "paper"


class KernelName(StrEnum):
    """The ways to compare two titles that a user can choose."""

    SPACING = "spacing"
    LEV = "lev"
    VIT = "vit"
    VIT_PAPER = "vit-paper"

    @property
    def system(self) -> System:
        """The system this kernel belongs to."""
        return _SYSTEMS[self]

    @classmethod
    def read(cls, name: str) -> Self:
        """A kernel as a person names it."""
        return read_choice("kernel", name, cls)


_SYSTEMS = {
    KernelName.SPACING: System.EVIDENCE,
    KernelName.VIT: System.EVIDENCE,
    KernelName.LEV: System.PAPER,
    KernelName.VIT_PAPER: System.PAPER,
}


class Unit(StrEnum):
    """What is clustered; the paper compares all three (its Table 2)."""

    SHEET_SIDES = "sheet-sides"
    RECTO = "recto"
    PAGES = "pages"

    @classmethod
    def read(cls, name: str) -> Self:
        """A unit as a person names it."""
        return read_choice("unit", name, cls)


class Estimator(StrEnum):
    """How the paper's system estimates the number of skeletons if it is not given."""

    DIRICHLET = "dirichlet"
    EIGENGAP = "eigengap"

    @classmethod
    def read(cls, name: str) -> Self:
        """An estimator as a person names it."""
        return read_choice("estimator", name, cls)


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything a result depends on besides the book.

    `skeletons` is their number, if it is given. `estimator` and `turned`
    (whether turned chases are compared too) belong to the paper's system; for
    the evidence system, which has its own way to do both, they are `None`.
    """

    kernel: KernelName = KernelName.SPACING
    skeletons: int | None = None
    unit: Unit = Unit.SHEET_SIDES
    seed: int = 0
    estimator: Estimator | None = None
    turned: bool | None = None

    def __post_init__(self) -> None:
        if self.kernel.system is System.PAPER:
            return
        for option, value in (("--count", self.estimator), ("--turned", self.turned)):
            if value is not None:
                raise InputError(
                    f"{option} does not apply to kernel {self.kernel}: it is a setting of the "
                    "paper's system",
                    hint=f"leave {option} out, or choose --kernel lev",
                )

    @classmethod
    def read(
        cls,
        *,
        kernel: str = KernelName.SPACING,
        skeletons: int | None = None,
        unit: str = Unit.SHEET_SIDES,
        seed: int = 0,
        estimator: str | None = None,
        turned: bool | None = None,
    ) -> Self:
        """Settings as a person gives them."""
        return cls(
            kernel=KernelName.read(kernel),
            skeletons=skeletons,
            unit=Unit.read(unit),
            seed=seed,
            estimator=Estimator.read(estimator) if estimator is not None else None,
            turned=turned,
        )
