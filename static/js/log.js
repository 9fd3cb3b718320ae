// A stretch of a log, on a page without the table's scripts: the steps of an entry are fetched when they are unfolded.

/** @param {Element} place */
async function fill(place) {
  const link = place.querySelector("a");
  if (!link) return; // it is filled
  try {
    const answer = await fetch(link.href, { credentials: "same-origin", headers: { "HX-Request": "true" } });
    if (answer.ok && !answer.redirected) place.innerHTML = await answer.text();
  } catch {
    // the link stays, and unfolding once more tries again
  }
}

document.addEventListener(
  "toggle",
  (event) => {
    const details = /** @type {HTMLDetailsElement} */ (event.target);
    const place = details.open && details.querySelector(":scope > [data-lazy]");
    if (place) fill(place);
  },
  true, // it does not bubble
);
