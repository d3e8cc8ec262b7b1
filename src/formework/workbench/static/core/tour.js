// The introduction, shown once: three sentences, not a manual.

import { h } from "/static/core/dom.js";

const SEEN = "formework-introduction-seen";
const SENTENCES = [
  "Check the doubtful headlines under Pages first: a wrong box spoils every later comparison.",
  "In the Montage and under Pair, decide which titles are the same setting of type and which are not; the skeletons are then computed again with your decisions.",
  "Every action is saved at once and can be undone; the keys are shown on the buttons, and ? explains each screen.",
];

export const forgetTour = () => localStorage.removeItem(SEEN);

export function showTour() {
  if (localStorage.getItem(SEEN) || document.getElementById("tour")) return;
  const close = h("button", { type: "button", class: "action main" }, "Begin");
  const tour = h("aside", { id: "tour", "aria-label": "Introduction" },
    h("h2", {}, "How to work here"),
    h("ol", {}, SENTENCES.map((sentence) => h("li", {}, sentence))),
    close);
  close.addEventListener("click", () => {
    localStorage.setItem(SEEN, "yes");
    tour.remove();
    document.getElementById("screen").focus();
  });
  document.getElementById("screen").before(tour);
}
