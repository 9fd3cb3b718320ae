// Draws what the socket brings: regions of the page and lines of the log are morphed, never replaced.

import { isTouched } from "./page.js";

// Chromium 156 loses the layout of what `moveBefore` moves while a :has() rule watches it: whole panels go blank.
// Without it Idiomorph moves nodes as it does in browsers that have no such method.
delete Element.prototype.moveBefore;

const morphing = {
  callbacks: {
    beforeNodeMorphed(before, after) {
      if (before.nodeType !== Node.ELEMENT_NODE || after.nodeType !== Node.ELEMENT_NODE) return true;
      if (before.matches("details") && before.id === after.id) after.open = before.open;
      if (before.matches("[data-own]")) return false; // the page fetched it for this person alone
      if (before.matches("[data-at]")) {
        // lazy details that this page filled: `fillLazyDetails` fills them again
        before.dataset.lazy = after.dataset.lazy ?? "";
        return false;
      }
      if (!isTouched(before)) return true;
      if (!before.matches("select") || before === document.activeElement) return false; // a list may stand open
      const kept = [...before.selectedOptions].map((option) => option.value);
      for (const option of after.options) option.selected = kept.includes(option.value);
      return true;
    },
    beforeNodeRemoved(node) {
      if (!(node instanceof HTMLElement) || !node.matches(".choose__place > .offer")) return true;
      // another choice comes first now: the form of this one stays, and is fetched again when it is looked at
      node.dataset.from ??= `folds/${node.id.slice("at-".length)}/`;
      node.dataset.lazy ??= "";
      node.dataset.at = "";
      return false; // `choose.js` removes it when its choice is gone
    },
    beforeAttributeUpdated(name, node) {
      if (name === "style" && node.matches(".choose__place")) return false; // the list above it must not move
      // A form keeps the id of a command that is on its way, so that a resend is answered once.
      return !(name === "value" && node.matches("input[name=command]") && node.value);
    },
  },
};

function morph(before, html) {
  const holder = document.createElement("template");
  holder.innerHTML = html;
  const after = holder.content.firstElementChild;
  if (after) window.Idiomorph.morph(before, after, { ...morphing, morphStyle: "outerHTML" });
}

export function morphInside(node, html) {
  window.Idiomorph.morph(node, html, { ...morphing, morphStyle: "innerHTML" });
}

// Makes htmx's attributes work in what is new below a node. htmx sets up anew what has other attributes than before, and
// forgets the request that is on its way from it: no newer one could replace it any more, and its old answer would come
// last. So the classes by which htmx itself marks such an element must not count.
const MARKS = ["htmx-request", "htmx-settling", "htmx-swapping", "htmx-added"];

export function setUp(node) {
  const marked = [...node.querySelectorAll(MARKS.map((mark) => `.${mark}`).join())].map((one) => [one, one.className]);
  for (const [one] of marked) one.classList.remove(...MARKS);
  window.htmx.process(node);
  for (const [one, names] of marked) one.className = names;
}

export function drawRegions(regions) {
  for (const [id, html] of Object.entries(regions)) {
    const region = document.getElementById(id);
    if (region) morph(region, html);
  }
}

export function drawLog(lines, whole) {
  const log = document.getElementById("log");
  const known = new Set(lines.map(([entry]) => `entry-${entry}`));
  if (whole) for (const line of [...log.children]) if (line.id && !known.has(line.id)) line.remove();
  for (const [entry, html] of lines) {
    const line = document.getElementById(`entry-${entry}`);
    if (!html)
      line?.remove(); // the line has become part of an older one
    else if (line) morph(line, html);
    else insertLine(log, entry, html);
  }
}

function insertLine(log, entry, html) {
  const older = [...log.children].find((line) => Number(line.id.slice("entry-".length)) < entry);
  if (older) older.insertAdjacentHTML("beforebegin", html);
  else log.insertAdjacentHTML("beforeend", html);
}
