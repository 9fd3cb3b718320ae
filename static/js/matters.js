// A sheet on a phone: long matters are folded, and a link to one opens it. Without this script all of them are open.

const matters = /** @type {NodeListOf<HTMLDetailsElement>} */ (document.querySelectorAll(".matter"));

function openTarget() {
  const matter = [...matters].find((part) => `#${part.id}` === location.hash);
  if (!matter || matter.open) return;
  matter.open = true;
  matter.scrollIntoView();
}

if (matchMedia("(max-width: 819px)").matches) {
  for (const matter of matters) matter.open = matter.dataset.long === undefined;
}
openTarget();
addEventListener("hashchange", openTarget);
addEventListener("beforeprint", () => {
  for (const matter of matters) matter.open = true;
});
