// The evidence on pairs of titles, fetched once per state of the book.

import { get } from "/static/core/api.js";
import { store } from "/static/core/store.js";

const kept = new Map();
let state = "";

// The evidence on a pair: at once if it is known, else `null`, and `ready` is called when it is.
export function pairRecord(one, other, ready) {
  const now = `${store.book.revision}/${store.book.last}`;
  if (now !== state) {
    // Old evidence stays on the screen until the new one is there.
    for (const record of kept.values()) record.stale = true;
    state = now;
  }
  const name = `${one}/${other}`;
  const known = kept.get(name);
  if (!known || known.stale) fetchPair(name, one, other, known, ready);
  return kept.get(name).record;
}

async function fetchPair(name, one, other, known, ready) {
  kept.set(name, { record: known?.record ?? null, stale: false });
  let record;
  try {
    record = await get(`/api/pair/${encodeURIComponent(one)}/${encodeURIComponent(other)}`);
  } catch (error) {
    record = { titles: [one, other], comparable: false, why_not: `${error.message} ${error.hint ?? ""}` };
  }
  kept.set(name, { record, stale: false });
  ready();
}
