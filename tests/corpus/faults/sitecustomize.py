"""Makes `formework run` of books with certain names misbehave: on PYTHONPATH in the tests only."""

import os
import sys
import time
from pathlib import Path

_arguments = sys.orig_argv
_book = Path(_arguments[-1]).name if "run" in _arguments else ""
_fault = Path(os.environ.get("FORMEWORK_TEST_FAULTS", "/nonexistent")) / _book
if _book and _fault.is_file():
    match _fault.read_text(encoding="utf-8"):
        case "exits":
            os._exit(7)
        case "hangs":
            while True:
                time.sleep(3600)
        case "eats memory":
            _eaten = []
            while True:
                _eaten.append(bytearray(os.urandom(1 << 20) * 32))
