// The little Markdown that accounts are written in: headings, paragraphs, lists and tables, as nodes.

import { h } from "/static/core/dom.js";

export function readMarkdown(text) {
  return text.split(/\n\s*\n/).map((block) => block.trim()).filter(Boolean).map(drawBlock);
}

function drawBlock(block) {
  const heading = /^(#{1,6})\s+(.*)$/.exec(block);
  if (heading) return h("h4", {}, heading[2]);
  const lines = block.split("\n");
  if (lines.every((line) => line.startsWith("|"))) return table(lines);
  if (lines.every((line) => /^[-*] /.test(line))) return h("ul", {}, lines.map((line) => h("li", {}, line.slice(2))));
  return h("p", {}, lines.join(" "));
}

function table(lines) {
  const rows = lines.map((line) => line.replace(/^\||\|$/g, "").split("|").map((cell) => cell.trim()));
  const [head, ...body] = rows.filter((cells) => !cells.every((cell) => /^:?-+:?$/.test(cell)));
  return h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Table of the account" },
    h("table", {},
      h("thead", {}, h("tr", {}, head.map((cell) => h("th", { scope: "col" }, cell)))),
      h("tbody", {}, body.map((cells) => h("tr", {}, cells.map((cell) => h("td", {}, cell)))))));
}
