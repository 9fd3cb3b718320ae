// What is open in a part that htmx replaces stays open.

/** @type {string[]} */
let unfolded = [];
document.addEventListener("htmx:beforeSwap", (event) => {
  unfolded = [...event.detail.target.querySelectorAll("details[open]")].map((place) => place.id);
});
document.addEventListener("htmx:afterSwap", () => {
  // not in the event's target: where the whole part is replaced, that is the part as it was
  for (const place of document.querySelectorAll("details[id]")) if (unfolded.includes(place.id)) place.open = true;
});
