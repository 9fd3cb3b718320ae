// The server joins modules into one script, where many names are seen by all: none may be one of the browser's own.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { JSDOM } from "jsdom";

const STATIC = new URL("../../static/js/", import.meta.url);

const listMatches = (text, pattern) => [...text.matchAll(pattern)].map(([, name]) => name);

test("no module declares a name that the browser has already", () => {
  const { window } = new JSDOM("");
  assert.ok("location" in window);
  const scripts = readdirSync(STATIC, { recursive: true }).filter((path) => String(path).endsWith(".js"));
  const declared = scripts.flatMap((path) =>
    listMatches(
      readFileSync(new URL(String(path), STATIC), "utf8"),
      /^(?:export )?(?:async )?(?:function|const|let|class) (\w+)/gm,
    ),
  );
  assert.ok(declared.length > 700);
  assert.deepEqual(
    declared.filter((name) => name in window),
    [],
  );
});
