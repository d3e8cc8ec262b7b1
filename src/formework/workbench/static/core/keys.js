// One table of actions per screen: it makes the buttons, the keys, the bar of keys and the help.
//
// An action is {key, label, run, when, fields, nav}: `when` says whether it is possible now,
// `fields` lets the key work in a text field too, `nav` keeps it out of the bar's buttons.

import { dialogIsOpen } from "/static/core/dialogs.js";
import { h } from "/static/core/dom.js";

const SWITCH = "formework-single-keys";
const NAMES = {
  ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓", Enter: "Enter", Escape: "Esc", " ": "Space",
};

export const keyName = (key) =>
  key.split("+").map((part) => NAMES[part] ?? part).join("+").replace("Control", "Ctrl");

export const singleKeysOn = () => localStorage.getItem(SWITCH) !== "off";
export const switchSingleKeys = (on) => localStorage.setItem(SWITCH, on ? "on" : "off");

// A button that does an action of the screen; its key is shown on it.
export function actionButton(name, action, attributes = {}) {
  const possible = !action.when || action.when();
  return h(
    "button",
    {
      type: "button", "data-act": name, disabled: !possible, "aria-keyshortcuts": action.key?.replace(" ", "Space"),
      ...attributes, class: ["action", attributes.class].filter(Boolean).join(" "),
    },
    attributes.label ?? action.label,
    action.key && h("kbd", { "aria-hidden": "true" }, keyName(action.key)),
  );
}

function pressed(event) {
  const parts = [];
  if (event.ctrlKey || event.metaKey) parts.push("Control");
  if (event.altKey) parts.push("Alt");
  if (event.shiftKey && event.key.length > 1) parts.push("Shift");
  return [...parts, event.key.length === 1 ? event.key.toLowerCase() : event.key].join("+");
}

const isField = (element) =>
  element.matches("textarea, select, input:not([type=checkbox], [type=radio], [type=range])");

// What an element does with a key itself: a button with Enter, a slider with the arrows. Things
// that are only selected by a click leave their keys to the screen.
function ownsKey(element, key) {
  const pressable = element.matches("a[href], button, summary") && element.dataset.act !== "at";
  if (pressable && (key === "Enter" || key === " ")) return true;
  if (element.matches("input[type=range], input[type=radio]") && key.startsWith("Arrow")) return true;
  return element.matches("input[type=checkbox], input[type=radio]") && key === " ";
}

// Run the action a key stands for. `tables` are looked up in order: the screen's, then the frame's.
export function dispatch(event, tables) {
  if (event.defaultPrevented || dialogIsOpen()) return;
  const key = pressed(event);
  const field = isField(event.target);
  if (ownsKey(event.target, key)) return;
  if (key.length === 1 && key !== " " && !singleKeysOn()) return;
  for (const actions of tables) {
    for (const action of Object.values(actions)) {
      if (![action.key, ...(action.more ?? [])].includes(key) || (field && !action.fields)) continue;
      if (action.when && !action.when()) continue;
      event.preventDefault();
      action.run({ event });
      return;
    }
  }
  if (field && key === "Escape") document.getElementById("screen").focus({ preventScroll: true });
}
