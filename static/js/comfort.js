// What makes the table handier and is not needed to play: a chime when it is one's turn, single keys, a page of ours for
// when nobody answers. What a person chooses here stays in their browser.

const dialog = document.getElementById("comfort");

navigator.serviceWorker?.register("/worker.js").catch(() => {}); // without it the browser shows its own page

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

const chosen = { chime: read("chime", "off"), buzz: read("buzz", "off"), keys: read("keys", "on") };

for (const box of dialog.querySelectorAll("input[type=checkbox]")) {
  box.checked = chosen[box.name];
  box.addEventListener("change", () => {
    chosen[box.name] = box.checked;
    remember(box.name, box.checked);
    if (box.checked && box.name === "chime") chime();
    if (box.checked && box.name === "buzz") navigator.vibrate?.(80);
  });
}
if (!navigator.vibrate) dialog.querySelector("[name=buzz]").closest("label").hidden = true;

// ---- It is my turn

let audio = null;

function chime() {
  audio ??= new AudioContext();
  audio.resume();
  for (const [pitch, start] of [
    [659, 0],
    [880, 0.16],
  ]) {
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
