// What was missed counts as read when the person says so, or when its end has been in sight for a while.

import { table, tellPage } from "./page.js";
import { isBehind } from "./reading.js";

const A_WHILE = 10000; // in milliseconds

let inSight = false;
let timer = 0;

async function tell() {
  const part = document.getElementById("missed");
  if (!isBehind()) return;
  const body = new URLSearchParams({ count: part.dataset.upto, csrfmiddlewaretoken: table.dataset.csrf });
  try {
    const answer = await fetch(table.dataset.read, { method: "POST", body, credentials: "same-origin" });
    if (answer.status !== 204) return; // the person is signed out by now
    part.dataset.told = "";
    const state = document.getElementById("missed-state");
    state.textContent = state.dataset.read;
    tellPage("table:caught-up");
  } catch {
    wait(); // the line is away: later
  }
}

function wait() {
  clearTimeout(timer);
  if (inSight && document.visibilityState === "visible") timer = setTimeout(tell, A_WHILE);
}

export function keepMissed() {
  const end = document.getElementById("missed-form");
  if (!end) return;
  new IntersectionObserver((seen) => {
    inSight = seen.at(-1).isIntersecting;
    wait();
  }).observe(end);
  document.addEventListener("visibilitychange", wait);
  document.addEventListener("htmx:afterRequest", (event) => {
    if (event.detail.elt.id === "missed-form" && event.detail.successful) tellPage("table:caught-up");
  });
}
