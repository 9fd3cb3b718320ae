// Touch: boxes, pools and conditions. Quick taps on one button go out as one command; a tap on another button, or on the
// small boxes of a row, follows when the one before was answered. Without this script each button sends its form.

import { queueTap } from "./logic.js";
import { table } from "./page.js";

const PAUSE = 1200; // milliseconds without a tap, after which the taps go out: one line of the log
const waiting = []; // { tap, harm, times }, the next to go out first
let timer = null;
let sent = null; // what is on its way

const form = () => document.getElementById("tap-form");

function count(tap, button) {
  const harm = String(new FormData(form()).get("harm") ?? "");
  const times = queueTap(waiting, tap, harm);
  if (button && times) button.dataset.times = times;
  import("./taps_left.js").then((left) => left.look(waiting, times));
  clearTimeout(timer);
  timer = setTimeout(send, waiting.length > 1 ? 0 : PAUSE);
}

function send() {
  if (sent || !waiting.length) return;
  sent = waiting.shift();
  form().requestSubmit();
}

function tapButton(event) {
  const button = event.target.closest("button[name=tap]");
  if (!button) return;
  event.preventDefault();
  count(button.value, button);
}

const HARMS = { "hb--b": "bashing", "hb--l": "lethal", "hb--a": "aggravated" };

// In a fight, the small boxes of a row: a mouse is fine enough for them; a finger opens the row.
function tapRow(event) {
  const box = event.target.closest("#fighters .fighter .hb");
  if (!box || event.pointerType === "touch" || !document.querySelector("#fighters [name=harm]")) return;
  event.preventDefault();
  const who = box.closest("li").id.slice("c-".length);
  const mark = Object.keys(HARMS).find((name) => box.classList.contains(name));
  count(mark ? `${who} ${HARMS[mark]} -1` : `${who} mark 1`);
}

function fillTap(event) {
  if (event.detail.elt.id !== "tap-form" || !sent) return;
  event.detail.parameters.tap = sent.tap;
  event.detail.parameters.times = sent.times;
  if (sent.harm) event.detail.parameters.harm = sent.harm;
}

function goOn(event) {
  if (event.detail.elt.id !== "tap-form") return;
  for (const button of table.querySelectorAll("[data-times]")) button.removeAttribute("data-times");
  if (event.detail.successful) document.getElementById("tap-why").value = "";
  else waiting.length = 0; // what was refused, or not heard, says why; what should follow it may mean something else now
  sent = null;
  setTimeout(send);
}

export function watchTaps() {
  table.addEventListener("click", tapButton);
  table.addEventListener("click", tapRow);
  document.addEventListener("htmx:configRequest", fillTap);
  document.addEventListener("htmx:afterRequest", goOn);
}
