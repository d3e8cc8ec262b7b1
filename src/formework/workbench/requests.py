"""Reads requests and answers errors: JSON both ways, each error with its status."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse

from formework.book.decision_lines import DecisionError
from formework.book.decisions import ContradictionError
from formework.book.model import Box
from formework.errors import FormeworkError
from formework.workbench.page_pictures import NotFoundError
from formework.workbench.setup_records import SetupError

if TYPE_CHECKING:
    from starlette.requests import Request

_MAX_BYTES = 200_000  # of a request: an account of the printing fits


async def read_object(request: Request) -> dict[str, Any]:
    """The JSON object of a request's body."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip()
    if kind != "application/json":
        raise HTTPException(415, f"Content-Type {kind!r} is not application/json")
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > _MAX_BYTES:
            raise HTTPException(413, f"the request is larger than {_MAX_BYTES} bytes")
    try:
        found = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise HTTPException(400, f"the request is not JSON: {error}") from error
    if not isinstance(found, dict):
        raise HTTPException(400, "the request is not a JSON object")
    return found


def known_number(request: Request) -> int:
    """The number of the last decision that the sender knows: its `If-Match`."""
    tag = request.headers.get("if-match")
    if tag is None:
        raise HTTPException(428, "If-Match is missing: it gives the last decision you know")
    number = re.fullmatch(r'\s*(?:W/)?"?(\d{1,9})"?\s*', tag)
    return int(number[1]) if number else -1


def read_box(text: str) -> Box:
    """A box written x,y,width,height."""
    numbers = text.split(",")
    if len(numbers) != 4 or not all(n.isdecimal() and len(n) < 7 for n in numbers):
        raise HTTPException(400, f"box {text!r} is not x,y,width,height in pixels")
    box = Box(*map(int, numbers))
    if not box.width or not box.height:
        raise HTTPException(400, f"box {text!r} is empty")
    return box


def answer_error(_request: Request, error: Exception) -> JSONResponse:
    """A FormeworkError or HTTPException as JSON."""
    if isinstance(error, HTTPException):
        hint = _HINTS.get(error.status_code, "see docs/workbench.md")
        return JSONResponse({"error": error.detail, "hint": hint}, error.status_code)
    if not isinstance(error, FormeworkError):
        raise error
    record: dict[str, object] = {"error": error.message, "hint": error.hint}
    status = 409
    if isinstance(error, NotFoundError):
        status = 404
    elif isinstance(error, ContradictionError):
        record["contradicts"] = list(error.contradicts)
    elif isinstance(error, DecisionError):
        status = 422
        record["field"] = error.field
    elif isinstance(error, SetupError):
        status = 422
        record |= {"field": error.field, "position": error.position}
    return JSONResponse(record, status)


_HINTS = {
    404: "see the screens of the workbench",
    405: "see docs/workbench.md",
    413: "shorten it",
    415: "send JSON",
    428: "fetch /api/decisions and send its ETag as If-Match",
}
