"""The addresses of the workbench: screens, their JSON twins, decisions, pictures, files."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import TYPE_CHECKING

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from formework.errors import FormeworkError
from formework.stages import StageName
from formework.workbench import book_record, page_pictures, pair_records, setup_records
from formework.workbench.desk import Desk, StaleError
from formework.workbench.moves import expand_move
from formework.workbench.requests import known_number, read_box, read_object
from formework.workbench.shared_files import exported_file, report_file, result_picture
from formework.workbench.sheet_records import sheet_records
from formework.workbench.shell import SCREENS, read_static, render_shell

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence

    from starlette.requests import Request

_EVENT_SECONDS = 0.2  # between two checks of the progress
_BEAT_SECONDS = 15.0  # between two messages that keep an idle connection open
_FOREVER = "private, max-age=31536000, immutable"  # the address changes with the picture


class Routes:
    """The handlers of all addresses, for one open book."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def table(self) -> list[Route]:
        """Every address."""
        return [
            *(Route(f"{path}.json", self.twin) for path in SCREENS if path != "/"),
            *(Route(path, self.screen) for path in SCREENS),
            Route("/static/{path:path}", self.static),
            Route("/api/book", self.book),
            Route("/api/decisions", self.decisions, methods=["GET"]),
            Route("/api/decisions", self.decide, methods=["POST"]),
            Route("/api/moves", self.move, methods=["POST"]),
            Route("/api/progress", self.progress),
            Route("/api/events", self.events),
            Route("/api/run", self.run, methods=["POST"]),
            Route("/api/pairs", self.pairs),
            Route("/api/pair/{one}/{other}", self.pair),
            Route("/api/sheets", self.sheets),
            Route("/api/setup", self.setup, methods=["GET"]),
            Route("/api/setup", self.set_up, methods=["POST"]),
            Route("/api/preview", self.preview),
            Route("/image/{page}", self.image),
            Route("/crop/{page}", self.crop),
            Route("/strip/{page}", self.strip),
            Route("/overlay/{one}/{other}", self.overlay),
            Route("/report", self.report),
            Route("/export/{format}", self.export),
            Route("/{name:str}", self.picture),
        ]

    def screen(self, request: Request) -> Response:
        """The page of the application, the same for every screen."""
        return render_shell(self._desk.book.heading, request.url.path)

    def twin(self, request: Request) -> Response:
        """A screen as JSON."""
        screen = request.url.path.removesuffix(".json").split("/")[1]
        names = request.path_params
        if screen == "pair" and names:
            return JSONResponse(pair_records.pair_record(self._desk, names["one"], names["other"]))
        if screen == "pair":
            return self.pairs(request)
        if screen == "sheets":
            return self.sheets(request)
        if screen == "setup":
            return self.setup(request)
        if screen == "decisions":
            return self.decisions(request)
        whole = book_record.book_record(self._desk)
        if screen == "pages" and names:
            shot = page_pictures.find_shot(self._desk, names["page"])
            return JSONResponse(whole["pages"][self._desk.shots.index(shot)])  # type: ignore[index]
        return JSONResponse({key: whole[key] for key in _TWINS[screen]}, headers=self._tag())

    def static(self, request: Request) -> Response:
        """A file of the application."""
        return read_static(request.path_params["path"])

    def book(self, _request: Request) -> Response:
        """Everything that the screens show."""
        tag = self._tag()
        return JSONResponse(book_record.book_record(self._desk), headers=tag)

    def decisions(self, request: Request) -> Response:
        """The decisions after a number."""
        after = request.query_params.get("after", "0")
        if not after.isdecimal() or len(after) > 9:
            raise HTTPException(400, f"after {after!r} is not a number")
        return self._since(int(after))

    async def decide(self, request: Request) -> Response:
        """Add one decision."""
        known, record = known_number(request), await read_object(request)
        return await run_in_threadpool(self._decided, [record], known, one=True)

    async def move(self, request: Request) -> Response:
        """Move sheet sides to another skeleton."""
        known, record = known_number(request), await read_object(request)
        sides = record.get("sides")
        if not isinstance(sides, list) or not all(isinstance(side, str) for side in sides):
            raise HTTPException(422, f"sides {sides!r} are not names of sheet sides")
        units = self._desk.result.units if self._desk.result else ()
        moves = expand_move(units, sides, str(record.get("to", "")), str(record.get("why", "")))
        return await run_in_threadpool(self._decided, moves, known, one=False)

    def _decided(self, records: Sequence[object], known: int, *, one: bool) -> Response:
        try:
            made = self._desk.decide(records, known)
        except StaleError:
            return self._since(max(known, 0), stale=True)
        decisions = self._desk.decisions
        shown = book_record.decision_records(decisions, made)
        record: dict[str, object] = {"last": decisions.last, "decisions": shown}
        if one:
            record = {"n": made[0].number, "decision": shown[0], "last": decisions.last}
        return JSONResponse(record, 201, headers=self._tag())

    def _since(self, number: int, *, stale: bool = False) -> Response:
        decisions = self._desk.decisions
        record: dict[str, object] = {
            "last": decisions.last,
            "decisions": book_record.decision_records(decisions, decisions.after(number)),
        }
        if stale:
            record["error"] = f"there are decisions after {number}: the last is {decisions.last}"
            record["hint"] = "check them, and decide again"
        return JSONResponse(record, 412 if stale else 200, headers=self._tag())

    def _tag(self) -> dict[str, str]:
        return {"ETag": f'"{self._desk.decisions.last}"'}

    def progress(self, _request: Request) -> Response:
        """The progress of the background run."""
        return JSONResponse(self._progress())

    def _progress(self) -> dict[str, object]:
        """The progress; a file of the book that cannot be read is shown as its error."""
        try:
            return book_record.progress_record(self._desk)
        except FormeworkError as error:
            wrong = {"error": error.message, "hint": error.hint}
            return {"running": False, "error": wrong, "revision": self._desk.revision, "last": -1}

    def events(self, _request: Request) -> Response:
        """The progress, sent to every open tab whenever it changes."""
        return StreamingResponse(self._events(), media_type="text/event-stream")

    async def _events(self) -> AsyncIterator[str]:
        last, silent = "", 0.0
        while True:
            now = json.dumps(await run_in_threadpool(self._progress))
            if now != last:
                yield f"event: progress\ndata: {now}\n\n"
                last, silent = now, 0.0
            elif silent > _BEAT_SECONDS:
                yield ": still here\n\n"
                silent = 0.0
            await asyncio.sleep(_EVENT_SECONDS)
            silent += _EVENT_SECONDS

    def run(self, _request: Request) -> Response:
        """Bring everything up to date."""
        self._desk.reruns.start(
            StageName.REPORT if self._desk.is_declared else StageName.TITLES, wait=0
        )
        return JSONResponse(self._progress(), 202)

    def pairs(self, request: Request) -> Response:
        """The most doubtful pairs of titles."""
        limit = request.query_params.get("limit", "200")
        return JSONResponse(
            pair_records.pair_list(self._desk, int(limit) if limit.isdecimal() else 200)
        )

    def pair(self, request: Request) -> Response:
        """The evidence on one pair."""
        return JSONResponse(pair_records.pair_record(self._desk, **request.path_params))

    def sheets(self, request: Request) -> Response:
        """The sheets as diagrams; of one gathering if it is named."""
        wanted = request.path_params.get("gathering")
        sides = [side for side in self._desk.sides if wanted in (None, side.gathering)]
        return JSONResponse(sheet_records(sides, self._desk.book.declared.book_format))

    def setup(self, _request: Request) -> Response:
        """What is known of the scans."""
        return JSONResponse(setup_records.setup_record(self._desk))

    async def set_up(self, request: Request) -> Response:
        """Declare format and collation, and run everything."""
        record = await read_object(request)
        typed = {key: value for key, value in record.items() if isinstance(value, str)}
        await run_in_threadpool(setup_records.set_up, self._desk, typed)
        self._desk.reruns.start(wait=0)
        return JSONResponse({}, 201)

    def preview(self, request: Request) -> Response:
        """The sheets that a format and a formula give."""
        return JSONResponse(setup_records.preview(self._desk, dict(request.query_params)))

    def image(self, request: Request) -> Response:
        """A page as browsers show it."""
        shot = page_pictures.find_shot(self._desk, request.path_params["page"])
        width = request.query_params.get("width", "")
        if width and not (width.isdecimal() and 64 <= int(width[:5]) <= 2000):
            raise HTTPException(400, f"width {width!r} is not a number from 64 to 2000")
        path = page_pictures.page_picture(self._desk.book, shot, int(width) if width else None)
        return FileResponse(path, headers={"Cache-Control": _FOREVER})

    def crop(self, request: Request) -> Response:
        """A running title cut out of its page."""
        shot = page_pictures.find_shot(self._desk, request.path_params["page"])
        box = request.query_params.get("box", "")
        return _png(page_pictures.crop_picture(self._desk, shot, read_box(box) if box else None))

    def strip(self, request: Request) -> Response:
        """A title aligned with the others of its text."""
        shot = page_pictures.find_shot(self._desk, request.path_params["page"])
        return _png(page_pictures.strip_picture(self._desk, shot))

    def overlay(self, request: Request) -> Response:
        """Two titles overlaid in red and cyan."""
        names = request.path_params
        one, other = (page_pictures.find_shot(self._desk, names[key]) for key in ("one", "other"))
        return _png(page_pictures.overlay_picture(self._desk, one, other))

    def report(self, _request: Request) -> Response:
        """The report page."""
        return report_file(self._desk.root)

    def export(self, request: Request) -> Response:
        """The book in the format of another tool, as a download."""
        return exported_file(self._desk, request.path_params["format"])

    def picture(self, request: Request) -> Response:
        """A picture of the report: the staircase or the montage."""
        return result_picture(self._desk.root, Path(request.path_params["name"]).name)


# The parts of the book's record that each screen shows; other screens have separate records.
_TWINS = {
    "pages": ("pages", "last", "revision"),
    "montage": ("skeletons", "sides", "pages", "slots", "last", "revision"),
    "staircase": ("sides", "skeletons", "findings", "last", "revision"),
    "findings": ("findings", "account", "last", "revision"),
}


def _png(content: bytes) -> Response:
    return Response(content, media_type="image/png", headers={"Cache-Control": _FOREVER})
