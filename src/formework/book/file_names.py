"""The files of a book folder, by name: what each stage reads and writes."""

BOOK_TOML = "book.toml"
PAGES_CSV = "pages.csv"
DECISIONS_JSONL = "decisions.jsonl"

TITLES_CSV = "titles.csv"
TITLES_HTML = "titles.html"
TITLES_RECORD = ".formework/titles.json"
TITLE_FILES = (TITLES_CSV, TITLES_HTML, TITLES_RECORD)

SKELETONS_CSV = "skeletons.csv"
RECURRENCE_CSV = "recurrence.csv"
DISTANCES_NPZ = "distances.npz"
RESULT_JSON = "result.json"
RESULT_FILES = (SKELETONS_CSV, RECURRENCE_CSV, DISTANCES_NPZ, RESULT_JSON)
EVIDENCE_NPZ = ".formework/evidence.npz"

FINDINGS_JSON = "findings.json"
ACCOUNT_MD = "account.md"

REPORT_HTML = "report.html"
MONTAGE_PNG = "montage.png"
STAIRCASE = "staircase"  # .svg, .png and .pdf
REPORT_FILES = (
    f"{STAIRCASE}.svg",
    f"{STAIRCASE}.png",
    f"{STAIRCASE}.pdf",
    MONTAGE_PNG,
    REPORT_HTML,
)
