// As whom a person speaks is remembered in this browser, for each series.

const form = document.getElementById("say-form");
const speaker = document.getElementById("say-as");
const name = document.getElementById("say-name");
const key = `storywheel.speaks ${form.dataset.series}`;

function read() {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "[]");
  } catch {
    return []; // this browser stores nothing, or something else
  }
}

function remember() {
  try {
    localStorage.setItem(key, JSON.stringify([speaker.value, name?.value ?? ""]));
  } catch {
    // The choice lasts as long as the page.
  }
}

if (speaker) {
  const [who, called] = read();
  if ([...speaker.options].some((option) => option.value === who)) speaker.value = who;
  if (name && typeof called === "string") name.value = called;
  speaker.addEventListener("change", remember);
  name?.addEventListener("change", remember);
}
