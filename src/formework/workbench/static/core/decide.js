// Decisions: saved one by one, at once, and undone by a further decision.

import { Refusal, post } from "/static/core/api.js";
import { askAboutStale } from "/static/core/dialogs.js";
import { notify } from "/static/core/notices.js";
import { changed, reload, standing, store } from "/static/core/store.js";
import { wordsOf } from "/static/core/words.js";

// Save one decision. Returns whether it was saved; a refusal is shown, never thrown.
export const decide = (decision, words) =>
  save(words, (last) => post("/api/decisions", decision, last), decision);

// Move sheet sides to a skeleton; "" moves them to a new one.
export const move = (sides, to, words, why = "") =>
  save(words, (last) => post("/api/moves", { sides, to, why }, last));

async function save(words, request, decision) {
  store.saving += 1;
  changed("frame");
  try {
    const answer = await request(store.book.last);
    const lines = answer.decisions ?? [answer.decision];
    store.book.decisions.push(...lines);
    store.book.last = answer.last;
    if (decision) showAtOnce(decision);
    notify(`Saved: ${words}`);
    return true;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.status === 412) return await repeat(error, words, request, decision);
    notify([error.message, error.hint].filter(Boolean).join(" "), "refused");
    return false;
  } finally {
    store.saving -= 1;
    changed();
    reload().catch(() => {});
  }
}

// Another tab was faster: show what it did, and offer to repeat.
async function repeat(error, words, request, decision) {
  const wanted = await askAboutStale(error.answer.decisions, words);
  await reload();
  return wanted ? save(words, request, decision) : false;
}

// What a decision changes on the screen before the server has computed it.
function showAtOnce(decision) {
  const { book } = store;
  const page = book.pages.find((candidate) =>
    decision.signature && decision.do !== "signature"
      ? candidate.signature === decision.signature
      : decision.image === candidate.image && (decision.half ?? 0) === candidate.half,
  );
  if (decision.do === "box") Object.assign(page, { box: decision.box, origin: "corrected" });
  if (decision.do === "no-title") Object.assign(page, { box: null, text: "", origin: "none" });
  if (["box", "text"].includes(decision.do) && decision.text !== undefined) page.text = decision.text;
  if (decision.do === "signature") page.signature = decision.signature;
  if (decision.do === "finding")
    Object.assign(book.findings.find((finding) => finding.id === decision.finding), {
      verdict: decision.verdict,
      note: decision.note,
    });
  if (decision.do === "account")
    Object.assign(book.account, {
      text: decision.text || book.account.program,
      edited: Boolean(decision.text),
    });
  if (decision.do === "undo")
    for (const other of book.decisions) if (decision.undoes.includes(other.n)) other.undone_by = book.last;
}

// Undo a decision; the lines of one move are undone together.
export function undo(decision) {
  const lines = decision.move ? standing().filter((other) => other.move === decision.move) : [decision];
  return decide({ do: "undo", undoes: lines.map(({ n }) => n) }, `undone: ${lines.map(wordsOf).join("; ")}`);
}

// Undo what was done last.
export async function undoLast() {
  const last = standing().at(-1);
  if (!last) {
    notify("There is nothing to undo.");
    return;
  }
  await undo(last);
}
