// The table's element, how far this page has come, and the line that says what went wrong. The parts of the page tell
// one another by events: "table:drawn" (there is something new), "table:figures" (somebody's wounds, points or stunts
// may be others now), "table:behind" (ask for what is new), "table:turn" (it is my turn) and "table:left" (whoever sits
// here may not any more).

export const table = document.querySelector("[data-socket]");

// How many entries are drawn here: all that this seat may see. What is secret for it is not counted.
export function drawnTo() {
  return Number(table.dataset.number);
}

export function setDrawnTo(number) {
  table.dataset.number = number;
}

// How often this page was drawn anew. What others do in secret may change it without a new entry.
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

// What a person has typed, chosen or opened since the page was drawn outlives every push.
export function isTouched(node) {
  if (node === document.activeElement && node.matches("input, textarea, select")) return true;
  if (node.matches("input[type=checkbox], input[type=radio]")) return node.checked !== node.defaultChecked;
  if (node.matches("select")) return [...node.options].some((option) => option.selected !== option.defaultSelected);
  if (node.matches("input, textarea")) return node.type !== "hidden" && node.value !== node.defaultValue;
  return false;
}
