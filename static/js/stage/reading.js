// Tells the server how far a person has read: while the page can be seen, and at the latest when it is left.

import { page } from "./page.js";

// In milliseconds.
const A_LOOK = 2000; // a page that is seen for less was not read
const PAUSE = 20000; // between two messages, so that a lively table is not kept busy by them

let sentAt = 0; // the count of entries that was said last
let timer = 0;

function send() {
  timer = 0;
  const { count } = page.facts;
  if (!count || count <= sentAt) return;
  sentAt = count;
  const body = new URLSearchParams({ count: String(count), csrfmiddlewaretoken: page.at.csrf });
  fetch(`${page.at.base}read/`, { method: "POST", body, credentials: "same-origin", keepalive: true }).catch(() => {
    sentAt = 0; // the next line, or the next look, says it again
  });
}

/** Says soon how far this person has read. */
export function keepMark() {
  if (timer || document.visibilityState !== "visible") return;
  timer = window.setTimeout(send, sentAt ? PAUSE : A_LOOK);
}

export function watchReading() {
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") return keepMark();
    clearTimeout(timer);
    if (timer && sentAt) send(); // it was seen until now
    timer = 0;
  });
}
