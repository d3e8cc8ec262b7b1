// The workbench: one screen at a time, drawn again whenever the book or the screen's state changes.

import { show, h } from "/static/core/dom.js";
import { frameActions, drawFrame, drawKeys } from "/static/core/frame.js";
import { dispatch } from "/static/core/keys.js";
import { notify } from "/static/core/notices.js";
import { listen, reload, store, subscribe } from "/static/core/store.js";
import { showTour } from "/static/core/tour.js";
import { wordsOf } from "/static/core/words.js";
import { decisionsScreen } from "/static/screens/decisions.js";
import { findingsScreen } from "/static/screens/findings.js";
import { montageScreen } from "/static/screens/montage.js";
import { pageScreen } from "/static/screens/page.js";
import { pagesScreen } from "/static/screens/pages.js";
import { pairScreen } from "/static/screens/pair.js";
import { setupScreen } from "/static/screens/setup.js";
import { sheetsScreen } from "/static/screens/sheets.js";
import { staircaseScreen } from "/static/screens/staircase.js";

const ROUTES = [
  [/^\/setup$/, setupScreen],
  [/^\/pages$/, pagesScreen],
  [/^\/pages\/([^/]+)$/, pageScreen],
  [/^\/montage$/, montageScreen],
  [/^\/pair(?:\/([^/]+)\/([^/]+))?$/, pairScreen],
  [/^\/sheets(?:\/([^/]+))?$/, sheetsScreen],
  [/^\/staircase$/, staircaseScreen],
  [/^\/findings$/, findingsScreen],
  [/^\/decisions$/, decisionsScreen],
];

const main = document.getElementById("screen");
let screen = null;
let drawing = false;

function firstScreen() {
  return store.book.needs === "setup" ? "/setup" : "/pages";
}

// The screen of an address; a book that is not declared yet has only one.
function route() {
  const path = store.book.needs === "setup" ? "/setup" : location.pathname;
  for (const [pattern, make] of ROUTES) {
    const match = pattern.exec(path);
    if (match) return { make, parameters: match.slice(1).map((part) => part && decodeURIComponent(part)) };
  }
  return { make: store.book.needs === "setup" ? setupScreen : pagesScreen, parameters: [] };
}

function enter() {
  if (location.pathname === "/") history.replaceState(null, "", firstScreen());
  const { make, parameters } = route();
  screen?.leave?.();
  screen = make({ go, refresh, keepAddress, parameters, query: new URLSearchParams(location.search) });
  main.replaceChildren();
  main.dataset.screen = screen.name;
  draw();
  scrollTo(0, 0);
  screen.entered?.();
  if (store.book.needs !== "setup") showTour();
}

// Go to an address of the workbench, as a link would.
function go(address) {
  history.pushState(null, "", address);
  enter();
  if (!main.contains(document.activeElement)) main.focus({ preventScroll: true });
}

// Keep what is selected in the address, so that a reload or a copied link leads back to it.
function keepAddress(address) {
  if (address !== location.pathname + location.search) history.replaceState(null, "", address);
}

function draw() {
  drawing = false;
  document.title = `${screen.title()} · ${store.book.heading} · Formework`;
  drawFrame(screen, { go });
  show(main, h("h2", { class: "screen-name visually-hidden" }, screen.title()), screen.view());
  drawKeys(screen);
  screen.drawn?.();
}

// Draw soon, once for many changes.
function refresh() {
  if (drawing || !screen) return;
  drawing = true;
  requestAnimationFrame(draw);
}

function followLink(event) {
  const link = event.target.closest("a[href]");
  if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  if (link.target || link.hasAttribute("download") || link.origin !== location.origin || link.hash) return;
  if (!ROUTES.some(([pattern]) => pattern.test(link.pathname))) return;
  event.preventDefault();
  go(link.pathname + link.search);
}

// Buttons and fields name their action: data-act on click, data-input while typing, data-change after.
function act(attribute) {
  return (event) => {
    const element = event.target.closest?.(`[data-${attribute}]`);
    if (!element || element.disabled) return;
    const name = element.dataset[attribute];
    const action = screen?.actions[name] ?? frameActions({ go, screen })[name];
    action?.run({ event, element, ...element.dataset });
  };
}

async function start() {
  try {
    await reload();
  } catch (error) {
    show(main, h("div", { class: "empty" }, h("h2", {}, error.message), h("p", {}, error.hint)));
    return;
  }
  enter();
  subscribe((part) => (part === "frame" ? drawFrame(screen, { go }) : refresh()));
  listen((news) => notify(`Changed elsewhere: ${news.map(wordsOf).join("; ")}`, "news"));
}

addEventListener("popstate", enter);
addEventListener("click", followLink);
addEventListener("click", act("act"));
addEventListener("input", act("input"));
addEventListener("change", act("change"));
addEventListener("focusin", act("focus"));
for (const type of ["pointerdown", "pointermove", "pointerup", "pointercancel"])
  addEventListener(type, (event) => screen?.pointer?.(event));
addEventListener("keydown", (event) => screen && dispatch(event, [screen.actions, frameActions({ go, screen })]));
addEventListener("keyup", (event) => screen?.released?.(event));
start();
