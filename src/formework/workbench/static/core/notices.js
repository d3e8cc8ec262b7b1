// Short messages at the edge of the screen, read out by screen readers.

import { h } from "/static/core/dom.js";

const SECONDS = { done: 4, news: 10, refused: 14 };

export function notify(text, kind = "done") {
  const box = document.getElementById("notices");
  const notice = h("p", { class: `notice ${kind}` }, text);
  for (const earlier of box.querySelectorAll(`.notice.${kind}`)) earlier.remove();
  box.append(notice);
  notice.addEventListener("click", () => notice.remove());
  setTimeout(() => notice.remove(), SECONDS[kind] * 1000);
}
