// What makes the table handier and is not needed to play: a chime and a notice when it is one's turn, the sound of dice,
// single keys. What a person chooses here stays in their browser.

const dialog = document.getElementById("comfort");

// ---- What this browser remembers

function read(name, otherwise) {
  try {
    return (localStorage.getItem(`storywheel.${name}`) ?? otherwise) === "on";
  } catch {
    return otherwise === "on";
  }
}

function remember(name, on) {
  try {
    localStorage.setItem(`storywheel.${name}`, on ? "on" : "off");
  } catch {
    // This browser stores nothing: the choice lasts as long as the page.
  }
}

const chosen = { keys: read("keys", "on") };
for (const name of ["chime", "buzz", "notice", "dice"]) chosen[name] = read(name, "off");

function choose(name, on) {
  chosen[name] = on;
  remember(name, on);
  dialog.querySelector(`[name=${name}]`).checked = on;
  if (on && name === "chime") import("./sounds.js").then(({ chime }) => chime());
  if (on && name === "dice") import("./sounds.js").then(({ rattle }) => rattle(3));
  if (on && name === "buzz") navigator.vibrate?.(80);
  if (on && name === "notice") allowNotices();
}

for (const box of dialog.querySelectorAll("input[type=checkbox]")) {
  box.checked = chosen[box.name];
  box.addEventListener("change", () => choose(box.name, box.checked));
}
if (!navigator.vibrate) dialog.querySelector("[name=buzz]").closest("label").hidden = true;

// ---- The question that is asked once, while nothing waits for this person

const question = document.getElementById("tell");
if (question) question.hidden = read("asked", "off");

question?.addEventListener("click", (event) => {
  const answer = event.target.dataset.tells;
  if (!answer) return;
  choose("chime", answer !== "no");
  choose("notice", answer === "yes");
  remember("asked", true);
  question.hidden = true;
});

// ---- Notices of the browser

async function allowNotices() {
  const answer = await window.Notification?.requestPermission();
  dialog.querySelector("#no-notices").hidden = answer === "granted";
  if (answer !== "granted") choose("notice", false);
}

async function notify() {
  const title = document.querySelector("#mine .mine h2, #tasks .task h3")?.textContent ?? document.title;
  const body = document.querySelector("h1").textContent;
  const worker = await navigator.serviceWorker?.ready;
  // One notice for each scene: a later turn takes the place of an earlier one.
  const icon = document.querySelector("link[rel=apple-touch-icon]").href;
  await worker?.showNotification(title.trim(), { body, icon, tag: location.pathname, data: location.pathname });
}

// ---- It is my turn

document.addEventListener("table:turn", () => {
  if (chosen.chime) import("./sounds.js").then(({ chime }) => chime());
  if (chosen.buzz && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(80);
  if (chosen.notice && document.hidden && window.Notification?.permission === "granted") notify();
});

// ---- Dice fall

document.addEventListener("table:dice", () => {
  if (chosen.dice) import("./sounds.js").then(({ rattle }) => rattle(document.querySelectorAll("#came .die").length));
});

// ---- Keys

const PLACES = {
  "/": ["#say"],
  a: ["#mine .mine h2", "#mine summary", "#act"],
  w: ["#order summary", "#wheel"],
  f: ["#fighters summary", "#me"],
  r: ["#rolls summary"],
  l: [".logscroll"],
};

function goTo(selectors) {
  const place = selectors.map((selector) => document.querySelector(selector)).find((found) => found?.checkVisibility());
  if (!place) return;
  if (place.tabIndex < 0) place.tabIndex = -1;
  place.focus();
  place.scrollIntoView({ block: "nearest" });
}

function isWriting(node) {
  return node.matches("input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]");
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || isWriting(event.target)) return;
  if (event.key === "?" && !dialog.open) dialog.showModal();
  else if (chosen.keys && !dialog.open && PLACES[event.key]) goTo(PLACES[event.key]);
  else return;
  event.preventDefault();
});

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-opens=comfort]")) dialog.showModal();
  else if (event.target === dialog) dialog.close();
});
