// A refused button leads back to its page, which opens where the person was.
const PLACE = "place";
addEventListener("submit", () => sessionStorage.setItem(PLACE, JSON.stringify([location.pathname, scrollY])));
const [pressedOn, height] = JSON.parse(sessionStorage.getItem(PLACE) ?? "[]");
sessionStorage.removeItem(PLACE);
if (pressedOn === location.pathname && document.querySelector(".said--refused")) scrollTo(0, height);

// Drafts: where somebody writes, and where what was sent has arrived. `localStorage` may be barred.
try {
  const has = Object.keys(localStorage).some((key) => key.startsWith("draft "));
  if (has || document.querySelector("textarea")) import("./drafts.js");
} catch {
  // nothing is kept
}

export {};
