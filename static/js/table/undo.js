// "Undo" and "Take back" show what would go in one dialog, wherever they stand; a second tap takes it back. Ctrl+Z does
// the same for the Storyteller, and leads a player to the button that asks.

import { findFocus } from "./attention.js";
import { morphInside } from "./drawing.js";
import { table } from "./page.js";

const dialog = document.getElementById("undo-dialog");
let address = "";

async function showPreview() {
  const place = document.getElementById("undo-preview");
  try {
    const answer = await fetch(address, { credentials: "same-origin", headers: { "HX-Request": "true" } });
    if (answer.redirected || (!answer.ok && answer.status !== 409)) throw new Error(String(answer.status));
    morphInside(place, await answer.text());
    window.htmx.process(place);
    place.querySelector("#rewind button")?.focus();
  } catch {
    document.getElementById("undo-said").textContent = table.dataset.unheard;
  }
}

function ask(link) {
  address = link.href;
  document.getElementById("undo-said").textContent = "";
  document.getElementById("undo-preview").replaceChildren();
  dialog.showModal();
  showPreview();
}

function isWriting(node) {
  return node.matches("input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]");
}

export function keepUndo() {
  document.addEventListener("click", (event) => {
    const last = event.target.closest("a[data-undo-last]") && document.getElementById("undo-last");
    const link = dialog && (last || event.target.closest("a[data-undo]"));
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    ask(link);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "z" || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
    if (isWriting(event.target) || document.querySelector("dialog[open]")) return;
    const last = document.getElementById("undo-last");
    const button = document.getElementById("undo-ask");
    if (last) ask(last);
    else if (button) button.focus();
    else return;
    event.preventDefault();
  });
  if (dialog) keepDialog();
}

function keepDialog() {
  document.addEventListener("htmx:afterRequest", (event) => {
    if (event.detail.elt.id !== "rewind") return;
    if (event.detail.successful) dialog.close();
    else if (event.detail.xhr?.status === 409) showPreview(); // the table has moved on: show what would go now
  });
  dialog.addEventListener("close", () => document.activeElement === document.body && findFocus(false));
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
}
