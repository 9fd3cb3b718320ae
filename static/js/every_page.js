// Tells the server the time zone of this browser: pages print moments in it, and read those that a person types in it.
const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
const secure = location.protocol === "https:" ? "; secure" : "";
if (timeZone) document.cookie = `zone=${timeZone}; path=/; max-age=31536000; samesite=lax${secure}`;

// Who is signed in has a worker that keeps pages. What uses it is fetched once it is there.
if (document.getElementById("unsent")) {
  navigator.serviceWorker?.register("/worker.js").catch(() => {});
  if (navigator.serviceWorker?.controller) import("./offline.js");
}

// A live table keeps what is typed, and where somebody is, by itself.
if (!document.querySelector("[data-socket]")) import("./forms.js");
