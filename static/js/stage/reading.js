// Tells the server how far a person has read: while the page can be seen, and at the latest when it is left. What was missed
// counts as read when its end has been in sight for a while: that of the log, or of the recap in its place.

import { change, fetchPart, page } from "./page.js";

// In milliseconds.
const A_LOOK = 2000; // a page that is seen for less was not read
const PAUSE = 20000; // between two messages, so that a lively table is not kept busy by them
const TICK = 1000;
const A_WHILE = 4; // ticks for which the end must be in sight
const NEAR = 24; // px by which the end may be out of sight

let sentAt = 0; // the count of entries that was said last
let timer = 0;

/** Whether something was missed and is not read yet. */
const isBehind = () => Boolean(page.ui.missed && !page.ui.missed.isRead);

function send() {
  timer = 0;
  const { count } = page.facts;
  if (!count || count <= sentAt) return;
  sentAt = count;
  const body = new URLSearchParams({ count: String(count), csrfmiddlewaretoken: page.at.csrf });
  fetch(`${page.at.base}read/`, { method: "POST", body, keepalive: true }).catch(() => {
    sentAt = 0; // the next line, or the next look, says it again
  });
}

/** Says soon how far this person has read. What was missed is read first. */
export function keepMark() {
  if (timer || page.facts.place.is_rehearsal || isBehind() || document.visibilityState !== "visible") return;
  timer = window.setTimeout(send, sentAt ? PAUSE : A_LOOK);
}

export function watchReading() {
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") return keepMark();
    clearTimeout(timer);
    if (timer && sentAt) send(); // it was seen until now
    timer = 0;
  });
  if (!page.ui.missed) return;
  fetchRecap();
  let seen = 0;
  const watch = setInterval(() => {
    placeAtNew();
    seen = isEndInSight() ? seen + 1 : 0;
    if (seen < A_WHILE) return;
    clearInterval(watch);
    change({ missed: { ...page.ui.missed, isRead: true } });
    keepMark();
  }, TICK);
}

/** Whether the end of what was missed can be seen. */
function isEndInSight() {
  const place = document.querySelector(".talk .instead, .talk .log");
  if (document.visibilityState !== "visible" || !place?.checkVisibility()) return false;
  const rest = place.matches(".log") ? -place.scrollTop : place.scrollHeight - place.clientHeight - place.scrollTop;
  return rest < NEAR && place.getBoundingClientRect().bottom < window.innerHeight + NEAR;
}

let isPlaced = false;

/** Once, when the log is first seen: it stands where the new lines begin. */
export function placeAtNew() {
  const log = document.querySelector(".talk .log");
  if (isPlaced || !page.ui.missed || !log?.checkVisibility()) return;
  isPlaced = true;
  const begin = log.querySelector(".turn--new") ?? log.querySelector(".log__list");
  const above = log.getBoundingClientRect().top - begin.getBoundingClientRect().top;
  if (above > 0) log.scrollTop -= above;
}

async function fetchRecap() {
  const { after, upto } = page.ui.missed;
  try {
    const recap = await fetchPart(`stage/missed/?after=${after}&upto=${upto}`);
    if (recap) change({ recap });
  } catch {
    // The server is away: the log has every line.
  }
}
