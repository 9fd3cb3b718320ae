// A fold whose first field is typed at once (the title of the next scene, a line of foes) leads into it: a click that opens
// `<details data-enters="id">` puts the focus into the field of that id, as soon as it is there.

import { table } from "./page.js";

let wanted = null; // the fold that was opened and whose field is not there yet

function enter() {
  const field = wanted && document.getElementById(wanted.dataset.enters);
  if (!field?.checkVisibility()) return;
  wanted = null;
  field.focus();
}

export function keepEntering() {
  table.addEventListener("click", (event) => {
    const fold = event.target.closest("[data-enters] > summary")?.parentElement;
    if (!fold) return;
    wanted = fold.open ? null : fold; // it opens after this event
    setTimeout(enter); // a form that was fetched before
  });
  document.addEventListener("table:drawn", enter);
  // A person who went elsewhere meanwhile stays there.
  table.addEventListener("focusin", (event) => {
    if (wanted && !wanted.contains(event.target)) wanted = null;
  });
}
