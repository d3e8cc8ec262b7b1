// A small overlay of two titles, with the verdict: the foot of the montage.

import { h } from "/static/core/dom.js";
import { layers } from "/static/parts/layers.js";
import { percent } from "/static/parts/marks.js";

export function pairTray({ one, other, held, record, buttons }) {
  return h("section", { class: "tray", "aria-label": "The chosen pair" },
    h("div", { class: "tray-words" },
      h("p", { class: "pair-names" }, one ? [h("b", { class: "red" }, one), held ? " (picked up)" : "", " and ", h("b", { class: "cyan" }, other)] : h("b", {}, other)),
      h("p", { class: "verdict" }, verdict(one, record))),
    h("div", { class: "tray-picture" }, record?.comparable && layers(record, { mode: "overlay" })),
    h("div", { class: "row" }, buttons));
}

function verdict(one, record) {
  if (!one) return "The only title of its slot in this skeleton. Pick one up to compare it with others.";
  if (!record) return "Comparing …";
  if (!record.comparable) return record.why_not;
  if (record.decided) return `You decided: ${record.decided}.`;
  return record.probability === null ? record.verdict : `Same setting: ${percent(record.probability)} (prior 50:50)`;
}
