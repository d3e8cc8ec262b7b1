// Help: what this screen is for, and every key that works on it.

import { ask } from "/static/core/dialogs.js";
import { h } from "/static/core/dom.js";
import { keyName, singleKeysOn, switchSingleKeys } from "/static/core/keys.js";
import { forgetTour, showTour } from "/static/core/tour.js";

export async function openHelp(screen, frameActions) {
  const single = h("input", { type: "checkbox", id: "single-keys", checked: singleKeysOn() });
  // At once, not when the dialog has closed: a key pressed right after must find it switched.
  single.addEventListener("change", () => switchSingleKeys(single.checked));
  const answer = await ask(
    `Help: ${screen.title()}`,
    [
      screen.help.map((sentence) => h("p", {}, sentence)),
      h("div", { class: "key-tables" },
        keyTable("On this screen", screen.actions),
        keyTable("Everywhere", frameActions)),
      h("p", {}, h("label", {}, single, " Single letters and digits work as keys. Switch this off if you use speech input.")),
    ],
    [
      { value: "close", label: "Close", main: true },
      { value: "tour", label: "Show the introduction" },
    ],
  );
  if (answer === "tour") {
    forgetTour();
    showTour();
  }
}

function keyTable(caption, actions) {
  const listed = Object.values(actions).filter((action) => action.key);
  if (!listed.length) return null;
  return h("table", { class: "key-table" },
    h("caption", {}, caption),
    h("tbody", {}, listed.map((action) =>
      h("tr", {},
        h("th", { scope: "row" }, h("kbd", {}, action.keys ?? keyName(action.key)),
          (action.more ?? []).map((key) => [" ", h("kbd", {}, keyName(key))])),
        h("td", {}, action.long ?? action.label)))));
}
