// The form of a post: Ctrl and Enter send it.

import { table } from "./page.js";

export function keepWriting() {
  table.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || !event.target.matches("[data-posts]")) return;
    event.preventDefault();
    event.target.form.requestSubmit(event.target.form.querySelector("button[value=post]"));
  });
}
