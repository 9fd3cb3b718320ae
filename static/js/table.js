// The live page of a scene: listens to the scene's socket, morphs the pieces that changed, and says truthfully
// whether the page is live, catching up or offline. It never decides anything: people act by posting forms.

const table = document.querySelector("[data-socket]");
const PATIENCE = [0, 250, 500, 1000, 2000, 4000, 8000]; // milliseconds before each new try
const SILENCE = 40000; // longer than two heartbeats: a socket this quiet is dead
const STAY_AWAY = new Set([4401, 4403, 4404]);

let number = Number(table.dataset.number);
let socket = null;
let tries = 0;
let lastHeard = 0;
let dismissed = false;

// ---- what the person sees of the connection

function showLink(state, word) {
  const mark = document.getElementById("link-state");
  mark.dataset.state = state;
  mark.querySelector("[data-words]").textContent = mark.dataset[word];
}

// ---- drawing

// What a person has typed, chosen or opened since the page was drawn outlives every push.
function isTouched(node) {
  if (node === document.activeElement && node.matches("input, textarea, select")) return true;
  if (node.matches("input[type=checkbox], input[type=radio]")) return node.checked !== node.defaultChecked;
  if (node.matches("select")) return [...node.options].some((option) => option.selected !== option.defaultSelected);
  if (node.matches("input, textarea")) return node.type !== "hidden" && node.value !== node.defaultValue;
  return false;
}

// Chromium 156 loses the layout of what `moveBefore` moves while a :has() rule watches it: whole panels go blank.
// Without it Idiomorph moves nodes as it does in browsers that have no such method.
delete Element.prototype.moveBefore;

const morphing = {
  morphStyle: "outerHTML",
  callbacks: {
    beforeNodeMorphed(before, after) {
      if (before.nodeType !== Node.ELEMENT_NODE || after.nodeType !== Node.ELEMENT_NODE) return true;
      if (before.matches("details") && before.id === after.id) after.open = before.open;
      if (before.matches("[data-own]")) return false; // fetched for this person alone
      if (before.matches("[data-at]")) { // a fold that was filled here, and is filled again below
        before.dataset.fold = after.dataset.fold ?? "";
        return false;
      }
      if (!isTouched(before)) return true;
      if (!before.matches("select") || before === document.activeElement) return false; // a list may stand open
      const kept = [...before.selectedOptions].map((option) => option.value);
      for (const option of after.options) option.selected = kept.includes(option.value);
      return true;
    },
    beforeAttributeUpdated(name, node) {
      // A form keeps the id of a command that is on its way, so that a resend is answered once.
      return !(name === "value" && node.matches("input[name=command]") && node.value);
    },
  },
};

function morph(before, html) {
  const holder = document.createElement("template");
  holder.innerHTML = html;
  const after = holder.content.firstElementChild;
  if (after) window.Idiomorph.morph(before, after, morphing);
}

function drawPieces(pieces) {
  for (const [id, html] of Object.entries(pieces)) {
    const piece = document.getElementById(id);
    if (piece) morph(piece, html);
  }
}

function drawLog(lines, whole) {
  const log = document.getElementById("log");
  const known = new Set(lines.map(([entry]) => `entry-${entry}`));
  if (whole) for (const line of [...log.children]) if (line.id && !known.has(line.id)) line.remove();
  for (const [entry, html] of lines) {
    const line = document.getElementById(`entry-${entry}`);
    if (!html) line?.remove(); // it has become a part of an older one
    else if (line) morph(line, html);
    else insertLine(log, entry, html);
  }
}

function insertLine(log, entry, html) {
  const older = [...log.children].find((line) => Number(line.id.slice("entry-".length)) < entry);
  if (older) older.insertAdjacentHTML("beforebegin", html);
  else log.insertAdjacentHTML("beforeend", html);
}

// A piece of a frame is text, or what is new of it between [first, count] of the lines that this socket sent before.
function complete(pieces, sent) {
  for (const [id, piece] of Object.entries(pieces)) {
    const lines = sent.get(id)?.split("\n") ?? [];
    const parts = typeof piece === "string" ? [piece] : piece;
    pieces[id] = parts.map((part) => (typeof part === "string" ? part : lines.slice(part[0], part[0] + part[1]).join("\n"))).join("\n");
    sent.set(id, pieces[id]);
  }
}

function show(frame) {
  if (frame.n < number && frame.pieces) return; // the page has been brought further by asking
  const myTurn = isMyTurn();
  const written = listWritten();
  const focused = table.contains(document.activeElement);
  if (frame.pieces) drawPieces(frame.pieces);
  if (frame.log) drawLog(frame.log, frame.whole);
  if (frame.pieces && frame.n !== undefined) {
    number = frame.n;
    table.dataset.number = number;
    window.htmx.process(table);
    fillForms();
    fillFolds();
    const hasActed = acted && !acted.isConnected;
    if ((focused || hasActed) && document.activeElement === document.body) findFocus(hasActed);
    if (hasActed) acted = null;
    else saveWritten(written);
    showThrow();
    if (!myTurn && isMyTurn()) announceTurn();
    document.dispatchEvent(new Event("table:drawn"));
  } else if (frame.n > number) {
    catchUp();
  }
}

function isMyTurn() {
  return Boolean(document.querySelector("#mine .mine"));
}

// What was acted with is gone: whoever goes by keyboard is led to what waits next, and whoever acted is shown it.
let acted = null; // the form that was sent last
let around = null; // and the part of the page where it stood

document.addEventListener("htmx:beforeRequest", (event) => {
  if (!event.detail.elt.matches("#act form")) return;
  acted = event.detail.elt;
  around = acted.closest("#cast, #tasks");
});

function findFocus(hasActed) {
  const left = hasActed && around?.isConnected ? around : document.getElementById("act");
  const next = document.querySelector("#mine .mine h2") ?? left;
  next.tabIndex = -1;
  next.focus({ preventScroll: true });
  const place = next.closest(".mine") ?? next;
  const { top } = place.getBoundingClientRect();
  if (hasActed && (top < 0 || top > window.innerHeight / 2)) place.scrollIntoView();
}

// The dice fall in the log: whoever threw them sees them, also where the log lies far above the pad.
const ROLLS = ["MakeRoll", "RollForTask", "HelpTask"];
const SOON = 2000; // milliseconds
let thrown = null; // the newest line of the log when the dice were thrown

document.addEventListener("htmx:beforeRequest", (event) => {
  const move = event.detail.elt.querySelector("input[name=move]")?.value;
  if (event.detail.elt.matches("form") && ROLLS.includes(move)) thrown = newestLine()?.id ?? "";
});

function newestLine() {
  return document.querySelector("#log > li");
}

function showThrow() {
  if (thrown === null || thrown === (newestLine()?.id ?? "")) return;
  const { top, bottom } = newestLine().getBoundingClientRect();
  if (top < 60 || bottom > window.innerHeight - 60) newestLine().scrollIntoView();
  thrown = null;
}

// What somebody was still writing when the table needed it no more is shown once again, to be copied.
function listWritten() {
  return [...document.querySelectorAll("#act textarea")].filter((field) => isTouched(field) && field.value.trim());
}

function saveWritten(fields) {
  const lost = fields.find((field) => !field.isConnected && field.form !== acted);
  if (lost) refuse(`${table.dataset.overtaken} “${lost.value.trim()}”`);
}

const title = document.title;

function announceTurn() {
  if (document.hidden) document.title = `● ${title}`;
  document.dispatchEvent(new Event("table:turn"));
}

document.addEventListener("visibilitychange", () => {
  if (document.hidden) return;
  document.title = title;
  if (!socket || socket.readyState > WebSocket.OPEN) connectSoon(0);
});

// A random UUID; crypto.randomUUID is not there for a phone that plays over plain http in the same house.
function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

// ---- forms: each carries a command id, the same until the server has answered it

function fillForms() {
  for (const field of table.querySelectorAll("input[name=command]")) if (!field.value) field.value = newId();
  for (const field of table.querySelectorAll("input[name=csrfmiddlewaretoken]")) field.value = table.dataset.csrf;
  for (const field of table.querySelectorAll("form input[name=number]")) field.value = number;
}

// A whole page is no answer to a form, and has no place inside this one: it is the door to whoever is not signed in any
// more, or says that there is nothing here for them.
function isTurnedAway(xhr) {
  return /^\s*<!doctype/i.test(xhr?.responseText ?? "");
}

document.addEventListener("htmx:beforeSwap", (event) => {
  if (event.detail.xhr.status >= 500 || !isTurnedAway(event.detail.xhr)) return;
  event.detail.shouldSwap = false;
  leave();
  refuse(document.getElementById("link-state").dataset.gone);
});

document.addEventListener("htmx:afterRequest", (event) => {
  const form = event.detail.elt;
  const status = event.detail.xhr?.status ?? 0;
  if (form.matches("form")) setTimeout(() => (thrown = null), SOON); // what comes later is somebody else's
  // Not answered: the same id goes out again.
  if (!form.matches("form") || status === 0 || status >= 500 || isTurnedAway(event.detail.xhr)) return;
  const id = form.querySelector("input[name=command]");
  if (id) id.value = newId();
  if (event.detail.successful) clear(form);
  else acted = thrown = null;
  if (status === 409) catchUp();
});

// What was said, who came in, a ruling's reason: it is not sent a second time with the next. Of a roll the traits stay,
// and what it cost or claimed does not.
const SPENT = ["r.stunt", "r.effort", "r.willpower", "r.motes", "r.powers"];

function clear(form) {
  if (form.matches("[data-once]")) form.reset();
  form.querySelectorAll("[data-clear]").forEach((field) => (field.value = ""));
  const spent = [...form.elements].filter((field) => SPENT.includes(field.name) && isTouched(field));
  spent.forEach(restore);
  if (spent.length) form.dispatchEvent(new Event("change")); // the odds are others now
}

function restore(field) {
  field.checked = field.defaultChecked;
  if (field.matches("select")) for (const option of field.options) option.selected = option.defaultSelected;
  else field.value = field.defaultValue;
}

// ---- a double click is one click, however soon the first is answered, and whatever has come to lie under the finger

const AGAIN = 400; // milliseconds between the taps of one finger
const NEAR = 24; // pixels that it may stray
let tapped = { at: -AGAIN, x: 0, y: 0 };

function isAgain(event) {
  const last = tapped;
  tapped = { at: event.timeStamp, x: event.clientX, y: event.clientY };
  if (event.detail > 1) return true;
  const isNear = Math.hypot(tapped.x - last.x, tapped.y - last.y) < NEAR;
  return event.pointerType === "touch" && isNear && tapped.at - last.at < AGAIN;
}

table.addEventListener("click", (event) => {
  if (isAgain(event) && event.target.closest("button:not([type=button])")) event.preventDefault();
}, true);

table.addEventListener("submit", (event) => {
  if (!event.target.matches(".htmx-request")) return; // it is on its way, and would wait to go once more
  event.preventDefault();
  event.stopPropagation();
}, true);

document.addEventListener("htmx:sendError", () => refuse(table.dataset.unheard));
document.addEventListener("htmx:responseError", (event) => {
  if (event.detail.xhr.status >= 500) refuse(table.dataset.failed);
});

function refuse(sentence) {
  const line = document.getElementById("refusal");
  line.textContent = sentence;
}

document.addEventListener("table:moved", (event) => {
  // The socket brings the news; if it is away or slow, ask for them.
  setTimeout(() => number < event.detail.number && catchUp(), isLive() ? 400 : 0);
});

// ---- folds: what seldom anybody looks at is not pushed; it is fetched when it is opened, and while it stands open

function isStale(fold) {
  if (fold.dataset.at === undefined) return true;
  return fold.dataset.at !== (fold.dataset.fold || String(number));
}

function fillFolds() {
  for (const fold of table.querySelectorAll("details[open] > [data-fold]")) {
    if (isStale(fold) && fold.checkVisibility()) fillFold(fold);
  }
}

async function fillFold(fold) {
  fold.dataset.from ??= fold.querySelector("a").href;
  fold.dataset.at = fold.dataset.fold || String(number);
  try {
    const answer = await fetch(fold.dataset.from, { credentials: "same-origin", headers: { "HX-Request": "true" } });
    if (answer.redirected || (!answer.ok && answer.status !== 409)) throw new Error(answer.status);
    window.Idiomorph.morph(fold, await answer.text(), { ...morphing, morphStyle: "innerHTML" });
    window.htmx.process(fold);
    fillForms();
    document.dispatchEvent(new Event("table:drawn"));
  } catch {
    delete fold.dataset.at; // the next number, or opening it once more, tries again
  }
}

table.addEventListener("toggle", fillFolds, true); // it does not bubble

// ---- the connection

function isLive() {
  return socket?.readyState === WebSocket.OPEN;
}

let asking = false;

async function catchUp() {
  if (asking || dismissed) return;
  asking = true;
  if (isLive()) showLink("catching-up", "catching");
  try {
    const answer = await fetch(table.dataset.catchup, { credentials: "same-origin" });
    if (answer.redirected || [403, 404].includes(answer.status)) leave();
    else if (answer.ok) show(await answer.json());
  } catch {
    // still away: the next try asks again
  } finally {
    asking = false;
    if (isLive()) showLink("live", "live");
  }
}

function leave() {
  dismissed = true;
  socket?.close();
  showLink("offline", "gone");
}

function connect() {
  if (dismissed || (socket && socket.readyState <= WebSocket.OPEN)) return;
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  const mine = new WebSocket(`${scheme}//${location.host}${table.dataset.socket}`);
  const sent = new Map();
  socket = mine;
  mine.addEventListener("open", () => {
    lastHeard = Date.now();
    showLink("catching-up", "catching");
  });
  mine.addEventListener("message", (event) => {
    lastHeard = Date.now();
    tries = 0;
    const frame = JSON.parse(event.data);
    if (frame.pieces) complete(frame.pieces, sent);
    show(frame);
    showLink("live", "live");
  });
  mine.addEventListener("close", (event) => {
    if (socket !== mine) return;
    if (STAY_AWAY.has(event.code)) leave();
    else connectSoon(PATIENCE[Math.min(tries++, PATIENCE.length - 1)]);
  });
}

let waiting = null;

function connectSoon(delay) {
  if (dismissed) return;
  showLink("offline", "offline");
  clearTimeout(waiting);
  waiting = setTimeout(connect, delay + Math.random() * delay * 0.3);
}

// The others see that somebody is at it, and wait.
const TELL_EVERY = 2500;
let told = 0;

table.addEventListener("input", (event) => {
  if (!event.target.closest("#act, #say-form, #rolls") || !isLive() || Date.now() - told < TELL_EVERY) return;
  told = Date.now();
  socket.send("typing");
});

setInterval(() => {
  if (isLive() && Date.now() - lastHeard > SILENCE) socket.close();
  else if (!isLive() && !dismissed) catchUp();
}, 5000);
window.addEventListener("online", () => connectSoon(0));
window.addEventListener("offline", () => showLink("offline", "offline"));

fillForms();
fillFolds();
connect();
