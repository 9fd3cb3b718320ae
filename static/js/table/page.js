// The table's element, how much of the log this page has drawn, and the line that says what went wrong. The scripts tell
// one another by events on the document: "table:drawn" (something new is drawn), "table:figures" (somebody's wounds,
// points or stunts may have changed), "table:behind" (ask for what is new), "table:turn" (it is my turn), "table:dice"
// (dice fall in the result card) and "table:left" (this person may not sit here any more). The server's answer to a form
// brings "table:moved" with the number it has reached.

export const table = document.querySelector("[data-socket]");

// The number of entries that are drawn here. Entries that this seat may not see are not counted.
export function drawnTo() {
  return Number(table.dataset.number);
}

export function setDrawnTo(number) {
  table.dataset.number = number;
}

// How often this page was drawn anew. A secret act of others may change the page without a new entry.
let drawings = 0;

export function countDrawing() {
  drawings += 1;
}

export function drawnTimes() {
  return drawings;
}

export function tellPage(name) {
  document.dispatchEvent(new Event(name));
}

export function refuse(sentence) {
  document.getElementById("refusal").textContent = sentence;
}

// Whether a person has typed or chosen something in this field since it was drawn: a push must leave it alone.
export function isTouched(node) {
  if (node === document.activeElement && node.matches("input, textarea, select")) return true;
  if (node.matches("input[type=checkbox], input[type=radio]")) return node.checked !== node.defaultChecked;
  if (node.matches("select")) return [...node.options].some((option) => option.selected !== option.defaultSelected);
  if (node.matches("input, textarea")) return node.type !== "hidden" && node.value !== node.defaultValue;
  return false;
}
