// Setup: a folder with nothing but scans. Format and collation, with a live preview of the sheets.

import { get, post } from "/static/core/api.js";
import { h } from "/static/core/dom.js";
import { actionButton } from "/static/core/keys.js";
import { reload, store } from "/static/core/store.js";
import { formeName, sheetDiagram } from "/static/parts/sheet_diagram.js";

const TYPING_MILLISECONDS = 150;
const EXAMPLES = [
  ["A-F^4", "six gatherings of four leaves"],
  ["A^2 B-K^4", "a first gathering of two leaves, then fours"],
  ["π^4 A-2C^8", "preliminaries without signature, then A to Z and 2A to 2C"],
  ["A-C^8 D^4(-D4)", "the last leaf of D is wanting"],
];

export function setupScreen({ go, refresh }) {
  const form = { format: "", collation: "", first: "", title: "", images_are: "pages" };
  let known = null, preview = null, waiting = 0, asked = 0, sending = false, refusal = null;

  const actions = {
    type: { run: ({ element }) => set(element.name, element.value) },
    example: { run: ({ formula }) => { set("collation", formula); document.getElementById("collation").value = formula; document.getElementById("collation").focus(); } },
    start: { key: "Control+Enter", label: "Read the book", fields: true, when: () => Boolean(preview?.ok) && !sending, run: begin },
    toFormula: { key: "c", label: "to the collation", run: () => document.getElementById("collation").focus() },
  };

  function set(name, value) {
    form[name] = value;
    refusal = null;
    clearTimeout(waiting);
    waiting = setTimeout(look, TYPING_MILLISECONDS);
    refresh();
  }

  // What the formula means as it stands; an answer that was overtaken by typing is dropped.
  async function look() {
    const turn = ++asked;
    if (!form.collation.trim() || !form.format) {
      preview = null;
      refresh();
      return;
    }
    const query = new URLSearchParams({ format: form.format, collation: form.collation, first: form.first, images_are: form.images_are });
    const answer = await get(`/api/preview?${query}`).catch((error) => ({ ok: false, error: error.message, hint: error.hint }));
    if (turn !== asked) return;
    preview = answer;
    refresh();
  }

  async function begin() {
    sending = true;
    refresh();
    try {
      await post("/api/setup", form);
      await reload();
      go("/pages");
    } catch (error) {
      refusal = error;
    }
    sending = false;
    refresh();
  }

  function view() {
    if (!known) return h("p", { class: "waiting" }, "Looking at the scans …");
    return h("div", { class: "setup" },
      h("section", { class: "setup-form" },
        h("h3", {}, `${known.images} ${known.images === 1 ? "image" : "images"} in ${store.book.folder}`),
        h("p", {}, "To know which pages were printed together, Formework needs the format of the book and its collation formula. A catalogue or bibliography has them."),
        h("div", { class: "thumbs", "aria-hidden": "true" }, known.first_pages.slice(0, 6).map((row) => h("img", { src: `/image/${row}?width=160`, alt: "", "data-key": String(row) }))),
        fields()),
      h("section", { class: "setup-preview", "aria-label": "Preview of the sheets" }, drawPreview()));
  }

  function fields() {
    return h("div", { class: "fields" },
      h("label", {}, "Title of the book", h("input", { type: "text", name: "title", "data-input": "type", value: form.title, autocomplete: "off" })),
      h("label", {}, "Format", h("select", { name: "format", id: "format", "data-change": "type" }, h("option", { value: "" }, "choose …"), known.formats.map((name) => h("option", { value: name, selected: name === form.format }, name)))),
      h("label", {}, "Collation", h("input", { type: "text", name: "collation", id: "collation", "data-input": "type", value: form.collation, autocomplete: "off", spellcheck: "false", "aria-describedby": "formula-answer", "aria-invalid": preview && !preview.ok ? "true" : null })),
      h("div", { id: "formula-answer", class: "formula-answer", "aria-live": "polite" }, answerWords()),
      h("details", { class: "examples", id: "examples" }, h("summary", {}, "How formulas are written"),
        h("ul", {}, EXAMPLES.map(([formula, words]) => h("li", {}, h("button", { type: "button", class: "link formula", "data-act": "example", "data-formula": formula }, formula), ` ${words}`)))),
      h("label", {}, "First image shows page (if not the first of the formula)", h("input", { type: "text", name: "first", "data-input": "type", value: form.first, placeholder: "A1r", autocomplete: "off", spellcheck: "false" })),
      h("label", {}, "Each image shows", h("select", { name: "images_are", "data-change": "type" },
        [["pages", "one page"], ["openings", "an opening: two pages"], ["titles", "a running title, already cut out"]].map(([value, label]) => h("option", { value, selected: value === form.images_are }, label)))),
      refusal && h("p", { class: "wrong", role: "alert" }, h("strong", {}, refusal.message), " ", refusal.hint),
      h("div", { class: "row" }, actionButton("start", actions.start, { class: "main" })));
  }

  function answerWords() {
    if (!preview) return h("p", { class: "quiet" }, form.collation && !form.format ? "Choose the format to see the sheets." : "The sheets appear here as you type.");
    if (!preview.ok)
      return [
        preview.position != null && h("p", { class: "pointer", "aria-hidden": "true" }, form.collation.slice(0, preview.position), h("mark", {}, form.collation[preview.position] ?? " "), form.collation.slice(preview.position + 1)),
        h("p", { class: "wrong" }, h("strong", {}, preview.error)), h("p", { class: "quiet" }, preview.hint)];
    return [
      h("p", { class: "right" }, h("strong", {}, preview.formula), ` ${preview.leaves} leaves, ${preview.pages} pages`),
      [...preview.mismatches, ...preview.warnings].map((line) => h("p", { class: "caution" }, line))];
  }

  function drawPreview() {
    if (!preview?.ok) return h("p", { class: "quiet" }, "");
    return [
      preview.sheets.gatherings.map((gathering) =>
        h("section", { "data-key": gathering.signature }, h("h4", {}, `Gathering ${gathering.signature}`),
          h("div", { class: "both-sides" }, gathering.sheets.flatMap((sheet) => sheet.sides).map((side) =>
            h("figure", { "data-key": side.name }, h("figcaption", {}, h("strong", {}, side.name), ` ${formeName(side)}`), sheetDiagram(side)))))),
      preview.sheets.more > 0 && h("p", { class: "quiet" }, `… and ${preview.sheets.more} more gatherings.`)];
  }

  return {
    name: "setup", title: () => "A new book", actions, view,
    entered: async () => {
      known = await get("/api/setup");
      for (const key of ["format", "collation", "first", "images_are"]) form[key] = known.declared?.[key] || form[key];
      refresh();
      look();
    },
    leave: () => clearTimeout(waiting),
    help: [
      "The format is how often the sheet was folded (folio once, quarto twice, octavo three times); the collation lists the gatherings with their numbers of leaves. Together they give the pages of each forme.",
      "The preview shows each sheet as it was printed. If images and pages do not match in number, enter which page the first image shows, or assign signatures later under Pages.",
    ],
  };
}
