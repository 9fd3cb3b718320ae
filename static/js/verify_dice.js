// Verifies the file of a scene's dice in the browser: nothing is sent anywhere. It is a plain script, so that the page
// static/verify.html also works when it is opened from a disk. docs/fair-dice.md says what is computed.

/**
 * @typedef {{ entry: number, throw: number, dice: number[], who: string, words: string }} Step
 * @typedef {{ whose: string, sealed: number, hash: string, seed: string, steps: Step[] }} Stream
 * @typedef {{ fault: string, values: Record<string, string | number> }} Fault
 * @typedef {{ stream: Stream, throws: number, dice: number, faults: Fault[] }} Verdict
 */

(() => {
  const FORMAT = "storywheel-dice";
  const VERSION = 1;
  const FAIR_BYTES = 250;
  const encoder = new TextEncoder();

  /** @param {ArrayBuffer} buffer */
  const toHex = (buffer) => Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, "0")).join("");

  /** @param {string} hex */
  const fromHex = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

  /** @param {unknown} text */
  const isHex = (text) => typeof text === "string" && /^[0-9a-f]{64}$/.test(text);

  /** @param {string} seed */
  const hashSeed = async (seed) => toHex(await crypto.subtle.digest("SHA-256", fromHex(seed)));

  /**
   * @param {string} salt
   * @param {string} words
   */
  const addWords = async (salt, words) =>
    toHex(await crypto.subtle.digest("SHA-256", encoder.encode(`${salt}:${words}`)));

  /** @param {string} seed */
  const importKey = (seed) =>
    crypto.subtle.importKey("raw", fromHex(seed), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);

  /**
   * The faces of one throw.
   * @param {CryptoKey} key
   * @param {number} number
   * @param {string} salt
   * @param {number} count
   */
  const throwFaces = async (key, number, salt, count) => {
    /** @type {number[]} */
    const faces = [];
    for (let block = 0; faces.length < count; block++) {
      const drawn = await crypto.subtle.sign("HMAC", key, encoder.encode(`${number}:${block}:${salt}`));
      for (const byte of new Uint8Array(drawn)) if (byte < FAIR_BYTES) faces.push((byte % 10) + 1);
    }
    return faces.slice(0, count);
  };

  /** @param {Stream} stream */
  const findFaults = async (stream) => {
    /** @type {Fault[]} */
    const faults = [];
    const add = (/** @type {string} */ fault, /** @type {Fault["values"]} */ values = {}) =>
      faults.push({ fault, values });
    if (!isHex(stream.hash) || (stream.seed && !isHex(stream.seed))) add("digits");
    else if (!stream.seed && stream.steps.length) add("unseeded");
    if (faults.length || !stream.seed) return faults;
    if ((await hashSeed(stream.seed)) !== stream.hash) add("seed");
    const key = await importKey(stream.seed);
    let [salt, expected, entry] = ["", 0, stream.sealed];
    for (const step of stream.steps) {
      if (step.entry && step.entry < entry) add("order", { entry: step.entry, before: entry });
      entry = Math.max(entry, step.entry);
      if (step.words) {
        salt = await addWords(salt, step.words);
        continue;
      }
      if (step.throw !== expected) add("gap", { throw: expected, next: step.throw, entry: step.entry });
      expected = step.throw + 1;
      const said = step.dice.join(" ");
      const given = (await throwFaces(key, step.throw, salt, step.dice.length)).join(" ");
      if (said !== given) add("face", { throw: step.throw, entry: step.entry, said, given });
    }
    return faults;
  };

  /**
   * Verify every stream of a file. Throws for what is no such file.
   * @param {string} text
   * @returns {Promise<Verdict[]>}
   */
  const verifyFile = async (text) => {
    const data = JSON.parse(text);
    if (data?.format !== FORMAT || data.version !== VERSION || !Array.isArray(data.streams)) throw new Error("format");
    /** @type {Verdict[]} */
    const verdicts = [];
    for (const stream of /** @type {Stream[]} */ (data.streams)) {
      const thrown = stream.steps.filter((step) => !step.words);
      const dice = thrown.reduce((sum, step) => sum + step.dice.length, 0);
      verdicts.push({ stream, throws: thrown.length, dice, faults: await findFaults(stream) });
    }
    return verdicts;
  };

  /**
   * @param {string | undefined} words
   * @param {Record<string, string | number>} values
   */
  const fill = (words, values) => (words ?? "").replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));

  /**
   * @param {DOMStringMap} say
   * @param {Verdict[]} verdicts
   */
  const sayAll = (say, verdicts) => {
    if (verdicts.some((verdict) => verdict.faults.length)) return say.changed ?? "";
    return (verdicts.some((verdict) => verdict.throws) ? say.proved : say.nothing) ?? "";
  };

  /**
   * @param {DOMStringMap} say
   * @param {Verdict} verdict
   */
  const drawVerdict = (say, { stream, throws, dice, faults }) => {
    const item = document.createElement("li");
    const state = faults.length ? say.not : stream.seed ? say.fell : say.secret;
    const lines = [fill(say.stream, { whose: stream.whose, dice, throws, state: state ?? "" })];
    lines.push(fill(say.sealed, { entry: stream.sealed, hash: stream.hash }));
    for (const { fault, values } of faults) lines.push(fill(say[fault], values));
    for (const line of lines) {
      const part = document.createElement("p");
      part.className = "wraps";
      part.textContent = line;
      item.append(part);
    }
    return item;
  };

  /** @param {HTMLElement} place */
  const listen = (place) => {
    const input = /** @type {HTMLInputElement} */ (place.querySelector("input[type=file]"));
    const [verdict, list] = [place.querySelector("[role=status]"), place.querySelector("ul")];
    if (!verdict || !list) return;
    input.addEventListener("change", async () => {
      const file = input.files?.[0];
      if (!file) return;
      list.replaceChildren();
      try {
        const verdicts = await verifyFile(await file.text());
        verdict.textContent = sayAll(place.dataset, verdicts);
        list.append(...verdicts.map((verdict) => drawVerdict(place.dataset, verdict)));
      } catch {
        verdict.textContent = place.dataset.unreadable ?? "";
      }
    });
  };

  Object.assign(globalThis, { storywheelDice: { addWords, hashSeed, importKey, throwFaces, verifyFile } });
  const place = globalThis.document?.getElementById("verify-dice");
  if (place) listen(place);
})();
