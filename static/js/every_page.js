// Tells the server the time zone of this browser: pages print moments in it, and read those that a person types in it.
const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
const secure = location.protocol === "https:" ? "; secure" : "";
if (timeZone) document.cookie = `zone=${timeZone}; path=/; max-age=31536000; samesite=lax${secure}`;

// A refused button leads back to its page, which opens where the person was.
const PLACE = "place";
addEventListener("submit", () => sessionStorage.setItem(PLACE, JSON.stringify([location.pathname, scrollY])));
const [pressedOn, height] = JSON.parse(sessionStorage.getItem(PLACE) ?? "[]");
sessionStorage.removeItem(PLACE);
if (pressedOn === location.pathname && document.querySelector(".said--refused")) scrollTo(0, height);

// Who is signed in has a worker that keeps pages. What uses it is fetched once it is there.
if (document.getElementById("unsent")) {
  navigator.serviceWorker?.register("/worker.js").catch(() => {});
  if (navigator.serviceWorker?.controller) import("./offline.js");
}

// Drafts: where somebody writes, and where what was sent has arrived. `localStorage` may be barred.
// A live table keeps what is typed by itself, and loads no more scripts than it needs.
try {
  const has = Object.keys(localStorage).some((key) => key.startsWith("draft "));
  const isLive = document.querySelector("[data-socket]");
  if (!isLive && (has || document.querySelector("textarea"))) import("./drafts.js");
} catch {
  // nothing is kept
}
