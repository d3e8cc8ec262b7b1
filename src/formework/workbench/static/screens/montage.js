// Montage: every title by skeleton, sheet side and slot, aligned; decisions by key.

import { pairAddress } from "/static/core/api.js";
import { decide, move } from "/static/core/decide.js";
import { h } from "/static/core/dom.js";
import { actionButton } from "/static/core/keys.js";
import { decisionOf, store } from "/static/core/store.js";
import { chooseSkeleton } from "/static/parts/choose_skeleton.js";
import { empty, percent, skeletonMark, titlePicture, toneClass } from "/static/parts/marks.js";
import { pairRecord } from "/static/parts/pair_record.js";
import { pairTray } from "/static/parts/pair_tray.js";
import { Roving } from "/static/parts/roving.js";

export function montageScreen({ go, refresh, keepAddress, query }) {
  let held = null; // the title picked up to be compared with others
  let order = query.get("order") ?? "skeleton";
  const chosen = new Set(); // sheet sides chosen to be moved together
  const roving = new Roving((at) => {
    keepAddress(`/montage?order=${order}&at=${encodeURIComponent(at)}`);
    refresh();
  }, query.get("at") ?? firstTitle(query.get("side")));

  const sideOfCursor = () => store.book.page.get(roving.at)?.side ?? null;
  const sidesToMove = () => (chosen.size ? [...chosen] : [sideOfCursor()].filter(Boolean));

  // The other title of the pair: the one picked up, else the one before in the same slot.
  function partner() {
    if (held && held !== roving.at) return held;
    const row = rowsShown().flatMap((group) => group.sides);
    const page = store.book.page.get(roving.at);
    if (!page) return null;
    const column = row.filter((side) => side.skeleton === page.skeleton).map((side) => side.pages[page.slot - 1]).filter((name) => name && store.book.page.get(name)?.strip_url);
    const place = column.indexOf(page.signature);
    return column[place - 1] ?? column[place + 1] ?? null;
  }
  const record = () => (partner() && roving.at ? pairRecord(partner(), roving.at, refresh) : null);
  const comparable = () => Boolean(record()?.comparable);
  const say = (verdict) => decide({ do: verdict, titles: [partner(), roving.at] }, `${partner()} and ${roving.at}: ${verdict}`);

  const actions = {
    ...roving.actions("choose a title"),
    hold: { key: " ", label: held ? "let go" : "pick up", long: "pick a title up to compare others with it, or let it go", run: () => { held = held === roving.at ? null : roving.at; refresh(); } },
    same: { key: "s", label: "Same", long: "the two titles are the same setting", when: comparable, run: () => say("same") },
    different: { key: "d", label: "Different", long: "the two titles are different settings", when: comparable, run: () => say("different") },
    pair: { key: "Enter", label: "Look closely", when: () => Boolean(partner()), run: () => go(pairAddress(partner(), roving.at)) },
    move: { key: "m", label: "Move side", long: "move the sheet side to another skeleton", when: () => sidesToMove().length > 0, run: moveSides },
    lock: { key: "l", label: "Lock side", long: "keep the sheet side in its skeleton", when: () => sidesToMove().length > 0, run: lock },
    choose: { key: "x", label: "Choose side", long: "choose several sheet sides, to move them together", run: ({ side }) => toggle(side ?? sideOfCursor()) },
    order: { key: "b", label: order === "skeleton" ? "book order" : "by skeleton", run: ({ order: name }) => setOrder(name) },
    at: { run: ({ at }) => roving.select(at) },
  };

  function setOrder(name) {
    order = name ?? (order === "skeleton" ? "book" : "skeleton");
    keepAddress(`/montage?order=${order}&at=${encodeURIComponent(roving.at ?? "")}`);
    refresh();
  }

  function toggle(side) {
    if (!chosen.delete(side)) chosen.add(side);
    refresh();
  }

  async function moveSides() {
    const sides = sidesToMove();
    const target = await chooseSkeleton(sides);
    if (target === null) return;
    const words = `${sides.join(", ")} moved to ${target.to ? `skeleton ${target.to}` : "a new skeleton"}`;
    if (await move(sides, target.to, words, target.why)) chosen.clear();
    refresh();
  }

  async function lock() {
    for (const name of sidesToMove()) {
      const side = store.book.side.get(name);
      if (!(await move([name], side.label, `${name} stays in skeleton ${side.label}`))) return;
    }
    chosen.clear();
    refresh();
  }

  // Groups of sheet sides in the order they are drawn.
  function rowsShown() {
    const printed = store.book.sides.filter((side) => side.label);
    if (order === "book") return [{ name: "In book order", sides: printed }];
    return store.book.skeletons.map(({ label, skeleton, sides }) =>
      ({ label, skeleton, sides: sides.map((name) => store.book.side.get(name)).filter(Boolean) }));
  }

  const cellsOf = (side) => side.pages.map((name) => (name && store.book.page.get(name)?.skeleton ? name : null));

  function view() {
    if (!store.book.skeletons.length) return empty("No skeletons yet", h("p", {}, "They appear here when the titles have been compared."));
    const groups = rowsShown();
    roving.setRows(groups.flatMap((group) => group.sides.map(cellsOf)));
    actions.hold.label = held && held === roving.at ? "let go" : "pick up";
    actions.order.label = order === "skeleton" ? "book order" : "by skeleton";
    return h("div", { class: "montage" },
      h("div", { class: "bar" },
        h("div", { class: "segments", role: "group", "aria-label": "Order of the sheet sides" },
          [["skeleton", "By skeleton"], ["book", "Book order"]].map(([name, label]) =>
            h("button", { type: "button", "data-act": "order", "data-order": name, "aria-pressed": String(order === name) }, label))),
        h("span", { class: "quiet" }, chosen.size ? `${chosen.size} chosen: ${[...chosen].join(", ")}` : sideOfCursor() && `Sheet side ${sideOfCursor()}`),
        actionButton("move", actions.move), actionButton("lock", actions.lock), actionButton("choose", actions.choose, { class: "quiet-button" })),
      h("div", { class: "montage-scroll", tabindex: "-1" }, groups.map(drawGroup)),
      roving.at && tray());
  }

  function tray() {
    const other = partner();
    return pairTray({
      one: other, other: roving.at, held: held !== null && other === held, record: record(),
      buttons: [actionButton("same", actions.same), actionButton("different", actions.different), actionButton("hold", actions.hold, { label: held === roving.at ? "Let go" : "Pick up" }), actionButton("pair", actions.pair)],
    });
  }

  function drawGroup(group) {
    const heading = group.label
      ? [skeletonMark(group.label, group.skeleton), ` Skeleton ${group.skeleton}${group.label === group.skeleton ? "" : `, state ${group.label.split(".")[1]}`}`, h("span", { class: "quiet" }, ` ${group.sides.length} ${group.sides.length === 1 ? "sheet side" : "sheet sides"}`)]
      : group.name;
    return h("section", { class: "skeleton-group", "data-key": group.label ?? "book" },
      h("h3", {}, heading),
      h("table", { class: "strips" },
        h("colgroup", {}, h("col", { class: "side-column" }), h("col", { span: store.book.slots })),
        h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "sheet side"), [...Array(store.book.slots).keys()].map((slot) => h("th", { scope: "col" }, `slot ${slot + 1}`)))),
        h("tbody", {}, group.sides.map((side) => drawSide(side)))));
  }

  function drawSide(side) {
    const decided = decisionOf((line) => line.sides?.includes(side.name));
    return h("tr", { "data-key": side.name, class: [toneClass(side.skeleton), chosen.has(side.name) ? "chosen" : "", side.confidence < 0.7 ? "unsure" : ""].join(" ") },
      h("th", { scope: "row" },
        h("label", {}, h("input", { type: "checkbox", tabindex: "-1", checked: chosen.has(side.name), "data-change": "choose", "data-side": side.name }), h("span", {}, side.name)),
        order === "book" && skeletonMark(side.label, side.skeleton),
        decided ? h("span", { class: "decided", title: decided.words }, "decided") : h("span", { class: "sure" }, percent(side.confidence ?? 0))),
      cellsOf(side).map((name, slot) => h("td", {}, name && drawTitle(store.book.page.get(name), slot))));
  }

  function drawTitle(page) {
    const other = partner();
    const marks = [page.signature === held ? "held" : "", page.signature === other ? "partner" : ""];
    return h("button", {
      type: "button", class: `title-cell ${marks.join(" ")}`, "data-at": page.signature, "data-act": "at", "data-focus": "follow", "data-key": page.signature,
      tabindex: roving.tabindex(page.signature), "aria-current": page.signature === roving.at ? "true" : null,
    },
      titlePicture(page),
      h("span", { class: "tag" }, page.signature, h("span", { class: "visually-hidden" }, `, “${page.text}”, skeleton ${page.label}, title `), h("i", {}, page.title)));
  }

  return {
    name: "montage", title: () => "Montage", actions, view,
    help: [
      "Every running title, aligned by its letters: one row per sheet side, one column per slot of the forme, grouped by the skeleton that printed them.",
      "The panel at the foot shows the chosen title over another one of its slot. Decide whether they are the same setting. To compare with a particular title, pick it up with Space and go to another.",
      "If a whole sheet side is in the wrong skeleton, move it; if you are sure of it, lock it. Choose several sides with x to move them together.",
    ],
    drawn: () => roving.focusMoved(document.getElementById("screen")),
  };
}

// The first title of a sheet side, by which the side is found in the montage.
const firstTitle = (side) => store.book.side.get(side)?.pages.find((name) => store.book.page.get(name)?.skeleton) ?? null;
