// The form of a sheet: rows of lists are added without saving, and nobody leaves with unsaved changes unasked.

const form = /** @type {HTMLFormElement} */ (document.querySelector(".sheet--edit"));
let isSent = false;

/** Return what the form would send, to compare. */
function listValues() {
  return [...new FormData(form)].map(([name, value]) => `${name}=${value}`).join("\n");
}

const first = listValues();

function isUnsaved() {
  return !isSent && (form.dataset.unsaved !== undefined || listValues() !== first);
}

/** Give a copied row its number wherever its fields, labels and hints name the row that it was copied from. */
function numberRow(row, entry, number) {
  const [list, was] = entry.split(".");
  for (const element of row.querySelectorAll("*")) {
    for (const name of ["name", "id", "for", "aria-describedby"]) {
      const value = element.getAttribute(name);
      if (!value) continue;
      const named = value.replace(`${list}.${was}`, `${list}.${number}`);
      element.setAttribute(name, named.replace(`t-${list}-${was}-`, `t-${list}-${number}-`));
    }
  }
  const legend = row.querySelector("legend");
  legend.textContent = legend.textContent.replace(/\d+$/, String(number + 1));
  row.dataset.row = `${list}.${number}`;
}

/** @returns {HTMLElement} */
function firstField(row) {
  return row.querySelector("input:not([type=hidden]), select, textarea");
}

/** Put a button in place of the folded empty rows: each press writes one more row, and the focus goes there. */
function openList(fold) {
  const rows = [...fold.querySelectorAll("[data-row]")];
  const pattern = document.createElement("template");
  const entry = rows[0].dataset.row;
  let number = Number(entry.split(".")[1]);
  pattern.content.append(rows[0].cloneNode(true));
  const add = document.createElement("button");
  add.type = "button";
  add.className = "btn btn--small";
  add.append(...[...fold.querySelector("summary").childNodes].filter((node) => node.className !== "turn"));
  const place = document.createElement("div");
  place.className = "traitform";
  fold.replaceWith(place, add);
  add.addEventListener("click", () => {
    const row = /** @type {HTMLElement} */ (pattern.content.firstElementChild.cloneNode(true));
    numberRow(row, entry, number);
    number += 1;
    place.append(row);
    openRow(row, add);
    firstField(row).focus();
  });
}

/** Let a row that is not saved yet be taken out again. */
function openRow(row, add) {
  const drop = row.querySelector("[data-drop]");
  drop.hidden = false;
  drop.addEventListener("click", () => {
    row.remove();
    add.focus();
  });
}

/** Let a list of choices grow: the button writes one more empty choice. */
function openChoices(add) {
  add.hidden = false;
  add.addEventListener("click", () => {
    const last = add.parentElement.querySelector("select:last-of-type");
    const more = last.cloneNode(true);
    for (const option of more.options) option.removeAttribute("selected");
    more.value = "";
    more.setAttribute(
      "aria-label",
      last.getAttribute("aria-label").replace(/\d+$/, (n) => String(Number(n) + 1)),
    );
    last.after(more);
    more.focus();
  });
}

for (const fold of form.querySelectorAll(".traitspare")) openList(fold);
for (const add of form.querySelectorAll("[data-more]")) openChoices(add);
form.addEventListener("submit", () => {
  isSent = true;
});
form.addEventListener("input", () => {
  isSent = false; // Back from the saved sheet, and something else is typed
});
addEventListener("beforeunload", (event) => {
  if (isUnsaved()) event.preventDefault();
});
