"""The imports go one way, and heavy packages stay in their own corner."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "src" / "formework"

# What each part of the program may import of the others, in the order of a page's way.
BELOW: dict[str, set[str]] = {
    "errors": set(),
    "progress": set(),
    "ink": set(),
    "settings": {"errors"},
    "book": {"errors"},
    "result": {"settings", "book"},
    "citation": {"settings"},
    "result_files": {"errors", "settings", "book", "result"},
    "scans": {"errors", "progress", "ink", "book"},
    "kernels": {"errors", "ink", "settings", "book"},
    "sides": {"errors", "settings", "book", "result"},
    "skeletons": {"errors", "settings", "book", "result", "kernels", "sides"},
    "findings": {"errors", "book", "result"},
    "report": {
        "errors", "progress", "settings", "book", "result", "result_files", "scans", "kernels",
        "findings", "citation",
    },
    "exchange": {
        "errors", "progress", "settings", "book", "result", "result_files", "scans", "findings",
        "citation",
    },
    "stages": {"errors", "book"},
    "simulate": {"errors", "book"},
    "scoring": {"errors"},
    "scorecard": {"errors", "book", "result", "scoring"},
    "training": {"errors", "progress", "book", "kernels", "simulate"},
}  # fmt: skip
BELOW["corpus"] = BELOW["report"] | {"report"}
BELOW["decided_book"] = BELOW["skeletons"] | {"scans", "skeletons"}
BELOW["pipeline"] = BELOW["report"] | {"report", "sides", "skeletons", "stages", "decided_book"}
BELOW["workbench"] = BELOW["pipeline"] | {"pipeline", "exchange"}
BELOW["bench"] = BELOW["skeletons"] | {"skeletons", "findings", "simulate", "scoring"}
BELOW["demo"] = BELOW["pipeline"] | {"pipeline", "simulate", "scoring", "bench"}
BELOW["commands"] = {*BELOW}
BELOW["cli"] = {"errors", "commands"}
BELOW["__main__"] = {"cli"}
BELOW["__init__"] = {*BELOW}
# Two modules may share only these names: each is the model or the entry point of its folder.
SHARED_NAMES = {"__init__"}

# Packages that only one corner may import, so that the rest works without them.
CORNERS = {
    "torch": ("training",),
    "onnx": ("training",),
    "rapidocr": ("scans.text.ocr",),
    "pypdfium2": ("scans",),
    "matplotlib": ("report", "training"),
    "jinja2": ("report", "workbench"),
    "starlette": ("workbench",),
    "uvicorn": ("workbench",),
    "httpx": ("scans",),
    "distributed": ("corpus.dask_cluster",),
    "duckdb": ("corpus.streamed_table",),
    "psutil": ("corpus.watched_process",),
    "onnxruntime": ("scans.text.ocr", "kernels.neural.onnx_kernels"),
}
MODULES = sorted(PACKAGE.rglob("*.py"))


def name_of(path: Path) -> str:
    """A module's name below the package: book.collation."""
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(part for part in parts if part != "__init__" or len(parts) == 1)


def imports_of(path: Path) -> set[str]:
    """Every module a file imports, also within functions."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            assert node.level == 0, f"{path.name}: imports are absolute"
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_imports_go_one_way(path: Path) -> None:
    """A part imports only itself and the parts below it."""
    part = name_of(path).split(".")[0]
    for module in imports_of(path):
        names = module.split(".")
        if names[0] == "formework" and len(names) > 1 and not names[1].startswith("__version"):
            assert names[1] in BELOW[part] | {part}, f"{name_of(path)} imports {module}"


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_optional_packages_stay_in_their_corner(path: Path) -> None:
    """A package that may be absent is imported only by its adapter."""
    module = name_of(path)
    for imported in imports_of(path):
        corners = CORNERS.get(imported.split(".")[0])
        if corners:
            assert any(module == c or module.startswith(f"{c}.") for c in corners), (
                f"{module} imports {imported}"
            )


def test_module_names_are_unique() -> None:
    """A module's name says what it holds: no two have the same."""
    names = [path.stem for path in MODULES if path.stem not in SHARED_NAMES]
    assert sorted({name for name in names if names.count(name) > 1}) == []


def test_no_import_cycles() -> None:
    """No module of the program imports itself by a detour, typing-only imports aside."""
    names = {name_of(path) for path in MODULES}
    graph = {name_of(path): _runtime_imports(path) & names for path in MODULES}
    done: set[str] = set()

    def visit(module: str, above: tuple[str, ...]) -> None:
        assert module not in above, f"cycle: {' → '.join((*above, module))}"
        if module not in done:
            for below in graph[module]:
                visit(below, (*above, module))
            done.add(module)

    for module in graph:
        visit(module, ())


def _runtime_imports(path: Path) -> set[str]:
    """Modules of the program a file imports when it is loaded."""
    found: set[str] = set()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("formework."):
            module = str(node.module).removeprefix("formework.")
            found |= {module, *(f"{module}.{alias.name}" for alias in node.names)}
    return found
