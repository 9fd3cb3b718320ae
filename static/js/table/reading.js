// Tells the server how far a person has read: while the page can be seen, and at the latest when it is left.

import { drawnTo, table } from "./page.js";

// In milliseconds.
const A_LOOK = 2000; // a page that is seen for less was not read
const PAUSE = 20000; // between two messages, so that a lively table is not kept busy by them

let told = 0;
let timer = 0;

function tell() {
  timer = 0;
  const count = drawnTo();
  if (count <= told) return;
  told = count;
  const body = new URLSearchParams({ count: String(count), csrfmiddlewaretoken: table.dataset.csrf });
  fetch(table.dataset.read, { method: "POST", body, credentials: "same-origin", keepalive: true }).catch(() => {
    told = 0; // the next line, or the next look, tells it again
  });
}

function tellSoon() {
  if (isBehind()) return; // first what was missed is read
  if (!timer && document.visibilityState === "visible") timer = setTimeout(tell, told ? PAUSE : A_LOOK);
}

export function keepMark() {
  tellSoon();
  document.addEventListener("table:drawn", tellSoon);
  document.addEventListener("table:caught-up", () => setTimeout(tellSoon)); // the button's part is gone by then
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") tellSoon();
    else {
      clearTimeout(timer);
      if (timer && told) tell(); // it was seen until now
      timer = 0;
    }
  });
}

/** Whether something was missed and is not read yet. */
export function isBehind() {
  const part = document.getElementById("missed");
  return part !== null && part.dataset.told === undefined;
}
