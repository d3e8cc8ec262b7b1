// A scan with its box, as SVG in pixels of the scan: zooming is another viewBox, nothing else.

import { svg } from "/static/core/dom.js";

const HANDLES = [[0, 0], [0.5, 0], [1, 0], [0, 0.5], [1, 0.5], [0, 1], [0.5, 1], [1, 1]];
export const MIN_PIXELS = 4; // a box smaller than this is a click

// The part of the scan shown at first: the width of the page around the headline.
export function frameBox(page, aspect) {
  const half = page.half ? page.width / 2 : page.width;
  const left = page.half === 2 ? page.width / 2 : 0;
  const width = half, height = Math.min(page.height, half / aspect);
  const middle = page.box ? page.box[1] + page.box[3] / 2 : height / 2;
  return clampView({ x: left, y: middle - height / 2, width, height }, page);
}

export function zoomView(view, factor, page, at = null) {
  const width = Math.min(page.width * 1.1, Math.max(60, view.width / factor));
  const height = (view.height * width) / view.width;
  const [x, y] = at ?? [view.x + view.width / 2, view.y + view.height / 2];
  const share = width / view.width;
  return clampView({ x: x - (x - view.x) * share, y: y - (y - view.y) * share, width, height }, page);
}

export function panView(view, right, down, page) {
  return clampView({ ...view, x: view.x + right * view.width, y: view.y + down * view.height }, page);
}

function clampView(view, page) {
  const clamp = (value, size, whole) =>
    size >= whole ? (whole - size) / 2 : Math.min(Math.max(value, 0), whole - size);
  return { ...view, x: clamp(view.x, view.width, page.width), y: clamp(view.y, view.height, page.height) };
}

// Whole pixels inside the scan.
export function tidyBox([x, y, width, height], page) {
  const left = Math.max(0, Math.min(Math.round(x), page.width - 1));
  const top = Math.max(0, Math.min(Math.round(y), page.height - 1));
  return [
    left, top,
    Math.max(1, Math.min(Math.round(width), page.width - left)),
    Math.max(1, Math.min(Math.round(height), page.height - top)),
  ];
}

// The box after one handle is dragged; [0.5, 0] is the middle of the upper edge.
export function stretch([x, y, width, height], [across, along], [dx, dy]) {
  const left = x + (across === 0 ? dx : 0), right = x + width + (across === 1 ? dx : 0);
  const top = y + (along === 0 ? dy : 0), bottom = y + height + (along === 1 ? dy : 0);
  return boxBetween([left, top], [right, bottom]);
}

export const boxBetween = ([x1, y1], [x2, y2]) =>
  [Math.min(x1, x2), Math.min(y1, y2), Math.abs(x2 - x1), Math.abs(y2 - y1)];

export function scanView(page, box, view, corner) {
  const unit = view.width / 900; // of the scan, about one pixel of the screen
  return svg("svg", {
    class: "scan", viewBox: `${view.x} ${view.y} ${view.width} ${view.height}`, preserveAspectRatio: "xMidYMid meet",
    role: "group", "aria-label": `Scan of ${page.signature || page.image}`,
  },
    svg("image", { href: page.image_url, x: 0, y: 0, width: page.width, height: page.height, preserveAspectRatio: "none" }),
    box && boxShapes(box, unit),
    corner && svg("circle", { class: "corner", cx: corner[0], cy: corner[1], r: 6 * unit }));
}

function boxShapes([x, y, width, height], unit) {
  return svg("g", {
    id: "box", tabindex: "0", role: "img",
    "aria-label": `Box of the running title: left ${x}, top ${y}, ${width} wide, ${height} high. Arrow keys move it; with Shift they resize it.`,
  },
    svg("rect", { class: "box", "data-handle": "inside", x, y, width, height, "stroke-width": 2.5 * unit }),
    HANDLES.map(([across, along]) => {
      const size = 9 * unit;
      return svg("rect", {
        class: "handle", "data-handle": `${across},${along}`, "stroke-width": 1.5 * unit,
        x: x + across * width - size / 2, y: y + along * height - size / 2, width: size, height: size,
      });
    }));
}

// A point of the screen in pixels of the scan.
export function scanPoint(element, event) {
  const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(element.getScreenCTM().inverse());
  return [point.x, point.y];
}
