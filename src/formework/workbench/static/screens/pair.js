// Pair: two titles large, laid over one another, letter by letter, and what the reader says of them.

import { get, pairAddress } from "/static/core/api.js";
import { decide, undo } from "/static/core/decide.js";
import { h } from "/static/core/dom.js";
import { actionButton } from "/static/core/keys.js";
import { notify } from "/static/core/notices.js";
import { store } from "/static/core/store.js";
import { gapChart, gapTable } from "/static/parts/gaps.js";
import { MODES, layers } from "/static/parts/layers.js";
import { empty, skeletonMark } from "/static/parts/marks.js";
import { pairRecord } from "/static/parts/pair_record.js";

const BLINK_MILLISECONDS = 600; // well under three times a second
const HEIGHTS = [110, 160, 240, 360]; // of a strip on the screen, in pixels; the first fits the width
const still = matchMedia("(prefers-reduced-motion: reduce)");

// How the reader likes to look is kept from pair to pair.
const look = { mode: "stacked", share: 0.5, zoom: 0, automatic: false };

export function pairScreen({ go, refresh, keepAddress, parameters }) {
  let [one, other] = parameters;
  let front = 0, timer = 0, gap = null, why = "", shift = [0, 0], nothing = false;
  const record = () => (one && other ? pairRecord(one, other, refresh) : null);
  const comparable = () => Boolean(record()?.comparable);

  async function findMostDoubtful() {
    const { pairs } = await get("/api/pairs?order=doubtful&limit=1");
    if (one) return; // the reader was faster
    if (pairs.length) go(pairAddress(...pairs[0].titles));
    else {
      nothing = true;
      refresh();
    }
  }

  function turn(direction) {
    const pair = record()?.[direction];
    if (pair) go(pairAddress(...pair));
    else notify(direction === "next" ? "This was the last doubtful pair." : "This is the most doubtful pair.");
  }

  async function say(verdict, words) {
    const earlier = store.book.decisions.find(({ n }) => n === record().n);
    if (verdict === "open" && record().decided && earlier && !(await undo(earlier))) return;
    const saved = await decide({ do: verdict, titles: [one, other], ...(why ? { why } : {}) }, `${one} and ${other}: ${words}`);
    if (saved) why = "";
    refresh();
  }

  function setMode(mode) {
    look.mode = mode;
    front = 0;
    startBlinking();
    refresh();
  }

  function startBlinking() {
    clearInterval(timer);
    if (look.mode !== "blink" || !look.automatic || still.matches) return;
    timer = setInterval(() => { front = 1 - front; refresh(); }, BLINK_MILLISECONDS);
  }

  const nudge = (right, down) => () => {
    shift = [shift[0] + right, shift[1] + down];
    refresh();
  };
  const laidOver = () => look.mode !== "stacked";

  const actions = {
    next: { key: "n", label: "next doubtful pair", run: () => turn("next") },
    previous: { key: "p", label: "previous pair", run: () => turn("previous") },
    same: { key: "s", label: "Same", long: "the two titles are the same setting", when: comparable, run: () => say("same", "same title") },
    different: { key: "d", label: "Different", long: "the two titles are different settings", when: comparable, run: () => say("different", "different titles") },
    open: { key: "o", label: "Leave open", long: "looked at, and left open", when: comparable, run: () => say("open", "left open") },
    reason: { key: "r", label: "give a reason", run: () => document.getElementById("why").focus() },
    blinkNow: { key: " ", label: "hold to blink", long: "hold to see the other title in place", when: comparable, run: holdBlink },
    ...Object.fromEntries(MODES.map(([mode, key, label]) => [mode, { key, label: label.toLowerCase(), run: () => setMode(mode) }])),
    fadeLess: { key: "ArrowLeft", keys: "← →", label: "fade", when: () => look.mode === "fade", run: () => setShare(look.share - 0.1) },
    fadeMore: { key: "ArrowRight", label: "fade to the second", hidden: true, when: () => look.mode === "fade", run: () => setShare(look.share + 0.1) },
    left: { key: "Alt+ArrowLeft", keys: "Alt+arrows", label: "shift the second", when: laidOver, run: nudge(-1, 0) },
    right: { key: "Alt+ArrowRight", label: "shift the second right", hidden: true, when: laidOver, run: nudge(1, 0) },
    up: { key: "Alt+ArrowUp", label: "shift the second up", hidden: true, when: laidOver, run: nudge(0, -1) },
    down: { key: "Alt+ArrowDown", label: "shift the second down", hidden: true, when: laidOver, run: nudge(0, 1) },
    zoomIn: { key: "+", more: ["="], label: "Closer", run: () => setZoom(look.zoom + 1) },
    zoomOut: { key: "-", label: "Farther", run: () => setZoom(look.zoom - 1) },
    mode: {
      run: ({ mode, event }) => {
        setMode(mode);
        if (event.detail) document.querySelector(".stage").focus(); // after a click, Space blinks
      },
    },
    share: { run: ({ element }) => setShare(Number(element.value)) },
    automatic: { run: ({ element }) => { look.automatic = element.checked; front = 0; startBlinking(); refresh(); } },
    gap: { run: ({ gap: place }) => { gap = gap === Number(place) ? null : Number(place); refresh(); } },
    why: { run: ({ element }) => { why = element.value; } },
    choose: { run: () => choose() },
  };

  function holdBlink() {
    clearInterval(timer);
    look.mode = "blink";
    front = 1;
    refresh();
  }

  function setShare(share) {
    look.share = Math.min(1, Math.max(0, share));
    refresh();
  }

  function setZoom(zoom) {
    look.zoom = Math.min(HEIGHTS.length - 1, Math.max(0, zoom));
    refresh();
  }

  // Another title is shown in place: the fields keep the focus.
  function choose() {
    const [first, second] = ["first", "second"].map((id) => document.getElementById(id).value.trim());
    if (!store.book.page.has(first) || !store.book.page.has(second) || first === second) return;
    [one, other, gap, shift] = [first, second, null, [0, 0]];
    keepAddress(pairAddress(one, other));
    refresh();
  }

  function view() {
    if (nothing) return empty("No doubtful pair", h("p", {}, "Nothing has been compared yet, or every pair is decided. Choose two titles in the Montage."));
    const now = record();
    return h("div", { class: "pair" },
      h("div", { class: "bar" }, actionButton("previous", actions.previous, { label: "Previous" }), chooser(), actionButton("next", actions.next, { label: "Next most doubtful" }), h("span", { class: "spring" }), now?.comparable && sayButtons(now)),
      !now ? h("p", { class: "waiting" }, "Comparing …") : !now.comparable ? empty("These two cannot be compared", h("p", {}, now.why_not)) : evidence(now));
  }

  function chooser() {
    return h("div", { class: "chooser" },
      ["first", "second"].map((id, place) => {
        const page = store.book.page.get(place ? other : one);
        return h("label", { class: place ? "cyan" : "red" }, h("span", { class: "visually-hidden" }, place ? "Second title" : "First title"),
          h("input", { id, list: "titles", value: (place ? other : one) ?? "", "data-change": "choose", autocomplete: "off", spellcheck: "false", size: 5 }),
          page && skeletonMark(page.label, page.skeleton));
      }),
      h("datalist", { id: "titles" }, store.book.pages.filter((page) => page.strip_url).map((page) => h("option", { value: page.signature }))));
  }

  function evidence(now) {
    return [
      h("div", { class: "bar looks" },
        h("div", { class: "segments", role: "group", "aria-label": "How the two are shown" },
          MODES.map(([mode, key, label]) => h("button", { type: "button", "data-act": "mode", "data-mode": mode, "aria-pressed": String(mode === look.mode), "aria-keyshortcuts": key }, label, h("kbd", { "aria-hidden": "true" }, key))),
          actionButton("zoomOut", actions.zoomOut), actionButton("zoomIn", actions.zoomIn)),
        h("label", { class: "reason" }, h("span", {}, "Reason ", h("kbd", { "aria-hidden": "true" }, "r")),
          h("input", { type: "text", id: "why", value: why, "data-input": "why", autocomplete: "off", placeholder: "optional: broken P, wide space …" }))),
      modeControls(),
      h("div", { class: "stage", tabindex: "0", role: "region", "aria-label": `${one} and ${other}, ${look.mode}` },
        h("div", { class: "stage-inner", style: { width: widthOf(now) } },
          layers(now, { mode: look.mode, front, share: look.share, shift }), gapChart(now, pixelsWide(now), gap))),
      h("p", { class: "judgement" }, now.probability !== null && h("meter", { min: 0, max: 1, value: now.probability, "aria-label": "Probability of the same setting" }), " ", now.verdict),
      decidedWords(now),
      gapTable(now, gap),
    ];
  }

  const pixelsWide = ({ width, height }) => Math.round((HEIGHTS[look.zoom] * width) / height);
  const widthOf = (now) => (look.zoom ? `${pixelsWide(now)}px` : `min(100%, ${pixelsWide(now)}px)`);

  function sayButtons(now) {
    return [actionButton("same", actions.same, { class: now.decided === "same" ? "main" : "" }),
      actionButton("different", actions.different, { class: now.decided === "different" ? "main" : "" }), actionButton("open", actions.open)];
  }

  function modeControls() {
    if (look.mode === "fade")
      return h("label", { class: "control" }, one, h("input", { type: "range", min: 0, max: 1, step: 0.01, value: look.share, "data-input": "share", "aria-label": `Share of ${other}` }), other);
    if (look.mode === "blink")
      return h("div", { class: "control" }, h("span", { class: "front", "aria-live": "off" }, `Shown: ${front ? other : one}. Hold Space to see the other.`),
        h("label", {}, h("input", { type: "checkbox", checked: look.automatic, disabled: still.matches, "data-change": "automatic" }), still.matches ? " blink automatically (off: your system asks for reduced motion)" : " blink automatically"));
    const legend = { stacked: "One below the other, letters aligned.", overlay: `${one} in red, ${other} in cyan: black where both have ink.`, onion: `${other}, translucent, over ${one}.` };
    return h("p", { class: "control quiet" }, legend[look.mode], shift.some(Boolean) && ` Second shifted by ${shift.join(", ")} pixels.`);
  }

  function decidedWords(now) {
    if (now.n) {
      const line = store.book.decisions.find((decision) => decision.n === now.n);
      return h("p", { class: "yours" }, `You decided: ${now.decided || "open"}${line?.why ? ` (${line.why})` : ""}. u undoes your last action; Decisions has them all.`);
    }
    return now.decided ? h("p", { class: "yours" }, `Follows from your decisions ${now.follows_from.join(", ")}: ${now.decided}.`) : null;
  }

  return {
    name: "pair", title: () => (one ? `${one} and ${other}` : "Pair"), actions, view,
    entered: () => { if (!one) findMostDoubtful(); startBlinking(); },
    leave: () => clearInterval(timer),
    released: (event) => { if (event.key === " " && look.mode === "blink" && front) { front = 0; startBlinking(); refresh(); } },
    help: [
      "Two titles of the same text, aligned by their letters. Look for the same odd gaps and the same damaged letters; ink and paper vary from impression to impression, type and spaces do not.",
      "The chart below the titles shows by how much each gap differs, in em, and how unusual that would be in two impressions of one setting.",
      "Decide same or different only if you would say so in print; leave the rest open. The program honours your decisions: the skeletons are computed again with them.",
    ],
  };
}
