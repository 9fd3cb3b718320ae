// The page for when nobody answers names the pages that this device keeps.

const place = document.getElementById("kept-pages");

/** @param {Cache} store */
async function loadPages(store) {
  const keys = (await store.keys()).filter(
    ({ url }) => !new URL(url).pathname.startsWith("/unsent/") && !url.endsWith("?part"),
  );
  const found = await Promise.all(
    keys.map(async ({ url }) => {
      const page = new DOMParser().parseFromString(await (await store.match(url)).text(), "text/html");
      const crumbs = [...page.querySelectorAll(".crumbs li")].map((item) => item.textContent.trim());
      return { url, series: crumbs[0] ?? "", title: crumbs.slice(1).reverse().join(", ") };
    }),
  );
  return found.reverse(); // the newest first
}

async function show() {
  const names = (await window.caches.keys()).filter((name) => name.startsWith("own "));
  for (const name of names) {
    for (const { url, title, series } of await loadPages(await window.caches.open(name))) {
      const line = place.querySelector("template").content.firstElementChild.cloneNode(true);
      const link = line.querySelector("a");
      link.href = url;
      link.dir = "auto";
      link.textContent = title;
      line.querySelector("[data-series]").textContent = series;
      place.querySelector("ul").append(line);
      place.hidden = false;
    }
  }
}

if (window.caches) show();
