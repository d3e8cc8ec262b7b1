// Sheets: each sheet of a gathering as it was printed, both sides, pages in place.

import { get, pageAddress } from "/static/core/api.js";
import { h } from "/static/core/dom.js";
import { actionButton } from "/static/core/keys.js";
import { store } from "/static/core/store.js";
import { empty, percent, skeletonMark, toneClass } from "/static/parts/marks.js";
import { Roving } from "/static/parts/roving.js";
import { formeName, sheetDiagram } from "/static/parts/sheet_diagram.js";

const PAGE_RATIO = 0.8; // width to height of a page in the diagram: both sides fit the window
let gatherings = null; // they follow from the formula, which does not change while the book is open

export function sheetsScreen({ go, refresh, keepAddress, query, parameters: [wanted] }) {
  const roving = new Roving((at) => {
    keepAddress(`${address(shown())}?at=${encodeURIComponent(at)}`);
    refresh();
  }, query.get("at"));

  const shown = () => gatherings.find((gathering) => gathering.signature === wanted) ?? gatheringOf(roving.at) ?? gatherings[0];
  const gatheringOf = (page) => gatherings.find((gathering) => gathering.sheets.some((sheet) => sheet.sides.some((side) => side.cells.some((cell) => cell.signature === page))));
  const address = (gathering) => `/sheets/${encodeURIComponent(gathering.signature)}`;

  function turn(step) {
    const next = gatherings[gatherings.indexOf(shown()) + step];
    if (next) go(address(next));
  }

  const chosen = () => store.book.page.get(roving.at);
  const actions = {
    ...roving.actions("choose a page"),
    next: { key: "n", label: "Next gathering", run: () => turn(1), when: () => gatherings && shown() !== gatherings.at(-1) },
    previous: { key: "p", label: "Previous gathering", run: () => turn(-1), when: () => gatherings && shown() !== gatherings[0] },
    open: { key: "Enter", label: "Open the page", when: () => Boolean(chosen()), run: () => go(pageAddress(chosen())) },
    montage: { key: "m", label: "See it in the montage", when: () => Boolean(chosen()?.skeleton), run: () => go(`/montage?at=${encodeURIComponent(roving.at)}`) },
    at: { run: ({ at }) => roving.select(at) },
  };

  function pageOf(signature) {
    const page = store.book.page.get(signature);
    if (!page) return null;
    return {
      label: page.label, tone: page.skeleton ? toneClass(page.skeleton) : "", title: page.title, words: page.text && `“${page.text}”`,
      picture: page.box ? page.strip_url || page.crop_url : "",
    };
  }

  function view() {
    if (!gatherings) return h("p", { class: "waiting" }, "Unfolding the sheets …");
    if (!gatherings.length) return empty("No sheets", h("p", {}, "The collation has no sheet that the program can unfold."));
    const gathering = shown();
    roving.setRows(gathering.sheets.flatMap(cursorRows));
    return h("div", { class: "sheets" },
      h("div", { class: "bar" },
        actionButton("previous", actions.previous, { label: "Previous" }),
        h("nav", { class: "gatherings", "aria-label": "Gatherings" }, gatherings.map((other) => h("a", { href: address(other), "aria-current": other === gathering ? "true" : null }, other.signature))),
        actionButton("next", actions.next, { label: "Next" })),
      gathering.sheets.map((sheet) =>
        h("section", { class: "sheet", "data-key": sheet.name },
          h("h3", {}, `Sheet ${sheet.name}`),
          h("div", { class: "both-sides" }, sheet.sides.map(drawSide)))),
      chosen() && h("p", { class: "chosen-page" }, h("strong", {}, roving.at), ` ${chosen().text} `, skeletonMark(chosen().label, chosen().skeleton), " ", actionButton("open", actions.open), actionButton("montage", actions.montage, { label: "Montage" })));
  }

  function drawSide(side) {
    const known = store.book.side.get(side.name);
    const ratio = (side.columns * PAGE_RATIO) / side.rows;
    return h("figure", { "data-key": side.name, style: { width: `min(100%, max(24rem, 100vh - 21rem) * ${ratio.toFixed(3)})` } },
      h("figcaption", {}, h("strong", {}, side.name), ` ${formeName(side)} `, known && skeletonMark(known.label, known.skeleton),
        known?.confidence != null && h("span", { class: "quiet" }, ` ${percent(known.confidence)}`), known?.way && known.way !== "same way round" && ` · ${known.way}`),
      sheetDiagram(side, { pageOf, at: roving.at, tabindex: (name) => roving.tabindex(name) }));
  }

  return {
    name: "sheets", title: () => "Sheets", actions, view,
    entered: async () => {
      gatherings ??= (await get("/api/sheets")).gatherings;
      refresh();
    },
    help: [
      "The sheets of one gathering, seen as they were printed, before folding: outer forme and inner forme, some pages upside down. Dashed lines are folds.",
      "Colour and numeral name the skeleton; the running title is at the head of its page.",
    ],
    drawn: () => roving.focusMoved(document.getElementById("screen")),
  };
}

// The pages of both sides, row by row as they are drawn next to one another.
function cursorRows(sheet) {
  const rows = Math.max(...sheet.sides.map((side) => side.rows));
  return [...Array(rows).keys()].map((row) =>
    sheet.sides.flatMap((side) => {
      const cells = side.cells.filter((cell) => cell.row === row).sort((one, other) => one.column - other.column);
      return cells.map((cell) => (store.book.page.has(cell.signature) ? cell.signature : null));
    }));
}
