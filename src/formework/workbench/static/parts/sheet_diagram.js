// One side of a sheet as it was printed: pages in place, heads where they fall, folds dashed.
//
// Used for the sheets of the book and for the preview of a formula, where no page is known yet.

import { svg } from "/static/core/dom.js";

const PAGE_WIDTH = 150, PAGE_HEIGHT = 190, GUTTER = 14, MARGIN = 10;

// `pageOf(signature)` gives {label, tone, picture, title, words} or null; `at` is the chosen page.
export function sheetDiagram(side, { pageOf = () => null, at = null, tabindex = () => null } = {}) {
  const width = 2 * MARGIN + side.columns * (PAGE_WIDTH + GUTTER) - GUTTER;
  const height = 2 * MARGIN + side.rows * (PAGE_HEIGHT + GUTTER) - GUTTER;
  const kind = { o: "outer forme", i: "inner forme", w: "worked and turned" }[side.forme];
  return svg("svg", { class: "sheet-side", viewBox: `0 0 ${width} ${height}`, role: "group", "aria-label": `${side.name}, ${kind}` },
    svg("rect", { class: "paper", x: 0.5, y: 0.5, width: width - 1, height: height - 1 }),
    folds(side.columns, PAGE_WIDTH, (place) => ({ x1: place, x2: place, y1: 0, y2: height })),
    folds(side.rows, PAGE_HEIGHT, (place) => ({ y1: place, y2: place, x1: 0, x2: width })),
    side.cells.map((cell) => drawCell(cell, pageOf(cell.signature), cell.signature === at, tabindex)));
}

function folds(count, size, line) {
  return [...Array(count - 1).keys()].map((number) =>
    svg("line", { class: "fold", ...line(MARGIN + (number + 1) * (size + GUTTER) - GUTTER / 2) }));
}

function drawCell(cell, page, chosen, tabindex) {
  const x = MARGIN + cell.column * (PAGE_WIDTH + GUTTER), y = MARGIN + cell.row * (PAGE_HEIGHT + GUTTER);
  const turned = cell.upside_down ? ` rotate(180 ${PAGE_WIDTH / 2} ${PAGE_HEIGHT / 2})` : "";
  const name = cell.signature;
  if (!name) return svg("rect", { class: "no-page", x, y, width: PAGE_WIDTH, height: PAGE_HEIGHT });
  return svg("g", {
    class: `sheet-page ${page?.tone ?? ""} ${chosen ? "chosen" : ""}`, transform: `translate(${x} ${y})${turned}`, "data-key": name,
    "data-at": page ? name : null, "data-act": page ? "at" : null, "data-focus": page ? "follow" : null, tabindex: page ? tabindex(name) : null, role: page ? "button" : "img", "aria-label": [name, labelOf(page), page?.words].filter(Boolean).join(" "),
    "aria-current": chosen ? "true" : null,
  },
    svg("rect", { class: "leaf", x: 0, y: 0, width: PAGE_WIDTH, height: PAGE_HEIGHT }),
    page?.picture
      ? svg("image", { href: page.picture, x: 8, y: 6, width: PAGE_WIDTH - 16, height: 22, preserveAspectRatio: "xMidYMid meet" })
      : svg("line", { class: "no-title", x1: 30, x2: PAGE_WIDTH - 30, y1: 17, y2: 17 }),
    [...Array(7).keys()].map((line) => svg("line", { class: "text-line", x1: 16, x2: PAGE_WIDTH - (line === 6 ? 60 : 16), y1: 42 + line * 12, y2: 42 + line * 12 })),
    svg("text", { "text-anchor": "middle" },
      svg("tspan", { class: "signature", x: PAGE_WIDTH / 2, y: 156 }, name), " ",
      labelOf(page) && svg("tspan", { class: "label", x: PAGE_WIDTH / 2, y: 178 }, labelOf(page))));
}

const labelOf = (page) => (page?.title ? `${page.label} · title ${page.title}` : page?.label);

export const formeName = (side) => ({ o: "outer forme", i: "inner forme", w: "half-sheet, worked and turned" })[side.forme];
