// The frame of every screen: the book's name, the screens, what is saved, progress, keys, help.

import { post } from "/static/core/api.js";
import { undoLast } from "/static/core/decide.js";
import { h, show } from "/static/core/dom.js";
import { openHelp } from "/static/core/help.js";
import { actionButton, keyName } from "/static/core/keys.js";
import { notify } from "/static/core/notices.js";
import { standing, store } from "/static/core/store.js";

const SCREENS = [
  ["1", "pages", "Pages"],
  ["2", "montage", "Montage"],
  ["3", "pair", "Pair"],
  ["4", "sheets", "Sheets"],
  ["5", "staircase", "Staircase"],
  ["6", "findings", "Findings"],
  ["7", "decisions", "Decisions"],
];
const STAGES = {
  titles: "Locating the running titles",
  skeletons: "Comparing titles and grouping them into skeletons",
  findings: "Searching the sequence for patterns",
  report: "Writing the report",
};

// Actions that work on every screen.
export function frameActions({ go, screen }) {
  const actions = {
    undo: { key: "u", more: ["Control+z"], label: "Undo", run: undoLast, when: () => standing().length > 0 },
    help: { key: "?", label: "Help", run: () => openHelp(screen, frameActions({ go, screen })) },
    run: { label: "Run", run: runAll },
  };
  for (const [key, name, label] of store.book?.needs === "setup" ? [] : SCREENS)
    actions[`go-${name}`] = { key, label, run: () => go(`/${name}`) };
  return actions;
}

async function runAll() {
  try {
    await post("/api/run", {});
  } catch (error) {
    notify(`${error.message} ${error.hint}`, "refused");
  }
}

export function drawFrame(screen, { go }) {
  const { book } = store;
  const actions = frameActions({ go, screen });
  show(
    document.getElementById("frame"),
    h("div", { class: "top" },
      h("h1", { class: "book", title: book.heading }, h("a", { href: "/pages" }, book.heading)),
      h("p", { class: "counts" }, book.counts),
      h("div", { class: "tools" },
        book.needs !== "setup" && savedMark(),
        book.needs !== "setup" && actionButton("undo", actions.undo),
        book.needs !== "setup" && takeAway(book),
        actionButton("help", actions.help))),
    book.needs !== "setup" &&
      h("nav", { "aria-label": "Screens" }, SCREENS.map(([key, name, label]) =>
        h("a", { href: `/${name}`, "aria-current": screen.name === name ? "page" : null, "aria-keyshortcuts": key },
          label, h("kbd", { "aria-hidden": "true" }, key)))),
    progressLine(),
  );
  // On a narrow screen the row of screens scrolls: keep the current one in view.
  const here = document.querySelector("#frame nav [aria-current]");
  if (here) here.parentElement.scrollLeft = here.offsetLeft - (here.parentElement.clientWidth - here.offsetWidth) / 2;
}

// Tells whether everything is saved.
function savedMark() {
  const { saving, online } = store;
  const count = standing().length;
  const words = !online
    ? "Server not reachable"
    : saving
      ? "Saving …"
      : count ? `Saved · ${count} ${count === 1 ? "decision" : "decisions"}` : "No decisions yet";
  return h("a", { class: `saved ${online ? "" : "offline"}`, href: "/decisions", id: "saved" }, words);
}

function takeAway(book) {
  return h("details", { class: "menu", id: "take-away" },
    h("summary", { class: "action" }, "Report"),
    h("div", { class: "menu-body" },
      h("a", { href: "/report", target: "_blank" }, "Open the report"),
      h("p", {}, "Export for other programs"),
      book.exports.map((format) => h("a", { href: `/export/${format}`, download: true }, format))));
}

function progressLine() {
  const { progress, book } = store;
  if (!progress) return null;
  if (progress.running) {
    const share = progress.total ? progress.done / progress.total : null;
    const counted = progress.total ? `: ${progress.what} ${progress.done} of ${progress.total}` : "";
    return h("div", { class: "progress", id: "progress" },
      h("progress", { max: 1, value: share, "aria-label": "Progress of the work in the background" }),
      h("span", {}, progress.total || progress.stage !== "titles" ? `${STAGES[progress.stage] ?? "Working"}${counted}` : "Checking what has to be done"));
  }
  if (progress.error)
    return h("div", { class: "progress failed", id: "progress", role: "alert" },
      h("span", {}, h("strong", {}, progress.error.error), " ", progress.error.hint ?? ""),
      h("button", { type: "button", class: "action", "data-act": "run" }, "Try again"));
  if (book.needs === "run" || book.stages.some((stage) => stage.state !== "fresh"))
    return book.needs === "setup" ? null : h("div", { class: "progress", id: "progress" },
      h("span", {}, book.needs === "run" ? "Nothing has been computed yet." : "Some results are older than your decisions."),
      h("button", { type: "button", class: "action main", "data-act": "run" }, "Run"));
  return null;
}

// The bar at the foot: the keys of this screen.
export function drawKeys(screen) {
  const listed = Object.values(screen.actions).filter((action) => action.key && !action.hidden);
  show(document.getElementById("keys"),
    h("ul", { "aria-label": "Keys of this screen" }, listed.map((action) =>
      h("li", {}, h("kbd", {}, action.keys ?? keyName(action.key)), " ", action.label))));
}
