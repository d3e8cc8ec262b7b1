// One page: its scan, the box of its running title, text and signature.

import { pageAddress } from "/static/core/api.js";
import { decide } from "/static/core/decide.js";
import { h } from "/static/core/dom.js";
import { actionButton } from "/static/core/keys.js";
import { store } from "/static/core/store.js";
import { boxDrawing } from "/static/parts/box_drawing.js";
import { empty, skeletonMark } from "/static/parts/marks.js";
import { findPage, nameOfPage, subjectOf } from "/static/parts/page_names.js";
import { frameBox, panView, scanView, zoomView } from "/static/parts/scan_view.js";

const ASPECT = 1.5; // width to height of the part of the scan that is shown
const PREVIEW_MILLISECONDS = 250; // after the last change of the box

export function pageScreen({ go, refresh, parameters: [name] }) {
  const start = findPage(store.book, name);
  const row = start?.row;
  const draft = { box: start?.box ?? null, text: start?.text ?? "", signature: start?.signature ?? "", basis: start };
  let view = start && frameBox(start, ASPECT);
  let preview = "", waiting = 0;

  const page = () => store.book.pages.find((candidate) => candidate.row === row);
  const boxChanged = () => String(draft.box) !== String(page().box);
  const textChanged = () => draft.text !== page().text;
  const signatureChanged = () => draft.signature.trim() !== page().signature;
  const changedAnything = () => boxChanged() || textChanged() || signatureChanged();
  const drawing = boxDrawing({ page, draft, changed: boxMoved });

  function boxMoved() {
    clearTimeout(waiting);
    waiting = setTimeout(() => {
      if (draft.box && boxChanged()) preview = `/crop/${row}?box=${draft.box.join(",")}`;
      else preview = "";
      refresh();
    }, PREVIEW_MILLISECONDS);
    refresh();
  }

  function revert() {
    Object.assign(draft, { box: page().box, text: page().text, signature: page().signature });
    preview = "";
    refresh();
  }

  async function save() {
    const own = nameOfPage(page());
    const { box, text } = draft;
    const signature = draft.signature.trim();
    let saved = true;
    if (box && boxChanged())
      saved = await decide({ do: "box", ...subjectOf(page()), box, ...(textChanged() ? { text } : {}) }, `box of ${own}`);
    else if (textChanged()) saved = await decide({ do: "text", ...subjectOf(page()), text }, `text of ${own}`);
    if (saved && signature !== page().signature)
      saved = await decide(
        { do: "signature", image: page().image, ...(page().half ? { half: page().half } : {}), signature },
        `${page().image} is ${signature || "not in the collation"}`);
    return saved;
  }

  // Going on saves what was changed: nothing typed or drawn is lost.
  async function turn(step, test = () => true) {
    if (changedAnything() && !(await save())) return;
    const { pages } = store.book;
    const from = pages.findIndex((candidate) => candidate.row === row);
    for (let place = from + step; pages[place]; place += step)
      if (test(pages[place])) return go(pageAddress(pages[place]));
  }

  const onBox = () => document.activeElement?.id === "box";
  const arrow = (right, down) => ({
    run: () => (onBox() ? drawing.nudge(right, down, 0, 0) : right && turn(right)),
    when: () => onBox() || right !== 0,
  });
  const resize = (right, down) => ({ when: onBox, hidden: true, label: "resize the box", run: () => drawing.nudge(0, 0, right, down) });
  const zoom = (factor) => () => {
    const middle = draft.box && [draft.box[0] + draft.box[2] / 2, draft.box[1] + draft.box[3] / 2];
    view = zoomView(view, factor, page(), middle);
    refresh();
  };
  const pan = (right, down) => () => {
    view = panView(view, right / 4, down / 4, page());
    refresh();
  };
  const field = (id) => () => document.getElementById(id).focus();

  const actions = {
    previous: { key: "ArrowLeft", keys: "← →", label: "previous, next page", ...arrow(-1, 0) },
    next: { key: "ArrowRight", label: "next page", hidden: true, ...arrow(1, 0) },
    up: { key: "ArrowUp", label: "move the box up", hidden: true, ...arrow(0, -1) },
    down: { key: "ArrowDown", label: "move the box down", hidden: true, ...arrow(0, 1) },
    doubtful: { key: "j", label: "next doubtful page", run: () => turn(1, (other) => other.doubtful) },
    focusBox: { key: "b", label: "to the box", long: "to the box: arrows move it, Shift+arrows resize it", run: () => drawing.focus(refresh) },
    wider: { key: "Shift+ArrowRight", ...resize(1, 0) },
    narrower: { key: "Shift+ArrowLeft", ...resize(-1, 0) },
    taller: { key: "Shift+ArrowDown", ...resize(0, 1) },
    shorter: { key: "Shift+ArrowUp", ...resize(0, -1) },
    text: { key: "t", label: "retype the text", run: field("text") },
    signature: { key: "g", label: "change the signature", run: field("signature") },
    save: { key: "Enter", label: "Save", fields: true, when: () => changedAnything(), run: save },
    revert: { key: "Escape", label: "Revert", fields: true, when: () => changedAnything(), run: revert },
    none: {
      key: "n", label: "No title", when: () => page().origin !== "none",
      run: async () => (await decide({ do: "no-title", ...subjectOf(page()) }, `${nameOfPage(page())} has no running title`)) && revert(),
    },
    zoomIn: { key: "+", more: ["="], label: "closer", run: zoom(1.5) },
    zoomOut: { key: "-", label: "farther", run: zoom(1 / 1.5) },
    home: { key: "0", label: "whole width", run: () => { view = frameBox(page(), ASPECT); refresh(); } },
    panLeft: { key: "Control+ArrowLeft", label: "scroll left", hidden: true, run: pan(-1, 0) },
    panRight: { key: "Control+ArrowRight", label: "scroll right", hidden: true, run: pan(1, 0) },
    panUp: { key: "Control+ArrowUp", label: "scroll up", hidden: true, run: pan(0, -1) },
    panDown: { key: "Control+ArrowDown", label: "scroll down", hidden: true, run: pan(0, 1) },
    list: { key: "l", label: "back to all pages", run: () => go(`/pages?at=${encodeURIComponent(nameOfPage(page()))}`) },
    typeBox: { run: ({ element }) => drawing.type(Number(element.dataset.part), element.value) },
    typeText: { run: ({ element }) => { draft.text = element.value; refresh(); } },
    typeSignature: { run: ({ element }) => { draft.signature = element.value; refresh(); } },
  };

  // Results of a re-run, or of another tab, replace what is shown unless it is being edited.
  function follow() {
    const now = page();
    if (draft.basis === now) return;
    for (const part of ["box", "text", "signature"])
      if (String(draft[part]) === String(draft.basis[part])) draft[part] = now[part];
    draft.basis = now;
  }

  function drawPage() {
    const now = page();
    follow();
    return h("div", { class: "page-editor" },
      h("div", { class: "bar" },
        actionButton("previous", actions.previous, { label: "Previous" }),
        h("strong", { class: "where" }, now.signature || now.image),
        actionButton("next", actions.next, { label: "Next" }),
        h("span", { class: "spring" }),
        actionButton("zoomOut", actions.zoomOut, { label: "Farther" }),
        actionButton("home", actions.home, { label: "Whole width" }),
        actionButton("zoomIn", actions.zoomIn, { label: "Closer" })),
      h("div", { class: "page-body" },
        h("div", {},
          h("div", { class: "scan-frame" }, now.failed ? empty("The scan cannot be read", h("p", {}, now.failed)) : scanView(now, draft.box, view, drawing.corner())),
          h("p", { class: "hint" }, "Drag the box or its handles. To draw a new one, drag across the title, or click two opposite corners.")),
        h("div", { class: "page-form" }, previewPanel(now), boxFields(now), wordFields(now))));
  }

  function boxFields(now) {
    const names = ["Left", "Top", "Width", "Height"];
    return h("fieldset", { class: "box-fields" },
      h("legend", {}, "Box, in pixels of the scan"),
      names.map((label, part) =>
        h("label", {}, label,
          h("input", { type: "number", id: `box-${part}`, min: 0, step: 1, value: draft.box?.[part] ?? "", "data-part": part, "data-input": "typeBox", inputmode: "numeric" }))),
      h("p", { class: "origin" }, now.origin === "none" ? "Marked: no running title." : now.origin === "corrected" ? "Corrected by you." : now.box ? "Located by the program." : "Nothing located."));
  }

  function wordFields(now) {
    return h("div", { class: "word-fields" },
      h("label", {}, "Text of the running title", h("input", { type: "text", id: "text", value: draft.text, "data-input": "typeText", autocomplete: "off", spellcheck: "false" })),
      h("label", {}, "Signature (empty: not in the collation)", h("input", { type: "text", id: "signature", value: draft.signature, "data-input": "typeSignature", autocomplete: "off", spellcheck: "false" })),
      h("div", { class: "row" },
        actionButton("save", actions.save, { class: "main" }),
        actionButton("revert", actions.revert),
        actionButton("none", actions.none)),
      h("p", { class: changedAnything() ? "unsaved" : "unsaved quiet", role: "status" }, changedAnything() ? "Not saved yet. Going to another page saves it." : ""));
  }

  function previewPanel(now) {
    return h("div", { class: "cut-out" },
      h("h3", {}, "Cut out"),
      h("img", { src: preview || now.crop_url, alt: `Running title of ${nameOfPage(now)}, cut out` }),
      h("p", {}, now.side && `${now.side}, slot ${now.slot} `, skeletonMark(now.label, now.skeleton)));
  }

  return {
    name: "pages", title: () => (start ? `Page ${nameOfPage(page())}` : "Page"), actions: start ? actions : {},
    view: () => (start ? drawPage() : empty("No such page", h("p", {}, `${name} is not a page of this book.`))),
    pointer: (event) => start && drawing.pointer(event, refresh),
    leave: () => clearTimeout(waiting),
    help: [
      "The box should hold the whole running title and nothing else: no page number, no rule.",
      "Drag the box or its handles, type its four numbers, or press b and use the arrow keys.",
      "Signatures are those of the collation, such as C4v. An empty signature takes the image out of the collation.",
    ],
  };
}

