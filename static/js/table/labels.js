// Text that this browser fills into what the server drew: what a button will do to the chosen target, what a step of a
// slider costs, how long the table still waits for an answer, and the hours of the log. No script knows a language.

import { formatDay, formatHour, formatLeft, isolate, labelFor } from "./logic.js";
import { table } from "./page.js";

// The fields whose choice the button names: at whom a move is aimed, where it leads, how a blow is met.
const AIMED = ["m.target", "m.targets", "m.toward", "m.defense"];

function fillLabels() {
  for (const button of table.querySelectorAll("[data-aimed]")) fillLabel(button);
}

function fillLabel(button) {
  button.textContent = labelFor(button.dataset, findTarget(button.form));
}

function findTarget(form) {
  const field = form.querySelector(AIMED.map((name) => `[name="${name}"]`).join());
  if (!field) return undefined; // nobody can be chosen
  if (field.matches("select")) return field.value && nameOption(field.selectedOptions[0]);
  if (field.matches("[type=hidden]")) return nameOnly(field.previousElementSibling?.querySelector("b"));
  return [...form.querySelectorAll(`[name="${field.name}"]:checked`)].map((box) => isolate(nameChoice(box))).join(", ");
}

function nameOnly(place) {
  return place ? isolate(place.textContent.trim()) : undefined;
}

// An option may say more than its name: the server then gives the name apart.
function nameOption(option) {
  return isolate((option.dataset.name ?? option.textContent).trim());
}

function nameChoice(box) {
  const label = box.closest("label");
  return (label.querySelector("span") ?? label).textContent.trim();
}

// A number whose steps the server has labelled, such as the dice of an Excellency, becomes a slider.
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

function countDown() {
  for (const due of table.querySelectorAll("[data-due]")) {
    due.querySelector("[data-left]").textContent = formatLeft(Date.parse(due.dataset.due) - Date.now());
    due.hidden = false;
  }
}

// A drawing is shared by all who see alike, so the server draws hours in UTC.
function fillHours() {
  for (const moment of table.querySelectorAll("#log time, time[data-when]")) {
    if (moment.dataset.told === moment.dateTime) continue;
    const format = "when" in moment.dataset ? formatDay : formatHour;
    moment.textContent = format(new Date(moment.dateTime));
    moment.dataset.told = moment.dateTime;
  }
}

function fillAll() {
  fillLabels();
  fillSliders();
  countDown();
  fillHours();
}

export function keepLabels() {
  document.addEventListener("change", (event) => {
    const button = AIMED.includes(event.target.name) && event.target.form.querySelector("[data-aimed]");
    if (button) fillLabel(button);
  });
  document.addEventListener("input", (event) => event.target.closest("[data-slider]") && tellStep(event.target));
  document.addEventListener("table:drawn", fillAll);
  setInterval(countDown, 1000);
  fillAll();
}
