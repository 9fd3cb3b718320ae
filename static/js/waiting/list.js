// On pages beside the table: what waits for the connection is shown, and can be discarded.

import { drop, openOutbox } from "./outbox.js";

const place = document.getElementById("unsent");
const list = place.querySelector("ul");
const sample = place.querySelector("template").content.firstElementChild;

/** @param {import("./rules.js").Item[]} items */
function show(items) {
  place.hidden = !items.length;
  list.replaceChildren(...items.map(drawOne));
}

/** @param {import("./rules.js").Item} item */
function drawOne({ id, text, where, page, refused, isSending }) {
  const line = /** @type {HTMLElement} */ (sample.cloneNode(true));
  const part = (word) => line.querySelector(`[data-${word}]`);
  part("text").textContent = text;
  part("where").textContent = where;
  part("where").href = page;
  part("state").textContent = refused || place.dataset.waiting;
  line.classList.toggle("is-refused", Boolean(refused));
  part("discard").disabled = isSending;
  part("discard").addEventListener("click", () => drop(id));
  return line;
}

openOutbox(place.dataset.person, { show });
