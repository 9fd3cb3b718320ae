// The button that lets this browser show pushes. It is shown only where the browser can: it needs https, or this machine.
const deviceForm = /** @type {HTMLFormElement | null} */ (document.querySelector("form[data-push-key]"));

/** @param {string} text base64url */
const bytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));

async function subscribe() {
  await navigator.serviceWorker.register("/worker.js");
  const { pushManager } = await navigator.serviceWorker.ready;
  await (await pushManager.getSubscription())?.unsubscribe(); // it may be for another key or another person
  const applicationServerKey = bytes(deviceForm.dataset.pushKey ?? "");
  const { endpoint, keys } = (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })).toJSON();
  for (const [name, value] of Object.entries({ endpoint, ...keys })) deviceForm.elements[name].value = value;
}

if (deviceForm && "PushManager" in window && navigator.serviceWorker) {
  deviceForm.hidden = false;
  deviceForm.addEventListener("submit", (event) => {
    event.preventDefault();
    subscribe().then(
      () => deviceForm.submit(),
      () => deviceForm.querySelector("[data-push-refused]").removeAttribute("hidden"),
    );
  });
}
