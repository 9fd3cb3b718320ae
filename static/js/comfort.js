// What makes the table handier and is not needed to play: buttons that name their target, single keys, a chime when it
// is one's turn. Everything works without it; what a person chooses here stays in their browser.

const table = document.querySelector("[data-socket]");
const dialog = document.getElementById("comfort");

// ---- the button says what will happen

const AIMED = ["m.target", "m.targets", "m.toward"]; // the fields that say at whom, or where
const AT = new Set(["Strike", "Shoot", "Throw", "Fire", "Aim"]);

function nameTarget(label, target) {
  const [first] = label.split(" ");
  const at = label.search(/ with /);
  if (AT.has(first) && at > 0) return `${label.slice(0, at)} at ${target}${label.slice(at)}`;
  if (AT.has(first)) return `${label} at ${target}`;
  if (/^attack\b/i.test(label)) return `Attack ${target}${label.slice("Attack".length)}`;
  if (/, then attack$/.test(label)) return `${label} ${target}`;
  if (/^(up|down) /.test(target)) return `${label} ${target}`;
  if (label === "Move") return `Move toward ${target}`;
  if (/attack: /.test(label)) return label.replace(": ", ` on ${target}: `);
  return /attack/i.test(label) ? `${label} on ${target}` : `${label}: ${target}`;
}

function findTarget(form) {
  const [field] = AIMED.map((name) => form.querySelector(`[name="${name}"]`)).filter(Boolean);
  if (field.matches("select")) return field.value && field.selectedOptions[0].textContent.replace(/ \(.*\)$/, "");
  if (field.matches("[type=hidden]")) return field.previousElementSibling?.querySelector("b")?.textContent;
  return [...form.querySelectorAll(`[name="${field.name}"]:checked`)].map(nameChoice).join(", ");
}

function nameChoice(box) {
  const label = box.closest("label");
  return (label.querySelector("span") ?? label).textContent.trim();
}

function labelButton(form) {
  const button = form.querySelector("[data-label]");
  const target = button && findTarget(form)?.trim();
  if (button) button.textContent = target ? nameTarget(button.dataset.label, target) : button.dataset.label;
}

function labelButtons() {
  for (const form of table.querySelectorAll(`form:has(${AIMED.map((name) => `[name="${name}"]`)})`)) labelButton(form);
}

document.addEventListener("change", (event) => {
  if (AIMED.includes(event.target.name)) labelButton(event.target.form);
});
document.addEventListener("table:drawn", labelButtons);
labelButtons();

// ---- a page of ours for when nobody answers

navigator.serviceWorker?.register("/worker.js").catch(() => {}); // without it the browser shows its own

// ---- what is kept for this browser

function read(name, otherwise) {
  try {
    return (localStorage.getItem(`storywheel.${name}`) ?? otherwise) === "on";
  } catch {
    return otherwise === "on";
  }
}

function keep(name, on) {
  try {
    localStorage.setItem(`storywheel.${name}`, on ? "on" : "off");
  } catch {
    // a browser that keeps nothing: it lasts as long as the page
  }
}

const chosen = { chime: read("chime", "off"), buzz: read("buzz", "off"), keys: read("keys", "on") };

for (const box of dialog.querySelectorAll("input[type=checkbox]")) {
  box.checked = chosen[box.name];
  box.addEventListener("change", () => {
    chosen[box.name] = box.checked;
    keep(box.name, box.checked);
    if (box.checked && box.name === "chime") chime();
    if (box.checked && box.name === "buzz") navigator.vibrate?.(80);
  });
}
if (!navigator.vibrate) dialog.querySelector("[name=buzz]").closest("label").hidden = true;

// ---- it is my turn

let audio = null;

function chime() {
  audio ??= new AudioContext();
  audio.resume();
  for (const [pitch, start] of [[659, 0], [880, 0.16]]) {
    const tone = audio.createOscillator();
    const loudness = audio.createGain();
    const at = audio.currentTime + start;
    tone.frequency.value = pitch;
    loudness.gain.setValueAtTime(0.0001, at);
    loudness.gain.exponentialRampToValueAtTime(0.12, at + 0.02);
    loudness.gain.exponentialRampToValueAtTime(0.0001, at + 0.5);
    tone.connect(loudness).connect(audio.destination);
    tone.start(at);
    tone.stop(at + 0.55);
  }
}

document.addEventListener("table:turn", () => {
  if (chosen.chime) chime();
  if (chosen.buzz && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(80);
});

// ---- keys

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

// ---- how long the table still waits for an answer

function countDown() {
  for (const due of table.querySelectorAll("[data-due]")) {
    const left = Math.max(0, Math.round((Date.parse(due.dataset.due) - Date.now()) / 1000));
    due.querySelector("[data-left]").textContent = left > 90 ? `${Math.ceil(left / 60)} min` : `${left} s`;
    due.hidden = false;
  }
}

setInterval(countDown, 1000);
document.addEventListener("table:drawn", countDown);
countDown();

// ---- the log's hours by this browser's clock: it was drawn for all who sit alike, in UTC

function tellHours() {
  for (const moment of table.querySelectorAll("#log time")) {
    if (moment.dataset.told === moment.dateTime) continue;
    const at = new Date(moment.dateTime);
    const [hour, minute] = [at.getHours(), at.getMinutes()].map((number) => String(number).padStart(2, "0"));
    moment.textContent = `${hour}:${minute}`;
    moment.dataset.told = moment.dateTime;
  }
}

document.addEventListener("table:drawn", tellHours);
tellHours();

// ---- what is open in a drawing that is fetched anew stays open

let open = [];
document.addEventListener("htmx:beforeSwap", (event) => {
  open = [...event.detail.target.querySelectorAll("details[open]")].map((fold) => fold.id);
});
document.addEventListener("htmx:afterSwap", (event) => {
  for (const fold of event.detail.target.querySelectorAll("details")) if (open.includes(fold.id)) fold.open = true;
});
