// The dialog that asks for the skeleton a sheet side belongs to, and for a reason.

import { ask } from "/static/core/dialogs.js";
import { h } from "/static/core/dom.js";
import { store } from "/static/core/store.js";

const NEW = "a new skeleton"; // a value no label has

// Resolves to {to, why}, or null if the reader leaves things as they are.
export async function chooseSkeleton(sides) {
  const now = new Set(sides.map((name) => store.book.side.get(name)?.label));
  const others = store.book.skeletons.filter(({ label }) => !(now.size === 1 && now.has(label)));
  const why = h("input", { type: "text", id: "move-why", autocomplete: "off" });
  const choices = others.map(({ label, sides: members }, place) => ({
    value: label, key: place < 9 ? String(place + 1) : "", label: `${label}: ${summary(members)}`,
  }));
  const answer = await ask(
    `Move ${sides.join(", ")} to …`,
    [h("label", { class: "why" }, "Reason (optional)", why)],
    [...choices, { value: NEW, key: "n", label: "A new skeleton" }, { value: "", label: "Leave it" }],
  );
  return answer ? { to: answer === NEW ? "" : answer, why: why.value } : null;
}

const summary = (names) => (names.length > 3 ? `${names.slice(0, 3).join(", ")} … (${names.length})` : names.join(", "));
