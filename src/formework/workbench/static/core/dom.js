// Elements made from data, and a tree on the screen brought up to date with a new one.
//
// Text always becomes text nodes: what OCR read on a page is never taken for markup.

const SVG = "http://www.w3.org/2000/svg";

// An HTML element. `attributes.style` is an object: style attributes are forbidden by the
// content security policy, styles set by script are not. Children: nodes, texts, lists, nothing.
export function h(tag, attributes, ...children) {
  return build(document.createElement(tag), attributes, children);
}

export function svg(tag, attributes, ...children) {
  return build(document.createElementNS(SVG, tag), attributes, children);
}

function build(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "style") Object.assign(element.style, value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  // A textarea has no attribute `value`: its first content is the value.
  if (element.localName === "textarea") element.defaultValue = attributes?.value ?? "";
  element.append(...children.flat(Infinity).filter((child) => child || child === 0));
  return element;
}

// Make the children of `parent` like `fresh`, keeping every node that can stay: focus, scroll
// positions, loaded pictures and half-typed text survive.
export function show(parent, ...fresh) {
  const focused = document.activeElement;
  morphChildren(parent, fresh.flat(Infinity).filter(Boolean));
  if (focused !== document.activeElement && parent.contains(focused)) focused.focus();
}

function morphChildren(parent, fresh) {
  const kept = new Map();
  for (const child of parent.children) if (keyOf(child)) kept.set(keyOf(child), child);
  let place = parent.firstChild;
  for (const next of fresh.map(asNode)) {
    const key = keyOf(next);
    const match = key ? kept.get(key) : place && !keyOf(place) ? place : null;
    if (match && alike(match, next)) {
      if (match === place) place = place.nextSibling;
      else parent.insertBefore(match, place);
      morph(match, next);
    } else {
      parent.insertBefore(next, place);
    }
  }
  while (place) {
    const gone = place;
    place = place.nextSibling;
    gone.remove();
  }
}

function morph(old, fresh) {
  if (old.nodeType === Node.TEXT_NODE) {
    if (old.data !== fresh.data) old.data = fresh.data;
    return;
  }
  morphAttributes(old, fresh);
  if (old.localName === "textarea") morphText(old, fresh);
  else morphChildren(old, [...fresh.childNodes]);
}

function morphAttributes(old, fresh) {
  for (const { name } of [...old.attributes])
    if (!fresh.hasAttribute(name) && !(name === "open" && old.localName === "details") && name !== "style")
      old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) {
    if (name === "style" || old.getAttribute(name) === value) continue;
    old.setAttribute(name, value);
    if (name === "value") old.value = value;
  }
  if (old.style.cssText !== fresh.style.cssText) old.style.cssText = fresh.style.cssText;
  if (old.localName === "input") old.checked = fresh.checked;
  if (old.localName === "select" && old !== document.activeElement) old.value = fresh.value;
}

function morphText(old, fresh) {
  if (old.defaultValue === fresh.defaultValue) return;
  old.defaultValue = fresh.defaultValue;
  old.value = fresh.defaultValue;
}

const asNode = (child) => (child instanceof Node ? child : document.createTextNode(child));
const keyOf = (node) => (node.nodeType === Node.ELEMENT_NODE && (node.dataset.key || node.id)) || "";
const alike = (one, other) => one.nodeName === other.nodeName && keyOf(one) === keyOf(other);
