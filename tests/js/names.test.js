// The server joins modules so that what one exports is seen by all: no such name may be one of the browser's own.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { JSDOM } from "jsdom";

const STATIC = new URL("../../static/js/", import.meta.url);

const listMatches = (text, pattern) => [...text.matchAll(pattern)].map(([, name]) => name);

test("no module exports a name that the browser has already", () => {
  const { window } = new JSDOM("");
  assert.ok("location" in window);
  const scripts = readdirSync(STATIC, { recursive: true }).filter((path) => String(path).endsWith(".js"));
  const exported = scripts.flatMap((path) =>
    listMatches(
      readFileSync(new URL(String(path), STATIC), "utf8"),
      /^export (?:async )?(?:function|const|class) (\w+)/gm,
    ),
  );
  assert.ok(exported.length > 200);
  assert.deepEqual(
    exported.filter((name) => name in window),
    [],
  );
});
