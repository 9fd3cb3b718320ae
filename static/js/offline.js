// On pages that a worker serves: what was written and could not be sent, and a copy that is shown, which becomes the page
// again when the server answers. The table has its own way (`stage/offline.js`).

import { hasUnsent } from "./waiting/shelf.js";

hasUnsent(document.getElementById("unsent").dataset.person).then((has) => has && import("./waiting/list.js"));

// ---- A copy

const AGAIN = 5000; // milliseconds between two looks for the server

function isTyped() {
  const fields = document.querySelectorAll("textarea");
  return [...fields].some((field) => field.value !== field.defaultValue);
}

async function comeBack() {
  try {
    if ((await fetch("/healthz", { cache: "no-store" })).ok && !isTyped()) location.reload();
  } catch {
    // still offline
  }
}

if ("kept" in document.documentElement.dataset) {
  setInterval(comeBack, AGAIN);
  window.addEventListener("online", comeBack);
}
