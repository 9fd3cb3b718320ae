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

// What completes the line is fetched with the first look at it: it is a tenth of all scripts of the page.
table.querySelector("#say-form").addEventListener("focusin", () => import("./completion.js"), { once: true });

// In the form of a post, Ctrl and Enter send it.
table.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || !event.target.matches("[data-posts]")) return;
  event.preventDefault();
  event.target.form.requestSubmit(event.target.form.querySelector("button[value=post]"));
});
