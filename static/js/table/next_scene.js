// Leads this page to the next scene when the Storyteller goes on there. Somebody who is writing is asked instead: the page
// stays as it is, and a line that was typed goes along.

import { isTouched, table, tellPage } from "./page.js";

const KEPT = `draft ${JSON.stringify([table.dataset.person, "", "", "line"])}`; // as `draft_rules.js` names drafts
const WRITTEN = "textarea, input:not([type=hidden], [type=radio], [type=checkbox], [type=submit])";
const BESIDE = ["onward", "status", "presence"]; // what is drawn while the page waits for an answer

let known = Boolean(findWay()); // a page that was opened after the scene had closed leads nowhere by itself
let waits = false;

function findWay(/** @type {ParentNode} */ root = document) {
  return root.querySelector("[data-next]");
}

// Whether a person is writing, or stands in a form. The form that leads to the next scene does not count, nor does a line
// for the log that is still empty.
function isBusy() {
  const fields = [...table.querySelectorAll(WRITTEN)].filter((field) => !field.closest("#nextscene"));
  if (fields.some((field) => isTouched(field) && field.value.trim())) return true;
  if (document.querySelector("dialog[open]")) return true;
  const focused = document.activeElement;
  return focused.matches(".table form :is(input, select, textarea):not(#say)") && !focused.closest("#nextscene");
}

function leadsOn(html) {
  const holder = document.createElement("template");
  holder.innerHTML = html ?? "";
  return Boolean(findWay(holder.content));
}

// Returns the regions to draw now: all, or but few while this person writes and the next scene is open.
export function choose(regions) {
  if (regions.onward === undefined) return waits ? few(regions) : regions;
  const leads = leadsOn(regions.onward);
  if (leads && !known) waits = isBusy();
  if (!leads && waits) {
    // The scene was opened again: ask for what was not drawn.
    known = waits = false;
    delete table.dataset.asks;
    setTimeout(() => tellPage("table:behind"));
  }
  return waits ? few(regions) : regions;
}

function few(regions) {
  return Object.fromEntries(Object.entries(regions).filter(([id]) => BESIDE.includes(id)));
}

// Follows to the next scene, or asks.
export function goOn() {
  const way = findWay();
  if (!way) known = false;
  else if (waits) table.dataset.asks = "";
  else if (!known) location.assign(way.href);
  known = Boolean(way);
}

// ---- The line that was typed goes along

table.addEventListener("click", (event) => event.target.closest("[data-carry]") && carryLine());
document.addEventListener("table:left", () => {
  carryLine(); // the way back leads over the sign-in page
  document.querySelector("#write-state [role=status]")?.remove(); // what is typed from now on is not saved
});

// Among the drafts, which are erased when the person signs out, or somebody else comes (`drafts.js`).
function carryLine() {
  const line = document.getElementById("say")?.value;
  const field = document.getElementById("write-text");
  const post = field && field.value !== field.defaultValue ? field.value : "";
  try {
    if (line || post)
      localStorage.setItem(KEPT, JSON.stringify({ text: line, post, base: "", at: Date.now(), sent: false }));
  } catch {
    // This browser keeps nothing: the line stays behind.
  }
}

export async function fillCarried() {
  try {
    if (localStorage.getItem(KEPT)) (await import("./carried.js")).putBack(KEPT);
  } catch {
    // Nothing was kept.
  }
}
