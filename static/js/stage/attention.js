// What tells a person that something waits: a chime, a buzz, a notice while the page is hidden. Each browser remembers which of
// them its person wants.

/** @param {string} name */
function wants(name) {
  try {
    return localStorage.getItem(`storywheel.${name}`) === "on";
  } catch {
    return false;
  }
}

let asked = ""; // the card that waited when the page was drawn last

/**
 * @param {string} card the card that waits now; empty where none does
 * @param {string} title what it says
 */
export function attend(card, title) {
  const isNew = card !== "" && card !== asked;
  asked = card;
  if (!isNew) return;
  if (wants("chime")) import("../sounds.js").then(({ chime }) => chime());
  if (wants("buzz") && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(80);
  if (wants("notice") && document.hidden && window.Notification?.permission === "granted") notify(title);
}

/** @param {string} title */
async function notify(title) {
  const worker = await navigator.serviceWorker?.ready;
  // One notice for each scene: a later turn takes the place of an earlier one.
  const { pathname } = location;
  await worker?.showNotification(title, { tag: pathname, data: pathname });
}
