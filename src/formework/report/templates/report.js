// Open the closed <details> that a link points into.
function reveal() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target) return;
  for (let block = target.closest("details"); block; block = block.parentElement.closest("details"))
    block.open = true;
  target.scrollIntoView();
}
// Show the crops of a title when it is opened: the pictures of the montage, not a second copy.
function showCrops(event) {
  if (!event.target.matches("details.by-title")) return;
  for (const strip of event.target.querySelectorAll("[data-page]:not(:has(img))")) {
    const picture = document.querySelector(`[data-strip="${CSS.escape(strip.dataset.page)}"]`);
    if (!picture) continue;
    const copy = picture.cloneNode();
    copy.removeAttribute("data-strip");
    strip.append(copy);
  }
}
addEventListener("toggle", showCrops, true);
addEventListener("hashchange", reveal);
addEventListener("DOMContentLoaded", reveal);
