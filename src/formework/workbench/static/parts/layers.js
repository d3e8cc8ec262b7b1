// Two aligned strips in one place: stacked, or laid over one another in several ways.

import { h } from "/static/core/dom.js";

export const MODES = [
  ["stacked", "t", "Stacked"],
  ["overlay", "v", "Overlay"],
  ["blink", "b", "Blink"],
  ["fade", "f", "Cross-fade"],
  ["onion", "i", "Onion skin"],
];

// `front` is which strip blinking shows; `share` how much of the second fading shows, 0 to 1;
// `shift` moves the second by pixels of the strip.
export function layers(record, { mode, front = 0, share = 0.5, shift = [0, 0] }) {
  const [width, height] = [record.width, record.height];
  const across = usualShift(record.letters) * width + shift[0];
  const moved = `translate(${(100 * across) / width}%, ${(100 * shift[1]) / height}%)`;
  return h("div", { class: `layers ${mode}`, "data-front": String(front), style: mode === "stacked" ? {} : { aspectRatio: `${width} / ${height}` } },
    record.titles.map((name, place) =>
      h("div", {
        class: `layer ${place ? "second" : "first"}`, "data-key": name,
        style: { transform: place ? moved : "", opacity: opacityOf(mode, place, share, front) },
      },
        h("img", { src: record.strips[place], width, height, alt: `Running title of ${name}`, draggable: "false" }))));
}

// How far the second must move so that most letters match those of the first, as a share of the width.
function usualShift([first, second]) {
  const shifts = first.map((letter, place) => letter.left - (second[place]?.left ?? letter.left));
  return shifts.sort((one, other) => one - other)[shifts.length >> 1] ?? 0;
}

function opacityOf(mode, place, share, front) {
  if (mode === "fade") return String(place ? share : 1 - share);
  if (mode === "blink") return place === front ? "1" : "0";
  return mode === "onion" && place ? "0.55" : "1";
}
