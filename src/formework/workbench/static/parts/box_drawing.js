// Drawing, moving and stretching the box of a running title: by drag, by clicks, by keys, by numbers.

import { MIN_PIXELS, boxBetween, scanPoint, stretch, tidyBox } from "/static/parts/scan_view.js";

const STEP = 2; // pixels of the scan for one press of an arrow key

export function boxDrawing({ page, draft, changed }) {
  let drag = null;
  let firstCorner = null;

  function set(box) {
    draft.box = box && tidyBox(box, page());
    changed();
  }

  function begin(event, element) {
    const handle = event.target.dataset?.handle;
    drag = { from: scanPoint(element, event), box: draft.box, handle, moved: false, element };
    element.setPointerCapture(event.pointerId);
    event.preventDefault();
  }

  function follow(event) {
    const [x, y] = scanPoint(drag.element, event);
    const by = [x - drag.from[0], y - drag.from[1]];
    drag.moved ||= Math.hypot(...by) > MIN_PIXELS;
    if (!drag.moved) return;
    if (!drag.handle) set(boxBetween(drag.from, [x, y]));
    else if (drag.handle === "inside") set([drag.box[0] + by[0], drag.box[1] + by[1], drag.box[2], drag.box[3]]);
    else set(stretch(drag.box, drag.handle.split(",").map(Number), by));
  }

  // A press without a drag is one of two corners.
  function end() {
    const { moved, handle, from } = drag;
    drag = null;
    if (moved) firstCorner = null;
    else if (firstCorner) {
      set(boxBetween(firstCorner, from));
      firstCorner = null;
    } else if (!handle) firstCorner = from;
    changed();
  }

  return {
    corner: () => firstCorner,

    pointer(event) {
      const element = event.target.closest?.("svg.scan");
      if (event.type === "pointerdown" && element && event.button === 0) begin(event, element);
      else if (event.type === "pointermove" && drag) follow(event);
      else if (event.type === "pointerup" && drag) end();
      else if (event.type === "pointercancel") drag = null;
    },

    nudge(right, down, wider, taller) {
      const [x, y, width, height] = draft.box;
      set([x + right * STEP, y + down * STEP, width + wider * STEP, height + taller * STEP]);
    },

    type(part, text) {
      const number = Number.parseInt(text, 10);
      if (Number.isNaN(number)) return;
      const box = [...(draft.box ?? startBox(page()))];
      box[part] = number;
      set(box);
    },

    // Go to the box; where there is none, begin with one at the head of the page.
    focus(refresh) {
      if (!draft.box) set(startBox(page()));
      refresh();
      requestAnimationFrame(() => document.getElementById("box").focus());
    },
  };
}

const startBox = ({ width, height }) => [width * 0.25, height * 0.06, width * 0.5, height * 0.03].map(Math.round);
