// Small signs used on several screens: a skeleton's label, a confidence, a picture of a title.

import { h } from "/static/core/dom.js";
import { store } from "/static/core/store.js";

// A skeleton's label on its colour; colour never stands alone, the numeral is always there.
export function skeletonMark(label, skeleton) {
  if (!label) return null;
  return h("span", { class: `skeleton tone-${store.book.tone.get(skeleton) ?? 0}` }, label);
}

export const toneClass = (skeleton) => `tone-${store.book.tone.get(skeleton) ?? 0}`;

export const percent = (share) =>
  share > 0.99 ? "> 99 %" : share < 0.01 ? "< 1 %" : `${Math.round(share * 100)} %`;

// The aligned strip of a title, else its crop. Both are drawn by the server.
export function titlePicture(page, attributes = {}) {
  const [width, height] = page.strip_size ?? [];
  return h("img", {
    src: page.strip_url || page.crop_url, alt: "", loading: "lazy", decoding: "async",
    width: width || null, height: height || null, draggable: "false", ...attributes,
  });
}

export const empty = (heading, ...body) => h("div", { class: "empty" }, h("h3", {}, heading), body);
