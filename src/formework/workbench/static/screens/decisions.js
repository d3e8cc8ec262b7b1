// Decisions: everything that was decided, newest first; each can be undone.

import { undo } from "/static/core/decide.js";
import { h } from "/static/core/dom.js";
import { store } from "/static/core/store.js";
import { wordsOf } from "/static/core/words.js";
import { empty } from "/static/parts/marks.js";
import { Roving } from "/static/parts/roving.js";

const when = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

export function decisionsScreen({ refresh }) {
  const roving = new Roving(refresh);
  const find = (n) => store.book.decisions.find((line) => line.n === Number(n));
  const may = (line) => line && !line.undone_by && line.do !== "undo";
  const { up, down, follow } = roving.actions("choose a decision");
  const actions = {
    up: { ...up, hidden: false, keys: "↑ ↓", label: "choose a decision" }, down, follow,
    undoThis: { key: "Delete", label: "undo this one", when: () => may(find(roving.at)), run: ({ n }) => undo(find(n ?? roving.at)) },
  };

  function view() {
    const lines = [...store.book.decisions].reverse();
    if (!lines.length) return empty("No decisions yet", h("p", {}, "What you decide on the other screens is listed here. It is saved in decisions.jsonl in the book's folder, one line each."));
    roving.setRows(lines.map((line) => [String(line.n)]));
    return h("div", { class: "decisions" },
      h("table", {},
        h("thead", {}, h("tr", {}, ["No.", "Decision", "Reason", "By", "When", ""].map((name) => (name ? h("th", { scope: "col" }, name) : h("td", {}))))),
        h("tbody", {}, lines.map(drawLine))));
  }

  function drawLine(line) {
    const name = String(line.n);
    return h("tr", { "data-key": name, "data-at": name, "data-focus": "follow", tabindex: roving.tabindex(name), class: line.undone_by ? "undone" : "" },
      h("td", {}, name),
      h("td", {}, line.undone_by ? h("s", {}, wordsOf(line)) : wordsOf(line), line.undone_by && h("span", { class: "quiet" }, ` undone by ${line.undone_by}`)),
      h("td", {}, line.why || line.note || ""),
      h("td", {}, line.by ?? ""),
      h("td", {}, line.at ? when.format(new Date(line.at)) : ""),
      h("td", {}, may(line) && h("button", { type: "button", class: "action", "data-act": "undoThis", "data-n": name, "aria-label": `Undo decision ${name}` }, "Undo")));
  }

  return {
    name: "decisions", title: () => "Decisions", actions, view,
    help: ["Every decision, newest first. Nothing is deleted: an undo is a further line in decisions.jsonl, and an undone decision can be made again."],
    drawn: () => roving.focusMoved(document.getElementById("screen")),
  };
}
