// The live page of a scene: listens to the scene's socket and morphs the regions that changed. It never decides anything:
// people act by posting forms.

import { follow, look } from "./table/attention.js";
import { keepChoices, showChoices } from "./table/choose.js";
import { listen } from "./table/connection.js";
import { drawLog, drawRegions, setUp } from "./table/drawing.js";
import { keepLabels } from "./table/labels.js";
import { fillLazyDetails } from "./table/lazy_details.js";
import { choose, fillCarried, goOn } from "./table/next_scene.js";
import { countDrawing, drawnTo, setDrawnTo, table, tellPage } from "./table/page.js";
import { watchTaps } from "./table/party.js";
import { keepMark } from "./table/reading.js";
import { fillForms } from "./table/sending.js";
import { keepUndo } from "./table/undo.js";

function show(frame) {
  if (frame.n < drawnTo() && frame.regions && !frame.whole) return; // older than what the page has asked for meanwhile
  const before = look();
  if (frame.regions) drawRegions(choose(frame.regions));
  if (frame.log) drawLog(frame.log, frame.whole);
  markPage();
  if (frame.regions && frame.n !== undefined) {
    setDrawnTo(frame.n);
    countDrawing();
    setUp(table);
    fillForms();
    showChoices();
    fillLazyDetails();
    follow(before);
    tellPage("table:drawn");
    goOn();
    if (frame.regions.me || frame.regions.fighters || frame.regions.tasks) tellPage("table:figures");
  } else if (frame.n > drawnTo()) {
    tellPage("table:behind");
  }
}

// The stylesheet lays the page out by what the server names here; `:has()` would search the page at each change.
const log = document.getElementById("log-part");
const older = document.getElementById("log-all");
const FEW = 12; // lines of the log that a phone shows at first

function markPage() {
  document.body.dataset.shows = document.getElementById("shows").dataset.shows;
  log.classList.toggle("under--long", document.getElementById("log").children.length > FEW);
  log.toggleAttribute("data-whole", older.checked);
}

older.addEventListener("change", markPage);

// Strands are rare: what shows them is fetched with the first one.
function watchStrands() {
  if (!table.querySelector("[data-strand-show]")) return;
  document.removeEventListener("table:drawn", watchStrands);
  import("./table/strands.js").then(({ keepStrands }) => keepStrands());
}

// Several Storytellers share one drawing; what stands in it for one of them is hidden.
function showOwn() {
  for (const own of table.querySelectorAll(`[data-by="${table.dataset.person}"]`)) own.hidden = false;
}

document.addEventListener("table:drawn", showOwn);
document.addEventListener("table:drawn", watchStrands);
watchStrands();
table.addEventListener("focusin", async ({ target }) => {
  if (target.id === "cast-foes-line") (await import("./table/foes.js")).keepFoes();
});
if (document.getElementById("missed")) import("./table/missed.js").then(({ keepMissed }) => keepMissed());
markPage();
keepLabels();
watchTaps();
fillForms();
showChoices();
keepChoices();
fillLazyDetails();
const note = document.getElementById("my-note");
note?.addEventListener("focusin", () => import("./table/notes.js").then(({ keepNotes }) => keepNotes()), {
  once: true,
});
fillCarried();
keepUndo();
keepMark();
listen(show);
