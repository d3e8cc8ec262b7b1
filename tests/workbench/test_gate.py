"""Security: each line of the design, asked as an attacker would."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from formework.workbench.gate import CONTENT_POLICY
from tests.workbench.desks import ADDRESS, EVIL, PORT, client, if_match, quarto, stranger

if TYPE_CHECKING:
    from pathlib import Path

DECISION = {"do": "no-title", "signature": "A1r"}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A quarto whose recognised text is markup."""
    return quarto(tmp_path / "lear", text=EVIL)


@pytest.mark.parametrize(
    "path", ["/", "/api/book", "/static/app.js", "/image/1", "/report", "/nothing"]
)
def test_without_the_cookie_nothing_is_shown(root: Path, path: str) -> None:
    """401 for every address, and for a wrong token; the answer says what to do."""
    visitor = stranger(root)
    answer = visitor.get(path)
    assert answer.status_code == 401
    assert "formework open" in answer.json()["hint"]
    assert visitor.get("/", params={"token": "guess"}).status_code == 401
    visitor.cookies.set(ADDRESS.cookie, "guess")
    assert visitor.get(path).status_code == 401


def test_the_token_becomes_a_cookie(root: Path) -> None:
    """HttpOnly, SameSite=Strict, the port in its name; the token leaves the address."""
    answer = stranger(root).get("/", params={"token": ADDRESS.token})
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    cookie = answer.headers["set-cookie"].lower()
    assert cookie.startswith(f"formework-{PORT}=")
    assert "httponly" in cookie
    assert "samesite=strict" in cookie


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        f"evil.example:{PORT}",
        f"127.0.0.1.evil.example:{PORT}",
        f"localhost.evil.example:{PORT}",
        f"169.254.1.1:{PORT}",
        f"0.0.0.0:{PORT}",
        "127.0.0.1:1",
        "127.0.0.1",
        f"127.0.0.1:{PORT}@evil.example",
        "",
    ],
)
def test_a_name_that_is_not_this_machine_is_refused(root: Path, host: str) -> None:
    """DNS rebinding: another name for loopback gets 403, with the cookie too, reads and writes."""
    browser = client(root)
    assert browser.get("/api/book", headers={"Host": host}).status_code == 403
    posted = browser.post("/api/decisions", json=DECISION, headers={"Host": host, **if_match(0)})
    assert posted.status_code == 403
    token = stranger(root).get("/", params={"token": ADDRESS.token}, headers={"Host": host})
    assert token.status_code == 403
    assert not (root / "decisions.jsonl").exists()


@pytest.mark.parametrize("host", [f"localhost:{PORT}", f"[::1]:{PORT}", f"127.0.0.1:{PORT}"])
def test_loopback_names_are_let_in(root: Path, host: str) -> None:
    """The three names of this machine, with the cookie."""
    cookie = {"Cookie": f"{ADDRESS.cookie}={ADDRESS.token}", "Host": host}
    assert stranger(root).get("/api/book", headers=cookie).status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": f"http://localhost.evil.example:{PORT}"},
        {"Origin": f"https://127.0.0.1:{PORT}"},
        {"Origin": "http://127.0.0.1:1"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Origin": f"http://127.0.0.1:{PORT}", "Sec-Fetch-Site": "cross-site"},
    ],
)
@pytest.mark.parametrize("path", ["/api/decisions", "/api/moves", "/api/run", "/api/setup"])
def test_a_write_from_another_site_is_refused(
    root: Path, path: str, headers: dict[str, str]
) -> None:
    """403 whatever the path, even with the cookie and the right number."""
    answer = client(root).post(path, json=DECISION, headers={**headers, **if_match(0)})
    assert answer.status_code == 403
    assert not (root / "decisions.jsonl").exists()


def test_a_form_of_a_foreign_page_changes_nothing(root: Path) -> None:
    """A form cannot send JSON, a number or our origin: each of these alone refuses it."""
    browser = client(root)
    form = {"do": "no-title", "signature": "A1r"}
    foreign = browser.post("/api/decisions", data=form, headers={"Origin": "https://evil.example"})
    assert foreign.status_code == 403
    assert browser.post("/api/decisions", data=form).status_code == 428
    assert browser.post("/api/decisions", data=form, headers=if_match(0)).status_code == 415
    text = {"Content-Type": "text/plain", **if_match(0)}
    plain = browser.post("/api/decisions", content='{"do": "no-title"}', headers=text)
    assert plain.status_code == 415
    assert not (root / "decisions.jsonl").exists()


def test_our_own_page_may_write(root: Path) -> None:
    """The headers that a browser sends from our page are accepted."""
    own = {"Origin": f"http://127.0.0.1:{PORT}", "Sec-Fetch-Site": "same-origin"}
    answer = client(root).post("/api/decisions", json=DECISION, headers={**own, **if_match(0)})
    assert answer.status_code == 201


@pytest.mark.parametrize("path", ["/", "/api/book", "/nothing", "/pages", "/static/app.js"])
def test_every_answer_carries_the_headers(root: Path, path: str) -> None:
    """The content policy, nosniff and no-referrer, on refusals as well."""
    for visitor in (client(root), stranger(root)):
        headers = visitor.get(path).headers
        assert headers["content-security-policy"] == CONTENT_POLICY
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"


def test_the_policy_is_that_of_the_design() -> None:
    """Nothing inline, nothing from elsewhere, no frames."""
    assert CONTENT_POLICY == (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; "
        "connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    )


@pytest.mark.parametrize(
    "path",
    [
        "/static/../routes.py",
        "/static/..%2froutes.py",
        "/static/%2e%2e/%2e%2e/cli.py",
        "/static/..\\routes.py",
        "/static//etc/passwd",
        "/static/%2fetc%2fpasswd",
        "/image/..%2f..%2fbook.toml",
        "/image/01.png",
        "/image/pages%2f01.png",
        "/image/0",
        "/image/17",
        "/image/-1",
        "/crop/..%2fbook.toml",
        "/strip/..%2fbook.toml",
        "/..%2fbook.toml",
        "/book.toml",
        "/decisions.jsonl",
        "/.formework/titles.json",
        "/export/..%2f..%2ftmp",
    ],
)
def test_no_path_leads_out(root: Path, path: str) -> None:
    """Files are asked for by signature, row or known name: everything else is not there."""
    answer = client(root).get(path)
    assert answer.status_code in (404, 409)
    assert "collation" not in answer.text
    assert "import " not in answer.text


def test_markup_in_recognised_text_stays_text(root: Path) -> None:
    """The shell is the same whatever was recognised; JSON is never sent as a page."""
    (root / "book.toml").write_text(
        f'title = "{EVIL}"\nformat = "quarto"\ncollation = "A-B^4"\n', "utf-8"
    )
    browser = client(root)
    assert EVIL not in browser.get("/").text
    assert "&lt;script&gt;" in browser.get("/pages").text
    record = browser.get("/api/book")
    assert record.headers["content-type"] == "application/json"
    assert record.json()["pages"][0]["text"] == EVIL
    assert browser.get(f"/{EVIL}").headers["content-type"] == "application/json"
