// Taps that still wait: what their buttons say after one was taken back, and what goes out when the page is left.

import { formatUuid } from "./logic.js";
import { table } from "./page.js";

let waiting = []; // { tap, harm, times }, the next to go out first

/**
 * Called after each tap. `times`: how often it waits now, 0 if it took another back.
 * @param {{ tap: string, harm: string, times: number }[]} taps
 * @param {number} times
 */
export function look(taps, times) {
  waiting = taps;
  if (!times) markWaiting();
}

function markWaiting() {
  for (const button of table.querySelectorAll("[data-times]")) {
    const times = waiting.findLast((one) => one.tap === button.value)?.times;
    if (times) button.dataset.times = times;
    else button.removeAttribute("data-times");
  }
}

// Who leaves the page at once has tapped all the same.
function sendLeft() {
  const form = document.getElementById("tap-form");
  for (const { tap, harm, times } of waiting.splice(0)) {
    const body = new URLSearchParams();
    for (const [name, value] of new FormData(form)) body.append(name, String(value));
    const command = formatUuid(crypto.getRandomValues(new Uint8Array(16)));
    for (const [name, value] of Object.entries({ command, tap, harm, times })) if (value) body.set(name, `${value}`);
    navigator.sendBeacon(form.action, body);
  }
}

addEventListener("pagehide", sendLeft);
