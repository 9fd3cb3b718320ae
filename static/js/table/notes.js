// Private notes. htmx saves them while a person types; what is not saved yet is marked, and the browser asks before it
// leaves the page with it.

let isUnsaved = false;
let sent = "";

function mark(field) {
  const state = document.getElementById("my-note-state");
  if (state.querySelector("[role=alert]")) return; // it says why nothing is saved
  let line = state.querySelector("[role=status]");
  if (!line) {
    line = document.createElement("p");
    line.className = "hint";
    line.setAttribute("role", "status");
    state.append(line);
  }
  line.textContent = field.dataset.unsaved;
}

export function keepNotes() {
  const form = document.getElementById("my-note-form");
  const field = document.getElementById("my-note");
  field.addEventListener("input", () => {
    isUnsaved = true;
    mark(field);
  });
  form.addEventListener("htmx:beforeRequest", () => (sent = field.value));
  form.addEventListener("waits", () => (isUnsaved = field.value !== sent)); // it is sent later, from any page
  document.addEventListener("htmx:afterSettle", (event) => {
    if (event.detail.target?.id !== "my-note-state" && event.detail.elt?.id !== "my-note-state") return;
    const isSaved = !document.querySelector("#my-note-state [role=alert]");
    isUnsaved = !isSaved || field.value !== sent;
    if (isUnsaved) mark(field);
  });
  window.addEventListener("beforeunload", (event) => {
    if (isUnsaved) event.preventDefault();
  });
}
