// Findings: accepted or rejected, with a note; and the account of the printing, which can be edited.

import { decide } from "/static/core/decide.js";
import { h } from "/static/core/dom.js";
import { actionButton } from "/static/core/keys.js";
import { store } from "/static/core/store.js";
import { headingOf } from "/static/core/words.js";
import { readMarkdown } from "/static/parts/markdown.js";
import { skeletonMark } from "/static/parts/marks.js";
import { Roving } from "/static/parts/roving.js";

const MAX_SIDES = 24; // listed with a finding
const VERDICTS = { accept: "Accepted", reject: "Rejected", "": "" };

export function findingsScreen({ go, refresh, keepAddress, query }) {
  const notes = new Map(); // notes being written, by finding
  let draft = null; // the account being edited
  const roving = new Roving((at) => {
    keepAddress(`/findings?at=${encodeURIComponent(at)}`);
    refresh();
  }, query.get("at"));

  const current = () => store.book.findings.find(({ id }) => id === roving.at);
  const numberOf = (found) => store.book.findings.indexOf(found) + 1;

  async function judge(verdict) {
    const found = current();
    const note = notes.get(found.id) ?? found.note;
    const words = `finding ${numberOf(found)} ${verdict ? `${verdict}ed` : "left open"}${note ? " with a note" : ""}`;
    if (await decide({ do: "finding", finding: found.id, verdict, note }, words)) notes.delete(found.id);
    refresh();
  }

  async function saveAccount(text) {
    if (await decide({ do: "account", text }, text ? "your account" : "the program's account restored")) draft = null;
    refresh();
  }

  const { up, down, follow } = roving.actions("choose a finding");
  const exists = () => Boolean(current()) && draft === null;
  const actions = {
    up: { ...up, hidden: false, keys: "↑ ↓", label: "choose a finding" }, down, follow,
    accept: { key: "a", label: "Accept", when: exists, run: chosen(() => judge("accept")) },
    reject: { key: "r", label: "Reject", when: exists, run: chosen(() => judge("reject")) },
    open: { key: "o", label: "Leave open", when: exists, run: chosen(() => judge("")) },
    note: { key: "n", label: "write a note", when: exists, run: () => document.getElementById(`note-${numberOf(current())}`).focus() },
    saveNote: { key: "Control+Enter", label: "save what you write", fields: true, when: () => draft !== null || notes.has(roving.at), run: () => (draft !== null ? saveAccount(draft) : judge(current().verdict)) },
    leave: { key: "Escape", label: "back from writing", hidden: true, fields: true, run: leave },
    staircase: { key: "Enter", label: "see it in the staircase", when: exists, run: chosen(() => go(`/staircase?finding=${encodeURIComponent(roving.at)}&side=${encodeURIComponent(current().sheet_sides[0])}`)) },
    edit: { key: "e", label: "edit the account", run: edit },
    save: { label: "Save", run: () => saveAccount(draft) },
    cancel: { label: "Cancel", run: () => { draft = null; refresh(); } },
    restore: { label: "Back to the program's account", run: () => saveAccount("") },
    typeNote: { run: ({ element, finding }) => { notes.set(finding, element.value); refresh(); } },
    typeAccount: { run: ({ element }) => { draft = element.value; } },
  };

  // A button inside a finding first makes that finding the current one.
  function chosen(run) {
    return (given) => {
      if (given.finding) roving.at = given.finding;
      run();
    };
  }

  function leave() {
    if (draft !== null) draft = null;
    document.activeElement.blur();
    roving.moved = true;
    refresh();
  }

  function edit() {
    draft ??= store.book.account.text;
    refresh();
    requestAnimationFrame(() => document.getElementById("account-text")?.focus());
  }

  function view() {
    const { findings } = store.book;
    roving.setRows(findings.map(({ id }) => [id]));
    return h("div", { class: "findings" },
      h("section", { class: "list", "aria-label": "Findings" },
        h("h3", {}, `${findings.length} ${findings.length === 1 ? "finding" : "findings"}`),
        findings.length ? findings.map(drawFinding) : h("p", {}, "No pattern among those tested goes beyond chance.")),
      drawAccount());
  }

  function drawFinding(found) {
    const number = numberOf(found);
    const own = { "data-finding": found.id };
    return h("article", {
      class: `finding ${found.sure} ${found.verdict} ${found.id === roving.at ? "current" : ""}`, "data-key": found.id, "data-at": found.id, "data-focus": "follow",
      tabindex: roving.tabindex(found.id), "aria-labelledby": `finding-${number}`,
    },
      h("h4", { id: `finding-${number}` }, `${number}. ${headingOf(found.kind)} `, h("span", { class: "quiet" }, found.sure), found.verdict && h("span", { class: "verdict-mark" }, VERDICTS[found.verdict])),
      h("p", {}, found.observation),
      h("p", { class: "quiet" }, found.consistent_with, " ", found.disproved_by),
      h("p", { class: "sides" }, found.sheet_sides.slice(0, MAX_SIDES).map((name) => h("a", { href: `/montage?side=${encodeURIComponent(name)}` }, name, " ", skeletonMark(store.book.side.get(name)?.label, store.book.side.get(name)?.skeleton))), found.sheet_sides.length > MAX_SIDES && ` … ${found.sheet_sides.length} sheet sides in all`),
      h("label", {}, "Note", h("textarea", { id: `note-${number}`, rows: 2, value: notes.get(found.id) ?? found.note, "data-input": "typeNote", ...own })),
      h("div", { class: "row" },
        actionButton("accept", actions.accept, { ...own, class: found.verdict === "accept" ? "main" : "" }),
        actionButton("reject", actions.reject, { ...own, class: found.verdict === "reject" ? "main" : "" }),
        (found.verdict || found.note) && actionButton("open", actions.open, own),
        actionButton("staircase", actions.staircase, { ...own, label: "Staircase" }),
        (notes.get(found.id) ?? found.note) !== found.note && h("span", { class: "unsaved" }, "Note not saved yet: accept, reject, or Ctrl+Enter.")));
  }

  function drawAccount() {
    const { account } = store.book;
    return h("section", { class: "account", "aria-label": "Account of the printing" },
      h("h3", {}, "Account of the printing ", account.edited && h("span", { class: "verdict-mark" }, "in your words")),
      draft === null
        ? [h("div", { class: "prose" }, readMarkdown(account.text).filter((node, place) => place || node.localName !== "h4")),
          h("div", { class: "row" }, actionButton("edit", actions.edit, { label: "Edit" }), account.edited && actionButton("restore", actions.restore))]
        : [h("label", { for: "account-text" }, "Your account (Markdown)"),
          h("textarea", { id: "account-text", rows: 18, value: draft, "data-input": "typeAccount" }),
          h("div", { class: "row" }, actionButton("save", { ...actions.save, key: "Control+Enter" }, { class: "main" }), actionButton("cancel", { ...actions.cancel, key: "Escape" }))]);
  }

  return {
    name: "findings", title: () => "Findings", actions, view,
    help: [
      "Each finding is an observation, what it is consistent with, and what would disprove it. Accept it, reject it, or write a note; all three are kept with the book and printed in the report.",
      "The account is written by the program. Once you edit it, no later run overwrites it.",
    ],
    drawn: () => roving.focusMoved(document.getElementById("screen")),
  };
}
