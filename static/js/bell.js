// Brings the number at the bell up to date when a person comes back to this page: notices may have come since then, or been
// read elsewhere. At a table the socket brings it.

const source = /** @type {HTMLElement} */ (document.querySelector("script[data-bell]"));
const AGAIN = 1000; // milliseconds: a page that is shown is often focused, too
let asked = 0;

async function refresh() {
  const bell = document.getElementById("bell");
  if (!bell || document.visibilityState !== "visible" || Date.now() - asked < AGAIN) return;
  asked = Date.now();
  try {
    const answer = await fetch(source.dataset.bell ?? "", { credentials: "same-origin" });
    if (!answer.ok || answer.redirected) return;
    const holder = document.createElement("template");
    holder.innerHTML = await answer.text();
    bell.replaceChildren(...(holder.content.firstElementChild?.childNodes ?? [])); // the link keeps the focus
  } catch {
    // The server is away: the number stays until the next time.
  }
}

document.addEventListener("visibilitychange", refresh);
window.addEventListener("focus", refresh);
