// What a page of the table breaks in the window that it has now, in sentences. Playwright calls this with the window's own
// laws.
({ entries = 0, isAskedInSight = false, isWhole = false }) => {
  const MANY = 3; // so many faults of one kind tell enough
  const SIDEWAYS = ".sides"; // side scenes stand in one row, which is meant to scroll
  const UNSEEN = ".vh, .skip, .bell__word, title, option, script"; // text for those who do not look
  const ALL = { left: -1e6, top: -1e6, right: 1e6, bottom: 1e6 };

  const clips = new Map();

  /** What of the page is seen of an element: within all that scrolls or cuts around it. */
  function clipOf(element) {
    if (!element || element === document.body) return ALL;
    const known = clips.get(element);
    if (known) return known;
    const around = clipOf(element.parentElement);
    const cuts = getComputedStyle(element).overflow !== "visible";
    const clip = cuts ? meet(around, element.getBoundingClientRect()) : around;
    clips.set(element, clip);
    return clip;
  }

  const meet = (one, other) => ({
    left: Math.max(one.left, other.left),
    top: Math.max(one.top, other.top),
    right: Math.min(one.right, other.right),
    bottom: Math.min(one.bottom, other.bottom),
  });

  const isShown = (element) => element?.checkVisibility({ opacityProperty: true, visibilityProperty: true });

  /** Lines of text as boxes of what is printed, without the room above and below the letters. */
  function listTexts() {
    const texts = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode;
      const parent = node.parentElement;
      if (!node.data.trim() || !isShown(parent) || parent.closest(UNSEEN)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const { left, top, right, bottom } of range.getClientRects()) {
        const air = (bottom - top) / 5;
        const box = meet({ left: left + 1, top: top + air, right: right - 1, bottom: bottom - air }, clipOf(parent));
        if (box.right > box.left && box.bottom > box.top) texts.push({ ...box, node });
      }
    }
    return texts.sort((one, other) => one.top - other.top);
  }

  function listMeetings(texts) {
    const found = [];
    for (const [place, one] of texts.entries()) {
      for (let next = place + 1; next < texts.length && texts[next].top < one.bottom; next += 1) {
        const both = meet(one, texts[next]);
        if (both.right - both.left > 1 && both.bottom - both.top > 1 && one.node !== texts[next].node)
          found.push(`“${one.node.data.trim()}” meets “${texts[next].node.data.trim()}”`);
      }
    }
    return found.slice(0, MANY);
  }

  function listSideways() {
    if (document.documentElement.scrollWidth > innerWidth) return ["the page scrolls sideways"];
    const wide = [...document.querySelectorAll("body *")].filter(
      (element) =>
        element.scrollWidth > element.clientWidth + 1 &&
        ["auto", "scroll"].includes(getComputedStyle(element).overflowX) &&
        isShown(element) &&
        !element.matches(SIDEWAYS),
    );
    return wide.slice(0, MANY).map((element) => `${element.className || element.id} scrolls sideways`);
  }

  /** Whether all of it is seen. */
  function isInSight(element, window = { left: 0, top: 0, right: innerWidth, bottom: innerHeight }) {
    if (!isShown(element)) return false;
    const box = element.getBoundingClientRect();
    const seen = meet(meet(box, clipOf(element)), window);
    return seen.right - seen.left > box.width - 1 && seen.bottom - seen.top > box.height - 1;
  }

  function listAskedOutOfSight() {
    if (!isAskedInSight) return [];
    const hand = document.getElementById("hand");
    const found = isInSight(document.getElementById("hand-h")) ? [] : ["the head of the hand is out of sight"];
    if (!hand.matches(".is-asking")) return found;
    const answers = [...hand.querySelectorAll(".ans, .btn--go, .btn--act")].filter(isShown);
    return isInSight(answers[0]) ? found : [...found, "what can be answered is out of sight"];
  }

  function listFewEntries() {
    if (!entries || document.querySelector(".catch")) return []; // what is new begins at the log's upper edge
    const all = [...document.querySelectorAll(".log li.e")];
    const seen = all.filter((entry) => isInSight(entry)).length;
    return all.length && seen < Math.min(entries, all.length) ? [`${seen} entries of the log are in sight`] : [];
  }

  /** What a page that nobody can scroll does not show. */
  function listOutside(texts) {
    const found = texts.filter(
      ({ left, top, right, bottom }) => left < 0 || top < 0 || right > innerWidth || bottom > innerHeight,
    );
    return found.slice(0, MANY).map(({ node }) => `“${node.data.trim()}” is outside of the window`);
  }

  const texts = listTexts();
  return [
    ...listSideways(),
    ...listAskedOutOfSight(),
    ...listFewEntries(),
    ...listMeetings(texts),
    ...(isWhole ? listOutside(texts) : []),
  ];
};
