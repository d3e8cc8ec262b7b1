// Dialogs: native, closed by Escape, focus returned to where it was by the browser.

import { h } from "/static/core/dom.js";
import { wordsOf } from "/static/core/words.js";

// Open a dialog; resolves to the value of the button that closed it, "" for Escape.
export function ask(heading, body, choices) {
  const dialog = h(
    "dialog",
    { "aria-labelledby": "dialog-heading" },
    h(
      "form",
      { method: "dialog" },
      h("h2", { id: "dialog-heading", tabindex: "-1", autofocus: true }, heading),
      body,
      h(
        "div",
        { class: "choices" },
        choices.map(({ value, label, key, main }) =>
          h("button", { value, class: main ? "main" : null, "data-choice": key }, label, key && h("kbd", {}, key)),
        ),
      ),
    ),
  );
  document.body.append(dialog);
  dialog.addEventListener("keydown", (event) => {
    const field = event.target.matches("input:not([type=checkbox])");
    if (field && event.key === "Enter") event.preventDefault(); // it would press the first button
    if (field || event.ctrlKey || event.metaKey) return;
    const chosen = dialog.querySelector(`[data-choice="${CSS.escape(event.key)}"]`);
    if (chosen) {
      event.preventDefault();
      chosen.click();
    }
  });
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      resolve(dialog.returnValue);
      dialog.remove();
    });
  });
}

export const dialogIsOpen = () => Boolean(document.querySelector("dialog[open]"));

// The 412 of the server: what other tabs decided, and whether to repeat one's own action.
export async function askAboutStale(decisions, words) {
  const answer = await ask(
    "This book was changed elsewhere",
    [
      h("p", {}, "Another tab or program saved this since your screen was drawn:"),
      h("ol", { class: "since" }, decisions.map((decision) => h("li", { value: decision.n }, wordsOf(decision)))),
      h("p", {}, "Your own action was not saved: ", h("strong", {}, words)),
    ],
    [
      { value: "repeat", label: "Repeat my action", key: "r", main: true },
      { value: "", label: "Leave it", key: "l" },
    ],
  );
  return answer === "repeat";
}
