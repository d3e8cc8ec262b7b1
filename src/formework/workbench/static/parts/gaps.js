// The gaps between the letters of two titles: a chart below the strips, and a table.

import { h, svg } from "/static/core/dom.js";

const HEIGHT = 140; // of the chart, in pixels of the screen
const LETTERS = 26; // height of the row of letters
const MAX_FIGURES = 3; // written into the chart: the largest differences
const MIN_RANGE_EM = 0.06;

// Under the strips and as wide as they are, `width` pixels: a dot per gap, with twice its uncertainty.
export function gapChart(record, width, chosen) {
  if (!record.gaps.length) return null;
  const range = Math.max(MIN_RANGE_EM, ...record.gaps.map((gap) => Math.abs(gap.difference_em) + gap.uncertainty_em)) * 1.15;
  const largest = [...record.gaps].sort((one, other) => Math.abs(other.difference_em) - Math.abs(one.difference_em)).slice(0, MAX_FIGURES);
  const middle = LETTERS + (HEIGHT - LETTERS) / 2;
  const height = (em) => middle - (em / range) * ((HEIGHT - LETTERS) / 2);
  return svg("svg", { class: "gap-chart", viewBox: `0 0 ${width} ${HEIGHT}`, "aria-hidden": "true" },
    record.letters[0].map((letter) => svg("text", { x: (letter.left + letter.width / 2) * width, y: 17, "text-anchor": "middle" }, letter.name)),
    svg("line", { class: "zero", x1: 0, x2: width, y1: middle, y2: middle }),
    record.gaps.map((gap, place) => {
      const x = gap.left[0] * width;
      return svg("g", { class: `${howUnusual(gap).tone} ${place === chosen ? "chosen" : ""}`, "data-act": "gap", "data-gap": place },
        svg("line", { class: "guide", x1: x, x2: x, y1: LETTERS, y2: HEIGHT }),
        svg("line", { class: "spread", x1: x, x2: x, y1: height(gap.difference_em - 2 * gap.uncertainty_em), y2: height(gap.difference_em + 2 * gap.uncertainty_em) }),
        svg("circle", { cx: x, cy: height(gap.difference_em), r: 5 }),
        gap.significant && largest.includes(gap) && svg("text", { class: "figure", x: x + 8, y: height(gap.difference_em) + 4 }, signed(gap.difference_em, 2)));
    }));
}

export function gapTable(record, chosen) {
  if (!record.gaps.length) return h("p", { class: "quiet" }, "The letters of these titles were not located, so the gaps cannot be compared one by one.");
  const ordered = [...record.gaps.entries()].sort(([, one], [, other]) => other.unusual - one.unusual);
  return h("details", { class: "gap-table", id: "gaps", open: innerWidth > 700 },
    h("summary", {}, `Gaps between letters, most unusual first: ${record.titles[0]} minus ${record.titles[1]}`),
    h("table", {},
      h("thead", {}, h("tr", {}, ["Gap", "Difference (em)", "Uncertainty (em)", "How unusual"].map((name) => h("th", { scope: "col" }, name)))),
      h("tbody", {}, ordered.map(([place, gap]) => {
        const { tone, words } = howUnusual(gap);
        return h("tr", { "data-key": `gap-${place}`, class: `${tone} ${place === chosen ? "chosen" : ""}` },
          h("th", { scope: "row" }, h("button", { type: "button", class: "link", "data-act": "gap", "data-gap": place, "aria-pressed": String(place === chosen) }, gap.name)),
          h("td", {}, signed(gap.difference_em, 3)),
          h("td", {}, `± ${gap.uncertainty_em.toFixed(3)}`),
          h("td", {}, h("meter", { min: 0, max: 6, value: Math.min(6, gap.unusual), "aria-hidden": "true" }), ` ${words} (${gap.unusual.toFixed(1)}σ)`));
      }))));
}

const signed = (number, digits) => `${number < 0 ? "−" : "+"}${Math.abs(number).toFixed(digits)}`;

function howUnusual({ unusual, significant }) {
  if (significant) return { tone: "significant", words: unusual > 5 ? "very unusual" : "unusual" };
  return unusual > 2 ? { tone: "", words: "somewhat unusual" } : { tone: "", words: "usual" };
}
