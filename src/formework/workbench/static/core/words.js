// Decisions in words. The server names findings by their ids; here they are described.

import { store } from "/static/core/store.js";

const VERDICTS = { accept: "accepted", reject: "rejected" };

export const headingOf = (kind) => (kind[0].toUpperCase() + kind.slice(1)).replaceAll("_", " ");

export function wordsOf(decision) {
  if (decision.do === "undo") return `undone: ${[decision.undoes].flat().map(wordsOfNumber).join("; ")}`;
  if (decision.do !== "finding") return decision.words;
  const found = store.book.findings.find(({ id }) => id === decision.finding);
  const name = found ? `${headingOf(found.kind)}, ${found.sheet_sides.slice(0, 3).join(", ")}` : decision.finding;
  return `${name}: ${VERDICTS[decision.verdict] ?? (decision.note ? "note" : "verdict withdrawn")}`;
}

const wordsOfNumber = (n) => {
  const undone = store.book.decisions.find((decision) => decision.n === n);
  return undone ? wordsOf(undone) : `decision ${n}`;
};
