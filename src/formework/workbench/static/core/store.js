// The book as this tab knows it, kept up to date by the server's events.

import { get } from "/static/core/api.js";

const listeners = new Set();
let loading = null;
let again = false;

export const store = {
  book: null,
  progress: null,
  online: true,
  saving: 0,
};

export function subscribe(listener) {
  listeners.add(listener);
}

// Tell the listeners that the book changed, or only what is shown in the frame around it.
export function changed(part = "book") {
  for (const listener of listeners) listener(part);
}

// Fetch the book; requests that come while one is under way are answered by one more.
export function reload() {
  if (loading) {
    again = true;
    return loading;
  }
  loading = fetchBook().finally(() => {
    loading = null;
    if (again) {
      again = false;
      reload();
    }
  });
  return loading;
}

async function fetchBook() {
  const book = await get("/api/book");
  // A decision saved while the answer was on its way is not in it yet.
  if (store.book && book.last < store.book.last) {
    again = true;
    return;
  }
  store.book = index(book);
  store.progress = book.progress;
  changed();
}

function index(book) {
  book.page = new Map(book.pages.filter((page) => page.signature).map((page) => [page.signature, page]));
  book.side = new Map(book.sides.map((side) => [side.name, side]));
  book.tone = new Map();
  for (const { skeleton } of book.skeletons)
    if (!book.tone.has(skeleton)) book.tone.set(skeleton, (book.tone.size % 10) + 1);
  return book;
}

export function listen(onForeign) {
  const events = new EventSource("/api/events");
  events.addEventListener("progress", (event) => {
    store.online = true;
    receive(JSON.parse(event.data), onForeign);
  });
  events.addEventListener("error", () => {
    store.online = false;
    changed("frame");
  });
}

async function receive(progress, onForeign) {
  const { book } = store;
  store.progress = progress;
  changed("frame");
  if (!book) return;
  // While a decision of this tab is being saved, its own number is no news.
  if (progress.last > book.last && !store.saving) {
    const { decisions } = await get(`/api/decisions?after=${book.last}`);
    const news = decisions.filter((decision) => decision.n > store.book.last);
    if (news.length) onForeign(news);
    await reload();
  } else if (progress.revision !== book.revision) {
    await reload();
  }
}

// Decisions that stand: not undone, and not themselves undoings.
export const standing = () =>
  store.book.decisions.filter((decision) => !decision.undone_by && decision.do !== "undo");

export const decisionOf = (test) => standing().findLast(test) ?? null;
