// On pages that a worker serves: what was written and could not be sent, the table's copy, which is to be new, and a copy
// that is shown, which becomes the page again when the server answers.

const worker = navigator.serviceWorker;
const isCopy = "kept" in document.documentElement.dataset;

// ---- Words that wait

async function hasUnsent() {
  const store = `own ${document.getElementById("unsent").dataset.person}`;
  if (!(await window.caches.has(store))) return false;
  const keys = await (await window.caches.open(store)).keys();
  return keys.some(({ url }) => new URL(url).pathname.startsWith("/unsent/"));
}

hasUnsent().then((has) => has && import("./table/unsent.js"));

// ---- A table that was drawn anew has an old copy

const table = /** @type {HTMLElement | null} */ (document.querySelector("[data-socket]"));
let kept = table?.dataset.number;

document.addEventListener("visibilitychange", () => {
  if (!document.hidden || isCopy || table?.dataset.number === kept) return;
  kept = table.dataset.number;
  worker.controller?.postMessage({ keep: location.href.split("#")[0] });
});

// ---- A copy

const AGAIN = 5000; // milliseconds between two looks for the server

function isTyped() {
  const fields = document.querySelectorAll("input:not([type=hidden], [type=checkbox], [type=radio]), textarea");
  return [...fields].some((field) => field.value !== field.defaultValue);
}

async function comeBack() {
  try {
    if ((await fetch("/healthz", { cache: "no-store" })).ok && !isTyped()) location.reload();
  } catch {
    // still offline
  }
}

if (isCopy) {
  setInterval(comeBack, AGAIN);
  window.addEventListener("online", comeBack);
}

export {};
