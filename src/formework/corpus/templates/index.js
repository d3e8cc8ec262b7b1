"use strict";
// Every text comes from the catalogue and is put into the page as text, never as markup.
const CHUNK = 120; // books drawn at a time, as the reader scrolls
const SVG = "http://www.w3.org/2000/svg";
const element = (id) => document.getElementById(id);
const books = JSON.parse(element("data").textContent);
books.pop(); // the closing null
books.forEach((book, place) => {
  book.place = place;
  book.title = book.described.title || book.id;
  book.printer = book.described.printer || "";
  const year = /\d{4}/.exec(book.described.date || "");
  book.date = year ? Number(year[0]) : null;
  book.sides = (book.names || []).length;
  book.words = [book.id, book.format, ...Object.values(book.described)].join("\n").toLowerCase();
});

function fill(id, values) {
  const counts = new Map();
  for (const value of values) if (value) counts.set(value, (counts.get(value) || 0) + 1);
  for (const value of [...counts.keys()].sort(compare)) {
    const option = document.createElement("option");
    option.value = value;
    option.textContent = `${value} (${counts.get(value)})`;
    element(id).append(option);
  }
}

function compare(one, other) {
  if (one === null || one === undefined || one === "") return other === one ? 0 : 1;
  if (other === null || other === undefined || other === "") return -1;
  if (typeof one === "number" && typeof other === "number") return one - other;
  return String(one).localeCompare(String(other), undefined, { numeric: true });
}

function wanted(book) {
  const value = (id) => element(id).value;
  const within = (figure, from, to) =>
    (value(from) === "" || (figure !== null && figure !== undefined && figure >= Number(value(from)))) &&
    (value(to) === "" || (figure !== null && figure !== undefined && figure <= Number(value(to))));
  const status = value("status");
  const shown =
    status === "" || (status === "none" ? !book.status : status === "found" ? book.found > 0 : book.status === status);
  return (
    shown &&
    (value("printer") === "" || book.printer === value("printer")) &&
    (value("format") === "" || book.format === value("format")) &&
    (value("turns") === "" || book.turns === value("turns")) &&
    within(book.date, "from", "to") &&
    within(book.skeletons, "least", "most") &&
    book.words.includes(value("search").trim().toLowerCase())
  );
}

function drawn(name, attributes) {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  return node;
}

function stairs(book) {
  const rows = Math.max(1, book.skeletons);
  const width = 230, height = 64, margin = 6;
  const x = (n) => margin + (n + 0.5) * ((width - 2 * margin) / book.sides);
  const y = (row) => height - margin - (row + 0.5) * ((height - 2 * margin) / rows);
  const radius = Math.max(1, Math.min(4, (width - 2 * margin) / book.sides / 2.2, (height - 2 * margin) / rows / 2));
  const svg = drawn("svg", { viewBox: `0 0 ${width} ${height}`, role: "img",
    "aria-label": `${book.skeletons} skeletons on ${book.sides} sheet sides` });
  let gathering = "";
  const later = new Set(book.later);
  book.stairs.forEach((row, n) => {
    const name = book.names[n].replace(/\d*\(.*$/, "");
    if (name !== gathering && n > 0) {
      const edge = (x(n - 1) + x(n)) / 2;
      svg.append(drawn("line", { x1: edge, x2: edge, y1: 0, y2: height }));
    }
    gathering = name;
    if (row < 0) return;
    const dot = drawn("circle", { cx: x(n).toFixed(1), cy: y(row).toFixed(1), r: radius.toFixed(1) });
    if (later.has(n)) dot.setAttribute("class", "later");
    const label = drawn("title", {});
    label.textContent = book.names[n];
    dot.append(label);
    svg.append(dot);
  });
  return svg;
}

function line(words, kind) {
  const node = document.createElement("p");
  node.textContent = words;
  if (kind) node.className = kind;
  return node;
}

const counted = (number, noun) => `${number} ${noun}${number === 1 ? "" : "s"}`;

function card(book) {
  const node = document.createElement("article");
  const heading = document.createElement("h2");
  if (book.status === "done") {
    const link = document.createElement("a");
    link.href = `${encodeURIComponent(book.id)}/report.html`;
    link.textContent = book.title;
    heading.append(link);
  } else heading.textContent = book.title;
  node.append(heading);
  const known = [book.printer, book.described.date, book.format, book.title === book.id ? "" : book.id];
  node.append(line(known.filter(Boolean).join(" · ")));
  if (book.names) {
    node.append(stairs(book));
    const states = book.states > book.skeletons ? ` in ${book.states} states` : "";
    const words = [`${counted(book.skeletons, "skeleton")}${states}, ${counted(book.sides, "sheet side")}`];
    if (book.skeletons > 1) words.push(`turns ${book.turns}`);
    if (book.sole) words.push(`sole appearances ${Math.round(100 * book.sole)}\u00a0%`);
    node.append(line(words.join("; ")));
    if (book.found) node.append(line(`${counted(book.found, "title")} found again in other books`));
  } else if (book.status === "failed") node.append(line(`failed: ${book.cause}`, "failed"));
  else node.append(line("not finished"));
  return node;
}

let chosen = [];
let shown = 0;

function showMore() {
  const part = document.createDocumentFragment();
  for (const book of chosen.slice(shown, shown + CHUNK)) part.append(card(book));
  shown = Math.min(shown + CHUNK, chosen.length);
  element("books").append(part);
  element("more").textContent = shown < chosen.length ? `${chosen.length - shown} more below` : "";
}

function update() {
  const key = element("sort").value;
  const sign = element("descending").checked ? -1 : 1;
  chosen = books.filter(wanted);
  // Books of which the figure is not known stay at the end, whatever the direction.
  const known = (book) => book[key] !== null && book[key] !== undefined && book[key] !== "";
  chosen.sort((a, b) => (known(a) && known(b) ? sign * compare(a[key], b[key]) : known(b) - known(a)) || a.place - b.place);
  const count = (status) => chosen.filter((book) => book.status === status).length;
  element("summary").textContent =
    `${chosen.length} of ${counted(books.length, "book")}: ${count("done")} done, ${count("failed")} failed`;
  element("books").replaceChildren();
  shown = 0;
  showMore();
}

fill("printer", books.map((book) => book.printer));
fill("format", books.map((book) => book.format));
fill("turns", books.map((book) => book.turns));
element("choice").addEventListener("input", update);
element("choice").addEventListener("submit", (event) => event.preventDefault());
element("choice").addEventListener("reset", () => setTimeout(update));
new IntersectionObserver((entries) => {
  if (entries.some((entry) => entry.isIntersecting) && shown < chosen.length) showMore();
}, { rootMargin: "800px" }).observe(element("more"));
update();
