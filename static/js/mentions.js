// Completes names after "@" in notes. The names are those that this person knows, asked for once, at the first "@".
// Without this script one types them whole.

import { insertMention, suggestNames } from "./mention_names.js";

const source = /** @type {HTMLElement} */ (document.querySelector("script[data-names]"));
/** @type {Promise<string[]> | null} */
let asked = null;

/** @param {string} url */
async function fetchNames(url) {
  try {
    const answer = await fetch(url, { credentials: "same-origin" });
    return answer.ok && !answer.redirected ? await answer.json() : [];
  } catch {
    return [];
  }
}

/** @param {HTMLTextAreaElement} area */
function watch(area) {
  const list = document.createElement("ul");
  let active = 0;
  let from = 0;
  list.id = `${area.id}-names`;
  list.className = "mentions";
  list.role = "listbox";
  list.hidden = true;
  area.after(list);
  for (const [name, value] of Object.entries({ "aria-autocomplete": "list", "aria-controls": list.id })) {
    area.setAttribute(name, value);
  }

  function mark() {
    [...list.children].forEach((item, place) => {
      item.ariaSelected = String(place === active);
    });
    if (list.hidden) area.removeAttribute("aria-activedescendant");
    else area.setAttribute("aria-activedescendant", `${list.id}-${active}`);
  }

  function close() {
    list.hidden = true;
    list.ariaLabel = null; // a second label beside that of the notes would be found twice
    list.replaceChildren();
    mark();
  }

  async function suggest() {
    if (!area.value.slice(0, area.selectionStart).includes("@")) return close();
    asked ??= fetchNames(source.dataset.names);
    const names = await asked;
    const found = suggestNames(area.value.slice(0, area.selectionStart), names);
    from = found.from;
    active = 0;
    list.replaceChildren(
      ...found.names.map((name, place) => {
        const item = document.createElement("li");
        item.id = `${list.id}-${place}`;
        item.role = "option";
        item.dir = "auto";
        item.textContent = name;
        return item;
      }),
    );
    list.hidden = found.names.length === 0;
    list.ariaLabel = list.hidden ? null : source.dataset.label;
    mark();
  }

  /** @param {number} place */
  function choose(place) {
    const name = list.children[place].textContent;
    area.setRangeText(insertMention(name, area.value.slice(area.selectionStart)), from, area.selectionStart, "end");
    close();
    area.focus();
  }

  area.addEventListener("input", suggest);
  area.addEventListener("blur", close);
  area.addEventListener("keydown", (event) => {
    if (list.hidden || event.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      active = (active + step + list.children.length) % list.children.length;
      mark();
    } else if (event.key === "Enter" || (event.key === "Tab" && !event.shiftKey)) choose(active);
    else if (event.key === "Escape") close();
    else return;
    event.preventDefault();
  });
  list.addEventListener("pointerdown", (event) => event.preventDefault()); // the notes keep the focus
  list.addEventListener("click", (event) => {
    const item = /** @type {Element} */ (event.target).closest("[role=option]");
    if (item) choose([...list.children].indexOf(item));
  });
}

for (const area of document.querySelectorAll("textarea[data-mentions]")) {
  watch(/** @type {HTMLTextAreaElement} */ (area));
}
