// A page for tests: the places into which the table is drawn, in a small DOM.

import { JSDOM } from "jsdom";

const SHELL = `<!doctype html><html lang="en"><body><div id="head"></div><main id="main"></main><nav id="tabs"></nav>
<p id="said" role="status"></p></body></html>`;

const dom = new JSDOM(SHELL, { url: "http://table.test/scenes/1/stage/", pretendToBeVisual: true });
const { window } = dom;
for (const name of [
  "document",
  "Node",
  "HTMLElement",
  "HTMLFormElement",
  "HTMLInputElement",
  "HTMLSelectElement",
  "HTMLTextAreaElement",
  "Event",
  "location",
  "sessionStorage",
]) {
  globalThis[name] = window[name];
}
globalThis.window = window;
globalThis.fetch = async () => ({ ok: false });

const { draw, table } = await import("../../../static/js/stage/draw.js");
const { render } = await import("../../../static/js/stage/dialect.js");
const { change, newUi, onChange, page, put, setFacts } = await import("../../../static/js/stage/page.js");

const find = (id) => window.document.getElementById(id);

/** The places of the page. */
export const places = { main: find("main"), head: find("head"), tabs: find("tabs") };

/** Loads the page with these facts. */
export function load(facts) {
  for (const place of Object.values(places)) render("", place);
  page.facts = facts;
  page.ui = newUi();
  page.at = { base: "/scenes/1/", command: "/scenes/1/command/", csrf: "token", sheet: "/characters/0/" };
  onChange(() => draw(places));
  draw(places);
}

/** What a page that is loaded now with these facts shows. */
export function firstDrawing(facts, ui = newUi()) {
  const place = window.document.createElement("main");
  render(table(facts, ui), place);
  return tidy(place);
}

/** The elements and words of a place, without the marks of the library. */
export function tidy(place) {
  const copy = place.cloneNode(true);
  const walker = window.document.createTreeWalker(copy, 128);
  const marks = [];
  while (walker.nextNode()) marks.push(walker.currentNode);
  for (const mark of marks) mark.remove();
  copy.normalize();
  return copy.innerHTML;
}

export { change, page, put, setFacts, window };
