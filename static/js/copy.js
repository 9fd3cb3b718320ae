// Buttons that copy a text. They are shown only where the browser can: it needs https, or this machine.
if (navigator.clipboard)
  for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("[data-copy]"))) {
    button.hidden = false;
    button.addEventListener("click", () => {
      navigator.clipboard.writeText(button.dataset.copy ?? "").then(
        () => (button.textContent = button.dataset.copied ?? ""),
        () => button.closest("li, section, main")?.querySelector("input[readonly]")?.select(), // the browser refused: it is ready to be copied by hand
      );
    });
  }
