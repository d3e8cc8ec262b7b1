// The staircase: skeletons against sheet sides in book order, with the spans of the findings.

import { svg } from "/static/core/dom.js";
import { store } from "/static/core/store.js";
import { toneClass } from "/static/parts/marks.js";

const ROW = 40, LEFT = 56, TOP = 34, SPAN = 20;

export function staircaseChart({ at, finding, tabindex }) {
  const { sides, skeletons, findings } = store.book;
  const step = Math.max(34, Math.min(72, (innerWidth - 160) / sides.length)); // short books fill the width
  const names = [...new Set(skeletons.map(({ skeleton }) => skeleton))];
  const x = (name) => LEFT + sides.findIndex((side) => side.name === name) * step + step / 2;
  const y = (skeleton) => TOP + names.indexOf(skeleton) * ROW + ROW / 2;
  const lanes = laneOf(findings, x);
  const foot = TOP + names.length * ROW + 16;
  const height = foot + 62 + (Math.max(-1, ...lanes.values()) + 1) * SPAN;
  const width = LEFT + sides.length * step + 10;
  const spread = new Set(findings.find(({ id }) => id === finding)?.sheet_sides);
  return svg("svg", { class: "stairs", viewBox: `0 0 ${width} ${height}`, width, height, role: "group", "aria-label": "Skeletons against sheet sides in book order" },
    sides.filter((side) => spread.has(side.name) || side.name === at).map((side) =>
      svg("rect", { class: side.name === at ? "column at" : "column", x: x(side.name) - step / 2, y: TOP - 8, width: step, height: foot - TOP + 50 })),
    names.map((name) => [
      svg("line", { class: "level", x1: LEFT, x2: width - 10, y1: y(name), y2: y(name) }),
      svg("text", { class: "skeleton-name", x: LEFT - 12, y: y(name) + 5, "text-anchor": "end" }, name)]),
    path(sides, x, y),
    sides.map((side) => drawStep(side, x(side.name), side.label ? y(side.skeleton) : foot - 16, foot, at, tabindex)),
    findings.map((found, place) => span(found, place + 1, x, foot + 66 + lanes.get(found) * SPAN, found.id === finding)));
}

// A thin line from dot to dot: the order of the work as the book has it.
function path(sides, x, y) {
  const points = sides.filter((side) => side.label).map((side) => `${x(side.name)},${y(side.skeleton)}`);
  return svg("polyline", { class: "way", points: points.join(" ") });
}

function drawStep(side, x, y, foot, at, tabindex) {
  const sure = side.confidence ?? 0;
  const words = side.label ? `${side.name}: skeleton ${side.label}, confidence ${Math.round(sure * 100)} %` : `${side.name}: no running titles`;
  return svg("g", {
    class: `step ${toneClass(side.skeleton)}`, role: "button", "data-key": side.name, "data-at": side.name, "data-act": "at", "data-focus": "follow", tabindex: tabindex(side.name), "aria-label": words,
    "aria-current": side.name === at ? "true" : null,
  },
    side.label && svg("circle", { class: side.state > 1 ? "later" : "", cx: x, cy: y, r: 9, opacity: 0.35 + 0.65 * sure }),
    side.state > 1 && svg("text", { class: "state", x, y: y + 4, "text-anchor": "middle" }, String(side.state)),
    svg("text", { class: "side-name", transform: `translate(${x + 4} ${foot + 42}) rotate(-90)` }, side.name));
}

function span(found, number, x, y, chosen) {
  const places = found.sheet_sides.map(x);
  const [start, end] = [Math.min(...places) - 10, Math.max(...places) + 10];
  return svg("g", { class: `span ${found.verdict} ${chosen ? "chosen" : ""}`, "data-act": "finding", "data-finding": found.id },
    svg("rect", { x: start, y: y - 6, width: end - start, height: 12, rx: 6 }),
    places.map((place) => svg("circle", { cx: place, cy: y, r: 3 })),
    svg("text", { x: start - 4, y: y + 4, "text-anchor": "end" }, String(number)));
}

// Spans that would overlap are drawn in different lanes.
function laneOf(findings, x) {
  const ends = [];
  const lanes = new Map();
  for (const found of findings) {
    const places = found.sheet_sides.map(x);
    const [start, end] = [Math.min(...places) - 30, Math.max(...places) + 14];
    let lane = ends.findIndex((taken) => taken < start);
    if (lane < 0) lane = ends.length;
    ends[lane] = end;
    lanes.set(found, lane);
  }
  return lanes;
}
