// A link into a closed block opens it; without script, browsers that do so themselves still do.
function reveal() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target) return;
  for (let block = target.closest("details"); block; block = block.parentElement.closest("details"))
    block.open = true;
  target.scrollIntoView();
}
addEventListener("hashchange", reveal);
addEventListener("DOMContentLoaded", reveal);
