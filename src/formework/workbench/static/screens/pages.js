// Pages: a contact sheet of all headlines, doubtful ones first.

import { pageAddress } from "/static/core/api.js";
import { decide } from "/static/core/decide.js";
import { h } from "/static/core/dom.js";
import { store } from "/static/core/store.js";
import { empty } from "/static/parts/marks.js";
import { nameOfPage, subjectOf } from "/static/parts/page_names.js";
import { Roving } from "/static/parts/roving.js";

const ORIGINS = {
  located: "", imported: "imported", supplied: "supplied by the program", corrected: "corrected by you",
  none: "no running title", "": "not located yet",
};
const FILTERS = [
  ["all", "All", () => true],
  ["doubtful", "Doubtful", (page) => page.doubtful || Boolean(page.failed)],
  ["corrected", "Corrected", (page) => page.origin === "corrected"],
  ["none", "No title", (page) => page.origin === "none"],
];

export function pagesScreen({ go, refresh, keepAddress, query }) {
  let filter = query.get("show") ?? "all";
  const roving = new Roving((name) => {
    keepAddress(`/pages?show=${filter}&at=${encodeURIComponent(name)}`);
    refresh();
  }, query.get("at"));

  const current = () => store.book.pages.find((page) => nameOfPage(page) === roving.at);
  const shown = () => {
    const [, , test] = FILTERS.find(([name]) => name === filter) ?? FILTERS[0];
    const doubt = (page) => (page.doubtful || page.failed ? 0 : 1);
    return store.book.pages.filter(test).sort((one, other) => doubt(one) - doubt(other));
  };

  const actions = {
    ...roving.actions("choose a page"),
    open: { key: "Enter", label: "open the page", run: ({ at }) => openPage(at) },
    none: {
      key: "n", label: "no running title", when: () => current() && current().origin !== "none",
      run: () => decide({ do: "no-title", ...subjectOf(current()) }, `${nameOfPage(current())} has no running title`),
    },
    filter: { key: "f", label: "show others", long: "show all, doubtful, corrected, or pages without title", run: ({ filter: name }) => setFilter(name) },
  };

  function openPage(name) {
    const page = name ? store.book.pages.find((candidate) => nameOfPage(candidate) === name) : current();
    if (page) go(pageAddress(page));
  }

  function setFilter(name) {
    const next = FILTERS[(FILTERS.findIndex(([own]) => own === filter) + 1) % FILTERS.length][0];
    filter = name ?? next;
    keepAddress(`/pages?show=${filter}`);
    refresh();
  }

  function view() {
    const pages = shown();
    roving.setRows(rowsOf(pages.map(nameOfPage)));
    return h("div", { class: "pages" },
      h("div", { class: "bar" },
        h("div", { class: "segments", role: "group", "aria-label": "Which pages are shown" },
          FILTERS.map(([name, label, test]) =>
            h("button", { type: "button", "data-act": "filter", "data-filter": name, "aria-pressed": String(name === filter) },
              label, h("span", { class: "number" }, String(store.book.pages.filter(test).length)))))),
      store.book.warnings.length > 0 && warnings(store.book.warnings),
      pages.length ? h("ul", { class: "contact-sheet" }, pages.map(card)) : empty("No page here", h("p", {}, "Press f or choose “All” to see the others.")));
  }

  function card(page) {
    const name = nameOfPage(page);
    const origin = page.failed || ORIGINS[page.origin] || "";
    return h("li", { "data-key": name },
      h("button", {
        type: "button", class: `card ${page.doubtful || page.failed ? "doubtful" : ""}`, "data-act": "open", "data-focus": "follow", "data-at": name,
        tabindex: roving.tabindex(name),
      },
        h("span", { class: "headline" }, page.crop_url && !page.failed && h("img", { src: page.crop_url, alt: "", loading: "lazy", draggable: "false", width: page.crop_size?.[0], height: page.crop_size?.[1] })),
        h("span", { class: "caption" },
          h("strong", {}, page.signature || `image ${page.row}`),
          h("span", { class: "text" }, page.text),
          page.doubtful && h("span", { class: "doubt" }, page.doubt || "doubtful"),
          origin && h("span", { class: "origin" }, origin))));
  }

  return {
    name: "pages", title: () => "Pages", actions, view,
    help: [
      "Every page with the headline that was located on it; doubtful ones come first.",
      "Open a page to move the box, retype the text, change the signature, or declare that there is no running title.",
    ],
    drawn: () => roving.focusMoved(document.getElementById("screen")),
  };
}

function warnings(lines) {
  return h("details", { class: "warnings" },
    h("summary", {}, `${lines.length} ${lines.length === 1 ? "warning" : "warnings"}`),
    h("ul", {}, lines.map((line) => h("li", {}, line))));
}

// Names in rows as on the screen, so that up and down go where the eye expects.
function rowsOf(names) {
  const list = document.querySelector(".contact-sheet");
  const columns = list ? getComputedStyle(list).gridTemplateColumns.split(" ").length : 3;
  const rows = [];
  for (let start = 0; start < names.length; start += columns) rows.push(names.slice(start, start + columns));
  return rows;
}
