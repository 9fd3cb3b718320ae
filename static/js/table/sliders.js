// Sliders: a number whose steps the server has labelled, such as the dice of an Excellency with their price. Without this
// script it is a number that one types.

export function keepSliders() {
  document.addEventListener("input", (event) => {
    if (event.target.closest("[data-slider]")) tellStep(event.target);
  });
  document.addEventListener("table:drawn", fillSliders);
  fillSliders();
}

function fillSliders() {
  for (const slider of document.querySelectorAll("[data-slider] input")) {
    slider.type = "range";
    tellStep(slider);
  }
}

// Says what the chosen step is and costs, beside the slider and to a screen reader.
function tellStep(slider) {
  const step = [...slider.list.options].find((option) => option.value === slider.value);
  if (!step) return;
  slider.parentElement.querySelector("output").textContent = step.label;
  slider.setAttribute("aria-valuetext", step.label);
}
