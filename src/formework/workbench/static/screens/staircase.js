// Staircase: the sequence of skeletons through the book, linked with montage and findings.

import { h } from "/static/core/dom.js";
import { actionButton } from "/static/core/keys.js";
import { store } from "/static/core/store.js";
import { empty, percent, skeletonMark, titlePicture } from "/static/parts/marks.js";
import { Roving } from "/static/parts/roving.js";
import { staircaseChart } from "/static/parts/staircase_chart.js";

export function staircaseScreen({ go, refresh, keepAddress, query }) {
  let finding = query.get("finding");
  const roving = new Roving(() => {
    remember();
    refresh();
  }, query.get("side"));

  function remember() {
    const kept = new URLSearchParams({ side: roving.at ?? "" });
    if (finding) kept.set("finding", finding);
    keepAddress(`/staircase?${kept}`);
  }

  const turn = (step) => () => {
    const { findings } = store.book;
    const now = findings.findIndex(({ id }) => id === finding);
    choose(findings[(now + step + findings.length) % findings.length].id);
  };

  function choose(id) {
    finding = finding === id ? null : id;
    const found = store.book.findings.find((other) => other.id === finding);
    if (found && !found.sheet_sides.includes(roving.at)) roving.select(found.sheet_sides[0], { focus: false });
    remember();
    refresh();
  }

  const { left, right, follow } = roving.actions("choose a sheet side");
  const actions = {
    left: { ...left, keys: "← →" }, right, follow,
    montage: { key: "m", label: "Montage", long: "see the sheet side in the montage", when: () => Boolean(side()?.label), run: () => go(`/montage?side=${encodeURIComponent(roving.at)}`) },
    sheet: { key: "h", label: "Sheet", long: "see the sheet it belongs to", when: () => Boolean(side()), run: () => go(`/sheets/${encodeURIComponent(side().gathering)}`) },
    nextFinding: { key: "n", label: "next finding", when: () => store.book.findings.length > 0, run: turn(1) },
    previousFinding: { key: "p", label: "previous finding", when: () => store.book.findings.length > 0, run: turn(-1) },
    read: { key: "Enter", label: "read the finding", when: () => Boolean(finding), run: () => go(`/findings?at=${encodeURIComponent(finding)}`) },
    at: { run: ({ at }) => roving.select(at) },
    finding: { run: ({ finding: id }) => choose(id) },
  };
  const side = () => store.book.side.get(roving.at);

  function view() {
    if (!store.book.skeletons.length) return empty("No skeletons yet", h("p", {}, "The staircase appears when the titles have been compared."));
    roving.setRows([store.book.sides.map(({ name }) => name)]);
    return h("div", { class: "staircase" },
      h("div", { class: "stairs-scroll", tabindex: "0", role: "region", "aria-label": "Staircase" }, staircaseChart({ at: roving.at, finding, tabindex: (name) => roving.tabindex(name) })),
      h("p", { class: "hint" }, "One dot per sheet side, in book order, outer forme before inner. Hollow with a number: a later state of the skeleton. Pale: lower confidence. Below: the findings and their sheet sides."),
      h("div", { class: "beside" }, chosenSide(), findingList()));
  }

  function chosenSide() {
    const chosen = side();
    if (!chosen) return null;
    const pages = chosen.pages.map((name) => name && store.book.page.get(name)).filter((page) => page?.box);
    return h("section", { class: "chosen-side", "aria-live": "polite" },
      h("h3", {}, chosen.name, " ", skeletonMark(chosen.label, chosen.skeleton)),
      h("p", { class: "quiet" }, chosen.label ? [`Confidence ${percent(chosen.confidence ?? 0)}`, chosen.way && chosen.way !== "same way round" && `, ${chosen.way}`] : "No running titles on this side."),
      pages.map((page) => h("div", { class: "strip-row", "data-key": page.signature }, h("span", {}, page.signature), titlePicture(page, { alt: `Running title of ${page.signature}` }))),
      h("div", { class: "row" }, actionButton("montage", actions.montage), actionButton("sheet", actions.sheet)));
  }

  function findingList() {
    return h("section", { class: "finding-list" },
      h("h3", {}, "Findings"),
      store.book.findings.length ? h("ol", {}, store.book.findings.map((found) =>
        h("li", { "data-key": found.id, class: found.verdict },
          h("button", { type: "button", class: "link", "data-act": "finding", "data-finding": found.id, "aria-pressed": String(found.id === finding) }, found.observation),
          " ", h("a", { href: `/findings?at=${encodeURIComponent(found.id)}` }, "read")))) : h("p", {}, "No pattern among those tested goes beyond chance."));
  }

  return {
    name: "staircase", title: () => "Staircase", actions, view,
    help: [
      "Which skeleton printed each sheet side, in the order of the book. A skeleton that returns regularly makes a regular pattern; the findings are about breaks in it.",
      "Choose a sheet side to see its titles, or a finding to see its sides.",
    ],
    drawn: () => roving.focusMoved(document.getElementById("screen")),
  };
}
