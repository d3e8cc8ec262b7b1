"""Runs in the background: started after decisions, replaced by later runs, and followed."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from formework.stages import StageName

if TYPE_CHECKING:
    from pathlib import Path

_WAIT_SECONDS = 0.4  # before a run starts: decisions made in quick succession share one run


@dataclass(frozen=True, slots=True)
class RerunProgress:
    """The progress of a run: the current `stage`, and the `error` and `hint` if it failed."""

    running: bool = False
    stage: str = ""
    what: str = ""
    done: int = 0
    total: int = 0
    error: str = ""
    hint: str = ""


class Reruns:
    """At most one run at a time: a new run ends the one before it."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._guard = threading.Lock()
        self._process: subprocess.Popen[str] | None = None
        self._timer: threading.Timer | None = None
        self._run = 0
        self.progress = RerunProgress()

    def start(self, goal: StageName = StageName.REPORT, wait: float = _WAIT_SECONDS) -> None:
        """Bring the book up to date after `wait` seconds."""
        with self._guard:
            self._end()
            self._run += 1
            self.progress = RerunProgress(running=True, stage=_first_stage())
            self._timer = threading.Timer(wait, self._work, [self._run, goal])
            self._timer.daemon = True
            self._timer.start()

    def stop(self) -> None:
        """End the run, if there is one; the next run does the rest."""
        with self._guard:
            self._end()
            self._run += 1
            self.progress = RerunProgress()

    def _end(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        if self._process is not None and self._process.poll() is None:
            self._process.kill()
            self._process.wait()

    def _work(self, run: int, goal: StageName) -> None:
        with self._guard:
            if run != self._run:
                return
            process = subprocess.Popen(  # noqa: S603 - our own module
                [
                    sys.executable, "-m", "formework.workbench.rerun_worker",
                    str(self._root), str(goal),
                ],
                stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
            )  # fmt: skip
            self._process = process
        with process:
            for line in process.stdout or ():
                self._follow(run, json.loads(line))
        with self._guard:
            if run == self._run:
                failed = process.returncode != 0 and not self.progress.error
                why = f"the run ended with code {process.returncode}" if failed else ""
                self.progress = RerunProgress(
                    error=self.progress.error or why,
                    hint=self.progress.hint or ("run it again" if failed else ""),
                )

    def _follow(self, run: int, message: dict[str, Any]) -> None:
        with self._guard:
            if run != self._run:
                return
            if "finished" in message:
                names = [*map(str, StageName), ""]
                after = names[names.index(message["finished"]) + 1]
                self.progress = RerunProgress(running=True, stage=after)
            else:
                self.progress = replace(self.progress, **message)


def _first_stage() -> str:
    return str(next(iter(StageName)))
