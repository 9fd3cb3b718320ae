// Puts back what stood in the fields of a table that its reader had to leave. Few pages need it.

/** @param {string} key where it is kept, for this page alone */
export function putBack(key) {
  const { text, post } = JSON.parse(localStorage.getItem(key) ?? "{}");
  localStorage.removeItem(key);
  const say = /** @type {HTMLInputElement | null} */ (document.getElementById("say"));
  if (text && say && !say.value) say.value = text;
  if (post) fillPost(post);
}

// The form of a post is fetched when it is unfolded; it keeps its draft on the server as soon as it has it.
function fillPost(post) {
  const place = /** @type {HTMLDetailsElement | null} */ (document.getElementById("write"));
  if (!place) return;
  const fill = () => {
    const field = /** @type {HTMLTextAreaElement | null} */ (document.getElementById("write-text"));
    if (!field) return;
    document.removeEventListener("table:drawn", fill);
    field.value = post;
    field.dispatchEvent(new Event("change", { bubbles: true }));
  };
  document.addEventListener("table:drawn", fill);
  place.open = true;
  fill();
}
