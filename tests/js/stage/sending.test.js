// Acts on their way: one id for each deed, kept until the server answers, also where the form has gone meanwhile.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openTool } from "../../../static/js/stage/forms.js";
import { processForms, watchSending } from "../../../static/js/stage/sending.js";
import { change, load, page, places, put, window } from "./page.js";
import { fight, turn } from "./samples.js";

globalThis.DOMParser = window.DOMParser;
window.htmx = { process: () => {} };
watchSending();

/** What the form would send now, as htmx asks for it. */
function configure(form, submitter) {
  const detail = { elt: form, parameters: {}, triggeringEvent: { submitter } };
  form.dispatchEvent(new window.CustomEvent("htmx:configRequest", { bubbles: true, detail }));
  return detail.parameters;
}

/** The server's answer. */
function answer(form, status, text = "") {
  const xhr = { status, responseText: text };
  const detail = { elt: form, xhr, successful: status < 400, requestConfig: { elt: form, parameters: {} } };
  form.dispatchEvent(new window.CustomEvent("htmx:afterRequest", { bubbles: true, detail }));
}

function open() {
  load(fight(turn));
  processForms(places.main);
  return places.main.querySelector("form[data-offer]");
}

test("a second try has the id of the first, and the next deed another one", () => {
  const form = open();
  const first = configure(form);
  assert.match(first.command, /^[0-9a-f-]{36}$/);
  assert.equal(first.number, 1);
  assert.equal(first.csrfmiddlewaretoken, "token");
  answer(form, 0);
  assert.equal(configure(form).command, first.command);
  answer(form, 200);
  assert.notEqual(configure(form).command, first.command);
});

test("a form that is gone when its answer comes is answered all the same", () => {
  const form = open();
  const first = configure(form);
  form.remove();
  answer(form, 200);
  assert.notEqual(configure(open()).command, first.command);
});

test("a refusal is kept as a sentence with the choices, and the next try is another deed", () => {
  const form = open();
  const first = configure(form);
  answer(form, 409, '<p role="alert">Deruvin is out of reach.</p>');
  assert.equal(page.ui.refused["o-attack"], "Deruvin is out of reach.");
  assert.notEqual(configure(form).command, first.command);
});

test("a button outside of its form sends what it stands for", () => {
  const button = Object.assign(window.document.createElement("button"), { name: "m.defense", value: "dodge" });
  assert.equal(configure(open(), button)["m.defense"], "dodge");
});

test("a move chosen while another is on its way is another form, which the answer to the first leaves alone", () => {
  const attack = open();
  const first = configure(attack);
  const radio = places.main.querySelector("#moves input:checked");
  radio.focus();
  put("picked", "card-c1", "o-guard");
  const guard = places.main.querySelector("form[data-offer]");
  assert.equal(guard.dataset.offer, "o-guard");
  assert.notEqual(guard, attack);
  assert.equal(window.document.activeElement, radio, "the list of moves stays where it is");
  processForms(places.main);
  const second = configure(guard);
  answer(attack, 200);
  assert.equal(configure(guard).command, second.command, "the second is still on its way");
  assert.notEqual(configure(open()).command, first.command, "the first is done");
});

test("a button may make its form another move", () => {
  const button = Object.assign(window.document.createElement("button"), { name: "move", value: "PutHandoutAway" });
  assert.equal(configure(open(), button).move, "PutHandoutAway");
});

test("a tool that stays open is empty again when it was heard", () => {
  const line = { name: "line", id: "new-foes-line", label: "Foes", shape: "line" };
  const form = { id: "new-foes", move: "BringFoes", hidden: [], main: [line], more: [], buttons: [], stays: true };
  load(fight(turn));
  change({ forms: { "desk fight": { forms: [form] } } });
  openTool("desk fight");
  processForms(places.main);
  const field = places.main.querySelector("[name=line]");
  field.value = "3 x Toll guard";
  answer(field.form, 200);
  assert.equal(field.value, "");
});
