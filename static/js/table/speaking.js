// As whom a person speaks is remembered in this browser, for each series.

import { table } from "./page.js";

const speaker = table.querySelector("#say-as");
const typed = table.querySelector("#say-name");
const key = `storywheel.speaks ${table.querySelector("#say-form").dataset.series}`;

function read() {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "[]");
  } catch {
    return []; // this browser stores nothing, or something else
  }
}

function remember() {
  try {
    localStorage.setItem(key, JSON.stringify([speaker.value, typed?.value ?? ""]));
  } catch {
    // The choice lasts as long as the page.
  }
}

if (speaker) {
  const [who, called] = read();
  if ([...speaker.options].some((option) => option.value === who)) speaker.value = who;
  if (typed && typeof called === "string") typed.value = called;
  speaker.addEventListener("change", remember);
  typed?.addEventListener("change", remember);
}
